"""A POST that is sent twice makes one thing; a new door cannot forget it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Sum
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Player, SignInCount, Token
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from ledger.models import Receipt
from tests.clubs.factories import PlayerFactory
from tests.conftest import copied_database
from tests.rest.description import DOCUMENT
from tests.rest.world import World, make_world

PATHS: dict[str, dict[str, Any]] = DOCUMENT["paths"]
SHAPES: dict[str, Any] = DOCUMENT["components"]["schemas"]
POSTS = [path for path, methods in PATHS.items() if "post" in methods]
SHOWN_ONCE = {"/api/v1/tokens", "/api/v1/invitations", "/api/v1/nights/{id}/links"}
SIGNING_IN = "/api/v1/sessions"  # A second time is the session from then on: none is left over.
HARMLESS = {
    "/api/v1/deals/{id}/actions": "names the ply that it is for",
    "/api/v1/free-tables/{id}/sit-out": "leaves them sitting out",
    "/api/v1/clubs/{id}/rules/kept/keep": "what is kept stays so",
    "/api/v1/clubs/{id}/rules/kept/remove": "what is removed stays so",
    "/api/v1/members/{id}/correct-name": "the same name again changes nothing",
    "/api/v1/members/{id}/leave": "who has left stays so",
    "/api/v1/members/{id}/note": "the same note again changes nothing",
    "/api/v1/members/{id}/turn-away": "who is turned away stays so",
    "/api/v1/members/{id}/readmit": "who is readmitted stays so",
    "/api/v1/nights/{id}/answer": "the same answer keeps its place in the row",
    "/api/v1/nights/{id}/check-in": "who is here stays so",
    "/api/v1/nights/{id}/check-out": "who is not here stays so",
    "/api/v1/nights/{id}/lock": "a locked table stays so",
    "/api/v1/nights/{id}/open": "is refused the second time",
    "/api/v1/links/enter": "is the same link again",
    "/api/v1/links/leave": "there is none left to put away",
    "/api/v1/nights/{id}/links/revoke": "what is revoked stays so",
    "/api/v1/nights/{id}/partners/answer": "is refused the second time",
    "/api/v1/nights/{id}/partners/end": "is refused the second time",
    "/api/v1/nights/{id}/partners/want": "who needs a partner stays so",
    "/api/v1/nights/{id}/wishes/drop": "is refused the second time",
    **{
        f"/api/v1/{rows}/{{id}}/rules/preview": "changes nothing"
        for rows in ("clubs", "nights", "tournaments")
    },
    "/api/v1/players": "is refused, or sends its owner another mail",
    "/api/v1/players/confirm": "is refused: the key was used",
    "/api/v1/players/forgotten-password": "sends another mail; both keys are good once",
    "/api/v1/players/new-password": "is refused: the key was used",
    "/api/v1/second-factor": "gives another secret, and the first is worth nothing",
    "/api/v1/second-factor/switch-on": "is refused the second time",
    "/api/v1/second-factor/switch-off": "is refused the second time",
    "/api/v1/second-factor/recovery-codes": "is refused: each code counts once",
    "/api/v1/tables/{id}/back": "who is back stays so",
    "/api/v1/tables/{id}/entropy": "is refused the second time",
    "/api/v1/tables/{id}/open_string": "is refused the second time",
    "/api/v1/tables/{id}/pause": "a paused table stays so",
    "/api/v1/tables/{id}/resume": "a table that goes on stays so",
    "/api/v1/tokens/revoke-all": "none is left to revoke",
}
"""Doors that make nothing and move no chips, and what a second time does."""


def key_of(path: str) -> dict[str, Any] | None:
    parameters = PATHS[path]["post"].get("parameters", [])
    return next((one for one in parameters if one["name"] == "Idempotency-Key"), None)


@pytest.mark.parametrize("path", POSTS)
def test_every_post_is_harmless_or_honours_a_key(path: str) -> None:
    creates = "201" in PATHS[path]["post"]["responses"]

    if path == SIGNING_IN:
        assert key_of(path) is None, "the answer would be kept, with its secret"
    elif creates or path not in HARMLESS:
        assert key_of(path) is not None, "say what a second time does, or take a key"


def test_the_key_is_required_wherever_chips_move() -> None:
    optional = {path for path in POSTS if (key := key_of(path)) and not key.get("required")}

    assert optional == {
        "/api/v1/invitations",
        "/api/v1/nights",
        "/api/v1/nights/{id}/links",
        "/api/v1/nights/{id}/partners",
        "/api/v1/nights/{id}/partners/cut",
        "/api/v1/nights/{id}/place",
        "/api/v1/nights/{id}/repair",
        "/api/v1/nights/{id}/rounds",
        "/api/v1/nights/{id}/seat",
        "/api/v1/nights/{id}/sit-out",
        "/api/v1/nights/{id}/swap",
        "/api/v1/nights/{id}/wishes",
        "/api/v1/tokens",
        "/api/v1/tournaments",
        "/api/v1/tournaments/{id}/announce",
        "/api/v1/tournaments/{id}/approve",
        "/api/v1/tournaments/{id}/check-in",
        "/api/v1/tournaments/{id}/move-in-draw",
        "/api/v1/tournaments/{id}/open",
        "/api/v1/tournaments/{id}/open-check-in",
        "/api/v1/tournaments/{id}/pause",
        "/api/v1/tournaments/{id}/resume",
    }


def test_every_answer_with_a_secret_is_one_that_nobody_keeps() -> None:
    secret = {name for name, shape in SHAPES.items() if "Shown only once" in str(shape)}
    answers = {path: str(PATHS[path]["post"]["responses"]) for path in POSTS}

    telling = {path for path, said in answers.items() for name in secret if f"/{name}'" in said}
    assert telling == SHOWN_ONCE


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database():
        yield make_world()


@pytest.fixture
def client(world: World) -> APIClient:
    cache.clear()
    client = APIClient()
    client.force_authenticate(world.chief)
    return client


def bodies(world: World) -> dict[str, dict[str, Any]]:
    club = world.club.pk
    chips = {"chips": 1, "memo": "A mistake"}
    purse = world.club.members.earliest("pk").purse_id
    return {
        "/api/v1/accounts/{id}/transfer": {**chips, "to": purse},
        "/api/v1/clubs": {"name": "Another"},
        "/api/v1/free-tables": {"club": club, "name": "Window"},
        "/api/v1/members": {"club": club, "name": "Áine"},
        "/api/v1/nights": {"club": club, "starts_at": "2090-01-08T20:00:00Z"},
        "/api/v1/tournaments": {
            "club": club,
            "name": "League",
            "rounds_count": 1,
            "deals_a_round": 1,
            "starting_stack": 9,
        },
    }


CREATING = [
    path
    for path in POSTS
    if "201" in PATHS[path]["post"]["responses"] and path not in {*SHOWN_ONCE, SIGNING_IN}
]


@pytest.mark.parametrize("path", [path for path in CREATING if "{" not in path])
def test_what_is_sent_twice_is_made_once(world: World, client: APIClient, path: str) -> None:
    body, address = bodies(world)[path], world.address(path)
    if path == "/api/v1/free-tables":
        client.force_authenticate(world.owner)

    answers = [
        client.post(address, body, headers={"Idempotency-Key": f"twice {path}".replace(" ", "-")})
        for _ in range(2)
    ]

    assert [one.status_code for one in answers] == [201, 201], answers[0].text
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert answers[1].headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize("path", ["/api/v1/nights", "/api/v1/tournaments"])
def test_where_no_chips_move_a_key_may_be_left_out(
    world: World, client: APIClient, path: str
) -> None:
    made = {client.post(path, bodies(world)[path]).json()["id"] for _ in range(2)}

    assert len(made) == 2


@pytest.fixture
def signed_up(world: World) -> Player:
    player = PlayerFactory.create()
    player.set_password("a long one")
    player.save()
    return player


def test_an_invitation_is_made_once_and_its_code_is_kept_nowhere(
    world: World, client: APIClient
) -> None:
    order, key = {"club": world.club.pk}, {"Idempotency-Key": "one-invitation"}

    made, again = (client.post("/api/v1/invitations", order, headers=key) for _ in range(2))
    other = client.post("/api/v1/invitations", {**order, "days": 3}, headers=key)

    assert (made.status_code, again.status_code, other.status_code) == (201, 409, 422)
    assert (again.data["code"], again.data["id"]) == ("secret_shown_once", made.data["id"])
    assert f"send DELETE /api/v1/invitations/{made.data['id']}, and" in again.data["detail"]
    assert world.club.invitations.filter(pk__gte=made.data["id"]).count() == 1
    assert Receipt.objects.get(key="one-invitation").answer == {"id": made.data["id"]}
    assert client.delete(f"/api/v1/invitations/{again.data['id']}").status_code == 204


def test_a_token_is_made_once_and_kept_nowhere(world: World, signed_up: Player) -> None:
    """Nor is the password, which is in the body of the request."""
    cache.clear()
    body = {"name": "laptop", "username": signed_up.username, "password": "a long one"}
    key = {"Idempotency-Key": "one-token"}

    made = APIClient().post("/api/v1/tokens", body, headers=key)
    signed_up.set_password("a longer one")
    signed_up.save()
    again = APIClient().post("/api/v1/tokens", {**body, "password": "a longer one"}, headers=key)

    assert (made.status_code, again.status_code) == (201, 409)
    assert (again.data["code"], again.data["id"]) == ("secret_shown_once", made.data["id"])
    assert Token.objects.get(user=signed_up).token_key == made.data["id"]
    assert Receipt.objects.get(actor=signed_up).answer == {"id": made.data["id"]}


def test_a_link_is_given_once_and_the_refusal_says_how_it_is_revoked(
    world: World, client: APIClient
) -> None:
    path, key = f"/api/v1/nights/{world.rows['nights']}/links", {"Idempotency-Key": "one-link"}
    in_an_hour = database_now() + timedelta(hours=1)
    order = {"purpose": "hall", "expires_at": in_an_hour.isoformat()}

    made, again = (client.post(path, order, headers=key) for _ in range(2))

    assert (made.status_code, again.status_code) == (201, 409), made.data
    assert (again.data["code"], again.data["id"]) == ("secret_shown_once", made.data["id"])
    assert f'POST {path}/revoke {{"link": {again.data["id"]}}}, and' in again.data["detail"]
    assert client.post(f"{path}/revoke", {"link": again.data["id"]}).status_code == 200


def failures() -> int:
    return int(SignInCount.objects.aggregate(count=Sum("failures", default=0))["count"])


def test_a_wrong_password_with_a_key_is_counted_and_keeps_none(
    world: World, signed_up: Player
) -> None:
    cache.clear()
    body = {"name": "laptop", "username": signed_up.username, "password": "a guess"}

    before = failures()
    answers = [
        APIClient().post("/api/v1/tokens", body, headers={"Idempotency-Key": "guess"})
        for _ in range(2)
    ]

    assert [one.status_code for one in answers] == [401, 401]
    assert failures() > before
    assert not Receipt.objects.filter(actor=signed_up).exists()


@pytest.mark.parametrize("path", sorted(SHOWN_ONCE))
def test_without_a_key_each_has_a_secret_of_its_own(
    world: World, client: APIClient, signed_up: Player, path: str
) -> None:
    body: dict[str, Any] = {"club": world.club.pk}
    if "tokens" in path:
        body = {"name": "a", "username": signed_up.username, "password": "a long one"}
    if "links" in path:
        body = {"purpose": "hall", "expires_at": database_now() + timedelta(hours=1)}

    made = {client.post(world.address(path), body).json()["id"] for _ in range(2)}
    assert len(made) == 2


def test_a_session_is_never_kept(world: World, signed_up: Player) -> None:
    cache.clear()
    body = {"username": signed_up.username, "password": "a long one"}

    answers = [
        APIClient().post("/api/v1/sessions", body, headers={"Idempotency-Key": "secret"})
        for _ in range(2)
    ]

    assert [one.status_code for one in answers] == [201, 201]
    assert not Receipt.objects.filter(actor=signed_up).exists()
