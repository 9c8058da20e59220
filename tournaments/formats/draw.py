"""The draw of a round: who sits where, who has a bye, and who sits out."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from clubs.seating import History, Seated, recount


@dataclass(frozen=True)
class Bye:
    """An entrant without opponents in this round.

    Attributes:
        reason: Why they have it, in words.
    """

    entrant: int
    reason: str


@dataclass(frozen=True)
class Draw:
    """What a format answers.

    Attributes:
        seated: The entrants at each table in the order of its seats, and what is to say about
            them. `seats_of` tells where the members of pairs and threes sit.
        sits_out: Who could play, and has no seat in this round, and nothing for it.
        byes: Who could play, has no opponents in this round, and gets points for it.
        out: Who could play, and has been knocked out: they play no more in this stage.
        scores: By entrant what they were seated by, where equals were to meet; else None.
    """

    seated: Seated
    sits_out: tuple[int, ...] = ()
    byes: tuple[Bye, ...] = ()
    out: tuple[int, ...] = ()
    scores: Mapping[int, float] | None = None

    def faults(
        self, *, able: Collection[int], history: History, allowed: Collection[int] = range(1, 11)
    ) -> list[str]:
        """What is wrong with the draw, in plain words; nothing where all is well.

        Args:
            able: Everybody who can play.
            history: The rounds before this one.
            allowed: How many entrants the house rules let sit at a table.
        """
        sizes = [len(table) for table in self.seated.tables]
        without = [*self.sits_out, *self.out, *(bye.entrant for bye in self.byes)]
        plays = [one for one in able if one not in set(without)]
        found = recount(self.seated, people=plays, sizes=sizes, history=history, scores=self.scores)
        if not set(without).issubset(able):
            found.append("somebody sits out who cannot play")
        if len(set(without)) < len(without):
            found.append("somebody sits out twice")
        if any(min(sizes) < size < max(sizes) for size in allowed):
            found.append(f"sizes differ by more than one: {sorted(sizes)}")
        if not set(sizes).issubset(allowed):
            found.append(f"the house rules have no tables of these sizes: {sorted(sizes)}")
        return found


def seats_of(table: Collection[int], *, members: int) -> list[tuple[int, int]]:
    """The seats of a table in their order: an entrant, and which of its members sits there.

    Members of an entrant sit as sides do: as far from each other as they can. RULES.md 1.2.
    """
    return [(entrant, member) for member in range(members) for entrant in table]
