"""Outages: when the service stood still, nobody's clock ran; nor when the clock was put back."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from games.models import Heartbeat, Table
from games.tables.holding import held

LONGEST_SILENCE = timedelta(seconds=3)
LONGEST_LEAD = timedelta(seconds=3)  # Of a sign ahead of the clock; by more, the clock went back.
GIVEN_UP = timedelta(seconds=15)  # Silent for so long, a process is not waited for any more.
MADE_GOOD = "made good"  # The row that tells until when outages were made good.
PUT_BACK = "put back"  # The row that tells when the database's clock last went back.
SWEEP_SILENCE = timedelta(seconds=10)
NOTES = (MADE_GOOD, PUT_BACK)


@transaction.atomic
def beat_now(
    part: str, *, read_clock: Callable[[], datetime], gone: Collection[str] = ()
) -> timedelta:
    """`beat` by a clock that is read when nobody else gives a sign.

    A time that was read before it waited for the others would look like a clock that went back.
    """
    list(Heartbeat.objects.select_for_update().order_by("part"))
    return beat(part, at=read_clock(), gone=gone)


@transaction.atomic
def beat(part: str, *, at: datetime, gone: Collection[str] = ()) -> timedelta:
    """Give a sign that a part of the service is alive; after an outage, shift people's deadlines.

    Two parts that were out together are made good once: the first to be back makes good all of
    it up to now. The processes of a part each give signs of their own, since people wait for the
    one that has their request; the silence of one that will give none any more is made good by
    another.

    Args:
        part: `sweep`, or `web` with a space and the name of the process.
        gone: Processes known to have ended.

    Returns:
        By how much the deadlines were shifted; less than nothing where the clock went back.
    """
    signs = {sign.part: sign.at for sign in Heartbeat.objects.select_for_update().order_by("part")}
    lead = max((sign - at for sign in signs.values()), default=timedelta(0))
    if lead > LONGEST_LEAD:
        _put_back(lead, at)
        return -lead
    replaced = _replaced(part, signs, at, gone)
    Heartbeat.objects.filter(part__in=replaced).delete()
    silent_since = min(
        (sign for name, sign in signs.items() if name == part or name in replaced), default=at
    )
    out_since = min((sign for sign in _parts(signs) if _is_silent(sign, at)), default=at)
    for name in (part, MADE_GOOD):
        if name not in signs:
            Heartbeat.objects.bulk_create([Heartbeat(part=name, at=at)], ignore_conflicts=True)
    Heartbeat.objects.filter(part=part, at__lt=at).update(at=at)
    began_at = max(out_since, signs.get(MADE_GOOD, at))
    if not _is_silent(silent_since, at) or began_at >= at:
        return timedelta(0)
    _shift(began_at, at)
    Heartbeat.objects.filter(part=MADE_GOOD).update(at=at)
    return at - began_at


def is_out(at: datetime, *, since: datetime | None = None) -> bool:
    """Whether a part that ever gave a sign has not given one for too long, or since then."""
    heard_at = max(at - LONGEST_SILENCE, since or at - LONGEST_SILENCE)
    return Heartbeat.objects.exclude(part__in=NOTES).filter(at__lt=heard_at).exists()


def _replaced(
    part: str, signs: dict[str, datetime], at: datetime, gone: Collection[str]
) -> set[str]:
    """Silent processes of that part which are not waited for: another one is there instead."""
    kind = part.partition(" ")[0]
    is_new = part not in signs
    return {
        name
        for name, sign in signs.items()
        if name != part
        and name.partition(" ")[0] == kind
        and _is_silent(sign, at)
        and (
            name in gone
            or at - sign > GIVEN_UP
            or (is_new and name.rpartition(" ")[0] != part.rpartition(" ")[0])
        )
    }


def _parts(signs: dict[str, datetime]) -> list[datetime]:
    return [sign for name, sign in signs.items() if name not in NOTES]


def _is_silent(sign: datetime, at: datetime) -> bool:
    return at - sign > LONGEST_SILENCE


def _put_back(lead: timedelta, at: datetime) -> None:
    """Move what was written by the clock before it went back, people's deadlines and all else."""
    began_later = Q(turn_began_at__gt=at) | Q(turn_began_at=None, due_at__gt=at)
    with held(
        Table.objects.filter(began_later | Q(paused_at__gt=at) | Q(idle_since__gt=at))
    ) as tables:
        for table in tables:
            table.clock = table.clock.put_back(lead)
    Heartbeat.objects.filter(at__gt=at).update(at=at)
    Heartbeat.objects.update_or_create(part=PUT_BACK, defaults={"at": at})


def _shift(began_at: datetime, at: datetime) -> None:
    """Move the deadlines of people that ran when the outage began, to a whole turn at most.

    At a table that is paused by the part of it before the pause; the pause itself is made good
    when the table goes on (`games.tables.stewarding.resume`).
    """
    was_running = Q(paused_at=None) | Q(paused_at__gt=began_at)
    with held(
        Table.objects.filter(was_running, is_clock_running=True, due_at__gt=began_at)
    ) as tables:
        for table in tables:
            table.clock = table.clock.shift(began_at, min(table.paused_at or at, at))


def is_swept() -> bool:
    """Whether a worker has looked for what is due, as it does every half second."""
    signs = Heartbeat.objects.filter(part="sweep")
    return signs.filter(at__gt=Now() - SWEEP_SILENCE, at__lt=Now() + LONGEST_LEAD).exists()
