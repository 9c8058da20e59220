"""A tab that was open before somebody signed in in another one leads on."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.clubs.factories import PlayerFactory

OLD = {"csrfmiddlewaretoken": "a" * 64}


@pytest.fixture
def tab(db: None) -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize(
    ("after", "leads"),
    [("/admin/clubs/night/", "/admin/clubs/night/"), ("https://evil.example/", "/"), ("", "/")],
)
def test_the_second_tab_at_the_sign_in_leads_on(tab: Client, after: str, leads: str) -> None:
    tab.get(reverse("account_login"))
    tab.force_login(PlayerFactory.create())

    answer = tab.post(reverse("account_login"), {**OLD, "login": "nora", "next": after})

    assert (answer.status_code, answer.headers["Location"]) == (302, leads)


def test_a_form_that_is_too_old_says_what_to_do(tab: Client) -> None:
    address = reverse("account_login")
    answer = tab.post(address, OLD, headers={"Referer": f"http://testserver{address}"})
    page = answer.content.decode()

    assert answer.status_code == 403
    assert f'href="http://testserver{address}"' in page
    assert "Nothing was saved." in page
    assert "DEBUG" not in page
