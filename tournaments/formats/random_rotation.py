"""Random rotation: every round draws new tables; chips are carried on, and the broke are out."""

from typing import Final

from tournaments.formats.companies import largest_company
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Format, Situation, Stacks
from tournaments.formats.rotating import rotated
from tournaments.formats.settings import COMMON, ROUNDS, Plan
from tournaments.standings import DEALS_WON, CountedAs, Measure, Points, points_measure


class RandomRotation(Format):
    """As a rotation, with the chips that are left."""

    name = "Random rotation"
    sentence = "Every round draws new tables, so that people meet as many others as possible."
    game = (
        "A game is one round at one table, to its last deal. Everybody brings all the chips that "
        "they have left; whoever has none is out."
    )
    stacks = Stacks.CARRIED
    settings = COMMON

    def points(self, plan: Plan) -> Points:
        return Points(CountedAs.CHIPS)

    def measures(self, plan: Plan) -> tuple[Measure, ...]:
        return points_measure(self.points(plan)), DEALS_WON

    def refusal(self, plan: Plan) -> str | None:
        return None

    def draw(self, situation: Situation) -> Draw | None:
        if len(situation.history) >= ROUNDS.of(situation.plan):
            return None
        company, sizes = largest_company(situation)
        if not company:
            return None
        sits_out = tuple(situation.able[len(company) :])
        return Draw(rotated(situation, company, sizes), sits_out=sits_out)


FORMAT: Final[Format] = RandomRotation()
