"""Somebody at a table of real cards brings more chips: a flow of its own, once, between deals."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night
from clubs.errors import WrongMoment
from clubs.models import Club, Member, Night, Role
from clubs.nights import close_night
from clubs.places import bring_chips
from clubs.rounds import open_tables
from deploy.rights import Doer
from games.errors import BroughtBefore, NotSeated, TableClosed, TableNotFree, TooFewChips
from games.evening.result import Result
from games.models import Mode, Seat, Table
from games.play.by_hand import bring_more, record_deal
from games.reasons import BUY_IN
from ledger.errors import Overdrawn
from ledger.models import Account, Transfer
from tests.clubs.callers import MEMBER, ORGANISER, OWNER, STRANGER, Caller, callers_of
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club: Club = ClubFactory.create()
    return club


@pytest.fixture
def members(club: Club) -> list[Member]:
    return guests(club, 3)


@pytest.fixture
def night(club: Club, members: list[Member]) -> Night:
    """Con has brought 5 of 20 chips to a table of real cards, as the others have."""
    night = open_night_with(club, members[:2], mode=Mode.RECORDED, buy_in_chips=5)
    return open_tables(seat_night(night), at=AT)


@pytest.fixture
def table(night: Night) -> Table:
    table = night.rounds.tables().get().table
    assert table is not None
    return table


def seat_of(member: Member) -> Seat:
    return Seat.objects.select_related("stack", "purse").get(player=member.player)


def holds(member: Member) -> tuple[int, int]:
    """In the purse and before them."""
    seat = seat_of(member)
    return seat.purse.balance, seat.stack.balance


def test_more_chips_are_a_buy_in(club: Club, night: Night, members: list[Member]) -> None:
    con, _, _ = members
    bring_chips(night, con, chips=7, by=Doer(owner_of(club).pk), at=AT)
    seat = seat_of(con)

    assert holds(con) == (8, 12)
    assert (seat.bought_chips, seat.buy_ins_count) == (12, 2)
    posted = Transfer.objects.get(key=f"seat:{seat.pk}:buy-in:2")
    assert (posted.reason_id, posted.actor) == (BUY_IN, owner_of(club))


def test_they_play_the_next_deal_and_go_home_with_the_night(
    club: Club, night: Night, table: Table, members: list[Member]
) -> None:
    con, peg, _ = members
    record_deal(table, Result(kind="won", winner=seat_of(peg).number), number=1, at=AT)
    bring_chips(night, con, chips=15, by=Doer(owner_of(club).pk), at=AT)
    record_deal(table, Result(kind="won", winner=seat_of(con).number), number=2, at=AT)
    close_night(night, at=AT)

    assert sum(Account.objects.filter(holder__isnull=False).values_list("balance", flat=True)) == 80
    assert con.purse.entries.latest("seq").balance_after == 20


@pytest.mark.parametrize("chips", [0, -1, True, 1.5])
def test_no_number_of_chips(club: Club, night: Night, members: list[Member], chips: int) -> None:
    with pytest.raises(TooFewChips):
        bring_chips(night, members[0], chips=chips, by=Doer(owner_of(club).pk), at=AT)


def test_refusals(club: Club, night: Night, table: Table, members: list[Member]) -> None:
    con, _, absent = members
    by = Doer(owner_of(club).pk)
    with pytest.raises(NotSeated, match="sits at no table"):
        bring_chips(night, absent, chips=1, by=by, at=AT)
    with pytest.raises(NotSeated, match="no seat"):
        bring_more(table, player_id=absent.player_id, chips=1, at=AT)
    with pytest.raises(
        Overdrawn, match="has 15 chips at home, so 16 cannot be brought: hand out 1"
    ):
        bring_chips(night, con, chips=16, by=by, at=AT)


def test_it_is_refused_before_the_tables_open_and_after_they_close(
    club: Club, night: Night, table: Table, members: list[Member]
) -> None:
    close_night(night, at=AT)

    with pytest.raises(WrongMoment):
        bring_chips(night, members[0], chips=1, by=Doer(owner_of(club).pk), at=AT)
    with pytest.raises(TableClosed):
        bring_more(table, player_id=members[0].player_id, chips=1, at=AT)


def test_cards_dealt_online_know_no_such_thing(club: Club, members: list[Member]) -> None:
    night = open_tables(
        seat_night(open_night_with(club, members, mode=Mode.ONLINE, buy_in_chips=5)), at=AT
    )

    with pytest.raises(TableNotFree, match="only where the cards are real"):
        bring_chips(night, members[0], chips=1, by=Doer(owner_of(club).pk), at=AT)


def test_a_form_that_is_sent_twice_brings_chips_once(
    club: Club, night: Night, members: list[Member]
) -> None:
    bring_chips(night, members[0], chips=7, by=Doer(owner_of(club).pk), after=1, at=AT)

    with pytest.raises(BroughtBefore, match="a moment ago"):
        bring_chips(night, members[0], chips=7, by=Doer(owner_of(club).pk), after=1, at=AT)
    assert holds(members[0]) == (8, 12)


def test_over_the_api_with_a_key(club: Club, night: Night, members: list[Member]) -> None:
    owner = Caller(owner_of(club))
    body = {"member": members[0].pk, "chips": 7}
    path = f"nights/{night.pk}/bring-chips"

    answers = [owner.order(path, body, key="once") for _ in range(2)]
    without = owner.post(f"/api/v1/{path}", body, format="json")

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].data["id"] == night.pk
    assert without.status_code == 400
    assert holds(members[0]) == (8, 12)


@pytest.mark.parametrize(
    ("who", "status"), [(OWNER, 200), (ORGANISER, 200), (MEMBER, 403), (STRANGER, 404)]
)
def test_it_is_for_organisers(
    club: Club, night: Night, members: list[Member], who: str, status: int
) -> None:
    answer = callers_of(club)[who].order(
        f"nights/{night.pk}/bring-chips", {"member": members[0].pk, "chips": 1}
    )

    assert answer.status_code == status
    assert holds(members[0]) == ((14, 6) if status == 200 else (15, 5))


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCORER])
def test_on_the_page_of_the_table(
    client: Client, club: Club, night: Night, members: list[Member], role: Role
) -> None:
    con = members[0]
    club.members.filter(player=owner_of(club)).update(role=role)
    client.force_login(club.members.get(role=role).player)
    address = reverse("desk-table", args=[night.pk, 1, 1])
    form = {"seat": seat_of(con).number, "chips": 7, "after": 1}

    pages = [client.post(address, form, follow=True) for _ in range(2)]

    if role == Role.SCORER:
        assert pages[0].status_code in (403, 404)
        assert holds(con) == (15, 5)
    else:
        assert f"{con} has brought 7 more chips." in pages[0].content.decode()
        assert "a moment ago" in pages[1].content.decode()
        assert holds(con) == (8, 12)


@pytest.mark.parametrize("wrong", [{"seat": "abc"}, {"seat": ""}, {"after": "abc"}])
def test_a_form_without_a_seat_brings_nobody_chips(
    client: Client, club: Club, night: Night, members: list[Member], wrong: dict[str, str]
) -> None:
    client.force_login(owner_of(club))
    address = reverse("desk-table", args=[night.pk, 1, 1])
    form = {"seat": seat_of(members[0]).number, "chips": 7, "after": 0, **wrong}

    page = client.post(address, form, follow=True).content.decode()

    assert "load the page again" in page
    assert [holds(member) for member in members[:2]] == [(15, 5), (15, 5)]
