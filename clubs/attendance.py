"""Who means to come to a night, and who is here."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from clubs.errors import NightFull, NotMember, StillSeated, UnknownBot
from clubs.links import check_welcomes
from clubs.log import noted
from clubs.member_names import check_name
from clubs.members import check_person, walk_in
from clubs.models import Answer, Attendance, DeedKind, Member, Night, NightPlace, NightStatus
from clubs.stages import lock_night, reopen_night
from deploy.rights import Doer
from games.bell import ring_players
from games.bots import BOTS

COMING = (NightStatus.PLANNED, NightStatus.OPEN, NightStatus.SEATED)
AT_THE_DOOR = (NightStatus.OPEN, NightStatus.SEATED, NightStatus.PLAYING)


@transaction.atomic
def answer_night(
    night: Night, member: Member, answer: Answer, *, by: Doer | None = None, at: datetime
) -> Attendance:
    """Note whether somebody means to come; if no place is left, they wait for one.

    A place that is given up goes to the member who has waited longest.

    Raises:
        WrongMoment: the tables are open.
        NotMember: they do not belong to this club.
        NotPerson: it is a bot of the club.
    """
    night = lock_night(night, *COMING)
    with noted(night, DeedKind.ANSWER, by=by, at=at) as note:
        attendance = attend(night, member)
        going = night.attendances.filter(answer=Answer.GOING).exclude(pk=attendance.pk)
        is_full = night.capacity is not None and going.count() >= night.capacity
        if answer == Answer.GOING and is_full and attendance.checked_in_at is None:
            answer = Answer.WAITING
        if answer != attendance.answer:  # The same answer again keeps its turn.
            attendance.answer, attendance.answered_at = answer, at
            attendance.save(update_fields=["answer", "answered_at"])
        give_room(night)
        attendance.refresh_from_db(fields=["answer"])
        note.people([member])
        note.tell(answer=attendance.answer)
    return attendance


def give_room(night: Night) -> None:
    """Let those who wait longest come, as far as there is room."""
    going = night.attendances.filter(answer=Answer.GOING).count()
    waiting = night.attendances.filter(answer=Answer.WAITING).order_by("answered_at", "pk")
    free = None if night.capacity is None else max(0, night.capacity - going)
    for attendance in waiting[:free]:
        attendance.answer = Answer.GOING
        attendance.save(update_fields=["answer"])


@transaction.atomic
def check_in(
    night: Night,
    members: Iterable[Member],
    *,
    bot_level: str = "",
    by: Doer | None = None,
    at: datetime,
) -> list[Attendance]:
    """Note who is here; those noted before stay as they are.

    After the seating a late-comer may still check in: the night is open again and is seated anew.
    While tables are open they wait for a seat, or for the next round.

    Args:
        bot_level: The bot that plays for them at online tables; empty where they play themselves.

    Raises:
        WrongMoment: the night is not open, or it is over.
        NightFull: there is no place left.
        NotMember: somebody is not of this club.
        NotPerson: somebody is a bot of the club.
        UnknownBot: there is no such bot.
    """
    if bot_level and bot_level not in BOTS:
        raise UnknownBot(f"There is no bot {bot_level!r}: choose {' or '.join(BOTS)}.")
    night = lock_night(night, *AT_THE_DOOR)
    coming = list({one.pk: one for one in members}.values())
    with noted(night, DeedKind.CHECK_IN, by=by, at=at) as note:
        note.people(coming)
        arrived = _arrive(night, coming, bot_level, at)
        here = night.attendances.here().count()
        if night.capacity is not None and here > night.capacity:
            raise NightFull(
                f"{night} has room for {night.capacity} people, and {here} would be here: "
                "raise its capacity, or take back a check-in."
            )
        if night.status == NightStatus.SEATED and not _have_places(night, arrived):
            reopen_night(night)
    return arrived


def _have_places(night: Night, arrived: Sequence[Attendance]) -> bool:
    drawn = NightPlace.objects.filter(round__in=night.rounds.drafted(), attendance__in=arrived)
    return drawn.values("attendance").distinct().count() == len(arrived)


def _arrive(
    night: Night, members: Sequence[Member], bot_level: str, at: datetime
) -> list[Attendance]:
    """All of them at once: a hall full takes no more queries than one."""
    check_belong(night, members)
    rows = {one.member_id: one for one in night.attendances.filter(member__in=members)}
    missing = [member for member in members if member.pk not in rows]
    new = [Attendance(night=night, member=member, answer=Answer.NO) for member in missing]
    ring_players(member.player_id for member in missing)
    rows |= {one.member_id: one for one in Attendance.objects.bulk_create(new)}
    late = [one for one in rows.values() if one.checked_in_at is None]
    for one in late:
        one.checked_in_at, one.answer, one.bot_level = at, Answer.GOING, bot_level
    Attendance.objects.bulk_update(late, ["checked_in_at", "answer", "bot_level"])
    return [rows[member.pk] for member in members]


@transaction.atomic
def welcome(
    night: Night,
    name: str,
    *,
    is_another: bool = False,
    may_add: bool = True,
    by: Doer | None = None,
    at: datetime,
) -> Attendance:
    """Check in somebody of whom only the name is known: they become a guest of the club.

    A second tap on the same button makes nobody twice: two of one name need telling apart.

    Args:
        is_another, may_add: As in `clubs.member_names.check_name`.

    Raises:
        NameTaken, TurnedAway, LooksLike: as in `clubs.member_names.check_name`.
        WrongMoment, NightFull: as in `check_in`.
        LinkSpent: they came by a link that has welcomed as many as it may.
    """
    night = lock_night(night, *AT_THE_DOOR)
    check_name(night.club, name, is_another=is_another, may_add=may_add)
    if by is not None and by.link_id is not None:
        check_welcomes(night, by.link_id)
    with noted(night, DeedKind.WELCOME, by=by, at=at):
        [attendance] = check_in(night, [walk_in(night.club, name=name, at=at)], at=at)
    return attendance


@transaction.atomic
def check_out(
    night: Night, member: Member, *, by: Doer | None = None, at: datetime | None = None
) -> None:
    """Take back a check-in; a seating that is drawn is made again without them.

    Raises:
        WrongMoment: the night is not open, or it is over.
        StillSeated: they sit at an open table.
    """
    night = lock_night(night, *AT_THE_DOOR)
    if place := NightPlace.objects.at_play(night, member).first():
        raise StillSeated(
            f"{member} sits at {place.table}: end the round, or let them leave the table. Then "
            "check them out."
        )
    with noted(night, DeedKind.CHECK_OUT, by=by, at=at) as note:
        note.people([member])
        gone = night.attendances.here().filter(member=member)
        give_up_places(night, member)
        if gone.update(checked_in_at=None) and night.status == NightStatus.SEATED:
            reopen_night(night)


def give_up_places(night: Night, member: Member) -> bool:
    """Take somebody out of the rounds that are drawn and not played yet; whether they were in one.

    The caller has locked the night.
    """
    drawn = NightPlace.objects.filter(round__in=night.rounds.drafted(), attendance__member=member)
    night.rounds.drafted().filter(places__in=drawn).update(is_by_hand=False)
    deleted, _ = drawn.delete()
    return deleted > 0


def people_at_door(night: Night) -> list[Attendance]:
    """Everybody who may come in, by name; who has not answered with an attendance unsaved."""
    known = {one.member_id: one for one in night.attendances.all()}
    people = (
        night.club.members.people().select_related("player").order_by("player__sort_name", "pk")
    )
    return [
        known.get(member.pk) or Attendance(night=night, member=member, answer=Answer.NO)
        for member in people
    ]


def check_belong(night: Night, members: Sequence[Member]) -> None:
    """See that they can play on this night.

    Raises:
        NotMember: somebody is not of this club.
        NotPerson: somebody is a bot of the club.
    """
    ids = [member.pk for member in members]
    belonging = set(night.club.members.belonging().filter(pk__in=ids).values_list("pk", flat=True))
    for member in members:
        if member.pk not in belonging:
            raise NotMember(
                f"{member} is not a member of {night.club}: invite or welcome them first."
            )
        check_person(member)


def attend(night: Night, member: Member) -> Attendance:
    """What is noted of somebody and this night; raises as `check_belong` does."""
    check_belong(night, [member])
    attendance, is_new = Attendance.objects.get_or_create(
        night=night, member=member, defaults={"answer": Answer.NO}
    )
    if is_new:
        ring_players([member.player_id])
    return attendance
