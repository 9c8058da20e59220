"""Rotation: a 25 drive. A number of rounds, new tables in each, and fresh stacks."""

from typing import Final

from tournaments.formats.counting import COUNTING
from tournaments.formats.draw import Draw
from tournaments.formats.fresh import FreshStacks, company_and_byes
from tournaments.formats.protocol import Format, Situation
from tournaments.formats.rotating import rotated
from tournaments.formats.settings import COMMON, ROUNDS


class Rotation(FreshStacks):
    """A plan of all rounds, without repeat meetings where that can be."""

    name = "Rotation"
    sentence = (
        "A 25 drive: some rounds with new tables in each, so that nobody meets the same people "
        "again as long as that can be. Everybody plays to the end."
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
        return Draw(rotated(situation, company, sizes), byes=byes) if company else None


FORMAT: Final[Format] = Rotation()
