"""Who sits down from outside: a visitor with an empty purse, until an organiser welcomes them."""

from typing import Any

import pytest

from clubs.attendance import answer_night
from clubs.chips import give_chips
from clubs.errors import NoGifts, NotMember, NotWelcomed
from clubs.free_tables import open_free_table, take_seat
from clubs.members import change_role, join_club, leave_club
from clubs.models import Access, Answer, Club, FreeTable, Member, Player, Role
from clubs.nights import plan_night
from clubs.visitors import visit
from ledger.audit import check_books
from ledger.models import Transfer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, owner_of
from tests.ledger.crowds import at_once
from tests.tournaments.cups import announce
from tournaments.entries import enter
from tournaments.errors import NotMember as NotOfTheClub


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def free(club: Club) -> FreeTable:
    return an_open_table(club)


@pytest.fixture
def stranger(club: Club) -> Caller:
    return Caller(PlayerFactory.create())


def an_open_table(club: Club) -> FreeTable:
    return open_free_table(
        club, host=owner_of(club), access=Access.OPEN, name="Open", seats_limit=5, at=AT
    )


def a_table_by_invitation(club: Club) -> FreeTable:
    return open_free_table(
        club, host=owner_of(club), access=Access.INVITATION, name="Snug", seats_limit=5, at=AT
    )


def row_of(club: Club, player: Player) -> Member:
    return Member.objects.select_related("purse").get(club=club, player=player)


def sit(caller: Caller, free: FreeTable, chips: int = 10) -> Any:
    return caller.order(f"free-tables/{free.pk}/sit", {"chips": chips})


def test_an_empty_purse_is_refused_in_words_and_the_visitor_stays(
    club: Club, free: FreeTable, stranger: Caller
) -> None:
    answer = sit(stranger, free)

    assert (answer.status_code, answer.data["code"]) == (409, "not_welcomed")
    assert "is empty: ask an organiser to welcome you" in answer.data["detail"]
    visitor = row_of(club, stranger.player)
    assert (visitor.role, visitor.purse.balance) == (Role.VISITOR, 0)
    found = Caller(owner_of(club)).get("/api/v1/members?role=visitor").json()["results"]
    assert [row["id"] for row in found] == [visitor.pk]


def test_an_order_by_invitation_that_is_refused_leaves_a_visitor_too(
    club: Club, stranger: Caller
) -> None:
    free = a_table_by_invitation(club)

    answer = stranger.order("free-tables/join", {"chips": 10, "code": free.code})

    assert (answer.status_code, answer.data["code"]) == (409, "not_welcomed")
    assert row_of(club, stranger.player).role == Role.VISITOR


def test_nobody_arrives_by_an_order_that_cannot_be_read(
    club: Club, free: FreeTable, stranger: Caller
) -> None:
    answers = [
        stranger.order(f"free-tables/{free.pk}/sit", {"chips": 0}),
        stranger.order("free-tables/join", {"chips": 10, "code": "nonsense"}),
        stranger.post(f"/api/v1/free-tables/{free.pk}/sit", {"chips": 10}, format="json"),
    ]

    assert [answer.status_code for answer in answers] == [400, 404, 400]
    assert not Member.objects.filter(player=stranger.player).exists()


@pytest.mark.parametrize("role", [Role.GUEST, Role.MEMBER])
def test_somebody_who_is_welcomed_is_given_the_opening_chips(
    club: Club, free: FreeTable, stranger: Caller, role: Role
) -> None:
    sit(stranger, free)
    visitor = row_of(club, stranger.player)

    answer = Caller(owner_of(club)).change(f"members/{visitor.pk}", {"role": role})

    assert (answer.status_code, answer.data["role"]) == (200, role)
    assert row_of(club, stranger.player).purse.balance == 20
    assert sit(stranger, free).status_code == 200


def test_the_opening_chips_are_given_once(club: Club, free: FreeTable, stranger: Caller) -> None:
    """However often somebody leaves, comes from outside and is welcomed; RULES.md 7.8."""
    sit(stranger, free)
    visitor = row_of(club, stranger.player)
    for _ in range(2):
        change_role(visitor, Role.MEMBER, at=AT)
        leave_club(visitor, at=AT)
        Club.objects.update(opening_chips=500)
        assert visit(free, player=stranger.player, at=AT).role == Role.VISITOR
        visitor.refresh_from_db()

    assert row_of(club, stranger.player).purse.balance == 20
    assert Transfer.objects.filter(key=f"member:{visitor.pk}:opening").count() == 1
    assert check_books() == []


def test_somebody_who_has_left_comes_back_as_a_visitor_to_their_old_purse(
    club: Club, free: FreeTable, stranger: Caller
) -> None:
    former = join_club(club, player=stranger.player, role=Role.ORGANISER, at=AT)
    leave_club(former, at=AT)

    assert sit(stranger, free, chips=15).status_code == 200

    back = row_of(club, stranger.player)
    assert (back.pk, back.role, back.left_at) == (former.pk, Role.VISITOR, None)
    assert back.purse.balance == 5


