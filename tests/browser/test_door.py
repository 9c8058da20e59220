"""The door in a real browser, at a tablet's size and at a phone's."""

from clubs.attendance import check_in
from deploy.rights import Doer
from tests.browser.conftest import MakesVisitor
from tests.browser.halls import Hall

MOST_MS = 50

TYPING = """async text => {
  const find = document.getElementById("find");
  const times = [];
  for (let end = 1; end <= text.length; end++) {
    find.value = text.slice(0, end);
    const begun = performance.now();
    find.dispatchEvent(new InputEvent("input", { bubbles: true }));
    document.body.getBoundingClientRect(); // What is hidden now has to be laid out, too.
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}"""


def test_one_tap_checks_in_and_one_takes_it_back(visitor: MakesVisitor) -> None:
    hall = Hall()
    missing = hall.members[5]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")

    somebody.tap(f"#missing-list #m{missing.pk} .tap")
    page.locator(f"#here-list #m{missing.pk}").wait_for()
    was_here = hall.night.attendances.here().filter(member=missing).exists()
    counted = page.locator("#numbers dd").nth(1).inner_text()
    somebody.tap(f"#here-list #m{missing.pk} .tap")
    page.locator(f"#missing-list #m{missing.pk}").wait_for()

    assert somebody.taps == 2
    assert (was_here, counted) == (True, "5")
    assert not hall.night.attendances.here().filter(member=missing).exists()


def test_a_guest_takes_two_taps_and_the_name_and_a_refusal_keeps_it(visitor: MakesVisitor) -> None:
    hall = Hall(3, booked=1, here=0)
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")

    for name, told in (("Mick", ".told:not(.error)"), (str(hall.members[0]), ".told.error")):
        somebody.tap("#guest-name")
        page.keyboard.type(name)
        somebody.tap("#guest button")
        page.locator(f"#guest {told}").wait_for()

    assert somebody.taps == 4
    assert page.locator("#here-list .person").count() == 1
    assert page.input_value("#guest-name") == str(hall.members[0])


def test_somebody_who_looks_like_a_member_is_asked_about_once(visitor: MakesVisitor) -> None:
    hall = Hall()
    known = str(hall.members[5])
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")
    here = page.locator("#here-list .person")
    before = here.count()

    page.fill("#guest-name", known.replace(" ", "-", 1))
    somebody.tap("#guest button")
    asked = page.locator("#guest-why", has_text=f"looks like {known}")
    asked.wait_for()
    added = here.count()
    asked.locator("button").tap()
    page.locator("#guest .told:not(.error)").wait_for()

    assert (added, here.count()) == (before, before + 1)


def test_whom_nobody_finds_is_written_as_a_guest_by_a_tap(visitor: MakesVisitor) -> None:
    hall = Hall()
    page = visitor(hall.organiser).goes_to(f"{hall.desk}door/")

    page.fill("#find", "Zebedee Quirke")
    untouched = page.input_value("#guest-name")
    page.locator("#to-guest").tap()

    assert (untouched, page.input_value("#guest-name")) == ("", "Zebedee Quirke")


def test_three_hundred_names_are_found_while_somebody_types(visitor: MakesVisitor) -> None:
    hall = Hall(300, booked=60, here=10)
    page = visitor(hall.organiser).goes_to(f"{hall.desk}door/")

    spent = page.evaluate(TYPING, "gra osu")

    shown = page.locator("#lists .person:visible .who").all_inner_texts()
    assert shown
    assert all(name.startswith("Gráinne") and "O'Sullivan" in name for name in shown)
    assert spent < MOST_MS


def test_somebody_is_found_and_checked_in_by_the_keyboard_alone(visitor: MakesVisitor) -> None:
    hall = Hall()
    page = visitor(hall.organiser).goes_to(f"{hall.desk}door/")

    page.focus("#find")
    page.keyboard.type("hug shu")
    page.keyboard.press("Enter")
    page.locator("#here-list .who", has_text="Hugh Ní Shúilleabháin").wait_for()

    assert page.input_value("#find") == ""
    assert page.evaluate("document.activeElement.id") == "find"


