"""Breaking off play: a deal in play is void, one that has ended is paid, every chip goes home."""

import pytest

from games.engine import legal_actions
from games.models import Deal, Table
from games.play.acting import act
from games.play.breaking_off import break_off, share_waiting
from ledger.audit import check_books
from ledger.models import Account
from tests.clubs.factories import PlayerFactory
from tests.games.factories import actor_of, again, dealt, later, purses, state_of

pytestmark = pytest.mark.django_db
REASON = "The night was cancelled."


def laid_out(table: Table) -> list[int]:
    """What each seat has with it and at home, clockwise."""
    seats = table.seats.select_related("stack", "purse").order_by("number")
    return [seat.stack.balance + seat.purse.balance for seat in seats]


def test_a_deal_in_play_is_void_and_every_chip_goes_home() -> None:
    deal = dealt(lambda state: state.phase == "play")
    table = again(deal.table)
    pool = Account.objects.get(pk=table.pool_id).balance
    before = laid_out(table)
    assert pool > 0

    broken_off = break_off([table], actor_id=PlayerFactory.create().pk, reason=REASON, at=later(30))

    assert broken_off == [table]
    deal = Deal.objects.get(pk=deal.pk)
    assert (deal.voided_at, deal.void_reason) == (later(30), REASON)
    assert again(table).closed_at == later(30)
    assert Account.objects.get(pk=table.pool_id).balance == 0
    assert sum(purses(table)) == sum(before) + pool
    assert max(purses(table)) - min(purses(table)) <= 1, "each had paid the same"
    assert check_books() == []


def test_a_deal_that_has_ended_is_paid_first() -> None:
    deal = dealt(lambda state: state.phase == "play")
    while Deal.objects.get(pk=deal.pk).ended_at is None:
        ply, text = deal.actions.count(), str(legal_actions(state_of(deal))[0])
        act(deal.pk, player_id=actor_of(deal), ply=ply, action=text, at=later(20))
    over = Deal.objects.get(pk=deal.pk)
    assert over.settled_at is None

    break_off([deal.table], actor_id=PlayerFactory.create().pk, reason=REASON, at=later(30))

    ended = Deal.objects.get(pk=deal.pk)
    assert (ended.voided_at, ended.outcome) == (None, over.outcome)
    assert ended.settled_at is not None
    assert check_books() == []


def test_nothing_is_broken_off_or_shared_out_twice() -> None:
    table = dealt(lambda state: state.phase == "play").table
    organiser = PlayerFactory.create().pk
    break_off([table], actor_id=organiser, reason=REASON, at=later(30))
    home = purses(table)

    assert break_off([table], actor_id=organiser, reason=REASON, at=later(40)) == []
    assert share_waiting([table], at=later(40)) == []
    assert purses(table) == home
