"""The desk of a tournament in a real browser: one button leads from the draft to the prizes."""

from zoneinfo import ZoneInfo

import pytest

from clubs.members import join_club
from clubs.models import Member, Player, Role
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor, Visitor
from tests.browser.test_board import play_round
from tests.clubs.factories import ClubFactory, guests
from tournaments.announcements import change_tournament, create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament, TournamentStatus
from tournaments.tournaments import announce, start

FIRST = "#tonight .steps .first"


@pytest.fixture
def cup(address: str) -> Tournament:
    """A draft of two stages, for nine of whom eight are bots."""
    at, club = database_now(), ClubFactory.create()
    chief = Player.objects.create(username="chief", name="Nora Daly")
    join_club(club, player=chief, role=Role.ORGANISER, at=at)
    list(guests(club, 9))
    return create_tournament(
        club,
        name="Winter Cup",
        stages=[
            {"format": "swiss", "rounds_count": 1, "deals_a_round": 2, "starting_stack": 100,
             "table_size": 3},
            {"format": "knockout", "deals_a_round": 2, "starting_stack": 100, "table_size": 3,
             "cut": 3},
        ],
        entry_chips=5,
        check_in_minutes=30,
        payout_minutes=60,
        is_draft=True,
        at=at,
    )  # fmt: skip


def chief_of(cup: Tournament) -> Player:
    return Player.objects.get(username="chief")


def people_of(cup: Tournament) -> list[Member]:
    return list(cup.club.members.filter(role=Role.GUEST).order_by("pk"))


def step(one: Visitor, words: str) -> None:
    """The first button says so, and is tapped."""
    one.page.locator(FIRST, has_text=words).wait_for()
    one.tap(FIRST)


def test_one_button_from_the_draft_to_the_prizes(visitor: MakesVisitor, cup: Tournament) -> None:
    chief = visitor(chief_of(cup))
    page = chief.goes_to(f"/admin/tournaments-desk/{cup.pk}/")
    step(chief, "Announce it")
    page.locator("#tonight .state", has_text="open for entries").wait_for()
    for member in people_of(cup):
        enter(cup, member=member, bot_level="thumb", at=database_now())
    page.locator(".entrants li").nth(8).wait_for()  # Nobody loads the page again.
    step(chief, "Begin the check-in")
    for left in range(9, 1, -1):
        page.locator(".entrants .taps .first").nth(left - 1).wait_for()
        page.locator(".entrants .taps .first").first.tap()
        page.locator(".entrants .taps .first").nth(left - 1).wait_for(state="detached")
    chief.check("tournament-entrants")
    step(chief, "Start with 8")
    page.get_by_text("has not checked in. They are let go").wait_for()
    page.get_by_role("link", name="Not now").click()
    page.locator(".entrants .taps .first").tap()
    step(chief, "Start with 9")
    page.get_by_role("button", name="Start with 9").wait_for()
    chief.check("tournament-asked")
    page.get_by_role("button", name="Start with 9").click()
    page.locator("h2", has_text="Round 1").wait_for()
    chief.check("tournament-tables")

    play_round(cup)
    page.locator("h2", has_text="Round 2").wait_for()
    page.get_by_role("link", name="Standings").click()
    page.locator(".lines").wait_for()
    chief.check("tournament-standings")
    step(chief, "Follow round 2")
    page.locator("h2", has_text="Round 2").wait_for()
    play_round(cup)
    page.get_by_role("link", name="Standings").click()
    step(chief, "Confirm the prizes")
    page.get_by_role("button", name="Confirm the prizes").wait_for()
    chief.check("tournament-prizes")
    page.get_by_role("button", name="Confirm the prizes").click()
    page.locator("#tonight .state", has_text="paid out").wait_for()
    page.locator(".figures b", has_text="prize").first.wait_for()
    page.get_by_role("link", name="Log").click()
    page.get_by_text("paid the prizes.").wait_for()
    chief.check("tournament-log")
    assert Tournament.objects.get().status == TournamentStatus.PAID


def test_by_keyboard_and_without_scripts(visitor: MakesVisitor, cup: Tournament) -> None:
    """Withdrawing asks, a substitute is chosen, and cancelling asks."""
    at = database_now()
    chief = visitor(chief_of(cup), runs_scripts=False)
    page = chief.goes_to(f"/admin/tournaments-desk/{cup.pk}/")
    page.get_by_role("button", name="Announce it").press("Enter")
    first, second, third, *_ = people_of(cup)
    for member in (first, second):
        enter(cup, member=member, bot_level="thumb", at=at)
    chief.goes_to(f"/admin/tournaments-desk/{cup.pk}/")

    page.locator("li", has_text=str(first)).get_by_role("link", name="Out").press("Enter")
    page.get_by_text("The fee goes back to them: 5 chips.").wait_for()
    page.get_by_role("button", name="Take them out").press("Enter")
    page.get_by_text(f"{first} is out.").wait_for()

    page.locator("li", has_text=str(second)).get_by_role("link", name="Substitute").press("Enter")
    page.get_by_label("Who comes").select_option(label=str(third))
    page.get_by_role("button", name="Let them play").press("Enter")
    page.get_by_text(f"{third} plays for {second} from now on.").wait_for()

    page.locator("details.more summary").press("Enter")
    page.get_by_role("link", name="Cancel the tournament").press("Enter")
    page.get_by_text("All fees go back.").wait_for()
    page.get_by_role("button", name="Cancel the tournament").press("Enter")
    page.locator("#tonight .state", has_text="cancelled").wait_for()
    assert Tournament.objects.get().status == TournamentStatus.CANCELLED


