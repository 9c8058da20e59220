"""The pictures of the guides, of an evening of the demo's club, taken by a real Chromium."""

import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Page, StorageState

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.models import Member, Night, NightTable
from clubs.nights import plan_night
from clubs.rounds import open_tables
from deploy.bench.browsers import real_browser, sign_in
from deploy.demo.club import DemoClub, open_demo_club
from deploy.demo.tonight import USUAL_HOUR, open_tonight
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.bots import FIRST_BOT
from games.evening.result import Result
from games.models import Mode
from games.play.by_hand import record_deal
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.formats import FORMATS
from tournaments.models import Round, Tournament, TournamentStatus
from tournaments.stages import StagePlan
from tournaments.tournaments import start

TABLET, PHONE, SCREEN = (1180, 820), (390, 844), (1920, 1080)
PAPER = (820, 470)
BOARD = (820, 760)
ROUNDS = 2
DEALS = (7, 4, 6, 5)
"""At each table."""

EVENTS: dict[str, StagePlan] = {
    "rotation": {"rounds_count": 3, "table_size": 4},
    "swiss": {"rounds_count": 3, "table_size": 4},
    "round_robin": {"table_size": 3},
    "knockout": {"table_size": 4},
    "random_rotation": {"rounds_count": 3, "table_size": 4},
}
"""By format how nine people play it."""

CUP_ROUNDS = 2
CUP_SECONDS = 120  # Longer than workers take for a round.

SPOILT_OF = 3
"""Every deal whose number this divides is spoilt."""


class Album:
    """Takes pictures as the organiser sees the pages, and puts them into a folder."""

    def __init__(self, browser: Browser, site: str, signed_in: StorageState, folder: Path) -> None:
        self._browser, self._site, self._signed_in = browser, site, signed_in
        self._folder = folder
        self.taken: list[Path] = []

    def page(self, address: str, size: tuple[int, int] = TABLET, *, scale: float = 1) -> Page:
        context = self._browser.new_context(
            storage_state=self._signed_in,
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            locale="en-IE",
            has_touch=size == PHONE,
        )
        page = context.new_page()
        answer = page.goto(f"{self._site}{address}")
        assert answer is not None
        assert answer.ok, f"{address}: {answer.status}"
        return page

    def take(self, page: Page, name: str) -> None:
        """Picture what the window shows, and close it."""
        path = self._folder / f"{name}.png"
        page.screenshot(path=path, animations="disabled")
        page.context.close()
        self.taken.append(path)

    def look(self, name: str, address: str, *sizes: tuple[int, int]) -> None:
        for size in sizes or (TABLET,):
            self.take(self.page(address, size), f"{name}-phone" if size == PHONE else name)


def take_pictures(site: str, folder: Path) -> Iterator[Path]:
    """From the door to the log; one after the other, as soon as each is there.

    The default database is a scratch one, and a service at `site` answers with it.
    """
    demo = open_demo_club(at=database_now())
    demo.club.time_zone = zone_of_evening(database_now())
    demo.club.save(update_fields=["time_zone"])
    night = open_tonight(demo, at=database_now())
    _plan_more(demo, night)
    login = demo.logins[0]
    with ThreadPoolExecutor(1) as beside, real_browser() as browser:
        signed_in = sign_in(browser, site, username=login.username, password=login.password)
        album = Album(browser, site, signed_in, folder)

        def do(deed: Callable[[DemoClub, Night], None]) -> None:
            """In a thread with a database; this one has the browser's loop."""
            beside.submit(_done, deed, demo, night).result()

        for chapter in (_door, _room, _tables, _papers, _tournament, _events):
            chapter(album, reverse("desk", args=[night.pk]), do)
            yield from album.taken
            album.taken.clear()


Deed = Callable[[DemoClub, Night], None]
Doing = Callable[[Deed], None]


def _done(deed: Deed, demo: DemoClub, night: Night) -> None:
    night.refresh_from_db()
    deed(demo, night)
    connection.close()


def zone_of_evening(at: datetime) -> str:
    """Where it is the hour before the night begins, whenever the pictures are taken."""
    ahead = (USUAL_HOUR - 1 - at.astimezone(UTC).hour + 12) % 24 - 12
    return f"Etc/GMT{-ahead:+d}"  # West is plus there.


def _plan_more(demo: DemoClub, night: Night) -> None:
    """The same evening in the weeks to come."""
    for weeks in (1, 2):
        starts_at = night.starts_at + timedelta(weeks=weeks)
        plan_night(
            demo.club, at=database_now(), starts_at=starts_at, venue=night.venue, mode=Mode.RECORDED
        )


# -- the chapters of the guide


def _door(album: Album, desk: str, _: Doing) -> None:
    album.look("door", f"{desk}door/")
    found = album.page(f"{desk}door/", PHONE)
    found.fill("#find", "aine")
    album.take(found, "door-found-phone")


def _room(album: Album, desk: str, do: Doing) -> None:
    do(_everybody_comes)
    drawn = album.page(f"{desk}room/")
    drawn.locator(".seat .tap").first.click()
    drawn.locator(".seat.picked").wait_for()
    album.take(drawn, "room-drawn")
    do(_tables_open)
    do(_deals_are_played)
    do(_somebody_comes_late)
    late = album.page(f"{desk}room/")
    late.locator(".waits .tap").first.click()
    late.locator("[data-table='2'] .to-table").click()
    late.locator(".chair").first.wait_for()
    album.take(late, "room-late")


