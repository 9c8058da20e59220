"""The admin's first page: what each role finds there, and by how many queries."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.attendance import answer_night, check_in
from clubs.draws import seat_night
from clubs.free_tables import open_free_table
from clubs.members import join_club
from clubs.models import Access, Answer, Club, Night, Player, Role
from clubs.nights import close_night, open_night, plan_night
from clubs.rounds import open_tables
from clubs.turning_away import turn_away
from deploy.menu import MENU
from deploy.rest.clock import database_now
from games.models import Table
from games.tables.stewarding import pause
from ledger.lending import draft_loan
from ledger.posting import post_transfer
from tests.clubs.factories import ClubFactory, PlayerFactory, guests, owner_of
from tests.tournaments.cups import announce
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.tournaments import start
from tournaments.waits import tell_wait

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
TODAY = "/admin/"


@pytest.fixture
def club() -> Club:
    made: Club = ClubFactory.create(name="Ballyduff")
    return made


def night_of(club: Club, hours: float, **plan: object) -> Night:
    """A night that is planned to begin after this number of hours."""
    at = database_now()
    return plan_night(club, at=at, starts_at=at + hours * HOUR, **plan)  # type: ignore[arg-type]


def played_night(club: Club, hours: float) -> Night:
    """A night that is over."""
    at = database_now()
    night = open_night(night_of(club, hours))
    check_in(night, guests(club, 2), at=at)
    return close_night(open_tables(seat_night(night), at=at), at=at)


def page(client: Client, player: Player) -> str:
    client.force_login(player)
    answer = client.get(TODAY)
    assert answer.status_code == 200
    return str(answer.content.decode())


def matters(client: Client, club: Club) -> dict[str, str]:
    """What waits for the owner, and where it leads."""
    client.force_login(owner_of(club))
    told = client.get(TODAY).context["matters"]
    return {one.sentence: one.address for one in told}


def test_the_desk_of_tonight_is_one_tap_away(client: Client, club: Club) -> None:
    night = open_night(night_of(club, 1))
    later = night_of(club, 24 * 7, venue="Parish hall")

    shown = page(client, owner_of(club))

    tonight, _, others = shown.partition('id="next"')
    assert f'href="{reverse("desk", args=[night.pk])}"' in tonight
    assert f'href="{reverse("desk", args=[later.pk])}"' in others
    assert "Parish hall" in others
    assert "Parish hall" not in tonight


def test_only_the_last_night_that_is_over_is_there(client: Client, club: Club) -> None:
    before, last = (played_night(club, hours) for hours in (1, 2))

    shown = page(client, owner_of(club))

    assert f'href="{reverse("desk", args=[last.pk])}">How it went' in shown
    assert reverse("desk", args=[before.pk]) not in shown


def test_only_clubs_are_shown_that_somebody_looks_after(client: Client, club: Club) -> None:
    other = ClubFactory.create(name="Causeway")
    night_of(other, 1, venue="Elsewhere")
    announce(other)

    shown = page(client, owner_of(club))

    assert "Causeway" not in shown
    assert "Elsewhere" not in shown
    assert "Christmas Cup" not in shown


def test_a_scorer_finds_the_nights_and_nothing_of_books_or_decisions(
    client: Client, club: Club
) -> None:
    late = night_of(club, -1)
    announce(club)
    scorer = PlayerFactory.create()
    join_club(club, player=scorer, role=Role.SCORER, at=database_now())

    shown = page(client, scorer)

    assert f'href="{reverse("desk", args=[late.pk])}"' in shown
    assert "Nothing waits for a decision." in shown
    for hidden in ("Christmas Cup", "Chips in issue", "Plan a night"):
        assert hidden not in shown


def test_a_night_that_should_have_begun_waits(client: Client, club: Club) -> None:
    night = night_of(club, -1)

    [(words, address)] = matters(client, club).items()

    assert "It should have begun" in words
    assert address == reverse("desk", args=[night.pk])


def test_people_without_a_place_a_partner_or_chips_wait(client: Client, club: Club) -> None:
    night = open_night(night_of(club, 1, capacity=2, buy_in_chips=50))
    for member in guests(club, 3):
        answer_night(night, member, Answer.GOING, at=database_now())
    night.attendances.filter(answer=Answer.GOING).update(needs_partner=True)

    told = matters(client, club)

    assert [words.partition(".")[0] for words in told] == [
        "1 person waits for a place",
        "2 people look for a partner",
        "2 people have too few chips for the buy-in",
    ]
    assert list(told.values())[-1] == reverse("desk-door", args=[night.pk])


def test_visitors_wait_to_be_welcomed(client: Client, club: Club) -> None:
    join_club(club, player=PlayerFactory.create(), role=Role.VISITOR, at=database_now())

    [(words, address)] = matters(client, club).items()

    assert words.startswith("1 visitor sat down")
    client.force_login(owner_of(club))
    assert client.get(address).context["cl"].result_count == 1


def test_tables_that_stand_still_wait(client: Client, club: Club) -> None:
    at = database_now()
    plan = {"access": Access.MEMBERS, "seats_limit": 5}
    tables = [
        open_free_table(club, host=owner_of(club), name=name, at=at, **plan).table  # type: ignore[arg-type]
        for name in ("Fireside", "Window")
    ]
    pause(tables[0], at=at)
    Table.objects.filter(pk=tables[1].pk).update(due_at=at - HOUR)

    told = matters(client, club)

    assert list(told.values()) == [
        reverse("admin:games_table_change", args=[table.pk]) for table in tables
    ]


def test_tournaments_that_run_or_wait_are_shown(client: Client, club: Club) -> None:
    at = database_now()
    people = guests(club, 4)
    cup = announce(club)
    for member in people:
        enter(cup, member=member, at=at)
    waiting = matters(client, club)
    start(cup, at=at)
    running = page(client, owner_of(club))
    turn_away(people[0], reason="Threw a chair", by=owner_of(club), at=at)

    assert list(waiting) == ["4 are in. It starts when you press Start."]
    assert "round 1 of 4" in running
    assert "1 table plays" in running
    assert any("turned away" in words for words in matters(client, club))


def test_people_who_ask_to_be_let_in_wait(client: Client, club: Club) -> None:
    cup = announce(club)
    Tournament.objects.update(needs_approval=True)
    cup.refresh_from_db()
    [asking, *_] = guests(club, 2)
    enter(cup, member=asking, code="", at=database_now())

    [(words, address)] = matters(client, club).items()

    assert words.startswith("1 person has asked to be let in")
    assert address == reverse("admin:tournaments_tournament_entries", args=[cup.pk])


def test_a_tournament_whose_time_came_with_too_few_people_waits(client: Client, club: Club) -> None:
    cup = announce(club)
    Tournament.objects.update(starts_at=database_now() - HOUR)
    tell_wait(cup, at=database_now())

    [(words, address)] = matters(client, club).items()

    assert words == "It waits for 2 more entrants."
    assert address == reverse("tournament-desk", args=[cup.pk])


def test_what_purses_owe_stands_in_the_books(client: Client, club: Club) -> None:
    [debtor] = guests(club, 1)
    loan = draft_loan(debtor.purse, 7, actor_id=owner_of(club).pk, memo="Table 1")
    post_transfer(loan, at=database_now())

    told = matters(client, club)
    client.force_login(owner_of(club))
    [book] = client.get(TODAY).context["books"]

    assert [words.partition(",")[0] for words in told] == ["1 purse owes 7 chips"]
    assert (book.owed, book.unexplained, book.is_balanced) == (7, 0, True)


def test_it_takes_as_many_queries_for_fifty_of_each_as_for_ten(
    admin_client: Client, club: Club
) -> None:
    counts = []
    for clubs in (10, 40):
        for _ in range(clubs):
            _one_of_each(ClubFactory.create())
        with CaptureQueriesContext(connection) as queries:
            answer = admin_client.get(TODAY)
        assert answer.status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert len(answer.content) < 100_000


def _one_of_each(club: Club) -> None:
    """A club in which everything goes on that the page tells of."""
    at = database_now()
    here = guests(club, 3)
    night = open_night(night_of(club, 1))
    for member in here:
        answer_night(night, member, Answer.GOING, at=at)
    night_of(club, 24 * 5)
    cup = announce(club)
    for member in here:
        enter(cup, member=member, at=at)
    loan = draft_loan(here[0].purse, 7, actor_id=owner_of(club).pk, memo="Table 1")
    post_transfer(loan, at=at)


def test_every_list_of_the_admin_is_in_the_menu() -> None:
    listed = [label for rows in MENU.values() for label in rows]

    assert sorted(listed) == sorted(one._meta.label for one in admin.site._registry)


def test_the_chips_at_tables_count_as_in_play(client: Client, club: Club) -> None:
    night = open_night(night_of(club, 1, buy_in_chips=20))
    at = database_now()
    check_in(night, guests(club, 3), at=at)
    open_tables(seat_night(night), at=at)
    client.force_login(owner_of(club))

    [book] = client.get(TODAY).context["books"]

    assert book.in_play == 60
