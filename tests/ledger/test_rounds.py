"""Rounds of sealing remember what they came to, and who keeps them waiting."""

from datetime import timedelta

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from ledger import rounds
from ledger.admin.books import ago
from ledger.audit import is_audit_due
from ledger.models import Audit, Sealing
from ledger.rounds import ages, seal_round
from ledger.tasks import sweep_ledger
from tests.ledger.factories import BookFactory, purse


def test_a_round_remembers_when_it_last_sealed(own_database: str) -> None:
    purse(BookFactory.create(), chips=20)
    first = seal_round()
    second = seal_round()

    assert Sealing.objects.count() == 1
    assert (second.obstacle, second.waiting_since) == ("", None)
    kept = Sealing.objects.get()
    assert kept.sealed_at is not None
    assert kept.sealed_at < kept.looked_at
    assert first.pk == second.pk == kept.pk
    assert ages().seals == "ok"


def test_a_foreign_transaction_that_holds_sealing_back_is_named(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "SEALS_LATE", timedelta(seconds=0))
    with psycopg.connect(own_database) as foreign:
        foreign.execute("SELECT pg_current_xact_id()")
        purse(BookFactory.create(), chips=20)

        held = seal_round()

        process = f"held back by process {foreign.info.backend_pid} of role spoil_five in database"
        assert held.obstacle.startswith(process), held.obstacle
    assert seal_round().obstacle == ""


@pytest.mark.django_db
def test_the_page_of_a_book_says_how_old_everything_is(admin_client: Client) -> None:
    book = BookFactory.create()
    address = reverse("admin:ledger_book_change", args=[book.pk])
    Audit.objects.create()
    well = admin_client.get(address).content.decode()
    Sealing.objects.update_or_create(
        pk=1, defaults={"looked_at": "2026-01-01T00:00Z", "obstacle": "held back by process 7"}
    )
    ill = admin_client.get(address).content.decode()

    assert "Last audit" in well
    assert "just now" in well
    assert "Sealing: late. Audit: ok. held back by process 7" not in well
    assert "Sealing: late. Audit: ok. held back by process 7" in ill


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (None, "never"),
        (timedelta(seconds=30), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=25), "1 day ago"),
        (timedelta(hours=-1), "in the future: a clock was set back"),
    ],
)
def test_ages_are_told_as_one_says_them(age: timedelta | None, words: str) -> None:
    assert ago(age) == words


def test_an_audit_that_is_cut_off_says_so_and_leaves_the_last_one(
    own_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker's statements end after 40 seconds; then the audit is late, nothing in doubt."""
    purse(BookFactory.create(), chips=20)
    seal_round()
    with psycopg.connect(own_database) as other:
        other.execute("LOCK TABLE ledger_entry")
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = '200ms'")
        sweep_ledger()
        with connection.cursor() as cursor:
            cursor.execute("RESET statement_timeout")

    assert "The audit did not come to its end: canceling statement" in caplog.text
    assert "check_books --audit" in caplog.text
    assert not Audit.objects.exists()
    assert is_audit_due()
