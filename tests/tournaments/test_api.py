"""The API of tournaments: who may look, who may do, and one run by programs to its prizes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from deploy.rest.clock import database_now
from games.models import Table
from games.play.advance import advance_table
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, ORGANISER, OWNER, STRANGER, Caller, callers_of
from tests.clubs.factories import AT, ClubFactory, guests
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.tasks import sweep_tournaments

pytestmark = pytest.mark.urls("tests.tournaments.doors")


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def callers(club: Club) -> dict[str, Caller]:
    return callers_of(club)


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Two guests have entered."""
    cup = announce(club)
    for member in guests(club, 2):
        enter(cup, member=member, at=AT)
    return cup


def announce(club: Club, name: str = "Cup") -> Tournament:
    return create_tournament(
        club,
        name=name,
        rounds_count=1,
        deals_a_round=1,
        starting_stack=30,
        entry_chips=5,
        table_size=4,
        at=AT,
    )


@pytest.mark.parametrize(
    ("who", "status"), [(OWNER, 200), (ORGANISER, 200), (MEMBER, 200), (STRANGER, 404)]
)
def test_who_may_look(cup: Tournament, callers: dict[str, Caller], who: str, status: int) -> None:
    paths = [f"tournaments/{cup.pk}{more}" for more in ("", "/rounds", "/standings")]

    assert [callers[who].get(f"/api/v1/{path}").status_code for path in paths] == [status] * 3
    assert bool(callers[who].get("/api/v1/tournaments").data["results"]) == (status == 200)


@pytest.mark.parametrize(
    ("who", "status"), [(OWNER, 200), (ORGANISER, 200), (MEMBER, 403), (STRANGER, 404)]
)
@pytest.mark.parametrize(("order", "after"), [("start", "running"), ("cancel", "cancelled")])
def test_who_may_do(
    cup: Tournament, callers: dict[str, Caller], who: str, status: int, order: str, after: str
) -> None:
    answer = callers[who].order(f"tournaments/{cup.pk}/{order}")

    cup.refresh_from_db()
    assert answer.status_code == status
    assert cup.status == (after if status == 200 else "registration")


def test_a_member_enters_and_withdraws_alone(cup: Tournament, callers: dict[str, Caller]) -> None:
    member = callers[MEMBER]
    entered = member.order(f"tournaments/{cup.pk}/enter")
    again = member.order(f"tournaments/{cup.pk}/enter")
    back = member.order(f"tournaments/{cup.pk}/withdraw")

    assert (entered.data["entrants"], entered.data["prize_chips"]) == (3, 15)
    assert (again.status_code, again.data["code"]) == (409, "already_entered")
    assert (back.data["entrants"], back.data["prize_chips"]) == (2, 10)


def test_an_order_sent_twice_takes_one_fee(cup: Tournament, callers: dict[str, Caller]) -> None:
    member = callers[MEMBER]
    answers = [member.order(f"tournaments/{cup.pk}/enter", key="mine") for _ in range(2)]

    assert answers[0].data == answers[1].data
    assert answers[1].data["prize_chips"] == 15


@pytest.mark.parametrize("order", ["enter", "withdraw"])
def test_only_organisers_name_others(
    cup: Tournament, callers: dict[str, Caller], order: str
) -> None:
    other = cup.club.members.latest("pk").pk
    answer = callers[MEMBER].order(f"tournaments/{cup.pk}/{order}", {"member": other})

    assert answer.status_code == 403


@pytest.mark.parametrize("who", [OWNER, MEMBER])
def test_nobody_gives_themself_a_bot(cup: Tournament, callers: dict[str, Caller], who: str) -> None:
    answer = callers[who].order(f"tournaments/{cup.pk}/enter", {"bot_level": "thumb"})

    assert answer.status_code == 400
    assert "bot_level" in answer.data["errors"]


def test_a_member_of_another_club_does_not_enter(
    cup: Tournament, callers: dict[str, Caller]
) -> None:
    owner = callers[OWNER]
    [other] = guests(ClubFactory.create(owner=owner.player), 1)
    answer = owner.order(f"tournaments/{cup.pk}/enter", {"member": other.pk})

    assert answer.status_code == 404
    assert answer.data["detail"] == f"In your clubs there is no member {other.pk}."


@pytest.mark.parametrize(("who", "status"), [(MEMBER, 403), (STRANGER, 404)])
def test_only_organisers_announce(
    club: Club, callers: dict[str, Caller], who: str, status: int
) -> None:
    body = {"club": club.pk, "name": "Cup", "rounds_count": 1}
    body |= {"deals_a_round": 1, "starting_stack": 30}
    answer = callers[who].order("tournaments", body)

    assert answer.status_code == status


