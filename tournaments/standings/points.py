"""Points: what counts of a round, such that tables of different sizes can be compared.

The rule for tables of different sizes stands in `docs/organiser.md`, *Points*:

- Deals and games won: one that is won against fewer is worth less. At a table of 4 where 5 is usual
  it counts 4/5 of a point, and at a table of 6 it counts 6/5. So everybody can expect the same.
- Chips: what one wins another loses, so everybody can expect 0 at any table. They count as they
  are.
- Placing: 10 points for the first at a table and 0 for the last, whatever its size, with equal
  steps between. Equals share.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.standings.results import Played, Results

HUNDREDTHS: Final = 2  # Decimals of points that are no whole numbers.
FIRST_PLACE: Final = 10_00
"""What the first at a table gets as placing points, in hundredths."""


class CountedAs(StrEnum):
    """What counts as points."""

    DEALS_WON = "deals_won"
    GAMES = "games"  # Of 25 or 45: whoever gets out wins one. RULES.md 8.1.
    CHIPS = "chips"
    PLACING = "placing"


@dataclass(frozen=True)
class Points:
    """How points are counted.

    Attributes:
        counted_as: What counts.
        usual: How many entrants a table has as a rule, where deals won at a table of another size
            count in proportion; None where every deal counts one.
    """

    counted_as: CountedAs
    usual: int | None = None

    @property
    def decimals(self) -> int:
        """Points are whole numbers of this unit: 0 for points, 2 for hundredths of one."""
        if self.counted_as == CountedAs.CHIPS:
            return 0
        return HUNDREDTHS if self.counted_as == CountedAs.PLACING or self.usual else 0

    def of_round(self, played: Played, company: Sequence[Played]) -> int:
        """What a round is worth.

        Args:
            company: All who played at the table, the entrant too.
        """
        if self.counted_as == CountedAs.CHIPS:
            return played.chips
        if self.counted_as == CountedAs.PLACING:
            return worth_of_place(at_table(played), [at_table(one) for one in company])
        if self.usual is None:
            return played.deals_won
        return rounded(100 * played.deals_won * len(company), self.usual)

    def of(self, entrant: int, results: Results) -> int:
        """All points of an entrant."""
        known = results.counted.setdefault(self, {})
        if entrant not in known:
            record = results.records[entrant]
            given = record.carried + record.late + sum(record.byes.values())
            given -= sum(record.penalties.values())
            known[entrant] = given + self.of_tables(entrant, results)
        return known[entrant]

    def of_tables(self, entrant: int, results: Results) -> int:
        """The points that an entrant made at tables."""
        return sum(
            self.of_round(played, [other for _, other in results.companies[played.table]])
            for played in results.records[entrant].played
        )

    def of_each(self, round: int, results: Results) -> dict[int, int]:
        """By entrant who played a round themselves what they made of it.

        Whoever played no deal of it themselves is left out: a bot played for them.

        Args:
            round: Its number in the stage.
        """
        return {
            entrant: self.of_round(played, [other for _, other in results.companies[played.table]])
            for entrant, record in results.records.items()
            for played in record.played
            if played.round == round and played.deals
        }


def at_table(played: Played) -> tuple[int, int]:
    """What ranks at one table: chips, then deals won."""
    return played.chips, played.deals_won


def worth_of_place(mine: tuple[int, ...], company: Sequence[tuple[int, ...]]) -> int:
    """What a place at a table is worth, in hundredths: 10 for the first, 0 for the last.

    Args:
        mine: What ranks, of one.
        company: The same of all at the table, the one too.
    """
    if len(company) < 2:
        return FIRST_PLACE
    beaten, equal = sum(other < mine for other in company), company.count(mine)
    return rounded(FIRST_PLACE * (2 * beaten + equal - 1), 2 * (len(company) - 1))


def rounded(number: int, by: int) -> int:
    """The nearest whole number, a half up."""
    return (2 * number + by) // (2 * by)
