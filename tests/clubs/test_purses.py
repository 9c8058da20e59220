"""A purse is its holder's: rows that name another one's are refused, and found by the audit."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import LiteralString

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import Club, Member
from games.models import Seat
from ledger.audit import check_books
from ledger.kinds import AccountKind
from tests.clubs.factories import ClubFactory, guests
from tests.games.factories import table_of
from tests.tournaments.cups import announce
from tournaments.entries import enter
from tournaments.models import EntrantMember

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
Change = Callable[[], int]


def member_of(club: Club) -> Member:
    [member] = guests(club, 1)
    return member


def entered(club: Club) -> list[EntrantMember]:
    """The first two entrants of a tournament."""
    tournament = announce(club, entry_chips=0)
    for member in guests(club, 2):
        enter(tournament, member=member, at=AT)
    return list(EntrantMember.objects.filter(tournament=tournament).order_by("pk"))


def member_with_the_house_purse() -> int:
    club = ClubFactory.create()
    thief, other = member_of(club), ClubFactory.create()
    return Member.objects.filter(pk=thief.pk).update(purse=other.house_purse)


def member_with_own_clubs_house_purse() -> int:
    thief = member_of(ClubFactory.create())
    return Member.objects.filter(pk=thief.pk).update(purse=thief.club.house_purse)


def member_who_is_another_player() -> int:
    club = ClubFactory.create()
    rich, thief = member_of(club), member_of(ClubFactory.create())
    return Member.objects.filter(pk=rich.pk).update(player=thief.player)


def member_of_another_club() -> int:
    rich = member_of(ClubFactory.create())
    return Member.objects.filter(pk=rich.pk).update(club=ClubFactory.create())


def house_with_a_members_purse() -> int:
    rich = member_of(ClubFactory.create())
    return Club.objects.filter(pk=rich.club_id).update(house_purse=rich.purse)


def seat_whose_chips_go_home_to_another() -> int:
    winner, thief = table_of().seats.order_by("number")[:2]
    return Seat.objects.filter(pk=winner.pk).update(purse=thief.purse)


def seat_of_a_player_as_the_houses() -> int:
    seat = table_of().seats.earliest("pk")
    return Seat.objects.filter(pk=seat.pk).update(is_house=True)


def entrant_with_a_purse_of_another_book() -> int:
    one, _ = entered(ClubFactory.create())
    return EntrantMember.objects.filter(pk=one.pk).update(purse=one.person.purse)


def entrant_who_is_another_member() -> int:
    one, other = entered(ClubFactory.create())
    EntrantMember.objects.filter(pk=other.pk).update(left_at=other.joined_at)
    return EntrantMember.objects.filter(pk=one.pk).update(member=other.member)


CHANGES: list[tuple[Change, LiteralString, str]] = [
    (member_with_the_house_purse, "clubs_member", "clubs_member_purse"),
    (member_with_own_clubs_house_purse, "clubs_member", "clubs_member_purse"),
    (member_who_is_another_player, "clubs_member", "clubs_member_purse"),
    (member_of_another_club, "clubs_member", "clubs_member_purse"),
    (house_with_a_members_purse, "clubs_club", "clubs_club_purse"),
    (seat_whose_chips_go_home_to_another, "games_seat", "clubs_seat_purse"),
    (seat_of_a_player_as_the_houses, "games_seat", "clubs_seat_purse"),
    (
        entrant_with_a_purse_of_another_book,
        "tournaments_entrantmember",
        "tournaments_entrantmember_purse",
    ),
    (
        entrant_who_is_another_member,
        "tournaments_entrantmember",
        "tournaments_entrantmember_purse",
    ),
]
EACH = pytest.mark.parametrize(
    ("change", "table", "trigger"), CHANGES, ids=[change.__name__ for change, *_ in CHANGES]
)


@EACH
def test_a_row_never_names_a_purse_of_somebody_else(
    change: Change, table: str, trigger: str
) -> None:
    with pytest.raises(IntegrityError, match="purse"), transaction.atomic():
        change()

    assert check_books() == []


@EACH
def test_the_audit_finds_the_row_where_no_trigger_looked(
    as_owner: None, change: Change, table: LiteralString, trigger: str
) -> None:
    """As after a restore by hand, or by somebody who owns the tables."""
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")

    assert change() == 1

    assert table in {finding.row.split()[0] for finding in check_books()}
    assert "which is not its own" in str(check_books()[0])


def test_a_table_of_the_name_misleads_no_guard() -> None:
    """The services may make temporary tables, which stand before all others in the search path."""
    club = ClubFactory.create()
    thief = member_of(club)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE ledger_account AS SELECT id, kind, book_id, %s AS holder_id"
            " FROM public.ledger_account WHERE id = %s",
            [thief.player_id, club.house_purse_id],
        )

    with pytest.raises(IntegrityError, match="purse"), transaction.atomic():
        Member.objects.filter(pk=thief.pk).update(purse=club.house_purse)


def test_only_a_purse_is_a_purse() -> None:
    seat = table_of().seats.earliest("pk")
    assert seat.stack.kind == AccountKind.STACK

    with pytest.raises(IntegrityError, match="purse"), transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(purse=seat.stack)
