"""Reasons are rows that every migration writes as the apps declare them."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games import reasons as of_games
from ledger.declarations import WORDS, declared_reasons
from ledger.models import TransferReason
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE, Reason
from ledger.statements import words
from tests.ledger.factories import AT, BookFactory, purse

PRETEND = Reason(
    "pretend",
    "The raffle was drawn.",
    gained="Won {chips} in the raffle",
    gave="Paid {chips} into the raffle",
    undone_by="Draw the raffle again.",
)


def pretend() -> Posting:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book, chips=5)
    return Posting(book_id=book.pk, reason=PRETEND, key="pretend", legs={maire.pk: -4, sean.pk: 4})


@pytest.mark.django_db
def test_the_rows_are_what_the_apps_declare() -> None:
    rows = {row.name: row for row in TransferReason.objects.all()}

    assert rows.keys() == set(declared_reasons())
    assert {"issue", "stake", "gift", "prize"} <= rows.keys()  # Of every app.
    for reason in declared_reasons():
        row = rows[reason]
        assert [getattr(row, word) for word in WORDS] == [getattr(reason, word) for word in WORDS]
        assert len(reason) <= 20


def test_a_reason_is_declared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_games, "REASONS", (*of_games.REASONS, ISSUE))

    with pytest.raises(AssertionError, match="issue"):
        declared_reasons()


@pytest.mark.django_db
def test_chips_move_for_no_other_reason() -> None:
    post_transfer(pretend(), at=AT)

    with (
        pytest.raises(DatabaseError, match="no app moves chips for the reason pretend"),
        transaction.atomic(),
    ):
        connection.check_constraints()
    transaction.set_rollback(True)


def test_a_new_reason_costs_no_migration(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    monkeypatch.setattr(of_games, "REASONS", (*of_games.REASONS, PRETEND))
    call_command("migrate", verbosity=0)

    posted = post_transfer(pretend(), at=AT)

    won = posted.entries.select_related("transfer__reason").get(chips=4)
    won.moved = 4  # type: ignore[attr-defined]
    assert words(won) == "Won 4 in the raffle"  # type: ignore[arg-type]
    assert str(posted.reason) == "Pretend"

    dearer = Reason("pretend", "Sold.", gained="Drew {chips}", gave="Lost {chips}")
    monkeypatch.setattr(of_games, "REASONS", (dearer,))
    call_command("migrate", verbosity=0)
    posted.reason.refresh_from_db()
    assert (posted.reason.sentence, posted.reason.is_by_hand) == ("Sold.", True)
    assert TransferReason.objects.filter(name="stake").exists()  # What has no app any more stays.
