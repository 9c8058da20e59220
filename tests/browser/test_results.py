"""Results in a real browser, at a tablet's size and at a phone's, with the taps counted."""

import pytest

from tests.browser.conftest import MakesVisitor, Visitor
from tests.browser.halls import Tables


def enters(somebody: Visitor, button: str, *, number: int) -> None:
    """Tap one result, and wait for the next deal."""
    if number == 1:
        somebody.tap("label:has([name=dealer][value='0'])")
    somebody.tap(f"#room {button}")
    somebody.page.locator(".lead", has_text=f"Deal {number + 1}:").wait_for()


def test_a_won_deal_takes_three_taps_from_the_list(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer)
    page = somebody.goes_to(f"{hall.desk}results/")

    somebody.tap("#table-1")
    page.locator(".lead", has_text="Deal 1").wait_for()
    enters(somebody, "[value='won:2']", number=1)
    first = somebody.taps
    somebody.tap("a:has-text('Tables')")
    page.locator("#table-1", has_text="Won: ").wait_for()
    somebody.taps = 0
    somebody.tap("#table-1")
    page.locator(".lead", has_text="Deal 2").wait_for()
    enters(somebody, "[value='won:1']", number=2)

    assert (first, somebody.taps) == (3, 2)
    assert hall.kinds() == ["won", "won"]


@pytest.mark.parametrize("button", ["spoilt", "jinked:1", "jink_failed", "misdeal"])
def test_what_else_may_happen_takes_three_taps_of_a_first_deal(
    visitor: MakesVisitor, button: str
) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer)
    somebody.goes_to(f"{hall.desk}results/")

    somebody.tap("#table-1")
    enters(somebody, f"[value='{button}']", number=1)

    assert somebody.taps == 3
    assert hall.kinds() == [button.partition(":")[0]]


def test_somebody_is_barred_with_the_reason_by_three_taps(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer)
    page = somebody.goes_to(hall.page)
    enters(somebody, "[value=spoilt]", number=1)
    somebody.goes_to(f"{hall.desk}results/")

    somebody.taps = 0
    somebody.tap("#table-1")
    somebody.tap("[name=offence][value='1:revoked']")
    page.locator("[name=free]").wait_for()
    somebody.check("barred")
    enters(somebody, "[value='won:2']", number=2)

    assert somebody.taps == 3
    outcome = hall.deal(2).outcome
    assert outcome is not None
    assert len(outcome.barred) == 1
    assert "revoked" in page.locator("#deal-2").inner_text()


def test_the_last_deal_is_put_right_by_three_taps(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer)
    page = somebody.goes_to(hall.page)
    for number in (1, 2):
        enters(somebody, "[value='won:1']", number=number)
    somebody.goes_to(f"{hall.desk}results/")

    somebody.taps = 0
    somebody.tap("#right-1")
    page.locator(".putting-right", has_text="put deal 2 right").wait_for()
    somebody.tap("[value='won:2']")
    page.locator(".putting-right", has_text="Then").wait_for()
    somebody.check("preview")
    somebody.tap("[name=sure]")
    page.locator("#deal-2 s").wait_for()
    somebody.check("put-right")

    assert somebody.taps == 3
    assert hall.deal(2).entries.count() == 2
    assert "Put right by Tadhg Scorer" in page.locator("#deal-2").inner_text()


def test_an_earlier_deal_is_put_right_by_five_taps(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer)
    page = somebody.goes_to(hall.page)
    for number in range(1, 9):
        enters(somebody, "[value=spoilt]", number=number)
    somebody.goes_to(f"{hall.desk}results/")

    somebody.taps = 0
    somebody.tap("#table-1")
    somebody.tap("summary:has-text('Earlier deals')")
    somebody.tap("#deal-2 a")
    page.locator(".putting-right", has_text="put deal 2 right").wait_for()
    somebody.tap("[value='won:2']")
    page.locator(".putting-right", has_text="Then").wait_for()
    somebody.tap("[name=sure]")
    page.locator(".told.success", has_text="Deal 2 is put right").wait_for()

    assert somebody.taps == 5
    assert hall.kinds()[1] == "won"


