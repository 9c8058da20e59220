"""Wishes of a night, which every draw keeps to: stated, dropped, and told where they cannot be."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from clubs.attendance import check_belong
from clubs.errors import UnknownWish, WishesUnkept
from clubs.log import noted
from clubs.models import DeedKind, Member, Night, NightWish, WishKind, WishPerson
from clubs.seating import Refusal, Wishes, WishRefused
from clubs.sentences import listed
from clubs.stages import BEFORE_THE_END, lock_night
from deploy.rights import Doer


@transaction.atomic
def state_wish(
    night: Night,
    kind: WishKind,
    members: Sequence[Member],
    *,
    table: int | None = None,
    seat: int | None = None,
    by: Doer | None = None,
    at: datetime | None = None,
) -> NightWish:
    """Note how some people want to sit. Rounds that are drawn stay until they are drawn again.

    Somebody has one fixed table and one fixed seat: a new wish takes the place of the old one.

    Args:
        table: For a fixed table its number, from 1.
        seat: For a fixed seat its number, from 0.

    Raises:
        WrongMoment: the night is over.
        NotMember, NotPerson: somebody cannot play on this night.
    """
    night = lock_night(night, *BEFORE_THE_END)
    with noted(night, DeedKind.WISH, by=by, at=at) as note:
        note.people(members)
        note.touch("wishes")
        check_belong(night, members)
        if kind in (WishKind.TABLE, WishKind.SEAT):
            theirs = WishPerson.objects.filter(
                wish__night=night, wish__kind=kind, member__in=members
            )
            theirs.delete()
            night.wishes.filter(people=None).delete()
        wish = NightWish.objects.create(
            night=night, kind=kind, table_number=table, seat_number=seat
        )
        people = {member.pk: member for member in members}
        WishPerson.objects.bulk_create(WishPerson(wish=wish, member=one) for one in people.values())
        return wish


@transaction.atomic
def drop_wish(
    night: Night, wish_id: int, *, by: Doer | None = None, at: datetime | None = None
) -> None:
    """Forget a wish.

    Raises:
        WrongMoment: the night is over.
        UnknownWish: the night has no such wish.
    """
    night = lock_night(night, *BEFORE_THE_END)
    with noted(night, DeedKind.DROP_WISH, by=by, at=at) as note:
        note.touch("wishes")
        deleted, _ = night.wishes.filter(pk=wish_id).delete()
        if not deleted:
            raise UnknownWish(f"{night} has no wish {wish_id}: look at its wishes again.")


def wishes_of(night: Night) -> Wishes:
    """What the draws of a night are asked for."""
    groups: dict[WishKind, list[list[int]]] = {WishKind.TOGETHER: [], WishKind.APART: []}
    at_table: dict[int, int] = {}
    at_seat: dict[int, int] = {}
    for wish in night.wishes.order_by("pk").prefetch_related("people"):
        people = sorted(one.member_id for one in wish.people.all())
        if wish.table_number is not None:
            at_table.update(dict.fromkeys(people, wish.table_number - 1))
        elif wish.seat_number is not None:
            at_seat.update(dict.fromkeys(people, wish.seat_number))
        else:
            groups[WishKind(wish.kind)].append(people)
    return Wishes(
        together=groups[WishKind.TOGETHER],
        apart=groups[WishKind.APART],
        at_table=at_table,
        at_seat=at_seat,
    )


@contextmanager
def told_in_words() -> Iterator[None]:
    """Tell the organiser which wishes the planner cannot keep.

    Raises:
        WishesUnkept: what was done within found so.
    """
    try:
        yield
    except WishRefused as refused:
        raise _unkept(refused) from refused


def _unkept(refused: WishRefused) -> WishesUnkept:
    members = Member.objects.select_related("player").in_bulk(refused.people)
    names = listed([str(members[one]) for one in refused.people if one in members])
    table = None if refused.table is None else refused.table + 1
    return WishesUnkept(f"{_WORDS[refused.code].format(names=names, table=table)} {_WHAT_TO_DO}")


_WHAT_TO_DO = "Drop a wish or unlock a table, then draw again."
_WORDS = {
    Refusal.NO_SUCH_TABLE: "{names}: there is no table {table} in this round.",
    Refusal.LOCKED_SIZE: "Table {table} is locked for {names}, and does not have that many seats.",
    Refusal.NO_SUCH_SEAT: "{names}: no table has a seat of that number for them.",
    Refusal.TWO_TABLES: "{names}: wishes and locked tables name two different tables.",
    Refusal.SEAT_TAKEN: "{names} cannot all have the seats that were asked for.",
    Refusal.TABLE_FULL: "Table {table} does not have enough seats for {names}.",
    Refusal.TOO_MANY_TOGETHER: "{names} are too many for one table.",
    Refusal.NO_TABLE_LEFT: "No table has enough seats left for {names}.",
    Refusal.TOGETHER_AND_APART: "{names} are to sit together, but also apart.",
    Refusal.NOT_APART: "No draw was found in which {names} sit apart.",
}
