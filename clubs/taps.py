"""Taps at the door, each taken once, also those that waited for the network.

A tap says that somebody is here, or not here; it never turns the one into the other. A tablet
without network keeps its taps in a queue, and sends them in their order when it has network again.

The server's order wins: taps are taken as they arrive, at the time when they arrive. There is one
exception. A tap that waited speaks of the moment when it was made. If anybody has noted the
opposite of that person since then, at another tablet or by undoing a deed, the tap is refused: the
later look at the door is the better one. Whoever made the tap reads who noted what, and taps again
if they know better. A tap that says what stands there anyway is taken in silence. What came before
from the same tablet never stands against a tap, because a tablet sends in order.

The log is the receipt: a deed keeps the key of its tap. A tap that changed nothing has no deed, and
may come again as often as it likes.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.db import transaction

from clubs.attendance import check_in, check_out, welcome
from clubs.errors import Overtaken
from clubs.log import noted
from clubs.models import Attendance, DeedKind, Member, Night, NightDeed, NightStatus
from clubs.stages import lock_night
from deploy.rights import Doer


class Says(StrEnum):
    HERE = "in"
    NOT_HERE = "out"


@dataclass(frozen=True)
class Sent:
    """How a tap came.

    Attributes:
        key: Names this one tap; a tap with the same key is taken once. Empty: it comes once.
        tablet: Names the queue in which it waited.
        made_at: When the tap was made, by the clock of the database; None: just now.
    """

    key: str = ""
    tablet: str = ""
    made_at: datetime | None = None


ONCE = Sent()


@transaction.atomic
def tap(
    night: Night, member: Member, says: Says, *, sent: Sent = ONCE, by: Doer, at: datetime
) -> None:
    """Note that somebody is here, or not here.

    Raises:
        Overtaken: the tap waited, and somebody has noted the opposite since it was made.
        WrongMoment, NightFull, NotMember, NotPerson: as in `clubs.attendance.check_in`.
        WrongMoment, StillSeated: as in `clubs.attendance.check_out`.
    """
    night = lock_night(night, *NightStatus)
    if _taken(night, sent):
        return
    is_here = night.attendances.here().filter(member=member).exists()
    if sent.made_at is not None and is_here != (says == Says.HERE):
        _check_not_overtaken(night, member, sent.made_at, sent.tablet)
    kind = DeedKind.CHECK_IN if says == Says.HERE else DeedKind.CHECK_OUT
    with noted(night, kind, by=by, at=at) as note:
        note.tell(**_receipt(sent))
        if says == Says.HERE:
            check_in(night, [member], at=at)
        else:
            check_out(night, member, at=at)


@transaction.atomic
def tap_guest(
    night: Night,
    name: str,
    *,
    is_another: bool = False,
    may_add: bool = True,
    sent: Sent = ONCE,
    by: Doer,
    at: datetime,
) -> int:
    """Welcome somebody by name; the id of the member that they are.

    Raises:
        NameTaken, TurnedAway, LooksLike, WrongMoment, NightFull, LinkSpent: as in
            `clubs.attendance.welcome`.
    """
    night = lock_night(night, *NightStatus)
    if deed := _taken(night, sent):
        [member_id] = deed.told["people"]
        return int(member_id)
    with noted(night, DeedKind.WELCOME, by=by, at=at) as note:
        note.tell(**_receipt(sent))
        guest = welcome(night, name, is_another=is_another, may_add=may_add, by=by, at=at)
        return guest.member_id


def _receipt(sent: Sent) -> dict[str, str]:
    return {"tap": sent.key, "tablet": sent.tablet} if sent.key else {}


def _taken(night: Night, sent: Sent) -> NightDeed | None:
    """What this tap did when it came before."""
    if not sent.key:
        return None
    return night.deeds.filter(told__tap=sent.key).first()


def _check_not_overtaken(night: Night, member: Member, made_at: datetime, tablet: str) -> None:
    """See that nobody else has noted since then whether this person is here."""
    attendance = night.attendances.filter(member=member).select_related("member__player").first()
    if attendance is None:
        return
    later = night.deeds.filter(at__gt=made_at, keys__contains=[f"attendance:{attendance.pk}"])
    for deed in later.select_related("by").order_by("-number"):
        changed = deed.before.get("paper", {}).get("attendances", {}).get(str(attendance.pk), {})
        if "checked_in_at" in changed and (not tablet or deed.told.get("tablet") != tablet):
            raise Overtaken(_reason(night, attendance, deed))


def _reason(night: Night, attendance: Attendance, deed: NightDeed) -> str:
    who = "Somebody with a link" if deed.link_id is not None else str(deed.by or "Somebody")
    at = deed.at.astimezone(ZoneInfo(night.club.time_zone))
    noted_as = "not here" if attendance.checked_in_at is None else "here"
    return (
        f"After this tap, at {at:%H:%M}, {who} noted that {attendance.member} is {noted_as}. If "
        "that is wrong, try again. If it is right, let this tap go."
    )
