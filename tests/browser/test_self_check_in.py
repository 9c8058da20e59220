"""A tablet at which people check themselves in, in a real browser."""

from clubs.models import LinkPurpose
from tests.browser.conftest import MakesVisitor
from tests.browser.halls import Hall
from tests.clubs.link_bearers import given


def test_somebody_finds_their_name_and_the_next_one_finds_the_search(visitor: MakesVisitor) -> None:
    hall = Hall()
    missing = hall.members[5]
    tablet = visitor(None)
    tablet.page.clock.install()
    tablet.goes_to(f"/link#{given(hall.night, LinkPurpose.DOOR)[1]}")
    tablet.page.locator("#lists").wait_for()
    page = tablet.goes_to(f"{hall.desk}door/self/")

    page.keyboard.type("fio")
    page.clock.run_for(1000)
    page.locator(f".name[value='{missing.pk}']").wait_for()
    tablet.check("self-names")
    tablet.tap(f".name[value='{missing.pk}']")
    page.locator("h1", has_text="You are here, Fionnuala").wait_for()
    tablet.check("self-welcome")
    page.clock.run_for(10_000)
    page.locator("#name").wait_for()

    assert tablet.taps == 1
    assert hall.night.attendances.here().filter(member=missing).exists()
    assert page.input_value("#name") == ""
    assert "Fionnuala" not in page.content()


def test_whoever_tapped_another_name_takes_it_back(visitor: MakesVisitor) -> None:
    hall = Hall()
    missing = hall.members[5]
    tablet = visitor()
    tablet.goes_to(f"/link#{given(hall.night, LinkPurpose.DOOR)[1]}")
    tablet.page.locator("#lists").wait_for()
    page = tablet.goes_to(f"{hall.desk}door/self/")

    page.keyboard.type("fio")
    tablet.tap(f".name[value='{missing.pk}']")
    tablet.tap("#welcome button[name=out]")
    page.locator(".told", has_text="is not here").wait_for()

    assert not hall.night.attendances.here().filter(member=missing).exists()


def test_without_network_nobody_is_led_to_an_error(visitor: MakesVisitor) -> None:
    hall = Hall()
    missing = hall.members[5]
    tablet = visitor()
    tablet.goes_to(f"/link#{given(hall.night, LinkPurpose.DOOR)[1]}")
    tablet.page.locator("#lists").wait_for()
    page = tablet.goes_to(f"{hall.desk}door/self/")

    page.keyboard.type("fio")
    page.locator(f".name[value='{missing.pk}']").wait_for()
    page.context.set_offline(True)
    tablet.tap(f".name[value='{missing.pk}']")
    page.locator("#trouble", has_text="Tell the people at the door").wait_for()
    page.context.set_offline(False)
    tablet.complaints.clear()  # The browser says that it had no network.
    tablet.tap(f".name[value='{missing.pk}']")
    page.locator("h1", has_text="You are here").wait_for()

    assert page.locator("#trouble").is_hidden()
