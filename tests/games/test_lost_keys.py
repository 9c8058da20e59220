"""The keys of the cards are lost: it is noticed, told, and every chip goes home."""

import io
import logging
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.db.models import Sum
from rest_framework.test import APIClient

from deploy.health import say_keys, sign_of_keys
from games.errors import CardsLost, DealInPlay
from games.models import Deal, Table
from games.play.advance import advance_table
from games.tables.closing import close_tables
from games.tables.keys import tables_without_keys, trouble_with_keys
from games.tasks import advance_table as look
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.deploy.streams import table_with_a_person
from tests.games.factories import AT, table_of
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


def new_key() -> str:
    return Fernet.generate_key().decode()


def total(kind: AccountKind) -> int:
    chips: int = Account.objects.filter(kind=kind).aggregate(chips=Sum("balance"))["chips"]
    return chips


@pytest.fixture
def table() -> Table:
    """In the middle of its second deal, with a pool of two."""
    table, _ = table_with_a_person()
    advance_table(table.pk, at=AT)
    assert table.deals.filter(settled_at=None).exists()
    assert total(AccountKind.POOL) > 0
    return table


@pytest.fixture
def lost(table: Table, settings: Any) -> Table:
    """Its keys are gone, and there are others."""
    settings.SEED_KEYS = [new_key()]
    return table


def readyz() -> tuple[str, str]:
    sign_of_keys("web")  # As each process does every ten seconds.
    body = APIClient().get("/readyz").json()
    return body["status"], body["parts"]["keys"]


def test_all_is_well_with_the_keys_that_sealed(table: Table, settings: Any) -> None:
    settings.SEED_KEYS = [new_key(), *settings.SEED_KEYS]

    assert (trouble_with_keys(), readyz()[1]) == ("", "ok")


@pytest.mark.parametrize("keys", [[new_key()], ["no key"]])
def test_health_and_log_say_that_keys_are_wrong(
    table: Table, settings: Any, keys: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    settings.SEED_KEYS = keys

    assert readyz() == ("degraded", "do not open every table")
    say_keys()  # Last, for it leaves no connection.

    [said] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "Put back the keys" in said.getMessage()
    assert "close_lost_tables" in said.getMessage()


def test_an_old_key_that_was_dropped_is_noticed_beside_new_tables(
    lost: Table, settings: Any
) -> None:
    new = table_of()

    assert tables_without_keys() == [lost]
    assert f"table {lost.pk}" in trouble_with_keys()
    assert f"table {new.pk}" not in trouble_with_keys()


def test_a_deal_under_another_key_than_its_table_is_noticed(table: Table) -> None:
    Deal.objects.filter(settled_at=None).update(sealed_seed=Fernet(new_key()).encrypt(b"seed"))

    assert tables_without_keys() == [table]


def test_somebody_who_looks_at_the_table_is_told_why_it_stands_still(
    lost: Table, caplog: pytest.LogCaptureFixture
) -> None:
    seat = lost.seats.order_by("number")[0]
    client = APIClient()
    client.force_authenticate(seat.player)

    answer = client.get(f"/api/v1/tables/{lost.pk}")
    Table.objects.filter(pk=lost.pk).update(due_at=AT, is_clock_running=False)
    look(lost.pk)

    assert (answer.status_code, answer.json()["code"]) == (409, "cards_lost")
    assert "the operator has to put the old keys back" in answer.json()["detail"]
    assert "stands still" in caplog.text


def test_every_chip_goes_home_without_the_keys(lost: Table) -> None:
    operator = HolderFactory.create(is_superuser=True, username="op")
    chips = total(AccountKind.PURSE) + total(AccountKind.STACK) + total(AccountKind.POOL)
    said = io.StringIO()

    call_command("close_lost_tables", by="op", yes=True, stdout=said)

    closed = Table.objects.get(pk=lost.pk)
    deal = lost.deals.get(voided_at__isnull=False)
    assert closed.closed_at is not None
    assert (deal.voided_by_id, deal.void_reason[:8]) == (operator.pk, "The keys")
    assert (total(AccountKind.STACK), total(AccountKind.POOL)) == (0, 0)
    assert total(AccountKind.PURSE) == chips
    assert check_books() == []
    assert f"(table {lost.pk}) is closed." in said.getvalue()
    assert tables_without_keys() == []


def test_wrong_keys_are_noticed_before_anybody_plays(lost: Table) -> None:
    """At rest the newest table is tried; one under the keys of today ends it."""
    HolderFactory.create(is_superuser=True, username="op")
    call_command("close_lost_tables", by="op", yes=True, stdout=io.StringIO())

    assert readyz() == ("degraded", "do not open every table")
    assert "past hands" in trouble_with_keys()

    table_of()
    assert (trouble_with_keys(), readyz()[1]) == ("", "ok")


def test_tables_that_can_play_on_stay_open(lost: Table) -> None:
    HolderFactory.create(is_superuser=True, username="op")
    new = table_of()

    call_command("close_lost_tables", by="op", yes=True, stdout=io.StringIO())

    assert list(Table.objects.open()) == [new]


def test_only_an_operator_decides_it(lost: Table) -> None:
    HolderFactory.create(username="maura")

    with pytest.raises(CommandError, match="maura is no operator"):
        call_command("close_lost_tables", by="maura", yes=True)
    assert Table.objects.open().contains(lost)


def test_with_a_deal_in_play_the_ordinary_way_needs_no_key_either(lost: Table) -> None:
    """It is refused for the deal, not with a crash."""
    with pytest.raises(DealInPlay):
        close_tables([lost], at=AT)
    Table.objects.filter(pk=lost.pk).update(due_at=AT, is_clock_running=False)
    with pytest.raises(CardsLost):
        advance_table(lost.pk, at=AT)
