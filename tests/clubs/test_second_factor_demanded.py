"""Outside the demo whoever organises needs a second factor; everybody else goes on as before."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from clubs.errors import UnknownLink
from clubs.links import LONGEST, enter, give_link, links_that_stand
from clubs.members import join_club
from clubs.models import Club, LinkPurpose, Player, Role
from clubs.nights import plan_night
from clubs.tokens import make_token
from deploy.rest.throttles import cache
from deploy.rights import ORGANISERS, PEOPLE, Doer, Scope
from tests.clubs.factories import AT, ClubFactory, PlayerFactory
from tests.clubs.logins import PASSWORD, add_factor

API = "/api/v1"
ORGANISING = [Role.OWNER, Role.ORGANISER]


@pytest.fixture
def club(db: None, settings: Any) -> Club:
    settings.SECOND_FACTOR_DEMANDED = True
    cache.clear()
    return ClubFactory.create()


def somebody(club: Club, role: Role) -> Player:
    player = PlayerFactory.create()
    member = join_club(club, player=player, role=Role.MEMBER, at=AT)
    member.role = role
    member.save()
    return player


def by_token(player: Player) -> APIClient:
    _, text = make_token(player, name="a", days=1, scopes=Scope)
    return APIClient(headers={"Authorization": f"Token {text}"})


def by_session(player: Player) -> APIClient:
    client = APIClient()
    client.force_login(player)
    return client


def plan(client: APIClient, club: Club) -> Any:
    return client.post(
        f"{API}/nights",
        {"club": club.pk, "starts_at": "2090-01-08T20:00:00Z"},
        headers={"Idempotency-Key": "a"},
    )


@pytest.mark.parametrize("way", [by_token, by_session])
@pytest.mark.parametrize("role", ORGANISING)
def test_the_api_asks_for_it_where_they_organise(club: Club, role: Role, way: Any) -> None:
    player = somebody(club, role)
    client = way(player)

    before, seen = plan(client, club), client.get(f"{API}/clubs/{club.pk}")
    rules = {"options": {"stake": 3}}
    patched = client.patch(f"{API}/clubs/{club.pk}/rules", rules, headers={"If-Match": "*"})
    add_factor(player)
    after = plan(client, club)

    assert before.json()["code"] == patched.json()["code"] == "second_factor_demanded"
    assert seen.status_code == 200
    assert after.status_code == 201


def test_the_admin_takes_no_password_itself(club: Club) -> None:
    player, browser = somebody(club, Role.OWNER), Client()
    player.set_password(PASSWORD)
    player.save()

    answer = browser.post("/admin/login/", {"username": player.username, "password": PASSWORD})

    assert answer.headers["Location"].startswith("/accounts/login/")
    assert browser.get(f"{API}/sessions/current").status_code == 401


@pytest.mark.parametrize("role", ORGANISING)
@pytest.mark.parametrize("address", ["/admin/", "/admin/desk/", "/admin/clubs/member/"])
def test_the_admin_leads_to_it(club: Club, role: Role, address: str) -> None:
    player, browser = somebody(club, role), Client()
    browser.force_login(player)

    led = browser.get(address)
    page = browser.get("/accounts/second-factor/")
    add_factor(player)
    entered = browser.get(address)

    assert led.headers["Location"] == "/accounts/second-factor/"
    assert "switch on a second factor first" in page.content.decode()
    assert entered.status_code in (200, 302)
    assert "second-factor" not in entered.headers.get("Location", "")


def test_a_tap_on_the_desk_is_led_there_as_a_whole(club: Club) -> None:
    browser = Client(headers={"HX-Request": "true"})
    browser.force_login(somebody(club, Role.OWNER))

    assert browser.get("/admin/desk/").headers["HX-Redirect"] == "/accounts/second-factor/"


@pytest.mark.parametrize("role", [Role.SCORER, Role.MEMBER, Role.GUEST])
def test_nobody_else_is_asked(club: Club, role: Role) -> None:
    player = somebody(club, role)
    browser = Client()
    browser.force_login(player)

    assert not player.is_short_of_factor()
    assert "second-factor" not in browser.get("/admin/").headers.get("Location", "")


def test_an_operator_is_asked_and_still_gets_out(club: Club) -> None:
    browser = Client()
    browser.force_login(PlayerFactory.create(is_superuser=True))

    assert browser.get("/admin/").headers["Location"] == "/accounts/second-factor/"
    assert browser.post("/admin/logout/").status_code == 200


def test_the_demo_asks_nobody(club: Club, settings: Any) -> None:
    settings.SECOND_FACTOR_DEMANDED = False

    assert plan(by_session(somebody(club, Role.OWNER)), club).status_code == 201


def test_what_they_read_is_a_members_until_they_switch_one_on(club: Club) -> None:
    player = somebody(club, Role.OWNER)
    other = somebody(club, Role.MEMBER).memberships.get()
    client = by_token(player)

    def read() -> list[Any]:
        return [
            client.get(f"{API}/accounts/{other.purse_id}").status_code,
            client.get(f"{API}/accounts/{other.purse_id}/statement.csv").status_code,
            client.get(f"{API}/invitations?club={club.pk}").json()["results"],
            "note" in client.get(f"{API}/members/{other.pk}").json(),
        ]

    before = read()
    add_factor(player)

    assert before[:2] == [404, 404]
    assert read()[:2] == [200, 200]


@pytest.mark.parametrize("role", ORGANISING)
def test_queries_take_them_for_a_member_too(club: Club, role: Role) -> None:
    player = somebody(club, role)

    def found() -> list[Any]:
        asked = Player.objects.get(pk=player.pk)
        by_id = [asked.clubs_as(some) for some in (ORGANISERS, PEOPLE)]
        return [by_id, *([*Club.objects.of(asked, some)] for some in (ORGANISERS, PEOPLE))]

    before = found()
    add_factor(player)

    assert before == [[[], [club.pk]], [], [club]]
    assert found() == [[[club.pk], [club.pk]], [club], [club]]


def test_an_order_for_what_a_member_cannot_see_says_what_is_missing(club: Club) -> None:
    """Not that there is nothing: they would look for it in vain."""
    player = somebody(club, Role.OWNER)
    other = somebody(club, Role.MEMBER).memberships.get()

    answer = by_token(player).post(
        f"{API}/accounts/{other.purse_id}/transfer",
        {"to": other.purse_id, "chips": 1, "memo": "a"},
        headers={"Idempotency-Key": "a"},
    )

    assert answer.json()["code"] == "second_factor_demanded"


def test_a_link_of_theirs_stands_again_once_they_have_one(club: Club) -> None:
    owner = somebody(club, Role.OWNER)
    night = plan_night(club, at=AT, starts_at=AT, by=owner)
    _, secret = give_link(
        night, purpose=LinkPurpose.DOOR, by=Doer(owner.pk), at=AT, expires_at=AT + LONGEST
    )

    with pytest.raises(UnknownLink):
        enter(secret, at=AT)
    add_factor(owner)

    assert links_that_stand([enter(secret, at=AT).pk], at=AT)
