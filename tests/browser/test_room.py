"""The room in a real browser, at a tablet's size and at a phone's: how many taps a change takes."""

from playwright.sync_api import CDPSession, Page

from clubs.attendance import check_in, check_out
from clubs.draws import seat_night, tables_of
from clubs.models import Member, NightPlace, NightRound
from clubs.rounds import open_tables
from clubs.swaps import swap_people
from deploy.rights import Doer
from tests.browser.conftest import MakesVisitor
from tests.browser.halls import Hall


def drawn(hall: Hall) -> NightRound:
    return hall.night.rounds.drafted()[0]


def seated(here: int = 13, *, rounds: int = 1) -> Hall:
    hall = Hall(20, booked=here, here=here)
    hall.night = seat_night(hall.night, rounds=rounds, seed=1)
    return hall


def playing(here: int = 13) -> Hall:
    hall = seated(here)
    hall.night = open_tables(hall.night, at=hall.at)
    return hall


def tile(member: int, number: int = 1) -> str:
    return f"#p{number}-{member}"


def at_table(hall: Hall, member: Member) -> int | None:
    place = NightPlace.objects.taken().filter(round__night=hall.night, attendance__member=member)
    return place.values_list("table__number", flat=True).first()


def done(page: Page) -> str:
    page.locator(".bar.done").wait_for()
    return page.locator(".bar.done p").inner_text()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, one: str, other: str) -> None:
    """By the mouse."""
    page.mouse.move(*middle(page, one))
    page.mouse.down()
    page.mouse.move(*middle(page, other), steps=5)
    page.mouse.up()


def touch(finger: CDPSession, kind: str, point: tuple[float, ...] = ()) -> None:
    points = [{"x": point[0], "y": point[1]}] if point else []
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_two_taps_trade_places_and_one_more_takes_it_back(visitor: MakesVisitor) -> None:
    hall = seated()
    before = tables_of(drawn(hall))
    one, other = before[0][0], before[1][0]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(tile(one))
    page.locator(f"{tile(other)} .then", has_text="0").wait_for()
    somebody.check("room-picked")
    somebody.tap(tile(other))
    told = done(page)
    somebody.check("room-traded")
    traded = tables_of(drawn(hall))
    taps = somebody.taps
    somebody.tap(".bar.done button")
    page.locator(".bar.done", has_text="ndone").wait_for()

    assert taps == 2
    assert (traded[0][0], traded[1][0]) == (other, one)
    assert "Repeat meetings in round 1: 0 → 0" in told
    assert tables_of(drawn(hall)) == before


def test_two_taps_move_somebody_to_another_table(visitor: MakesVisitor) -> None:
    hall = seated()
    one = tables_of(drawn(hall))[0][0]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(tile(one))
    somebody.tap("[data-table='2'] .to-table")
    done(page)

    assert somebody.taps == 2
    assert one in tables_of(drawn(hall))[1]


def test_a_late_comer_sits_at_an_open_table_after_three_taps(visitor: MakesVisitor) -> None:
    hall = playing()
    late = hall.members[14]
    check_in(hall.night, [late], at=hall.at)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")
    named = page.locator(".waits .who").all_inner_texts()
    somebody.check("room-waiting")

    somebody.tap(f".waits {tile(late.pk)}")
    somebody.tap("[data-table='2'] .to-table")
    page.locator(".chair").first.wait_for()
    somebody.check("room-chairs")
    somebody.tap(".chair >> nth=1")
    done(page)

    assert somebody.taps == 3
    assert named == [str(late)]
    assert at_table(hall, late) == 2


def test_somebody_leaves_early_after_two_taps(visitor: MakesVisitor) -> None:
    hall = playing()
    leaving = hall.members[0]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(tile(leaving.pk))
    somebody.tap(".bar button[name=home]")
    done(page)

    assert somebody.taps == 2
    assert at_table(hall, leaving) is None
    assert not hall.night.attendances.here().filter(member=leaving).exists()


def test_a_table_breaks_up_after_one_question(visitor: MakesVisitor) -> None:
    hall = playing()
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap("[data-table='3'] .break")
    page.locator("#asked").wait_for()
    somebody.check("room-breaking")
    people = page.locator("#asked tbody tr").count()
    before = hall.night.rounds.playing().tables().filter(table__closed_at=None).count()
    somebody.tap("#asked button.first")
    done(page)

    assert somebody.taps == 2
    assert (before, people) == (3, 4)
    assert hall.night.rounds.playing().tables().filter(table__closed_at=None).count() == 2


def test_the_next_round_begins_after_one_confirmation(visitor: MakesVisitor) -> None:
    hall = seated(rounds=2)
    hall.night = open_tables(hall.night, at=hall.at)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(".beside a:has-text('Start round 2')")
    page.locator(".asked").wait_for()
    page.get_by_text("Does somebody sit this round out?").tap()
    somebody.check("next-round")
    somebody.tap(".asked button.first")
    page.locator("h2", has_text="Round 2, playing").wait_for()

    assert somebody.taps == 2


