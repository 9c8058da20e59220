"""How much a browser has to fetch before the desk is there."""

import gzip

from playwright.sync_api import Response

from tests.browser.conftest import MakesVisitor
from tests.browser.halls import Hall

MOST_KB = 80


def test_a_desk_of_a_hundred_people_is_light_when_it_is_cold(visitor: MakesVisitor) -> None:
    hall = Hall(100, booked=60, here=30)
    somebody = visitor(hall.organiser)
    answers: list[Response] = []
    somebody.page.on("response", lambda answer: answers.append(answer))

    somebody.goes_to(f"{hall.desk}door/")
    somebody.page.wait_for_load_state("load")

    bodies = [answer.body() for answer in answers if answer.status == 200]
    weight = sum(len(gzip.compress(body)) for body in bodies)
    assert len(bodies) > 5
    assert weight < MOST_KB * 1024, f"{weight / 1024:.0f} KB"