def test_a_guest_stays_one(club: Club, free: FreeTable, stranger: Caller) -> None:
    join_club(club, player=stranger.player, role=Role.GUEST, at=AT)

    assert sit(stranger, free).status_code == 200
    assert row_of(club, stranger.player).role == Role.GUEST


def test_a_visitor_opens_no_table_and_sits_at_none_of_members(
    club: Club, free: FreeTable, stranger: Caller
) -> None:
    visit(free, player=stranger.player, at=AT)
    for_members = FreeTable.objects.get(
        pk=open_free_table(
            club, host=owner_of(club), access=Access.MEMBERS, name="Ours", seats_limit=5, at=AT
        ).pk
    )

    assert sit(stranger, for_members).status_code == 404
    order = {"club": club.pk, "name": "Mine", "access": "open"}
    assert stranger.order("free-tables", order).status_code == 404


def test_somebody_who_leaves_while_they_sit_down_is_no_visitor_at_a_table_for_members(
    club: Club, stranger: Caller
) -> None:
    """The door has let them through as a member a moment ago."""
    for_members = open_free_table(
        club, host=owner_of(club), access=Access.MEMBERS, name="Ours", seats_limit=5, at=AT
    )
    leave_club(join_club(club, player=stranger.player, at=AT), at=AT)

    with pytest.raises(NotMember, match="you have left"):
        take_seat(for_members, player=stranger.player, chips=10, at=AT)


def test_a_visitor_comes_to_no_night_and_no_tournament(
    club: Club, free: FreeTable, stranger: Caller
) -> None:
    visitor = visit(free, player=stranger.player, at=AT)

    with pytest.raises(NotMember, match="welcome them"):
        answer_night(plan_night(club, at=AT, starts_at=AT), visitor, Answer.GOING, at=AT)
    with pytest.raises(NotOfTheClub, match="welcome them"):
        enter(announce(club, entry_chips=0), member=visitor, at=AT)


def test_chips_are_given_neither_to_visitors_nor_by_them(
    club: Club, free: FreeTable, stranger: Caller
) -> None:
    """Or a member could seat a friend whom no organiser has seen."""
    Club.objects.update(allows_gifts=True)
    [guest] = guests(club, 1)
    visitor = visit(free, player=stranger.player, at=AT)

    for giver, taker in ((guest, visitor), (visitor, guest)):
        with pytest.raises(NoGifts):
            give_chips(giver, taker, chips=1, key="gift", actor=owner_of(club), at=AT)


def test_a_gift_tells_nobody_which_members_there_are(club: Club, stranger: Caller) -> None:
    """Somebody of another club, somebody who only visits this one, and a number of nobody."""
    Club.objects.update(allows_gifts=True)
    [elsewhere] = guests(ClubFactory.create(), 1)
    visitor = visit(an_open_table(club), player=PlayerFactory.create(), at=AT)
    mine = join_club(club, player=stranger.player, at=AT)

    answers = [
        stranger.order(f"members/{mine.pk}/give", {"to": number, "chips": 1})
        for number in (elsewhere.pk, visitor.pk, 10**9)
    ]

    assert [answer.status_code for answer in answers] == [404] * 3
    assert all("In your clubs there is no member" in answer.data["detail"] for answer in answers)


def test_nobody_is_made_a_visitor(club: Club) -> None:
    [guest] = guests(club, 1)

    with pytest.raises(NotMember, match="nobody can be made a visitor"):
        change_role(guest, Role.VISITOR, at=AT)
    answer = Caller(owner_of(club)).change(f"members/{guest.pk}", {"role": "visitor"})
    assert answer.status_code == 400


def test_a_visitor_gets_up_from_a_table_by_invitation(club: Club, stranger: Caller) -> None:
    """They see it because they sit there."""
    free = a_table_by_invitation(club)
    visitor = visit(free, player=stranger.player, at=AT)
    change_role(visitor, Role.GUEST, at=AT)
    leave_club(visitor, at=AT)
    sat = stranger.order("free-tables/join", {"chips": 10, "code": free.code})

    seen = stranger.get(f"/api/v1/free-tables/{free.pk}")
    left = stranger.order(f"free-tables/{free.pk}/leave")

    assert (sat.status_code, seen.status_code, left.status_code) == (200, 200, 200)
    assert row_of(club, stranger.player).purse.balance == 20


def test_somebody_who_arrives_twice_at_once_is_one_visitor(own_database: str) -> None:
    club, player = ClubFactory.create(), PlayerFactory.create()
    free = an_open_table(club)

    def refused() -> str:
        try:
            take_seat(free, player=player, chips=10, at=AT)
        except NotWelcomed:
            visit(free, player=player, at=AT)
            return "not welcomed"
        return "sat down"

    assert at_once([refused] * 6) == ["not welcomed"] * 6
    assert Member.objects.get(player=player).role == Role.VISITOR