def test_a_refusal_stands_at_the_table_that_was_tapped(visitor: MakesVisitor) -> None:
    hall = seated(4)
    one, other = tables_of(drawn(hall))[0][:2]
    gone = Member.objects.get(pk=one)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(tile(one))
    page.locator(f"{tile(one)}[aria-pressed=true]").wait_for()
    check_out(hall.night, gone, at=hall.at)
    hall.night.rounds.drafted().delete()
    somebody.tap(tile(other))

    page.locator(".refused", has_text="not drawn").wait_for()


def test_a_table_that_could_not_play_waits_if_somebody_says_so(visitor: MakesVisitor) -> None:
    hall = playing(2)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(tile(hall.members[0].pk))
    somebody.tap(".bar button[name=leave]")
    page.locator(".bar .refused").wait_for()
    somebody.check("room-refused")
    somebody.tap(".bar .refused button")
    done(page)

    assert at_table(hall, hall.members[0]) is None


def test_a_locked_table_stays_as_it_is_when_the_others_are_drawn_again(
    visitor: MakesVisitor,
) -> None:
    hall = seated()
    kept = tables_of(drawn(hall))[1]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap("[data-table='2'] .lock")
    page.locator("[data-table='2'].locked").wait_for()
    somebody.tap("#seating button[name=draw]")
    page.locator(".bar.done", has_text="drawn").wait_for()

    assert somebody.taps == 2
    assert tables_of(drawn(hall))[1] == kept


def test_a_person_is_dragged_to_another_and_to_a_table(visitor: MakesVisitor) -> None:
    hall = seated()
    before = tables_of(drawn(hall))
    page = visitor(hall.organiser).goes_to(f"{hall.desk}room/")

    drag(page, tile(before[0][0]), tile(before[1][0]))
    done(page)
    traded = tables_of(drawn(hall))
    drag(page, tile(before[0][0]), "[data-table='3'] h3")
    page.locator(".bar.done", has_text="moved").wait_for()

    assert traded[1][0] == before[0][0]
    assert before[0][0] in tables_of(drawn(hall))[2]


def test_a_finger_that_rests_drags_and_one_that_moves_at_once_scrolls(
    visitor: MakesVisitor,
) -> None:
    hall = seated()
    before = tables_of(drawn(hall))
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")
    one, other = tile(before[0][0]), tile(before[0][1])
    start, end = middle(page, one), middle(page, other)
    finger = page.context.new_cdp_session(page)

    touch(finger, "touchStart", start)
    touch(finger, "touchMove", end)
    has_ghost = page.locator(".ghost").count()
    touch(finger, "touchEnd")
    somebody.goes_to(f"{hall.desk}room/")  # The page may glide on for a while.
    start, end = middle(page, one), middle(page, other)
    touch(finger, "touchStart", start)
    page.locator(".ghost").wait_for()
    for step in range(1, 6):
        part = step / 5
        point = tuple(a + (b - a) * part for a, b in zip(start, end, strict=True))
        touch(finger, "touchMove", point)
    page.locator(".over").wait_for()
    touch(finger, "touchEnd")
    done(page)

    assert has_ghost == 0
    assert tables_of(drawn(hall))[0][:2] == [before[0][1], before[0][0]]


def test_a_substitute_takes_a_place_by_two_taps(visitor: MakesVisitor) -> None:
    hall = playing()
    late, leaving = hall.members[14], hall.members[0]
    check_in(hall.night, [late], at=hall.at)
    table = at_table(hall, leaving)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(tile(leaving.pk))
    page.locator("[name=substitute]").wait_for()
    somebody.check("room-substitute")
    somebody.tap(f"[name=substitute][value='{late.pk}']")
    done(page)

    assert somebody.taps == 2
    assert (at_table(hall, late), at_table(hall, leaving)) == (table, None)


def test_another_table_opens_after_one_question(visitor: MakesVisitor) -> None:
    hall = playing()
    late = hall.members[14:18]
    check_in(hall.night, late, at=hall.at)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap("#another")
    somebody.tap(f"#a{late[0].pk}")
    page.locator(f"#a{late[0].pk}[aria-pressed=false]").wait_for()
    somebody.check("room-another")
    somebody.tap("[name=another]")
    done(page)

    assert somebody.taps == 3
    assert [at_table(hall, one) for one in late] == [None, 4, 4, 4]


