"""Chips that people at a night get from the club's bank, or give back to it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from clubs.attendance import check_belong
from clubs.chips import exchange_many
from clubs.holdings import holdings
from clubs.log import noted
from clubs.models import Attendance, DeedKind, Member, Night, NightStatus
from clubs.places import join_table
from clubs.stages import BEFORE_THE_END, lock_night
from deploy.rights import Doer
from ledger.by_hand import Direction, Instruction, draft_exchange
from ledger.posting import post_transfers


@transaction.atomic
def hand_out(
    night: Night,
    members: Sequence[Member],
    *,
    chips: int,
    key: str,
    memo: str = "",
    by: Doer,
    at: datetime,
) -> Night:
    """Hand chips out from the bank, this number to each; to all of them, or to nobody.

    Args:
        key: Names this one order; the same key again moves nothing more.

    Raises:
        WrongMoment: the night is over.
        NotMember, NotPerson: somebody cannot play on this night.
        NotChips, TurnedAway: as in `clubs.chips.exchange_chips`.
    """
    return _exchange(night, members, Direction.ISSUE, chips, key=key, memo=memo, by=by, at=at)


@transaction.atomic
def take_back_chips(
    night: Night,
    members: Sequence[Member],
    *,
    chips: int,
    key: str,
    memo: str = "",
    by: Doer,
    at: datetime,
) -> Night:
    """Take chips back to the bank, this number from each; from all of them, or from nobody.

    Args:
        key: As in `hand_out`.

    Raises:
        WrongMoment, NotMember, NotPerson, NotChips: as in `hand_out`.
        PurseTooShort: a purse does not hold them.
    """
    return _exchange(night, members, Direction.REDEEM, chips, key=key, memo=memo, by=by, at=at)


def _exchange(
    night: Night,
    members: Sequence[Member],
    way: Direction,
    chips: int,
    *,
    key: str,
    memo: str,
    by: Doer,
    at: datetime,
) -> Night:
    assert by.player_id is not None, "somebody hands chips out"
    night = lock_night(night, *BEFORE_THE_END)
    is_issue = way == Direction.ISSUE
    with noted(night, DeedKind.HAND_OUT if is_issue else DeedKind.TAKE_BACK, by=by, at=at) as note:
        check_belong(night, members)
        order: dict[str, Any] = {"key": key, "memo": memo, "actor_id": by.player_id, "at": at}
        moved = exchange_many(_purses(night, members), way, chips=chips, **order)
        if moved:
            note.people(moved)
            note.tell(chips=chips)
            note.issued(moved, chips if is_issue else -chips)
        return night


@transaction.atomic
def exchange_wherever(
    members: Sequence[Member],
    way: Direction,
    *,
    chips: int,
    key: str,
    memo: str = "",
    by: Doer,
    at: datetime,
) -> None:
    """Chips between the bank and these members; where somebody is here, the night's log has it.

    Raises:
        NotChips, TurnedAway, PurseTooShort: as in `hand_out` and `take_back_chips`.
        Overdrawn: the purse of somebody who is at no night does not hold them.
    """
    assert by.player_id is not None, "somebody hands chips out"
    order: dict[str, Any] = {"key": key, "memo": memo, "by": by, "at": at}
    night_of = _nights_of(members)
    for night in sorted(set(night_of.values()), key=lambda night: night.pk):
        here = [member for member in members if night_of.get(member.pk) == night]
        _exchange(night, here, way, chips, **order)
    drafts = [
        draft_exchange(
            member.purse,
            way,
            chips=chips,
            hand=Instruction(key=f"{key}:{member.pk}", actor_id=by.player_id, memo=memo),
        )
        for member in members
        if member.pk not in night_of
    ]
    if drafts:
        post_transfers(drafts, at=at)


def _nights_of(members: Iterable[Member]) -> dict[int, Night]:
    """By member who is here at a night that is not over that night; of two the later one."""
    here = Attendance.objects.here().filter(member__in=members)
    rows = here.exclude(night__status=NightStatus.CLOSED).select_related("night")
    return {one.member_id: one.night for one in rows.order_by("night__starts_at", "night")}


@transaction.atomic
def hand_out_lacking(
    night: Night,
    members: Sequence[Member] | None = None,
    *,
    key: str,
    memo: str = "",
    by: Doer,
    at: datetime,
) -> Night:
    """Hand out to people who are short for the next round what each of them lacks.

    Whoever has enough gets nothing; where nobody is short, nothing is done.

    Args:
        members: Whom, if they are short; None for everybody who is here.
        key: As in `hand_out`.

    Raises:
        WrongMoment, NotMember, NotPerson, TurnedAway: as in `hand_out`.
    """
    assert by.player_id is not None, "somebody hands chips out"
    night = lock_night(night, *BEFORE_THE_END)
    named = None if members is None else [member.pk for member in members]
    lacks = {one.member_id: one.lacks for one in holdings(night, named) if one.lacks}
    people = _purses(night, lacks)
    order: dict[str, Any] = {"key": key, "memo": memo, "actor_id": by.player_id, "at": at}
    with noted(night, DeedKind.HAND_OUT, by=by, at=at) as note:
        check_belong(night, people)
        helped = []
        for chips in sorted(set(lacks.values())):
            group = [member for member in people if lacks[member.pk] == chips]
            if moved := exchange_many(group, Direction.ISSUE, chips=chips, **order):
                note.issued(moved, chips)
                helped += moved
        if helped:
            note.people(sorted(helped, key=people.index))
            note.tell(in_all=sum(lacks[member.pk] for member in helped))
        return night


@transaction.atomic
def join_with_chips(
    night: Night,
    members: Sequence[Member],
    *,
    number: int | None = None,
    after: Member | None = None,
    may_wait: bool = False,
    key: str,
    memo: str = "",
    by: Doer,
    at: datetime,
) -> Night:
    """Seat people who came late, and hand out to them what they lack: one deed, undone as one.

    Raises:
        As `hand_out_lacking` and `clubs.places.join_table` do; then nobody gets chips.
    """
    night = lock_night(night, NightStatus.PLAYING)
    with noted(night, DeedKind.JOIN, by=by, at=at) as note:
        note.people(members)
        hand_out_lacking(night, members, key=key, memo=memo, by=by, at=at)
        return join_table(night, members, number=number, after=after, may_wait=may_wait, at=at)


def _purses(night: Night, members: Iterable[Member | int]) -> list[Member]:
    keys = [one if isinstance(one, int) else one.pk for one in members]
    rows = night.club.members.filter(pk__in=keys)
    return list(rows.select_related("purse", "player").order_by("pk"))