def _tables(album: Album, desk: str, _: Doing) -> None:
    album.look("results", f"{desk}results/")
    album.look("table", f"{desk}results/1/1/", TABLET, PHONE)
    right = album.page(f"{desk}results/1/2/deals/3/")
    right.locator(".win .first").last.click()
    right.locator(".putting-right", has_text="Then").wait_for()
    album.take(right, "put-right")
    album.look("money", f"{desk}money/")
    album.look("log", f"{desk}log/")
    album.look("dashboard", reverse("admin:index"))


def _papers(album: Album, desk: str, _: Doing) -> None:
    hall = desk.replace("/admin/desk/", "/hall/")
    album.take(album.page(hall, SCREEN, scale=0.5), "hall")
    album.take(album.page(f"{desk}papers/seating/", PAPER, scale=0.75), "seating")


def _tournament(album: Album, _: str, do: Doing) -> None:
    """From the sentence to the prizes; the service plays."""
    sentence = album.page(reverse("tournament-desk-new"))
    sentence.get_by_label("Name").fill("Winter Cup")
    sentence.get_by_label("Stage 2").select_option("knockout")
    album.take(sentence, "tournament-new")
    do(_cup_starts)
    desk = reverse("tournament-desk", args=[1])
    album.look("tournament-draw", f"{desk}tables/")
    for number in range(1, CUP_ROUNDS + 1):
        waits = album.page(f"{desk}tables/")
        waits.locator("#tonight .first", has_text="Confirm round").click(timeout=CUP_SECONDS * 1000)
        waits.locator("#round", has_text=f"Round {number}").wait_for()
        waits.context.close()
        do(_round_is_played)
    album.look("tournament-standings", f"{desk}standings/")
    album.look("board", reverse("board", args=[1]), PHONE)


def _events(album: Album, _: str, do: Doing) -> None:
    """One of each kind: the standings in which it ended."""
    for pk, format in enumerate(EVENTS, start=2):  # After the cup above.
        do(partial(_event_is_played, format))
        board = album.page(reverse("board", args=[pk]), BOARD, scale=0.75)
        board.locator("h2", has_text="Final standings").wait_for()
        album.take(board, f"event-{format.replace('_', '-')}")


# -- what happens meanwhile


def _by(demo: DemoClub) -> Doer:
    return Doer(demo.members[0].player_id)


def _everybody_comes(demo: DemoClub, night: Night) -> None:
    for member in demo.members[:18]:
        check_in(night, [member], by=_by(demo), at=database_now())
    seat_night(night, rounds=ROUNDS, seed=5, by=_by(demo), at=database_now())


def _tables_open(demo: DemoClub, night: Night) -> None:
    open_tables(night, by=_by(demo), at=database_now())


def _deals_are_played(demo: DemoClub, night: Night) -> None:
    tables = NightTable.objects.filter(round__night=night, round__number=1).order_by("number")
    count = itertools.count()
    for laid, deals in zip(tables, DEALS, strict=False):
        assert laid.table is not None
        seats = list(laid.table.seats.order_by("place"))
        for number in range(1, deals + 1):
            is_spoilt = next(count) % SPOILT_OF == 1
            winner = seats[(2 * number + laid.number) % len(seats)].number
            result = Result(kind="spoilt") if is_spoilt else Result(kind="won", winner=winner)
            by, at = demo.members[0].player_id, database_now()
            record_deal(laid.table, result, number=number, actor_id=by, at=at)


def _cup_starts(demo: DemoClub, _: Night) -> None:
    """Sixteen with bots; each draw waits, and so do the prizes."""
    cup = create_tournament(
        demo.club,
        name="Winter Cup",
        stages=[{"format": "swiss", "rounds_count": CUP_ROUNDS, "deals_a_round": 5,
                 "table_size": 4, "starting_stack": 100}],
        entry_chips=5,
        draw_minutes=120,
        payout_minutes=120,
        is_public=True,
        at=database_now(),
    )  # fmt: skip
    assert cup.pk == 1
    members = Member.objects.filter(club=demo.club).order_by("-purse__balance", "pk")
    for member in members.select_related("player")[:16]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=database_now())
    start(cup, at=database_now())


def _event_is_played(format: str, demo: DemoClub, _: Night) -> None:
    """Nobody has to confirm anything, so that it is over at once."""
    stage: StagePlan = {"format": format, "deals_a_round": 3, "starting_stack": 60}
    stage |= EVENTS[format]
    name = f"{FORMATS[format].name} cup"
    cup = create_tournament(
        demo.club, name=name, stages=[stage], entry_chips=2, is_public=True, at=database_now()
    )
    for member in demo.members[:9]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=database_now())
    start(cup, at=database_now())
    _wait(lambda: Tournament.objects.filter(pk=cup.pk, status=TournamentStatus.PAID).exists())


def _round_is_played(_: DemoClub, __: Night) -> None:
    """Until its tables are counted, by the workers."""
    _wait(lambda: not Round.objects.filter(finished_at=None).exists())


def _wait(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + CUP_SECONDS
    while not is_so():
        assert time.monotonic() < end, "the workers play no round"
        time.sleep(0.2)


def _somebody_comes_late(demo: DemoClub, night: Night) -> None:
    check_in(night, [demo.members[20]], by=_by(demo), at=database_now())