def test_people_of_a_table_that_breaks_up_are_sent_where_somebody_says(
    visitor: MakesVisitor,
) -> None:
    hall = playing()
    gone = hall.night.rounds.playing().tables().get(number=3).places.taken().order_by("pk")[0]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")
    member = gone.attendance.member

    somebody.tap("[data-table='3'] .break")
    other = page.locator(f"#place-{member.pk} option:nth-child(2)").inner_text()
    page.select_option(f"#place-{member.pk}", other)
    page.locator(f"#place-{member.pk} option[selected]").wait_for(state="attached")
    somebody.check("room-choosing")
    somebody.tap("#asked button.first")
    done(page)

    assert at_table(hall, member) == int(other)


def test_rounds_are_drawn_ahead_and_somebody_sits_out(visitor: MakesVisitor) -> None:
    hall = seated()
    out = Member.objects.get(pk=tables_of(drawn(hall))[0][0])
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap("#drawing summary")
    page.fill("#rounds", "3")
    somebody.tap(f"label:has([name=person][value='{out.pk}'])")
    somebody.check("room-drawing")
    somebody.tap("#drawing [name=draw]")
    done(page)
    somebody.check("room-ahead")

    assert somebody.taps == 3
    rounds = [tables_of(one) for one in hall.night.rounds.drafted()]
    assert [any(out.pk in table for table in one) for one in rounds] == [False] * 3


def test_two_organisers_who_change_a_round_are_both_right_about_it(visitor: MakesVisitor) -> None:
    """The second is told what the first has done, and taps again."""
    hall = seated()
    before = tables_of(drawn(hall))
    one, other, third = (table[0] for table in before)
    first, second = visitor(hall.organiser), visitor(hall.organiser)
    for somebody in (first, second):
        somebody.goes_to(f"{hall.desk}room/")
        somebody.tap(tile(one))
        somebody.page.locator(f"{tile(third)} .then").wait_for()

    first.tap(tile(other))
    done(first.page)
    second.tap(tile(third))
    told = second.page.locator(".refused")
    told.wait_for()
    second.check("room-changed")
    words = told.inner_text()
    second.tap(tile(third))
    done(second.page)

    assert "Round 1 has changed" in words
    assert "Nóra Byrne: " in words
    assert [table[0] for table in tables_of(drawn(hall))] == [other, third, one]


def test_places_are_traded_by_the_keyboard_alone(visitor: MakesVisitor) -> None:
    hall = seated()
    before = tables_of(drawn(hall))
    page = visitor(hall.organiser).goes_to(f"{hall.desk}room/")

    page.focus(tile(before[0][0]))
    page.keyboard.press("Enter")
    page.locator(f"{tile(before[0][0])}[aria-pressed=true]").wait_for()
    page.focus(tile(before[1][0]))
    page.keyboard.press("Enter")
    done(page)

    assert tables_of(drawn(hall))[0][0] == before[1][0]


def test_the_room_works_without_a_script(visitor: MakesVisitor) -> None:
    hall = seated()
    before = tables_of(drawn(hall))
    somebody = visitor(hall.organiser, runs_scripts=False)
    page = somebody.goes_to(f"{hall.desk}room/")

    somebody.tap(tile(before[0][0]))
    somebody.tap(tile(before[1][0]))
    page.locator("#messages", has_text="traded places").wait_for()

    assert tables_of(drawn(hall))[0][0] == before[1][0]


def test_what_another_device_does_is_shown_and_the_picked_stay_picked(
    visitor: MakesVisitor,
) -> None:
    hall = seated()
    before = tables_of(drawn(hall))
    picked, one, other = before[2][0], before[0][0], before[1][0]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")
    page.tap(tile(picked))
    page.locator(".seat.picked").wait_for()

    people = Member.objects.in_bulk([one, other])
    swap_people(
        hall.night, people[one], people[other], number=1, by=Doer(hall.organiser.pk), at=hall.at
    )
    somebody.hears("deed", number=1)

    page.locator(f"[data-table='2'] {tile(one)}").wait_for()
    assert page.locator(f".seat.picked {tile(picked)}").count() == 1


def test_what_was_done_stays_told_until_something_else_is_done(visitor: MakesVisitor) -> None:
    """A table where cards are played makes the page read itself again all the time."""
    hall = seated()
    before = tables_of(drawn(hall))
    one, other, third = before[0][0], before[1][0], before[2][0]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}room/")
    page.tap(tile(one))
    page.locator(".seat.picked").wait_for()
    page.tap(tile(other))
    told = done(page)

    for _ in range(2):
        somebody.reads_again()
        assert done(page) == told
    page.locator(".bar.done button").tap()
    page.locator(".bar.done", has_text="ndone").wait_for()
    assert tables_of(drawn(hall)) == before

    people = Member.objects.in_bulk([one, third])
    swap_people(
        hall.night, people[one], people[third], number=1, by=Doer(hall.organiser.pk), at=hall.at
    )
    somebody.reads_again()
    assert page.locator(".bar.done").count() == 0
