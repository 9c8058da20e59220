"""Swiss: those who do equally well meet, and hardly anybody meets the same people again."""

from typing import Final

from clubs.seating import seat_round
from tournaments.formats.counting import COUNTING
from tournaments.formats.draw import Draw
from tournaments.formats.fresh import FreshStacks, company_and_byes
from tournaments.formats.protocol import Format, Situation
from tournaments.formats.settings import COMMON, ROUNDS

STEPS: Final = 2_000  # Of the search for one round: a sweep waits for it.


class Swiss(FreshStacks):
    """The lot makes the first round, then the points of the rounds before make each."""

    name = "Swiss"
    sentence = (
        "After each round those with about the same points meet, and repeat meetings are avoided. "
        "Few rounds find the best of many, and everybody plays to the end."
    )
    game = (
        "A game is one round at one table. Everybody begins it with the starting stack, and it is "
        "over after the deals of the round."
    )
    settings = (*COMMON, *COUNTING)

    def draw(self, situation: Situation) -> Draw | None:
        if len(situation.history) >= ROUNDS.of(situation.plan):
            return None
        company, sizes, byes = company_and_byes(situation)
        if not company:
            return None
        everybody = situation.scores
        scores = {one: everybody[one] for one in company}
        seated = seat_round(
            company,
            sizes=sizes,
            history=situation.history,
            seed=situation.seed,
            scores=scores,
            steps=STEPS,
        )
        return Draw(seated, byes=byes, scores=scores)


FORMAT: Final[Format] = Swiss()