@pytest.mark.urls("deploy.urls")
@pytest.mark.parametrize(("who", "status"), [(ORGANISER, 200), (MEMBER, 200), (STRANGER, 404)])
def test_the_club_watches_and_sees_no_hand(
    cup: Tournament, callers: dict[str, Caller], who: str, status: int
) -> None:
    callers[OWNER].order(f"tournaments/{cup.pk}/start")
    table = Table.objects.get(round_table__round__tournament=cup)
    advance_table(table.pk, at=database_now())

    answer = callers[who].get(f"/api/v1/tables/{table.pk}")

    assert answer.status_code == status
    assert len(callers[who].get("/api/v1/deals").data["results"]) == (status == 200)
    assert status == 404 or answer.data["deal"]["view"]["hand"] == []


def test_a_tournament_says_how_its_tables_are_played(
    club: Club, callers: dict[str, Caller]
) -> None:
    terms = {"turn_seconds": 20, "time_bank_seconds": 120, "pause_seconds": 9}
    terms["reveals_each_deal"] = True
    terms["spectator_delay_seconds"] = 30
    announced = {"club": club.pk, "name": "Cup", "rounds_count": 1, "deals_a_round": 1}
    cup = callers[OWNER].order("tournaments", announced | {"starting_stack": 30} | terms).data
    for member in guests(club, 2):
        callers[OWNER].order(f"tournaments/{cup['id']}/enter", {"member": member.pk})
    callers[OWNER].order(f"tournaments/{cup['id']}/start")

    table = Table.objects.get(round_table__round__tournament=cup["id"])
    assert {name: cup[name] for name in terms} == terms
    assert {name: getattr(table, name) for name in terms} == terms


def test_from_the_announcement_to_the_prizes(club: Club, callers: dict[str, Caller]) -> None:
    organiser = callers[ORGANISER]
    body = {
        "club": club.pk,
        "name": "Christmas Cup",
        "rounds_count": 2,
        "deals_a_round": 2,
        "starting_stack": 30,
        "entry_chips": 10,
        "table_size": 4,
        "prize_percents": [60, 40],
    }
    cup = organiser.order("tournaments", body).data
    for member in guests(club, 8):
        entry = {"member": member.pk, "bot_level": "thumb"}
        assert organiser.order(f"tournaments/{cup['id']}/enter", entry).status_code == 200
    assert organiser.order(f"tournaments/{cup['id']}/start").data["status"] == "running"
    for _ in range(2):
        for table in Table.objects.open():
            while advance_table(table.pk, at=database_now()):
                pass
        sweep_tournaments()

    whole, rounds, standings = (
        callers[MEMBER].get(f"/api/v1/tournaments/{cup['id']}{more}").data
        for more in ("", "/rounds", "/standings")
    )
    assert (whole["status"], whole["prize_chips"]) == ("paid", 80)
    assert [[len(table["seats"]) for table in one["tables"]] for one in rounds] == [[4, 4]] * 2
    assert [one["repeat_meetings"] for one in rounds] == [one["least_repeats"] for one in rounds]
    assert [len(one["meets_again"]) for one in rounds] == [0, 4]  # Two of each table meet.
    for again in rounds[1]["meets_again"]:
        seats = [seat for table in rounds[0]["tables"] for seat in table["seats"]]
        names = {seat["entrant"]: seat["name"] for seat in seats}
        assert again["names"] == [names[entrant] for entrant in again["entrants"]]
        assert again["times"] == 1
    made = [sum(seat["chips"] for seat in table["seats"]) for table in rounds[0]["tables"]]
    assert made == [0, 0]
    assert sum(line["prize_chips"] for line in standings) == 80
    assert [line["rank"] for line in standings] == sorted(line["rank"] for line in standings)
    assert check_books() == []


@pytest.mark.parametrize("more", ["", "/{cup}", "/{cup}/rounds", "/{cup}/standings"])
def test_answers_ask_as_much_for_many_as_for_few(
    club: Club, callers: dict[str, Caller], more: str
) -> None:
    counts = []
    for number, entrants in ((1, 4), (2, 8)):
        cup = announce(club, f"Cup {number}")
        for member in guests(club, entrants):
            enter(cup, member=member, at=AT)
        callers[OWNER].order(f"tournaments/{cup.pk}/start")
        with CaptureQueriesContext(connection) as queries:
            callers[OWNER].get(f"/api/v1/tournaments{more.format(cup=cup.pk)}")
        counts.append(len(queries))

    assert counts[0] == counts[1]
