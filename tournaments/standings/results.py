"""What entrants have to show: the rounds that they played, and what was given or taken beside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property


@dataclass(frozen=True)
class Played:
    """What an entrant made of a round at a table.

    Attributes:
        round: Its number in the stage, from 1.
        table: The same for all who sat at it, and for nobody else, in all rounds.
        chips: Won, negative for lost.
        deals_won: How many deals they won; in a game for points, how many games.
        tricks: How many tricks they took in all deals.
        deals: How many deals were played at the table while they sat there.
        jinks: How many deals they won with all five tricks.
    """

    round: int
    table: int
    chips: int
    deals_won: int
    tricks: int
    deals: int = 0
    jinks: int = 0


def of_members(parts: Sequence[Played], *, is_side: bool) -> Played:
    """What an entrant of several members made of a round: the sum of its members.

    Args:
        parts: Of each member, at one table.
        is_side: They are one side of the game. A deal that a side wins is told of each of its
            members, and counts once.
    """
    one = parts[0]
    jinks, won = [part.jinks for part in parts], [part.deals_won for part in parts]
    return replace(
        one,
        chips=sum(part.chips for part in parts),
        deals_won=max(won) if is_side else sum(won),
        tricks=sum(part.tricks for part in parts),
        deals=max(part.deals for part in parts),
        jinks=max(jinks) if is_side else sum(jinks),
    )


@dataclass(frozen=True)
class Record:
    """What an entrant has to show in a stage. Points are in the unit of `Points`.

    Attributes:
        played: The rounds that they played and that are over, in order.
        byes: By the number of a round without opponents the points that they got for it.
        carried: The points that they brought from an earlier stage.
        late: The points that they were given for the rounds before they came.
        penalties: By the number of a round the points that were taken off in it.
        lot: A number that was drawn for them, see `lots`; the higher one is the better one.
    """

    played: Sequence[Played] = ()
    byes: Mapping[int, int] = field(default_factory=dict)
    carried: int = 0
    late: int = 0
    penalties: Mapping[int, int] = field(default_factory=dict)
    lot: int = 0


@dataclass(frozen=True)
class Results:
    """By entrant what they have to show; everybody who is ranked stands in it."""

    records: Mapping[int, Record]

    @cached_property
    def counted(self) -> dict[object, dict[int, int]]:
        """By what was counted, by entrant: how much it was. Whoever counts something writes it."""
        return {}

    @cached_property
    def companies(self) -> Mapping[int, Sequence[tuple[int, Played]]]:
        """By table who played there, and what each made of it."""
        companies: dict[int, list[tuple[int, Played]]] = {}
        for entrant, record in self.records.items():
            for played in record.played:
                companies.setdefault(played.table, []).append((entrant, played))
        return companies

    def after(self, round: int) -> "Results":
        """As they were when this round was over."""
        return Results(
            {
                entrant: replace(
                    record,
                    played=[played for played in record.played if played.round <= round],
                    byes={at: points for at, points in record.byes.items() if at <= round},
                    penalties={at: off for at, off in record.penalties.items() if at <= round},
                )
                for entrant, record in self.records.items()
            }
        )
