"""Outages: when the service stood still, nobody's clock ran."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Q, Value
from django.db.models.functions import Least

from games.models import Heartbeat, Table

LONGEST_SILENCE = timedelta(seconds=3)
MADE_GOOD = "made good"  # The row that tells until when outages were made good.


@transaction.atomic
def beat(part: str, *, at: datetime) -> timedelta:
    """Give a sign that a part of the service is alive; after an outage, shift people's deadlines.

    Two parts that were out together are made good once.

    Returns:
        By how much the deadlines were shifted.
    """
    signs = {sign.part: sign for sign in Heartbeat.objects.select_for_update().order_by("part")}
    if part not in signs or MADE_GOOD not in signs:
        new = [Heartbeat(part=name, at=at) for name in (part, MADE_GOOD) if name not in signs]
        Heartbeat.objects.bulk_create(new, ignore_conflicts=True)
        return timedelta(0)
    silent_since = signs[part].at
    Heartbeat.objects.filter(part=part, at__lt=at).update(at=at)
    began_at = max(silent_since, signs[MADE_GOOD].at)
    if at - silent_since <= LONGEST_SILENCE or began_at >= at:
        return timedelta(0)
    _shift(began_at, at)
    Heartbeat.objects.filter(part=MADE_GOOD).update(at=at)
    return at - began_at


def is_out(at: datetime) -> bool:
    """Whether a part that ever gave a sign has not given one for too long."""
    silent = Heartbeat.objects.exclude(part=MADE_GOOD).filter(at__lt=at - LONGEST_SILENCE)
    return silent.exists()


def _shift(began_at: datetime, at: datetime) -> None:
    """Move the deadlines of people that ran when the outage began, to a whole turn at most.

    At a table that is paused by the part of it before the pause; the pause itself is made good
    when the table goes on (`games.stewarding.resume`).
    """
    ended_at = Least(F("paused_at"), Value(at))  # PostgreSQL passes over what is not there.
    later = Least(F("turn_began_at") + (ended_at - Value(began_at)), ended_at)
    shift = ExpressionWrapper(later - F("turn_began_at"), output_field=DurationField())
    was_running = Q(paused_at=None) | Q(paused_at__gt=began_at)
    Table.objects.filter(was_running, is_clock_running=True, due_at__gt=began_at).update(
        turn_began_at=later,
        due_at=ExpressionWrapper(F("due_at") + shift, output_field=DateTimeField()),
    )
