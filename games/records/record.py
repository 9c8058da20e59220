"""The record of a player: what they have done by each preset, in deals and in totals."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import Count, Q, Sum

from games.engine import RATED_AS, preset_on_record
from games.evening.totals import Totals, deals_won
from games.models import DealResult, Rating, Seat, TotalsEntry
from games.seat_numbers import SeatNumber


@dataclass(frozen=True)
class Record:
    """What a player has done by one preset of the rules, at tables that started from it.

    Attributes:
        deals: How many they were dealt in.
        wins: How many they or their side won, jinks included.
        spoils: How many nobody won.
        jinks: How many they or their side jinked; totals do not tell them.
        chips: Chips won minus chips put in.
        rating: The points of their rating, perhaps together with other presets (`RATED_AS`); None
            before a deal that could rate them.
    """

    preset: str
    deals: int
    wins: int
    spoils: int
    jinks: int
    chips: int
    rating: float | None

    def __add__(self, other: "Record") -> "Record":
        """Both together, by one preset."""
        return replace(
            self,
            deals=self.deals + other.deals,
            wins=self.wins + other.wins,
            spoils=self.spoils + other.spoils,
            jinks=self.jinks + other.jinks,
            chips=self.chips + other.chips,
        )


def record_of(player_id: int) -> list[Record]:
    """What a player has done, preset by preset; deals that were taken back are not in it."""
    points = dict(Rating.objects.filter(player=player_id).values_list("preset", "points"))
    records: dict[str, Record] = {}
    for preset, record in [*_of_deals(player_id), *_of_totals(player_id)]:
        known = records.get(preset)
        records[preset] = known + record if known else record
    return [
        replace(records[preset], rating=points.get(RATED_AS[preset])) for preset in sorted(records)
    ]


def _of_deals(player_id: int) -> Iterator[tuple[str, Record]]:
    # Until the sweep comes, deals that were taken back or put right have results of before.
    standing = DealResult.objects.filter(
        player=player_id, deal__voided_at=None, deal__is_stale=False
    )
    sums = standing.order_by("preset").values("preset")
    for row in sums.annotate(
        deals=Count("pk"),
        wins=Count("pk", filter=Q(is_winner=True)),
        spoils=Count("pk", filter=Q(kind__in=["spoilt", "jink_failed"])),
        jinks=Count("pk", filter=Q(kind="jinked", is_winner=True)),
        chips=Sum("chips"),
    ):
        yield row["preset"], Record(**row, rating=None)


def _of_totals(player_id: int) -> Iterator[tuple[str, Record]]:
    """What they did at tables of real cards that kept totals alone."""
    newest = TotalsEntry.objects.newest().filter(table__seats__player=player_id)
    entries = {entry.table_id: entry for entry in newest.select_related("table")}
    sides: dict[int, dict[SeatNumber, int]] = {}
    of_tables = Seat.objects.filter(table__in=entries)
    for one in of_tables.exclude(side=None):
        assert one.side is not None
        sides.setdefault(one.table_id, {})[one.number] = one.side
    for seat in of_tables.filter(player=player_id).order_by("pk"):
        entry = entries[seat.table_id]
        totals = entry.totals
        if totals is None or seat.number not in totals.of_seats:
            continue
        preset = preset_on_record(entry.table.rules, entry.table.preset)
        won = deals_won(entry.table.rules, totals, sides.get(seat.table_id, {}))
        yield preset, _of_seat(preset, seat, totals, won=won)


def _of_seat(preset: str, seat: Seat, totals: Totals, *, won: int) -> Record:
    total = totals.of_seats[seat.number]
    return Record(
        preset=preset,
        deals=totals.deals,
        wins=total.deals_won,
        spoils=totals.deals - won,
        jinks=0,
        chips=total.chips - seat.bought_chips,
        rating=None,
    )
