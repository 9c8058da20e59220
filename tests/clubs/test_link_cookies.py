"""The cookie of a link: who has it, for how long, and beside what else."""

from typing import Any

import pytest
from django.core.signing import Signer
from rest_framework.test import APIClient

from clubs.by_link import COOKIE, cookie_of
from clubs.links import revoke_link
from clubs.members import change_role, join_club
from clubs.models import LinkPurpose, Night, Role
from deploy.rest.clock import database_now
from deploy.rights import Doer
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with
from tests.clubs.link_bearers import Bearer, bearer, given

DOOR = LinkPurpose.DOOR

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """One that is open for check-in, with two people here."""
    club = ClubFactory.create()
    return open_night_with(club, guests(club, 2))


def statuses(browser: Bearer, *paths: str) -> set[int]:
    return {browser.ask(path).status_code for path in paths}


def test_a_secret_is_exchanged_for_a_cookie_that_no_script_and_no_other_site_uses(
    night: Night, settings: Any
) -> None:
    settings.SESSION_COOKIE_SECURE = True
    link, secret = given(night, DOOR)

    browser = Bearer(secret)

    cookie = browser.cookies[COOKIE]
    assert browser.entered.data["purpose"] == "door"
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Strict", True)
    assert (cookie["path"], cookie["domain"]) == ("/", "")
    assert 0 < cookie["max-age"] <= 24 * 3600
    assert secret not in cookie.value
    assert browser.ask("links/current").data["given_by"] == link.giver.name


def _forged(link: Any) -> str:
    return str(Signer(salt="guessed", key="guessed").sign(bytes(link.digest).hex()))


def _altered(link: Any) -> str:
    whole = cookie_of(link)
    return ("1" if whole[0] == "0" else "0") + whole[1:]


def _of_another_salt(link: Any) -> str:
    """As some other part of the service may sign something that a caller chooses."""
    return str(Signer(salt="elsewhere").sign(bytes(link.digest).hex()))


@pytest.mark.parametrize(
    "write",
    [
        _forged,
        _altered,
        _of_another_salt,
        lambda link: bytes(link.digest).hex(),
        lambda link: str(link.pk),
        lambda _: Signer(salt="clubs.by_link").sign("zz"),
        lambda _: Signer(salt="clubs.by_link").sign(""),
        lambda _: "",
        lambda _: "\N{LATIN SMALL LETTER E WITH ACUTE}:x",
    ],
)
def test_a_cookie_that_we_did_not_write_is_nobodys(night: Night, write: Any) -> None:
    link, _ = given(night, DOOR)
    client = APIClient()
    client.cookies[COOKIE] = cookie_of(link)
    assert client.get(f"/api/v1/nights/{night.pk}").status_code == 200

    client.cookies[COOKIE] = write(link)

    assert client.get(f"/api/v1/nights/{night.pk}").status_code == 401


def test_a_revoked_link_is_shut_at_the_next_request(night: Night) -> None:
    link, secret = given(night, DOOR)
    browser = Bearer(secret)
    assert statuses(browser, f"nights/{night.pk}") == {200}

    revoke_link(night, link.pk, by=Doer(link.giver_id), at=database_now())

    assert statuses(browser, f"nights/{night.pk}", "links/current") == {401}
    assert Bearer(secret).entered.status_code == 404


def test_a_link_dies_with_the_right_of_its_giver(night: Night) -> None:
    organiser = PlayerFactory.create()
    member = join_club(night.club, player=organiser, role=Role.ORGANISER, at=AT)
    browser = Bearer(given(night, DOOR, by=organiser.pk)[1])
    assert statuses(browser, f"nights/{night.pk}") == {200}

    change_role(member, Role.SCORER, at=AT)

    assert statuses(browser, f"nights/{night.pk}") == {401}


def test_whatever_a_link_changes_needs_the_csrf_token(night: Night) -> None:
    browser = bearer(night, DOOR)
    name = {"name": "Nora"}
    del browser.cookies["csrftoken"]

    bare = browser.order(f"nights/{night.pk}/welcome", name)
    browser.ask("links/current")  # Sets the cookie again.
    good = browser.order(f"nights/{night.pk}/welcome", name)

    assert (bare.status_code, good.status_code) == (403, 200)
    assert "CSRF" in bare.data["detail"]


def test_a_link_that_is_put_away_is_gone(night: Night) -> None:
    browser = bearer(night, DOOR)

    left = browser.order("links/leave")

    assert left.status_code == 204
    assert browser.cookies[COOKIE].value == ""
    assert statuses(browser, f"nights/{night.pk}") == {401}


def test_who_is_signed_in_stays_who_they_are_whatever_link_lies_beside_it(night: Night) -> None:
    """A link adds nothing to a login, and hides nobody's name behind its giver's."""
    member = PlayerFactory.create()
    join_club(night.club, player=member, at=AT)
    browser = bearer(night, DOOR)
    body = {"name": "Nora"}
    assert browser.order(f"nights/{night.pk}/welcome", body).status_code == 200

    browser.force_login(member)

    assert browser.ask("sessions/current").data["id"] == member.pk
    assert browser.ask("links/current").status_code == 404
    assert browser.order(f"nights/{night.pk}/welcome", {"name": "Con"}).status_code == 403
    browser.logout()
    assert statuses(browser, "sessions/current") == {401}


def test_a_link_makes_no_token_and_no_session(night: Night) -> None:
    browser = bearer(night, DOOR)

    made = browser.order("tokens", {"name": "mine"})

    assert (made.status_code, made.data["errors"].keys()) == (400, {"username", "password"})
    assert statuses(browser, "sessions/current", "tokens") == {404}
    assert browser.get("/admin/").status_code == 302
