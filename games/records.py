"""What players have done: every settled deal is counted once, for each who was dealt in.

A sweep counts, after the settlement and apart from it: whatever fails here costs nobody a chip,
and keeps no table waiting.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, Sum

from games.engine import nearest_preset
from games.models import Deal, DealResult, Rating, Seat
from games.ratings import Strength, is_rated, rated
from ledger.models import Entry

MOST_DEALS: Final = 200  # In one transaction.

SeatKey = tuple[int, int]
"""A table and the number of a seat there."""


@dataclass(frozen=True)
class Record:
    """What a player has done by one preset of the rules, and those that are nearest to it.

    Attributes:
        deals: How many he was dealt in.
        wins: How many he or his side won, jinks included.
        spoils: How many nobody won.
        jinks: How many he or his side jinked.
        chips: Won less what was put in.
        rating: The points of his rating; None before a deal by which he could be rated.
    """

    preset: str
    deals: int
    wins: int
    spoils: int
    jinks: int
    chips: int
    rating: float | None


def record_of(player_id: int) -> list[Record]:
    """What a player has done, preset by preset; deals that were taken back are not in it."""
    points = dict(Rating.objects.filter(player=player_id).values_list("preset", "points"))
    standing = DealResult.objects.filter(player=player_id, deal__voided_at=None)
    sums = standing.order_by("preset").values("preset")
    return [
        Record(**row, rating=points.get(row["preset"]))
        for row in sums.annotate(
            deals=Count("pk"),
            wins=Count("pk", filter=Q(is_winner=True)),
            spoils=Count("pk", filter=Q(kind__in=["spoilt", "jink_failed"])),
            jinks=Count("pk", filter=Q(kind="jinked", is_winner=True)),
            chips=Sum("chips"),
        )
    ]


@transaction.atomic
def count_deals(limit: int = MOST_DEALS) -> int:
    """Write the results of deals that were settled, and rate their players; how many there were.

    Safe to repeat, and to run beside itself: a deal is marked together with what it changes.
    """
    deals = list(
        Deal.objects.uncounted()
        .select_related("table")
        .select_for_update(skip_locked=True, no_key=True, of=("self",))
        .order_by("settled_at", "pk")[:limit]
    )
    seats = _seats(deals)
    results = _results(deals, seats)
    DealResult.objects.bulk_create(results)
    _rate(deals, results)
    Deal.objects.filter(pk__in=[deal.pk for deal in deals]).update(is_counted=True)
    return len(deals)


def _seats(deals: Iterable[Deal]) -> dict[SeatKey, Seat]:
    seats = Seat.objects.filter(table__in={deal.table_id for deal in deals})
    return {(seat.table_id, seat.number): seat for seat in seats}


def _results(deals: Sequence[Deal], seats: Mapping[SeatKey, Seat]) -> list[DealResult]:
    """A result for every seat dealt in; none of a misdeal."""
    moved = _chips(deals)
    results = []
    for deal in deals:
        outcome = deal.outcome
        if outcome is None or outcome.kind == "misdeal":
            continue
        preset = nearest_preset(deal.table.rules)
        for place, number in enumerate(deal.seat_numbers):
            seat = seats[deal.table_id, number]
            results.append(
                DealResult(
                    deal=deal,
                    player_id=seat.player_id,
                    place=place,
                    preset=preset,
                    kind=outcome.kind,
                    is_winner=place in outcome.winners,
                    chips=moved.get((deal.pk, seat.stack_id), 0),
                )
            )
    return results


def _chips(deals: Iterable[Deal]) -> dict[tuple[int, int], int]:
    """What each deal moved on each account, by the keys of its settlement."""
    deal_of = {
        f"deal:{deal.pk}:{what}": deal for deal in deals for what in ("stakes", "pool", "jink")
    }
    books = {deal.table.book_id for deal in deal_of.values()}
    entries = Entry.objects.filter(transfer__book__in=books, transfer__key__in=deal_of)
    moved: dict[tuple[int, int], int] = {}
    for key, account, chips in entries.values_list("transfer__key", "account", "chips"):
        where = (deal_of[key].pk, account)
        moved[where] = moved.get(where, 0) + chips
    return moved


def _rate(deals: Iterable[Deal], results: Iterable[DealResult]) -> None:
    """Rate the players of each deal, in the order in which the deals were settled."""
    played: dict[int, list[DealResult]] = {}
    for result in results:
        played.setdefault(result.deal_id, []).append(result)
    judged = [deal for deal in deals if deal.outcome is not None and is_rated(deal.outcome)]
    ratings = _locked({(one.player_id, one.preset) for deal in judged for one in played[deal.pk]})
    for deal in judged:
        theirs, outcome = played[deal.pk], deal.outcome
        assert outcome is not None
        rows = [ratings[one.player_id, one.preset] for one in theirs]
        before = [Strength(row.mu, row.sigma) for row in rows]
        for row, after in zip(rows, rated(deal.table.rules, outcome, before), strict=True):
            row.mu, row.sigma, row.points = after.mu, after.sigma, after.points
            row.deals_count += 1
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "points", "deals_count"])


def _locked(keys: set[tuple[int, str]]) -> dict[tuple[int, str], Rating]:
    """The ratings of these players, begun where there is none, and locked in one order."""
    if not keys:
        return {}
    beginner = Strength()
    Rating.objects.bulk_create(
        (
            Rating(player_id=player, preset=preset, mu=beginner.mu, sigma=beginner.sigma)
            for player, preset in sorted(keys)
        ),
        ignore_conflicts=True,
    )
    rows = Rating.objects.filter(player__in={player for player, _ in keys})
    locked = rows.select_for_update(no_key=True).order_by("player", "preset")
    return {
        (row.player_id, row.preset): row for row in locked if (row.player_id, row.preset) in keys
    }
