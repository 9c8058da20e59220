"""Turning somebody away from a club: every door closes, and they get up from every table."""

from datetime import datetime

from django.db import transaction

from clubs.attendance import give_room, give_up_places
from clubs.errors import NoReason, NotOneself
from clubs.log import noted
from clubs.members import check_owner_remains, lock_member
from clubs.models import Answer, DeedKind, Member, NightStatus, Player
from clubs.stages import lock_night, reopen_night
from deploy.rights import Doer
from games.models import Table
from games.tables.holding import held
from games.tables.sittings import give_up_seat

BEFORE_PLAY = (NightStatus.PLANNED, NightStatus.OPEN, NightStatus.SEATED)


@transaction.atomic
def turn_away(member: Member, *, by: Player, reason: str, at: datetime) -> Member:
    """Close every door of the club to somebody, whether they belong to it, visit it or have left.

    They watch none of its tables any more, and get up when the deal in play is over; a bot plays
    it out for them. Their purse stays theirs. Tournaments let them go by their own sweep. Again it
    is harmless.

    Raises:
        NoReason: nobody says why.
        NotOneself: they are the caller.
        LastOwner: nobody would own the club.
    """
    member = lock_member(member)
    if member.turned_away_at is not None:
        return member
    if not reason.strip():
        raise NoReason(f"Say why {member} is turned away. Only organisers can read it.")
    if member.player_id == by.pk:
        raise NotOneself("You cannot turn yourself away: leave the club instead.")
    check_owner_remains(member)
    member.turned_away_at, member.turned_away_by = at, by
    member.turned_away_reason = reason.strip()
    member.save(update_fields=["turned_away_at", "turned_away_by", "turned_away_reason"])
    _take_back_answers(member, by=Doer(by.pk), at=at)
    tables = Table.objects.open().filter(club_book=member.club.book_id)
    seated = tables.filter(seats__player=member.player_id, seats__cashed_chips=None)
    with held(Table.objects.open().filter(pk__in=seated.values("pk"))) as held_tables:
        for table in held_tables:
            give_up_seat(table, player_id=member.player_id, at=at)
    return member


def _take_back_answers(member: Member, *, by: Doer, at: datetime) -> None:
    """Nobody expects them at a night that is not played yet; each is locked, so none comes in."""
    for night in member.club.nights.filter(status__in=BEFORE_PLAY).order_by("pk"):
        night = lock_night(night, *NightStatus)
        answers = night.attendances.filter(member=member)
        if night.status not in BEFORE_PLAY or not answers.exists():
            continue
        with noted(night, DeedKind.CHECK_OUT, by=by, at=at) as note:
            note.people([member])
            answers.update(answer=Answer.NO, checked_in_at=None)
            was_seated = give_up_places(night, member)
            give_room(night)
            if was_seated and night.status == NightStatus.SEATED:
                reopen_night(night)


@transaction.atomic
def readmit_member(member: Member) -> Member:
    """Let somebody in again in their old role; it is harmless to repeat."""
    member = lock_member(member)
    if member.turned_away_at is None:
        return member
    member.turned_away_at, member.turned_away_by, member.turned_away_reason = None, None, ""
    member.save(update_fields=["turned_away_at", "turned_away_by", "turned_away_reason"])
    return member
