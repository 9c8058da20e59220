"""An event of each kind, followed in real browsers: at the organiser's desk and on the board."""

from typing import Any

import pytest
from playwright.sync_api import Page

from clubs.members import join_club
from clubs.models import Role
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor
from tests.browser.test_board import play_round
from tests.clubs.factories import ClubFactory, PlayerFactory, guests
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import RoundSeat, Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.tournaments import start

EVENTS: dict[str, tuple[int, dict[str, Any]]] = {
    "rotation": (6, {"rounds_count": 2, "table_size": 3}),
    "swiss": (6, {"rounds_count": 2, "table_size": 3}),
    "round_robin": (4, {"table_size": 2}),
    "knockout": (6, {"table_size": 3}),
}
"""By format how many play, and how."""


def seated(cup: Tournament) -> list[list[str]]:
    """Who sits at each table of the round that is played, in the order of the seats."""
    seats = RoundSeat.objects.filter(
        round_table__round__tournament=cup, round_table__round__finished_at=None
    )
    tables: dict[int, list[str]] = {}
    for seat in seats.order_by("round_table__number", "seat"):
        tables.setdefault(seat.round_table.number, []).append(str(seat.member))
    return list(tables.values())


def shown(page: Page, lists: str) -> list[list[str]]:
    return [
        [" ".join(name.split()) for name in one.locator("li").all_inner_texts()]
        for one in page.locator(lists).all()
    ]


def read(page: Page, lines: str, name: str) -> list[tuple[str, ...]]:
    """Ranks, names and reasons of the standings that a page shows."""
    found = page.locator(lines)
    parts = (found.locator(one).all_inner_texts() for one in (".rank", name, ".why"))
    return list(zip(*parts, strict=True))


def marked(line: Any, cup: Tournament) -> str:
    """The name in the final standings, with a mark for who was out before the last round."""
    last = cup.rounds.latest("number")
    seated = last.tables.filter(seats__entrant=line.entrant).exists()
    rested = last.byes.filter(entrant=line.entrant).exists()
    return line.name if seated or rested else f"{line.name} out"


@pytest.mark.parametrize("key", EVENTS)
def test_an_event_of_each_kind_is_followed(live_visitor: MakesVisitor, key: str) -> None:
    """Nobody loads a page again; both show who sits where in each round, and the end."""
    at, club = database_now(), ClubFactory.create()
    chief = PlayerFactory.create(name="Nora Daly")
    join_club(club, player=chief, role=Role.ORGANISER, at=at)
    entrants, plan = EVENTS[key]
    stage = {"format": key, "deals_a_round": 1, "starting_stack": 50, **plan}
    cup = create_tournament(club, name="Cup", stages=[stage], is_public=True, at=at)  # type: ignore[list-item]
    for member in guests(club, entrants):
        enter(cup, member=member, bot_level="thumb", at=at)
    start(cup, at=at)
    organiser, stranger = live_visitor(chief), live_visitor(None, "phone")
    desk = organiser.goes_to(f"/admin/tournaments-desk/{cup.pk}/tables/")
    board = stranger.goes_to(f"/tournaments/{cup.pk}/")

    while Tournament.objects.get(pk=cup.pk).status == TournamentStatus.RUNNING:
        words = f"Round {cup.rounds.get(finished_at=None).number}"
        desk.locator("#round", has_text=words).wait_for()
        board.locator("#board > h2", has_text=words).wait_for()
        assert shown(desk, "section .seated") == seated(cup)
        assert shown(board, "section .tables .seats") == seated(cup)
        play_round(cup)

    board.locator("#board > h2", has_text="Final standings").wait_for()
    lines = [(str(line.rank), marked(line, cup), line.reason) for line in results_of(cup)]
    assert read(board, ".standings > li", ".name") == lines
    stranger.check(f"event-{key}-board")
    desk.get_by_role("link", name="Standings").click()
    desk.locator(".lines").wait_for()
    assert read(desk, ".lines > li", ".who") == lines
    organiser.check(f"event-{key}-desk")
