"""The draw of a round: who sits where, and who sits out."""

from collections.abc import Collection
from dataclasses import dataclass

from clubs.seating import History, Seated, recount


@dataclass(frozen=True)
class Draw:
    """What a format answers.

    Attributes:
        seated: The tables, each in the order of its seats, and what is to say about them.
        sits_out: Who could play, and has no seat in this round.
    """

    seated: Seated
    sits_out: tuple[int, ...] = ()

    def faults(self, *, able: Collection[int], history: History) -> list[str]:
        """What is wrong with the draw, in plain words; nothing where all is well.

        Args:
            able: Everybody who can play.
            history: The rounds before this one.
        """
        sizes = [len(table) for table in self.seated.tables]
        plays = [one for one in able if one not in self.sits_out]
        found = recount(self.seated, people=plays, sizes=sizes, history=history)
        if not set(self.sits_out).issubset(able):
            found.append("somebody sits out who cannot play")
        if max(sizes) - min(sizes) > 1:
            found.append(f"sizes differ by more than one: {sorted(sizes)}")
        return found
