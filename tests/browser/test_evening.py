"""A real evening at the desk, a helper's phone beside it: how many taps each step takes, and that
the chips are in the end where a tally of our own has them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from clubs.handing_out import hand_out
from clubs.models import Member, Night, NightStatus
from deploy.rights import Doer
from ledger.audit import check_books
from tests.browser.conftest import MakesVisitor, Visitor
from tests.browser.halls import BUY_IN, Hall
from tests.browser.tallies import Tally

HANDED_OUT = 40
PATIENCE_MILLISECONDS = 30_000
GUEST = "Mick the Miller"
NO_NETWORK = ("Failed to load resource", "htmx:sendError", "htmx:afterRequest")
LEAD = re.compile(r"Deal (\d+)(?:: (.+) deals)?")


@contextmanager
def takes(taps: int, somebody: Visitor) -> Iterator[None]:
    """See that what is done needs exactly these taps."""
    before = somebody.taps
    yield
    assert somebody.taps - before == taps


class Evening:
    """One organiser at the desk, and a tally of each table that is open."""

    def __init__(self, hall: Hall, desk: Visitor) -> None:
        self.hall, self.desk = hall, desk
        self.tallies: dict[int, Tally] = {}
        self.purses: dict[str, int] = {}

    def waits_for(self, selector: str, *, has_text: str | None = None, state: Any = None) -> None:
        self.desk.page.locator(selector, has_text=has_text).first.wait_for(state=state)

    def room(self, name: str) -> None:
        """Go to a room of the desk; this is no step of the evening, and no tap of one."""
        self.hall.is_swept()
        self.desk.page.locator(f".tabs a:has-text('{name}')").tap()
        self.desk.page.locator(f".tabs [aria-current]:has-text('{name}')").wait_for()

    def first_step(self, *, is_asked: bool) -> None:
        self.desk.tap(".steps .first")
        if is_asked:
            self.confirm()

    def confirm(self) -> None:
        self.waits_for(".asked")
        self.desk.tap(".asked button.first")
        self.waits_for("#tonight")

    # -- the door

    def check_in(self, member: Member) -> None:
        self.desk.tap(f"#missing-list #m{member.pk} .tap")
        self.waits_for(f"#here-list #m{member.pk}")

    def welcome(self, name: str) -> None:
        self.desk.tap("#guest-name")
        self.desk.page.keyboard.type(name)
        self.desk.tap("#guest button")
        self.waits_for("#here-list .who", has_text=name)

    # -- the tally

    def sit_down(self) -> None:
        """Everybody has brought the buy-in to the table at which the room shows them."""
        self.room("Room")
        self.tallies = {}
        for card in self.desk.page.locator("[data-table]").all():
            number = int(card.get_attribute("data-table") or 0)
            self.tallies[number] = Tally()
            for name in card.locator(".seat .who").all_inner_texts():
                self.brings(name, number)

    def brings(self, name: str, number: int) -> None:
        self.tallies[number].sits(name, BUY_IN)
        self.purses[name] -= BUY_IN

    def go_home(self) -> None:
        for tally in self.tallies.values():
            for name, chips in [*tally.stacks().items(), *tally.taken_home().items()]:
                self.purses[name] += chips
        self.tallies = {}

    def agrees(self) -> None:
        """The purses of the ledger are those of the tally."""
        members = self.hall.club.members.select_related("player", "purse")
        kept = {str(one): one.purse.balance for one in members if str(one) in self.purses}
        assert kept == self.purses


def enters(somebody: Visitor, tally: Tally, winner: int | None) -> None:
    """Tap how the deal ended whose table is shown, and see that page and tally agree after it."""
    page = somebody.page
    told = LEAD.match(page.locator(".lead").inner_text())
    assert told is not None
    number, dealer = int(told[1]), told[2]
    buttons = page.locator(".win .first")
    line = [text.removesuffix(" won") for text in buttons.all_inner_texts()]
    if dealer is None:
        dealer = line[0]
        somebody.tap(f'label:has([name=dealer]):has-text("{dealer}")')
    button = "[value=spoilt]" if winner is None else f".win:nth-child({winner + 1}) .first"
    somebody.tap(f"#room {button}")
    page.locator(".lead", has_text=f"Deal {number + 1}:").wait_for()
    tally.deal(line, dealer, None if winner is None else line[winner])
    shows(somebody, tally)


def shows(somebody: Visitor, tally: Tally) -> None:
    rows = somebody.page.locator("tr.seat").all_inner_texts()
    cells = [row.split("\t") for row in rows]
    stacks = {name.strip(): int(chips) for name, _, chips in cells if chips.strip()}
    ours = tally.stacks()
    assert {name: stacks[name] for name in ours} == ours
    assert int(somebody.page.locator("#pool").inner_text()) == tally.pool


@pytest.fixture
def evening(live_visitor: MakesVisitor) -> Evening:
    hall = Hall(12, booked=10, here=0)
    by, everybody = Doer(hall.organiser.pk), hall.members
    hand_out(hall.night, everybody, chips=HANDED_OUT, key="before", by=by, at=hall.at)
    evening = Evening(hall, live_visitor(hall.organiser))
    evening.desk.page.context.set_default_timeout(PATIENCE_MILLISECONDS)
    evening.purses = {str(member): BUY_IN + HANDED_OUT for member in everybody}
    return evening


def phone_of_table_one(evening: Evening, live_visitor: MakesVisitor) -> Visitor:
    """A helper's own phone, by the code that the desk shows."""
    desk, phone = evening.desk, live_visitor(None, "phone")
    desk.tap("a:has-text('phone for this table')")
    evening.waits_for("button:has-text('Show a code')")
    desk.tap("button:has-text('Show a code')")
    evening.waits_for("svg.qr")
    address = desk.page.locator("a[href*='/link#']").get_attribute("href") or ""
    phone.goes_to(f"/link#{address.partition('#')[2]}")
    phone.page.locator(".lead").wait_for()
    return phone


