"""Every page at a tablet's size and at a phone's, in light and dark: people read and reach all."""

from typing import Any

from clubs.chips import exchange_chips
from clubs.draws import seat_night
from clubs.free_tables import open_free_table
from clubs.models import Access
from clubs.nights import close_night
from clubs.rounds import open_tables
from games.evening.result import Result
from games.play.by_hand import record_deal
from ledger.by_hand import Direction
from tests.browser.conftest import MakesVisitor
from tests.browser.halls import Hall

ROOMS = ("door", "room", "results", "money", "money/journal", "money/home", "log")


def test_every_room_of_the_desk_at_every_stage(visitor: MakesVisitor) -> None:
    hall = Hall(40, booked=24, here=13)
    exchange_chips(
        hall.members[3], Direction.REDEEM, chips=15, key="x", actor=hall.organiser, at=hall.at
    )
    somebody = visitor(hall.organiser)

    def look(path: str, name: str) -> None:
        hall.is_swept()
        somebody.goes_to(f"{hall.desk}{path}")
        somebody.check(name)

    look("door/", "open-door")
    exchange_chips(
        hall.members[3], Direction.ISSUE, chips=15, key="y", actor=hall.organiser, at=hall.at
    )
    night = seat_night(hall.night)
    look("room/", "seated-room")
    look("steps/open-tables/", "seated-asked")
    night = open_tables(night, at=hall.at)
    for room in ROOMS:
        look(f"{room}/", f"playing-{room.replace('/', '-')}")
    look("steps/close/", "playing-asked")
    close_night(night, at=hall.at)
    look("door/", "closed-door")


def test_three_steps_find_room_on_a_phone(visitor: MakesVisitor) -> None:
    hall = Hall(8, booked=8, here=8)
    hall.night = open_tables(seat_night(hall.night), at=hall.at)
    laid = hall.night.rounds.tables().select_related("table").get(number=1)
    assert laid.table is not None
    record_deal(laid.table, Result(kind="spoilt"), number=1, actor_id=hall.organiser.pk, at=hall.at)
    somebody = visitor(hall.organiser, "phone")

    somebody.goes_to(f"{hall.desk}room/")

    somebody.check("played-room-phone")
    steps = somebody.page.locator(".steps .first, .beside > .button")
    heights = [(step.bounding_box() or {"height": 0})["height"] for step in steps.all()]
    assert steps.all_inner_texts() == ["Enter results", "Start round 2", "Close the night"]
    assert max(heights) < 60


def test_the_front_page(visitor: MakesVisitor) -> None:
    hall = Hall(3, booked=0, here=0)
    stranger = visitor(None)
    stranger.goes_to("/")
    stranger.check("front-empty")

    plan: dict[str, Any] = {"name": "Fireside", "seats_limit": 5}
    open_free_table(hall.club, host=hall.organiser, access=Access.OPEN, at=hall.at, **plan)
    stranger.goes_to("/")
    stranger.check("front")
