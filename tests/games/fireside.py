"""A free table by the fireside: who sits down there, and deals that are over in a moment."""

from clubs.table_kinds import FREE_TABLE
from games.engine import HouseRules, Outcome, Place, legal_actions
from games.models import Deal, Seat, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.tables.opening import SeatPlan, open_table
from ledger.models import Book
from tests.games.factories import (
    AT,
    actor_of,
    later,
    play_out,
    state_of,
)
from tests.ledger.factories import purse

MOST_ACTIONS = 1000  # Of a deal and what follows it; far fewer are enough.


def guest(book: Book, *, chips: int = 50, level: str = "") -> SeatPlan:
    """Somebody with a purse of 100 who brings these chips."""
    account = purse(book, chips=100)
    return SeatPlan(account.holder_id or 0, account.pk, chips, level)


def run(table: Table, seconds: float = 0) -> Deal | None:
    """A worker looks at the table; the deal that is in play then."""
    while advance_table(table.pk, at=later(seconds)):
        pass
    deal: Deal | None = table.deals.filter(settled_at=None).first()
    return deal


def finish(deal: Deal, seconds: float = 0) -> None:
    """Everybody acts until the deal is settled; the next is dealt.

    Never before it was dealt: what is due at a table of a later evening would not be due then.
    """
    at = max(later(seconds), deal.dealt_at)
    for _ in range(MOST_ACTIONS):
        if deal.settled_at is not None:
            break
        state = state_of(deal)
        if deal.ended_at is None and state.outcome is None:
            player, text = actor_of(deal), str(legal_actions(state)[0])
            seat = deal.table.seats.get(number=deal.seat_numbers[state.to_act or 0])
            if not (seat.bot_level or seat.is_away):
                act(deal.pk, player_id=player, ply=state.ply, action=text, at=at)
        advance_table(deal.table_id, at=at)
        deal.refresh_from_db()
    assert deal.settled_at is not None, "nobody can go on"
    play_out(deal.table, at=at)


def scored_at(table: Table, scores: tuple[int, ...], winners: tuple[Place, ...] = ()) -> None:
    """The deal in play has just ended so."""
    outcome = Outcome(
        kind="won" if winners else "scored",
        winners=winners,
        tricks=(0,) * len(scores),
        scores=scores,
    )
    table.deals.filter(ended_at=None).update(ended_at=AT, outcome_json=outcome.to_json())
    Table.objects.filter(pk=table.pk).update(due_at=AT, is_clock_running=False)


def spoilt_at(book: Book, house: HouseRules) -> tuple[Table, list[Seat], Deal]:
    """A free table of two whose first deal was spoilt a moment ago, and is not settled yet."""
    plans = [guest(book) for _ in range(2)]
    table = open_table(
        book,
        rules=house,
        seats=plans,
        name="Spoilt",
        policies=FREE_TABLE.policies,
        seats_limit=4,
        at=AT,
    )
    deal = run(table)
    assert deal is not None
    spoilt = Outcome(kind="spoilt", winners=(), tricks=(2, 3))
    table.deals.update(ended_at=AT, outcome_json=spoilt.to_json())
    Table.objects.filter(pk=table.pk).update(due_at=AT, is_clock_running=False)
    return table, list(table.seats.order_by("number")), deal


def chips_of(seat: Seat) -> tuple[int, int]:
    """In their purse, and before them."""
    seat = Seat.objects.select_related("purse", "stack").get(pk=seat.pk)
    return seat.purse.balance, seat.stack.balance