def test_the_door_works_without_a_script(visitor: MakesVisitor) -> None:
    hall = Hall()
    missing = hall.members[5]
    somebody = visitor(hall.organiser, runs_scripts=False)
    page = somebody.goes_to(f"{hall.desk}door/")

    somebody.tap(f"#m{missing.pk} .tap")
    page.locator(f"#here-list #m{missing.pk}").wait_for()
    somebody.tap(f"#m{missing.pk} .to-chips")
    page.locator(f"#m{missing.pk} [name=chips]").fill("7")
    somebody.tap(f"#m{missing.pk} .chips-form button")
    page.locator(f"#m{missing.pk} .facts", has_text="27 chips").wait_for()

    assert hall.night.attendances.here().filter(member=missing).exists()


def test_chips_are_handed_out_where_somebody_stands(visitor: MakesVisitor) -> None:
    hall = Hall()
    row = f"#m{hall.members[0].pk}"
    somebody = visitor(hall.organiser, "phone")
    page = somebody.goes_to(f"{hall.desk}door/")

    somebody.tap(f"{row} .to-chips")
    page.locator(f"{row} [name=chips]").fill("0")
    page.locator(f"{row} form").evaluate("form => form.noValidate = true")
    somebody.tap(f"{row} .chips-form button")
    page.locator(f"{row} .told.error").wait_for()
    page.locator(f"{row} [name=chips]").fill("30")
    somebody.tap(f"{row} .chips-form button")
    page.locator(f"{row} .facts", has_text="50 chips").wait_for()

    purse = hall.members[0].purse
    purse.refresh_from_db()
    assert purse.balance == 50


def test_what_another_device_does_is_shown(visitor: MakesVisitor) -> None:
    hall = Hall()
    coming = hall.members[5]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")
    page.fill("#find", "shu")

    check_in(hall.night, [coming], by=Doer(hall.organiser.pk), at=hall.at)
    somebody.hears("deed", number=1)
    page.locator(f"#here-list #m{coming.pk}").wait_for(state="attached")

    assert page.input_value("#find") == "shu"
    assert page.locator("#lists .person:visible .who", has_text="Briain").count() == 0


def test_a_note_is_written_where_somebody_stands(visitor: MakesVisitor) -> None:
    hall = Hall()
    row = f"#m{hall.members[0].pk}"
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")

    somebody.tap(f"{row} .to-note")
    page.locator(f"{row} [name=note]").fill("Pays next week, and brings her sister")
    somebody.check("door-note")
    somebody.tap(f"{row} .note-form button")
    page.locator(f"{row} .note", has_text="Pays next week").wait_for()
    somebody.check("door-noted")

    assert somebody.taps == 2


def test_what_somebody_writes_in_a_row_stays_while_the_lists_are_read(
    visitor: MakesVisitor,
) -> None:
    hall = Hall()
    row = f"#m{hall.members[0].pk}"
    coming = hall.members[5]
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")

    somebody.tap(f"{row} .to-chips")
    page.locator(f"{row} [name=chips]").fill("7")
    check_in(hall.night, [coming], by=Doer(hall.organiser.pk), at=hall.at)
    page.evaluate("htmx.trigger(document.body, 'changed')")
    page.locator(f"#here-list #m{coming.pk}").wait_for()
    focused = page.evaluate("document.activeElement.name")
    somebody.tap(f"{row} .chips-form button")
    page.locator(f"{row} .facts", has_text="27 chips").wait_for()

    assert focused == "chips"


def test_chips_that_do_not_get_through_are_told_and_stay_in_the_form(
    visitor: MakesVisitor,
) -> None:
    hall = Hall()
    row = f"#m{hall.members[0].pk}"
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(f"{hall.desk}door/")

    somebody.tap(f"{row} .to-chips")
    page.locator(f"{row} [name=chips]").fill("7")
    page.context.set_offline(True)
    somebody.tap(f"{row} .chips-form button")
    page.locator("#trouble", has_text="was not saved").wait_for()
    page.context.set_offline(False)
    somebody.complaints.clear()  # The browser says that it had no network.
    somebody.tap(f"{row} .chips-form button")
    page.locator(f"{row} .facts", has_text="27 chips").wait_for()

    assert page.locator("#trouble").is_hidden()
