"""Mails on their way out: a request only writes them down, and the sweep sends them.

A mail server that is slow or away delays nobody. The text is sealed, since it may hold a key, and
goes once the mail was sent. A mail may go out twice where a process dies between sending it and
noting so; it is never lost.
"""

import json
import logging
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any, Final

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q

from clubs.models import Mail
from deploy.unlocked import outside_locks
from games.errors import CardsLost
from games.fairness.sealing import seal, unseal
from games.play.signs import give_sign

AGAIN_AFTER: Final = [timedelta(minutes=minutes) for minutes in (1, 4, 15, 30)]
"""The wait after each try but the last: five tries within an hour."""

KEPT: Final = timedelta(days=1)
"""The time for which the row of a sent mail stays: its kind and times, no text and no address."""

KEPT_GIVEN_UP: Final = timedelta(days=14)
TOLD: Final = timedelta(hours=1)
"""How long a mail that was given up counts as a fault of the service."""

LATE_TRIES: Final = 2
SIGN: Final = "mail"

logger = logging.getLogger(__name__)


def post_mail(message: EmailMessage, *, kind: str, at: datetime) -> Mail:
    """Write a mail down, to be sent once the transaction is kept.

    Args:
        kind: Its template, for whoever reads why it was not sent.
    """
    return Mail.objects.create(
        kind=kind[-100:],
        address=", ".join(message.to),
        sealed=seal(json.dumps(_parts(message)).encode()).decode(),
        next_try_at=at,
    )


def mail_round(at: datetime) -> None:
    """Send what is due, forget what is over, and give a sign."""
    send_due(at=at)
    _kept_too_long(at).delete()
    give_sign(SIGN, fault=trouble(at=at), counts={"waiting": Mail.objects.waiting().count()})


def send_due(*, at: datetime) -> int:
    """Send every mail that is due, each once; how many went out."""
    sent = 0
    while (mail := _take(at)) is not None:
        sent += _send(mail, at=at)
        give_sign(SIGN, fault=trouble(at=at))
    return sent


def trouble(*, at: datetime) -> str:
    """What an operator should know; empty where mails go out."""
    waiting = Mail.objects.waiting().filter(tries__gte=LATE_TRIES).count()
    given_up = Mail.objects.given_up().filter(given_up_at__gt=at - TOLD).count()
    told = []
    if waiting:
        told.append(f"{waiting} wait after {LATE_TRIES} tries or more")
    if given_up:
        told.append(f"{given_up} were given up within the hour")
    return ", ".join(told)


def _take(at: datetime) -> Mail | None:
    """The next one that is due, put off so that nobody else takes it meanwhile."""
    with transaction.atomic():
        due = Mail.objects.filter(next_try_at__lte=at).order_by("next_try_at", "pk")
        mail = due.select_for_update(skip_locked=True).first()
        if mail is not None:
            mail.tries += 1
            mail.next_try_at = at + AGAIN_AFTER[min(mail.tries, len(AGAIN_AFTER)) - 1]
            mail.save(update_fields=["tries", "next_try_at"])
        return mail


@outside_locks
def _send(mail: Mail, *, at: datetime) -> bool:
    """Send one, or note why it did not go; the last time for good."""
    try:
        _message(unseal(mail.sealed.encode())).send()
    except CardsLost:
        return _give_up(mail, "no key of SEED_KEYS opens it", at=at)
    except (OSError, SMTPException, ValueError) as error:
        mail.fault = _words(error)
        if mail.tries > len(AGAIN_AFTER):
            return _give_up(mail, mail.fault, at=at)
        mail.save(update_fields=["fault"])
        logger.warning("a mail waits after try %s: %s: %s", mail.tries, mail.kind, mail.fault)
        return False
    mail.sealed = mail.address = mail.fault = ""
    mail.next_try_at, mail.sent_at = None, at
    mail.save(update_fields=["sealed", "address", "fault", "next_try_at", "sent_at"])
    return True


def _give_up(mail: Mail, fault: str, *, at: datetime) -> bool:
    mail.sealed, mail.fault, mail.next_try_at, mail.given_up_at = "", fault, None, at
    mail.save(update_fields=["sealed", "fault", "next_try_at", "given_up_at"])
    logger.error(
        "mail %s was given up after %s tries: %s: %s", mail.pk, mail.tries, mail.kind, fault
    )
    return False


def _words(error: Exception) -> str:
    """The kind of an error and its number, without what a server says: it may repeat the mail."""
    number = getattr(error, "smtp_code", None) or getattr(error, "errno", None)
    return f"{type(error).__name__} {number}" if number else type(error).__name__


def _kept_too_long(at: datetime) -> Any:
    return Mail.objects.filter(Q(sent_at__lt=at - KEPT) | Q(given_up_at__lt=at - KEPT_GIVEN_UP))


def _parts(message: EmailMessage) -> dict[str, Any]:
    alternatives = getattr(message, "alternatives", [])
    return {
        "subject": message.subject,
        "body": str(message.body),
        "sender": message.from_email,
        "to": list(message.to),
        "alternatives": [[str(content), str(kind)] for content, kind in alternatives],
    }


def _message(text: bytes) -> EmailMultiAlternatives:
    parts = json.loads(text)
    message = EmailMultiAlternatives(parts["subject"], parts["body"], parts["sender"], parts["to"])
    for content, kind in parts["alternatives"]:
        message.attach_alternative(content, kind)
    return message