def test_a_real_evening(evening: Evening, live_visitor: MakesVisitor) -> None:
    hall, desk = evening.hall, evening.desk
    desk.goes_to(hall.desk)

    people_come(evening)
    with takes(1, desk):
        evening.first_step(is_asked=False)
    evening.waits_for("#tonight .first", has_text="Open 2 tables")
    with takes(2, desk):
        evening.first_step(is_asked=True)
    evening.sit_down()
    phone = results_come_in(evening, live_visitor)
    people_come_late_and_leave_early(evening)
    desk.check("evening")
    results_are_put_right(evening)
    the_next_round_begins(evening, phone)
    with takes(2, desk):
        desk.tap(".steps .beside a:has-text('Close the night')")
        evening.confirm()
    evening.waits_for("#tonight .first", has_text="Plan the next night")

    desk.check("evening-over")

    evening.go_home()
    evening.agrees()
    assert Night.objects.get(pk=hall.night.pk).status == NightStatus.CLOSED
    assert check_books() == []


def people_come(evening: Evening) -> None:
    desk, hall = evening.desk, evening.hall
    for member in hall.members[:6]:
        with takes(1, desk):
            evening.check_in(member)
    come_without_network(evening, hall.members[6:9])
    with takes(2, desk):
        evening.welcome(GUEST)
    guest = hall.club.members.get(player__name=GUEST)
    evening.purses[GUEST] = BUY_IN
    row = f"#m{guest.pk}"
    with takes(2, desk):
        desk.tap(f"{row} .to-chips")
        desk.page.locator(f"{row} [name=chips]").fill(str(HANDED_OUT))
        desk.tap(f"{row} .chips-form button")
        evening.waits_for(f"{row} .facts", has_text=f"{BUY_IN + HANDED_OUT} chips")
    evening.purses[GUEST] += HANDED_OUT
    assert desk.page.locator("#numbers dd").nth(1).inner_text() == "10"


