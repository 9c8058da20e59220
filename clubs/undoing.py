"""Undo on an evening: the inverse of a deed is done as a new deed, and nothing is deleted."""

from datetime import datetime
from typing import Final

from django.db import transaction

from clubs.attendance import check_belong, give_up_places
from clubs.draws import is_up_to_date
from clubs.effects import Undoing, undo_effect
from clubs.errors import NightFull, PurseTooShort, StillSeated, UnknownDeed
from clubs.evening_log import EveningLog
from clubs.house_rules import fix_rules
from clubs.log import noted
from clubs.models import DeedKind, Night, NightDeed, NightPlace, NightStatus, NightTable
from clubs.paper import write_back
from clubs.stages import lock_night, move_night, reopen_night
from clubs.tables_at_play import opened
from deploy.rights import Doer
from games.errors import PurseShort
from games.models import Table

LONGEST_REASON: Final = 200


@transaction.atomic
def undo(night: Night, number: int, *, by: Doer, at: datetime) -> NightDeed:
    """Undo a deed, or an undo; what undid it is a deed of its own, and can be undone.

    Args:
        number: Of the deed, in the log of the night.

    Raises:
        UnknownDeed: the log has no such deed.
        AlreadyUndone: it was undone.
        CannotUndo: it is of a kind that cannot be undone; the message says what to do instead.
        StandsOn: a later deed stands on it; the message names that one.
        WrongMoment: the night would close by itself again.
        StillSeated, NotMember, NightFull: somebody is, or cannot be, here then.
        GamesError, LedgerError: the tables or the chips are not such that it can be undone.
    """
    night = lock_night(night, *NightStatus)
    return _undo(EveningLog(night), number, by=by, at=at)


@transaction.atomic
def undo_at_table(
    laid: NightTable,
    number: int | None = None,
    *,
    may_be_closed: bool = True,
    by: Doer,
    at: datetime,
) -> NightDeed:
    """Undo what somebody entered at a table of a night, or such an undo.

    Args:
        number: Of the deed; None for what was entered last and counts.
        may_be_closed: False for people who may do this only while the table is open.

    Raises:
        UnknownDeed: this is no deed that entered anything at this table; or nothing counts.
        NotOwnEntry: by a link, where it was entered otherwise.
        AlreadyUndone, StandsOn, GamesError, LedgerError: as in `undo`.
    """
    night = lock_night(laid.round.night, *NightStatus)
    log, table = EveningLog(night), opened(laid)
    if number is None:
        number = log.last_entered(table)
        if number is None:
            raise UnknownDeed(f"Nothing counts that was entered at {table}: look at its results.")
    elif number not in log.entered_at(table):
        raise UnknownDeed(f"Deed {number} entered nothing at {table}: look at its deeds again.")
    return _undo(log, number, may_be_closed=may_be_closed, by=by, at=at)


def _undo(
    log: EveningLog, number: int, *, may_be_closed: bool = True, by: Doer, at: datetime
) -> NightDeed:
    night = log.night
    if (refusal := log.refusal(number, by=by, at=at)) is not None:
        raise refusal
    deed = night.deeds.get(number=number)
    ids = [int(key.removeprefix("table:")) for key in deed.keys if key.startswith("table:")]
    list(Table.objects.filter(pk__in=ids).select_for_update(of=("self",)).order_by("pk"))
    with noted(night, DeedKind.UNDO, undoes=deed, by=by, at=at) as note:
        like = night.deeds.get(number=log.chains.like(number))
        note.touch(*like.keys)
        reason = f"Undone: {log.text(number)}"[:LONGEST_REASON]
        doing = Undoing(night, number, reason, by, note, may_be_closed, at)
        try:
            _take_back(deed, like, doing, is_undo=log.chains.undos(number) % 2 == 1)
        except (PurseTooShort, PurseShort) as short:
            raise _spent(log, number, short) from short
        _settle(night, like)
    assert note.deed is not None, "an undo is always noted"
    return note.deed


def _spent(log: EveningLog, number: int, short: PurseTooShort | PurseShort) -> Exception:
    """What took the chips of somebody whose purse is short, if a deed of this night did."""
    night = log.night
    if isinstance(short, PurseTooShort):
        who = night.attendances.filter(member=short.member)
    else:
        who = night.attendances.filter(member__player=short.player)
    keys = [
        key
        for pk, purse in who.values_list("pk", "member__purse")
        for key in (f"attendance:{pk}", f"purse:{purse}")
    ]
    later = night.deeds.filter(number__gt=number, keys__overlap=keys)
    for deed in later.exclude(kind=DeedKind.UNDO).order_by("-number"):
        chain = log.chain(deed.number)
        if chain.is_done and deed.effects:
            return log.stands_on(chain)
    return short


def _take_back(deed: NightDeed, like: NightDeed, doing: Undoing, *, is_undo: bool) -> None:
    """The paper is last what a deed writes, and first what an undo takes from it.

    Args:
        like: As in `clubs.chains.Chains.like`.
    """
    paper = like.before.get("paper", {})
    if is_undo:
        write_back(doing.night, paper)
    for name, *data in reversed(deed.effects):
        undo_effect(name, data, doing)
    if not is_undo:
        write_back(doing.night, paper)


def _settle(night: Night, deed: NightDeed) -> None:
    """Who is here may be here, and only they have places in rounds that are drawn.

    Whether the next round can be opened is found out again.

    Raises:
        StillSeated, NotMember, NightFull: as in `undo`.
    """
    touched = [int(pk) for pk in deed.before.get("paper", {}).get("attendances", {})]
    rows = list(night.attendances.filter(pk__in=touched).select_related("member__player"))
    came = [one.member for one in rows if one.checked_in_at is not None]
    check_belong(night, came)
    here = night.attendances.here().count()
    if came and night.capacity is not None and here > night.capacity:
        raise NightFull(f"{night} has room for {night.capacity} people: raise its capacity first.")
    for one in rows:
        if one.checked_in_at is not None:
            continue
        if place := NightPlace.objects.at_play(night, one.member).first():
            raise StillSeated(f"{one} sits at {place.table}: let them leave the table first.")
    gone = night.attendances.filter(checked_in_at=None, places__round__in=night.rounds.drafted())
    for one in gone.distinct().select_related("member"):
        give_up_places(night, one.member)
    if night.status not in (NightStatus.OPEN, NightStatus.SEATED):
        return
    if not is_up_to_date(night):
        reopen_night(night)
        return
    if night.house_rules_id is None:
        fix_rules(night)
    move_night(night, NightStatus.SEATED)