def test_totals_are_shown_before_they_are_entered(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer)
    page = somebody.goes_to(f"{hall.page}totals/")
    page.fill("[name=deals]", "12")
    for seat in range(5):
        page.fill(f"[name=won-{seat}]", str(seat))
        page.fill(f"[name=chips-{seat}]", "10" if seat < 2 else "30" if seat < 4 else "20")

    somebody.check("totals")
    somebody.tap("button:has-text('What does that move?')")
    page.locator(".moved").first.wait_for()
    somebody.check("totals-preview")
    somebody.tap("[name=sure]")
    page.locator(".told.success").wait_for()
    somebody.check("totals-entered")

    assert somebody.taps == 2
    assert hall.table.totals_entries.count() == 1


def test_two_results_of_one_deal_are_shown_both(visitor: MakesVisitor) -> None:
    hall = Tables()
    one, other = visitor(hall.scorer), visitor(hall.organiser, "phone")
    for somebody in (one, other):
        somebody.goes_to(hall.page)
    enters(one, "[value='won:1']", number=1)

    other.tap("label:has([name=dealer][value='0'])")
    other.tap("[value='won:2']")
    both = other.page.locator("#two-results")
    both.wait_for()
    told = both.inner_text()
    other.check("two-results-phone")
    other.tap("#two-results .first")
    other.page.locator(".putting-right", has_text="Then").wait_for()
    other.tap("[name=sure]")
    other.page.locator("#deal-1 s").wait_for()

    assert "Entered by Tadhg Scorer" in told
    assert "Yours" in told
    assert hall.deal(1).entries.count() == 2


def test_another_tablet_sees_the_result_and_keeps_what_was_chosen_at_other_tables(
    visitor: MakesVisitor,
) -> None:
    hall = Tables()
    one, other = visitor(hall.scorer), visitor(hall.organiser)
    for somebody in (one, other):
        somebody.goes_to(hall.page)
    third = visitor(hall.organiser)
    third.goes_to(f"{hall.desk}results/1/2/")
    third.tap("label:has([name=dealer][value='1'])")

    enters(one, "[value='won:1']", number=1)
    for somebody in (other, third):
        somebody.page.evaluate(
            "document.body.dispatchEvent(new CustomEvent('heard', { detail: [{ number: 99 }] }))"
        )
    other.page.locator(".told", has_text="has entered deal 1").wait_for()
    third.page.locator("#numbers dd", has_text="1").nth(1).wait_for()

    assert other.page.locator(".lead", has_text="Deal 2:").count() == 1
    assert third.page.locator("[name=dealer][value='1']").is_checked()


def test_results_work_without_a_script(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.scorer, "phone", runs_scripts=False)
    somebody.goes_to(hall.page)

    enters(somebody, "[value='won:1']", number=1)
    somebody.tap("#deal-1 a")
    somebody.tap("[value=spoilt]")
    somebody.tap("[name=sure]")
    somebody.page.locator("#deal-1 s").wait_for()

    assert hall.kinds() == ["spoilt"]


def test_a_scorers_phone_opens_its_table_by_the_code(visitor: MakesVisitor) -> None:
    hall = Tables()
    organiser, phone = visitor(hall.organiser), visitor(None, "phone")
    page = organiser.goes_to(f"{hall.page}phone/")
    organiser.tap("button:has-text('Show a code')")
    page.locator("svg.qr").wait_for()
    organiser.check("phone-code-tablet")
    address = page.locator("a[href*='/link#']").get_attribute("href") or ""

    phone.goes_to(f"/link#{address.partition('#')[2]}")
    phone.page.locator(".lead").wait_for()
    enters(phone, "[value='won:1']", number=1)
    phone.check("scorer-phone")

    assert phone.taps == 2
    assert "#" not in phone.page.url
    assert hall.deal(1).entries.get().link_id is not None


def test_every_page_of_the_results(visitor: MakesVisitor) -> None:
    hall = Tables()
    somebody = visitor(hall.organiser)
    page = somebody.goes_to(hall.page)
    somebody.check("table-first")
    for number in range(1, 4):
        enters(somebody, "[value='won:1']", number=number)
    somebody.check("table")
    somebody.goes_to(f"{hall.desk}results/")
    somebody.check("results")
    somebody.goes_to(f"{hall.page}deals/2/")
    somebody.check("deal")
    assert page.locator("[value=none]").count() == 1