def come_without_network(evening: Evening, members: list[Member]) -> None:
    """The taps wait on the tablet, and go out by themselves."""
    desk, hall = evening.desk, evening.hall
    evening.waits_for("#network[data-works-alone]", state="attached")
    desk.page.context.set_offline(True)
    for member in members:
        with takes(1, desk):
            desk.tap(f"#missing-list #m{member.pk} .tap")
            evening.waits_for(f"#here-list #m{member.pk} .waits")
    assert hall.night.attendances.here().count() == 6
    desk.page.context.set_offline(False)
    evening.waits_for("#network", state="hidden")
    assert hall.night.attendances.here().count() == 9
    desk.complaints[:] = [
        told for told in desk.complaints if not any(one in told for one in NO_NETWORK)
    ]


def results_come_in(evening: Evening, live_visitor: MakesVisitor) -> Visitor:
    """The desk enters those of table 2, a phone those of table 1; the desk sees them at once."""
    desk = evening.desk
    evening.room("Results")
    with takes(3, desk):  # The table, who deals first, who won.
        to_table(evening, 2)
        enters(desk, evening.tallies[2], 1)
    with takes(1, desk):
        enters(desk, evening.tallies[2], None)
    with takes(1, desk):
        enters(desk, evening.tallies[2], 3)
    evening.room("Results")
    to_table(evening, 1)
    phone = phone_of_table_one(evening, live_visitor)
    evening.room("Results")
    evening.waits_for("#table-1", has_text="No result yet")
    enters(phone, evening.tallies[1], 2)
    evening.waits_for("#table-1", has_text="Won: ")
    for winner in (None, 0, 4):
        with takes(1, phone):
            enters(phone, evening.tallies[1], winner)
    return phone


def to_table(evening: Evening, number: int) -> None:
    evening.desk.tap(f"#table-{number}")
    evening.waits_for(".lead, .at-table")


def people_come_late_and_leave_early(evening: Evening) -> None:
    desk, hall = evening.desk, evening.hall
    late = hall.members[9]
    evening.room("Door")
    with takes(1, desk):
        evening.check_in(late)
    evening.room("Room")
    with takes(3, desk):
        desk.tap(f".waits #p1-{late.pk}")
        desk.tap("[data-table='1'] .to-table")
        evening.waits_for(".chair")
        desk.tap(".chair >> nth=1")
        evening.waits_for(".bar.done")
    evening.brings(str(late), 1)
    leaver = desk.page.locator("[data-table='2'] .seat").first
    name = leaver.locator(".who").inner_text()
    with takes(2, desk):
        desk.tap(f"#p1-{leaver.get_attribute('data-member')}")
        desk.tap(".bar button[name=home]")
        evening.waits_for(".bar.done", has_text=name)
    evening.tallies[2].goes(name)


def results_are_put_right(evening: Evening) -> None:
    """The last deal of table 2, and one of table 1 on which others were played."""
    desk = evening.desk
    evening.room("Results")
    to_table(evening, 2)
    with takes(3, desk):
        puts_right(evening, 2, deal=3, winner=1)
    evening.room("Results")
    to_table(evening, 1)
    with takes(3, desk):  # Five where the deal is behind "Earlier deals".
        puts_right(evening, 1, deal=1, winner=3)


def puts_right(evening: Evening, number: int, *, deal: int, winner: int) -> None:
    desk, tally = evening.desk, evening.tallies[number]
    desk.tap(f"#deal-{deal} a")
    evening.waits_for(".putting-right", has_text=f"put deal {deal} right")
    button = f".win:nth-child({winner + 1}) .first"
    name = desk.page.locator(button).inner_text().removesuffix(" won")
    desk.tap(button)
    evening.waits_for(".putting-right", has_text="Then")
    desk.tap("[name=sure]")
    evening.waits_for(f"#deal-{deal} s")
    tally.corrects(deal, name)
    shows(desk, tally)


def the_next_round_begins(evening: Evening, phone: Visitor) -> None:
    desk = evening.desk
    with takes(2, desk):
        desk.tap(".steps a:has-text('Start round 2')")
        evening.confirm()
    evening.waits_for("h2", has_text="Round 2, playing")
    evening.go_home()
    evening.sit_down()
    phone.page.locator("a", has_text="Tables").tap()
    phone.page.locator("h2", has_text="Round 2").wait_for()
    enters(phone, evening.tallies[1], 0)
    evening.room("Results")
    to_table(evening, 2)
    enters(desk, evening.tallies[2], 2)