def test_a_tournament_from_one_sentence(visitor: MakesVisitor, cup: Tournament) -> None:
    chief = visitor(chief_of(cup))
    page = chief.goes_to("/admin/tournaments-desk/new/")
    assert not page.get_by_label("How many go on").first.is_visible()  # Nothing more is played.
    page.get_by_label("Name").fill("Spring Cup")
    page.get_by_label("Day").fill("2030-03-17")
    page.get_by_label("Time", exact=True).fill("19:30")
    page.get_by_label("Stage 2").select_option("knockout")
    page.get_by_label("How many go on").first.fill("8")
    chief.check("tournament-new")
    page.get_by_label("Shares in percent").fill("50/40")
    page.get_by_role("button", name="Announce it").click()
    page.get_by_role("alert").get_by_text("90 percent").wait_for()
    page.get_by_label("Shares in percent").fill("60/40")
    page.get_by_role("button", name="Announce it").press("Enter")
    page.locator("#tonight .state", has_text="open for entries").wait_for()

    made = Tournament.objects.get(name="Spring Cup")
    swiss, knockout = made.stages.order_by("number")
    assert (swiss.format, swiss.rounds_count, swiss.deals_a_round) == ("swiss", 5, 5)
    assert (knockout.format, knockout.rounds_count, knockout.cut) == ("knockout", None, 8)
    assert (made.prize_percents, made.entry_chips) == ([60, 40], 20)
    assert made.starts_at is not None
    assert made.starts_at.astimezone(ZoneInfo(made.club.time_zone)).hour == 19


def test_a_draw_is_looked_at_changed_and_confirmed(visitor: MakesVisitor, cup: Tournament) -> None:
    at = database_now()
    change_tournament(cup, draw_minutes=60, check_in_minutes=None, at=at)
    announce(cup, at=at)
    for member in people_of(cup):
        enter(cup, member=member, bot_level="thumb", at=at)
    start(cup, at=at)
    chief = visitor(chief_of(cup))
    page = chief.goes_to(f"/admin/tournaments-desk/{cup.pk}/log/")
    step(chief, "Look at draw 1")
    page.locator("h2", has_text="Round 1, draw 1").wait_for()
    page.get_by_label("Where to").select_option(index=1)
    page.get_by_role("button", name="Move", exact=True).click()
    page.get_by_text("Repeat meetings: 0 before, 0 now.").wait_for()
    page.get_by_role("button", name="Draw again").click()
    page.locator("h2", has_text="Round 1, draw 2").wait_for()
    chief.check("tournament-draw")
    step(chief, "Confirm round 1")
    page.locator("h2", has_text="Round 1").and_(page.locator("#round")).wait_for()


def test_fewer_rounds_are_chosen_at_the_desk(visitor: MakesVisitor, address: str) -> None:
    """What falls away stands beside each choice."""
    at, club = database_now(), ClubFactory.create()
    chief = Player.objects.create(username="chief", name="Nora Daly")
    join_club(club, player=chief, role=Role.ORGANISER, at=at)
    league = create_tournament(
        club,
        name="Winter League",
        stages=[{"format": "swiss", "rounds_count": 4, "deals_a_round": 1, "starting_stack": 50}],
        breaks=[{"after_round": 2, "minutes": 10}],
        at=at,
    )
    for member in guests(club, 10):
        enter(league, member=member, bot_level="thumb", at=at)
    start(league, at=at)
    somebody = visitor(chief)
    page = somebody.goes_to(f"/admin/tournaments-desk/{league.pk}/")

    somebody.tap("details.more summary")
    somebody.tap("a:has-text('Play fewer rounds')")
    page.locator("input[name=rounds]").first.wait_for()
    somebody.check("fewer-rounds")
    somebody.tap("label:has-text('2 rounds')")
    somebody.tap("button.first")
    page.locator("#tonight").wait_for()

    assert league.stages.get().rounds_count == 2
    somebody.goes_to(f"/admin/tournaments-desk/{league.pk}/entrants/")
    somebody.check("entrants-with-states")
