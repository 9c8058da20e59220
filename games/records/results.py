"""What players have done: every settled deal counts once for each player who was dealt in.

A sweep counts, after the settlement and apart from it: whatever fails here costs nobody a chip,
and keeps no table waiting. What a deal moved on ratings is kept with its results, so that the
sweep can take it away again if an organiser takes the deal back.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from django.db import transaction

from games.engine import RATED_AS, by_place, preset_on_record
from games.models import Deal, DealResult, Rating, Seat, Table
from games.records.ratings import Strength, is_rated, rated
from games.seat_numbers import SeatNumber
from games.sight.moved_chips import chips_moved

MOST_DEALS: Final = 200  # In one transaction.

BELIEVED: Final = ("mu", "sigma", "points", "deals_count")

SeatKey = tuple[int, SeatNumber]
"""A table and the number of a seat there."""

RatingKey = tuple[int, str]
"""A player and the preset under which they are rated."""


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
    _rate(deals, results)
    DealResult.objects.bulk_create(results)
    marked = Deal.objects.filter(pk__in=[deal.pk for deal in deals])
    marked.update(is_counted=True, is_stale=False)
    return len(deals)


@transaction.atomic
def uncount_deals(limit: int = MOST_DEALS) -> int:
    """Undo `count_deals` for deals that were taken back or put right since; how many there were.

    What was put right is counted again, as it stands now.

    Ratings stand again exactly where they stood if these players were rated for no other deal
    in between. Such a deal keeps what it moved, for it was judged by what was believed then.
    Safe to repeat, and to run beside itself and beside `count_deals`.
    """
    deals = list(
        Deal.objects.counted_in_vain()
        .select_for_update(skip_locked=True, no_key=True)
        .order_by("settled_at", "pk")[:limit]
    )
    results = DealResult.objects.filter(deal__in=deals)
    _unrate(list(results.exclude(mu_gain=None)))
    results.delete()
    marked = Deal.objects.filter(pk__in=[deal.pk for deal in deals])
    marked.update(is_counted=False, is_stale=False)
    return len(deals)


@transaction.atomic
def hand_over_records(old_id: int, new_id: int, *, book_id: int) -> bool:
    """Let what one player has done at the tables of a book be what another has done.

    A rating goes over where the other has none by the same rules.

    Returns:
        Whether it did: two who have sat at one table stay two.
    """
    tables = Table.objects.filter(club_book=book_id)
    seats = Seat.objects.filter(player=old_id, table__in=tables)
    if Seat.objects.filter(player=new_id, table__in=seats.values("table")).exists():
        return False
    DealResult.objects.filter(player=old_id, deal__table__in=tables).update(player=new_id)
    seats.update(player=new_id)
    rated = Rating.objects.filter(player=new_id).values("preset")
    Rating.objects.filter(player=old_id).exclude(preset__in=list(rated)).update(player=new_id)
    return True


def _seats(deals: Iterable[Deal]) -> dict[SeatKey, Seat]:
    seats = Seat.objects.filter(table__in={deal.table_id for deal in deals})
    return {(seat.table_id, seat.number): seat for seat in seats}


def _results(deals: Sequence[Deal], seats: Mapping[SeatKey, Seat]) -> list[DealResult]:
    """A result for every seat dealt in; none of a misdeal."""
    moved = chips_moved(deals)
    results = []
    for deal in deals:
        outcome = deal.outcome
        if outcome is None or outcome.kind == "misdeal":
            continue
        preset = preset_on_record(deal.table.rules, deal.table.preset)
        for place, number in by_place(deal.seat_numbers):
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


def _rate(deals: Iterable[Deal], results: Iterable[DealResult]) -> None:
    """Rate the players of each deal, in the order in which the deals were settled."""
    played: dict[int, list[DealResult]] = {}
    for result in results:
        played.setdefault(result.deal_id, []).append(result)
    judged = [deal for deal in deals if deal.outcome is not None and is_rated(deal.outcome)]
    ratings = _locked([one for deal in judged for one in played[deal.pk]])
    for deal in judged:
        theirs, outcome = played[deal.pk], deal.outcome
        assert outcome is not None
        rows = [ratings[_key(one)] for one in theirs]
        before = [Strength(row.mu, row.sigma) for row in rows]
        judgement = rated(deal.table.rules, outcome, before)
        for result, row, after in zip(theirs, rows, judgement, strict=True):
            result.mu_gain, result.sigma_factor = after.mu - row.mu, after.sigma / row.sigma
            _believe(row, after)
            row.deals_count += 1
    Rating.objects.bulk_update(ratings.values(), BELIEVED)


def _unrate(results: Collection[DealResult]) -> None:
    """Take away what these results moved; without a deal left, a player has no rating."""
    ratings = _locked(results)
    for result in results:
        row = ratings[_key(result)]
        assert result.mu_gain is not None
        assert result.sigma_factor is not None
        _believe(row, Strength(row.mu - result.mu_gain, row.sigma / result.sigma_factor))
        row.deals_count -= 1
    stay = [row for row in ratings.values() if row.deals_count > 0]
    Rating.objects.bulk_update(stay, BELIEVED)
    gone = {row.pk for row in ratings.values()} - {row.pk for row in stay}
    Rating.objects.filter(pk__in=gone).delete()


def _believe(row: Rating, strength: Strength) -> None:
    row.mu, row.sigma, row.points = strength.mu, strength.sigma, strength.points


def _key(result: DealResult) -> RatingKey:
    """The rating that a result moves."""
    return result.player_id, RATED_AS[result.preset]


def _locked(results: Iterable[DealResult]) -> dict[RatingKey, Rating]:
    """The ratings of these players, begun where there is none, and locked in one order.

    One statement begins and locks, so that no row can go in between. It changes none that it
    finds, for the preset is a part of its key.
    """
    keys = sorted(set(map(_key, results)))
    if not keys:
        return {}
    beginner = Strength()
    begun = Rating.objects.bulk_create(
        (
            Rating(player_id=player, preset=preset, mu=beginner.mu, sigma=beginner.sigma)
            for player, preset in keys
        ),
        update_conflicts=True,
        unique_fields=["player", "preset"],
        update_fields=["preset"],
    )
    rows = Rating.objects.filter(pk__in=[row.pk for row in begun])
    return {(row.player_id, row.preset): row for row in rows}
