"""Mails go out from rows: no request waits for a mail server, and no text stays where it lay."""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, connection, transaction
from django.test import Client

from clubs.models import Mail
from clubs.outbox import KEPT, KEPT_GIVEN_UP, TOLD, mail_round, post_mail, send_due
from deploy.rest.clock import database_now
from games.models import Sign
from tests.clubs.factories import PlayerFactory
from tests.clubs.logins import add_address
from tests.mail_server import MailServer

TO = "brid@example.org"
KEY = "https://cards.example/accounts/forgotten/7-abcdef/"


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with MailServer() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        yield server


def written() -> Mail:
    message = EmailMultiAlternatives("Say hello", f"Open this:\n{KEY}", "a@b.example", [TO])
    message.attach_alternative(f"<a href='{KEY}'>Open</a>", "text/html")
    return post_mail(message, kind="account/email/password_reset_key", at=database_now())


@pytest.mark.django_db
def test_a_request_asks_no_mail_server(server: MailServer, client: Client) -> None:
    """It answers while the server keeps its callers waiting; the sweep sends the mail later."""
    server.may_greet.clear()
    nora = PlayerFactory.create(name="Nora")
    nora.set_password("nine of hearts")
    nora.save()
    add_address(nora, TO)

    page = client.post("/accounts/forgotten/", {"email": TO})

    assert (page.status_code, server.calls) == (302, 0)
    server.may_greet.set()
    assert send_due(at=database_now()) == 1
    assert [f"To: {TO}" in mail for mail in server.mails] == [True]
    assert "/forgotten/" in server.mails[0]


@pytest.mark.django_db
def test_a_mail_lies_sealed_and_is_emptied_once_it_was_sent(server: MailServer) -> None:
    mail = written()
    assert "abcdef" not in str(Mail.objects.values().get())

    mail_round(database_now())

    [sent] = server.mails
    assert (sent.count("abcdef"), "text/html" in sent, "Subject: Say hello" in sent) == (
        2,
        True,
        True,
    )
    mail.refresh_from_db()
    assert (mail.sealed, mail.address, mail.next_try_at, mail.tries) == ("", "", None, 1)
    assert mail.sent_at is not None
    assert Sign.objects.get(part="mail").fault == ""


@pytest.mark.django_db
def test_a_mail_is_tried_five_times_within_an_hour_and_then_told_to_operators(
    server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.refusal = f"451 not now, {TO}"
    mail, began = written(), database_now()
    tried = []

    for minute in range(70):
        at = began + timedelta(minutes=minute)
        calls = server.calls
        mail_round(at)
        if server.calls > calls:
            tried.append(minute)

    assert tried == [0, 1, 5, 20, 50]
    mail.refresh_from_db()
    assert (mail.sealed, mail.address, mail.next_try_at) == ("", TO, None)
    assert mail.fault == "SMTPRecipientsRefused"
    errors = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
    [told] = errors
    assert "given up after 5 tries: account/email/password_reset_key" in told
    assert TO not in caplog.text
    assert Sign.objects.get(part="mail").fault == "1 were given up within the hour"
    mail_round(began + timedelta(minutes=51) + TOLD)
    assert Sign.objects.get(part="mail").fault == ""


@pytest.mark.django_db
def test_a_mail_that_no_key_opens_is_given_up_and_holds_up_no_other(server: MailServer) -> None:
    lost, other = written(), written()
    Mail.objects.filter(pk=lost.pk).update(sealed="gAAAA")

    assert send_due(at=database_now()) == 1

    lost.refresh_from_db()
    other.refresh_from_db()
    assert (lost.given_up_at is not None, other.sent_at is not None) == (True, True)


@pytest.mark.django_db
def test_what_was_sent_is_known_for_a_day_and_what_was_given_up_for_two_weeks() -> None:
    at = database_now()
    for column, kept in (("sent_at", KEPT), ("given_up_at", KEPT_GIVEN_UP)):
        for age in (kept - timedelta(hours=1), kept + timedelta(hours=1)):
            Mail.objects.create(kind=column, next_try_at=None, **{column: at - age})

    mail_round(at)

    assert sorted(Mail.objects.values_list("kind", flat=True)) == ["given_up_at", "sent_at"]


@pytest.mark.django_db
def test_no_mail_that_went_keeps_its_text() -> None:
    mail = written()

    with pytest.raises(IntegrityError, match="clubs_mail_emptied"), transaction.atomic():
        Mail.objects.filter(pk=mail.pk).update(sent_at=database_now(), next_try_at=None)


def test_two_who_send_at_once_send_each_mail_once(own_database: str, server: MailServer) -> None:
    for _ in range(6):
        written()

    def send(_: int) -> int:
        try:
            return send_due(at=database_now())
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        counts = list(pool.map(send, range(3)))

    assert sum(counts) == len(server.mails) == 6
