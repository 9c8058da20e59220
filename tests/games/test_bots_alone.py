"""Deals that only bots play: stored at once, with the rows of one stored step by step."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import HouseRules
from games.models import Action, Deal, Table
from games.play import advance
from games.play.advance import advance_table
from games.play.bots_alone import play_through
from games.play.dealing import deal_out
from games.tables.stewarding import pause
from ledger.audit import check_books
from ledger.models import Entry, Transfer
from tests.games.factories import AT, again, one_step, play_out, table_of

pytestmark = pytest.mark.django_db

DEALS = 6
STATEMENTS = 11


def rows_of(table: Table) -> dict[str, list[Any]]:
    """All that was written of a table's deals, but what only counts rows or names its club."""
    keys = {str(deal.pk): str(deal.number) for deal in table.deals.all()}

    def named(key: str) -> str:
        return ":".join(keys.get(word, word) for word in key.split(":"))

    deals = Deal.objects.filter(table=table).order_by("number")
    left_out = {"id", "table_id", "sealed_seed", "club_book_id"}
    columns = [field.attname for field in Deal._meta.concrete_fields]
    transfers = Transfer.objects.filter(book=table.book, key__startswith="deal:").order_by("pk")
    entries = Entry.objects.filter(transfer__in=transfers).order_by("transfer", "account")
    return {
        "deals": list(deals.values(*(name for name in columns if name not in left_out))),
        "actions": list(
            Action.objects.filter(deal__table=table)
            .order_by("deal__number", "sequence")
            .values("deal__number", "sequence", "ply", "place", "text", "is_public", "by", "at")
        ),
        "transfers": [
            (named(one.key), str(one.reason_id), one.memo, one.effective_at) for one in transfers
        ],
        "entries": list(entries.values_list("seq", "chips", "balance_after")),
    }


@pytest.mark.parametrize("preset", ["standard", "twenty_five", "hervey"])
def test_rows_are_those_of_a_deal_stored_step_by_step(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = HouseRules.preset(preset)
    at_once, by_steps = (table_of(house=house, deals_limit=DEALS) for _ in range(2))
    seeds = Table.objects.filter(pk=at_once.pk).values("anchor", "sealed_tail").get()
    Table.objects.filter(pk=by_steps.pk).update(**seeds)

    play_out(at_once)
    with monkeypatch.context() as steps:
        steps.setattr(advance, "play_through", deal_out)
        play_out(by_steps)

    ours, theirs = rows_of(at_once), rows_of(by_steps)
    assert len(ours["deals"]) == DEALS
    assert ours == theirs
    assert check_books() == []


def test_a_deal_is_one_transaction_of_few_statements() -> None:
    table = table_of()
    advance_table(table.pk, at=AT)
    before = table.deals.count()

    with CaptureQueriesContext(connection) as queries:
        one_step(table, at=AT)

    assert table.deals.settled().count() == before + 1
    assert len(queries) <= STATEMENTS
    assert sum(one["sql"].startswith('INSERT INTO "games_action"') for one in queries) == 1


def test_slow_bots_keep_their_pace() -> None:
    table = table_of(bot_seconds=1)

    advance_table(table.pk, at=AT)

    deal = table.deals.get()
    assert deal.ended_at is None
    assert not deal.actions.exists()


def test_a_person_who_comes_back_plays_the_next_deal() -> None:
    table = table_of()
    one_step(table, at=AT)
    table.seats.update(bot_level="")

    one_step(table, at=AT)

    first, second = table.deals.order_by("number")
    assert first.settled_at == AT
    assert second.ended_at is None
    assert again(table).is_clock_running


def test_a_pause_is_looked_at_before_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of()

    def play_and_be_paused(*given: Any, **named: Any) -> None:
        play_through(*given, **named)
        pause(table, at=AT)

    monkeypatch.setattr(advance, "play_through", play_and_be_paused)

    assert advance_table(table.pk, at=AT) == 1
    assert table.deals.settled().count() == 1
