"""The board of a tournament: what it shows, whom it lets in, and what reading it again costs."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club
from tests.clubs.factories import ClubFactory, PlayerFactory, guests, owner_of
from tests.clubs.forms import form_on
from tests.tournaments.cups import AT, announce, play_round
from tournaments.announcements import change_tournament
from tournaments.boards import board_of, mark_of
from tournaments.entries import Joining, enter, withdraw
from tournaments.models import Tournament, TournamentStatus
from tournaments.rounds import advance_round
from tournaments.substitutes import substitute
from tournaments.tournaments import cancel, start

pytestmark = pytest.mark.django_db
PAGES = ("board", "board-screen")


@pytest.fixture
def club() -> Club:
    made: Club = ClubFactory.create(name="Ballyduff")
    return made


def running(club: Club, people: int = 8, *, is_public: bool = True) -> Tournament:
    cup = announce(club)
    change_tournament(cup, is_public=is_public, at=AT)
    for member in guests(club, people):
        enter(cup, member=member, bot_level="thumb", at=AT)
    return start(cup, at=AT)


def read(client: Client, cup: Tournament, page: str = "board", **headers: str) -> str:
    answer = client.get(reverse(page, args=[cup.pk]), headers=headers)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize("page", PAGES)
def test_only_an_open_board_is_read_without_signing_in(
    client: Client, club: Club, page: str
) -> None:
    cup = running(club, is_public=False)
    address = reverse(page, args=[cup.pk])

    sent_to_sign_in = client.get(address)
    of_nothing = client.get(reverse(page, args=[cup.pk + 1]))
    change_tournament(cup, is_public=True, at=AT)  # At any time, while it runs too.

    assert sent_to_sign_in.status_code == of_nothing.status_code == 302
    assert "Christmas Cup" in read(client, cup, page)


def test_people_of_the_club_read_it_in_any_case_and_others_do_not(
    client: Client, club: Club
) -> None:
    cup = running(club, is_public=False)
    address = reverse("board", args=[cup.pk])

    client.force_login(owner_of(club))
    seen = client.get(address).status_code
    client.force_login(PlayerFactory.create())

    assert (seen, client.get(address).status_code) == (200, 404)


def test_a_draft_is_read_by_its_organisers_alone(client: Client, club: Club) -> None:
    cup = announce(club)
    Tournament.objects.update(is_public=True, status=TournamentStatus.DRAFT)
    [member] = guests(club, 1)
    address = reverse("board", args=[cup.pk])
    asked_to_sign_in = client.get(address).status_code
    client.force_login(member.player)
    hidden = client.get(address).status_code
    client.force_login(owner_of(club))

    assert (asked_to_sign_in, hidden, client.get(address).status_code) == (302, 404, 200)


def test_it_shows_who_sits_where_and_nothing_of_cards(client: Client, club: Club) -> None:
    cup = running(club)

    for page in PAGES:
        shown = read(client, cup, page)
        assert "Round 1 of 4" in shown
        assert all(f"Guest {number}" in shown for number in range(8))
        assert "Table 2" in shown
        assert "Standings" not in shown or page == "board"


def test_after_a_round_it_tells_what_came_of_it_and_why(client: Client, club: Club) -> None:
    cup = running(club)
    advance_round(play_round(cup), at=AT)

    board = board_of(cup)

    [earlier] = board.earlier
    assert board.round is not None
    assert (board.round.number, earlier.number, earlier.playing) == (2, 1, 0)
    told = [seat.chips.replace("−", "-") for table in earlier.tables for seat in table.seats]
    assert sum(map(int, told)) == 0 < len(told)
    assert [line.rank for line in board.lines] == sorted(line.rank for line in board.lines)
    assert all(line.reason and line.figures for line in board.lines)
    assert "Ahead of" in read(client, cup)


def test_the_end_shows_the_prizes(client: Client, club: Club) -> None:
    cup = running(club)
    for _ in range(4):
        advance_round(play_round(cup), at=AT)

    for page in PAGES:
        assert "Final standings" in read(client, cup, page)
    prizes = [line.prize for line in board_of(Tournament.objects.get()).lines]
    assert sum(prizes) == 80
    assert f"prize {max(prizes)} chips" in read(client, cup)  # Two may share the first place.


def test_before_the_first_round_and_when_it_is_called_off_it_says_so(
    client: Client, club: Club
) -> None:
    cup = announce(club, starts_at=AT + timedelta(days=7))
    change_tournament(cup, is_public=True, at=AT)
    before = [read(client, cup, page) for page in PAGES]
    enter(cup, member=guests(club, 1)[0], at=AT)
    entered = read(client, cup)
    cancel(cup, by=owner_of(cup.club).pk, at=AT)

    assert all("0 entrants so far" in page for page in before)
    assert "starts Saturday 28 November, 20:00" in entered
    assert "1 entrant so far" in entered
    assert all("It was called off" in read(client, cup, page) for page in PAGES)


def test_whatever_changes_the_board_changes_its_mark(club: Club) -> None:
    cup = announce(club)
    people = guests(club, 8)
    marks = [mark_of(cup)]

    def note() -> None:
        marks.append(mark_of(Tournament.objects.get()))

    for member in people:
        enter(cup, member=member, bot_level="thumb", at=AT)
    note()
    withdraw(cup, member=people[0], at=AT)
    note()
    substitute(cup, member=people[1], comer=Joining(people[0], "thumb"), at=AT)
    note()
    start(cup, at=AT)
    note()
    round = play_round(cup)
    note()
    advance_round(round, at=AT)
    note()
    change_tournament(cup, is_public=True, at=AT)
    note()

    assert len(set(marks)) == len(marks)


def test_a_page_that_has_not_changed_is_not_sent_again(client: Client, club: Club) -> None:
    cup = running(club)
    address = reverse("board", args=[cup.pk])
    asked = {"HX-Request": "true"}

    unchanged = client.get(f"{address}?seen={mark_of(cup)}", headers=asked)
    changed = client.get(f"{address}?seen=0", headers=asked)

    assert (unchanged.status_code, unchanged.content) == (204, b"")
    assert changed.content.decode().lstrip().startswith('<div id="board"')


def test_more_rounds_and_people_cost_no_more_queries(client: Client, club: Club) -> None:
    counts = []
    for people, rounds in ((4, 1), (12, 3)):
        cup = running(ClubFactory.create(), people)
        for _ in range(rounds):
            advance_round(play_round(cup), at=AT)
        with CaptureQueriesContext(connection) as queries:
            read(client, cup)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_the_organiser_opens_it_in_the_admin(client: Client, club: Club) -> None:
    cup = running(club, is_public=False)
    client.force_login(owner_of(club))
    address = reverse("admin:tournaments_tournament_change", args=[cup.pk])

    page = client.get(address).content.decode()
    client.post(address, form_on(client, address) | {"is_public": "on"})

    assert reverse("board-screen", args=[cup.pk]) in page
    assert Tournament.objects.get().is_public
