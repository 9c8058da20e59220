"""What a browser is told with every answer."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import NoReverseMatch, reverse

from clubs.nights import plan_night
from deploy.headers import OF_UNFOLD
from deploy.paths import PROJECT_DIR
from deploy.rest.throttles import cache
from tests.clubs.factories import AT, ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db
TEMPLATES = sorted(PROJECT_DIR.glob("[a-z]*/templates/**/*.html"))
SCRIPT_WITHIN = re.compile(r"<script(?![^>]*\ssrc=)|<[a-z][^>]*\son[a-z]+=|javascript:", re.I)


@pytest.fixture
def chief(client: Client) -> Client:
    cache.clear()
    client.force_login(PlayerFactory.create(is_superuser=True))
    return client


def rules(client: Client, address: str) -> dict[str, str]:
    answer = client.get(address)
    answer.close()
    policy = answer.headers["Content-Security-Policy"]
    return dict(rule.split(" ", 1) for rule in policy.split("; "))


@pytest.mark.parametrize(
    "address",
    [
        *("/api/docs/", "/api/docs/?script=", "/api/openapi.yaml", "/api/problems/", "/"),
        *("/link", "/api/problems/not-found", "/api/v1/nights", "/api/v1/nowhere", "/nowhere"),
    ],
)
def test_the_policy_is_strict(chief: Client, address: str) -> None:
    told = rules(chief, address)

    assert told["default-src"] == "'none'"
    assert told["script-src"] == told["style-src"] == "'self'"
    assert told.keys() >= {"form-action", "frame-ancestors", "base-uri"}  # No default for these.
    assert set(" ".join(told.values()).split()) == {"'none'", "'self'", "data:"}


def pages_of_the_admin() -> Iterator[str]:
    """All that are of no row."""
    for part in admin.site.urls[0]:
        for leaf in getattr(part, "url_patterns", [part]):
            with suppress(NoReverseMatch):
                yield leaf.name and reverse(f"admin:{leaf.name}") and leaf.name


@pytest.mark.parametrize("name", sorted({*filter(None, pages_of_the_admin())}))
def test_unfolds_pages_have_what_alpine_needs_and_no_more(chief: Client, name: str) -> None:
    told = rules(chief, reverse(f"admin:{name}"))

    assert {name: told[name] for name in OF_UNFOLD} == OF_UNFOLD
    assert "'unsafe-inline'" not in told["script-src"]
    assert (told["default-src"], told["frame-ancestors"]) == ("'none'", "'none'")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_script_stands_within_a_page_of_ours(path: Path) -> None:
    """No browser would run it."""
    assert SCRIPT_WITHIN.search(path.read_text()) is None


def test_no_script_stands_within_the_page_of_the_docs(chief: Client) -> None:
    page = chief.get("/api/docs/").content.decode()

    assert "<script src=" in page
    assert SCRIPT_WITHIN.search(page) is None


@pytest.mark.parametrize("address", ["/api/docs/", "/api/v1/nights", "/admin/"])
def test_the_machine_is_not_asked_for(chief: Client, address: str) -> None:
    told = chief.get(address).headers["Permissions-Policy"]

    machine = {"camera=()", "microphone=()", "geolocation=()", "payment=()"}
    assert machine <= set(told.split(", "))


@pytest.mark.parametrize(
    ("address", "is_kept"),
    [
        *(("/api/v1/tokens", False), ("/api/v1/sessions/current", False)),
        *(("/api/v1/deals", False), ("/api/v1/accounts", False), ("/api/v1/nowhere", False)),
        *(("/admin/", False), ("/admin/login/", False)),
        *(("/api/problems/", True), ("/api/openapi.yaml", True)),
    ],
)
def test_what_is_ones_own_is_not_kept(chief: Client, address: str, is_kept: bool) -> None:
    answer = chief.get(address)
    answer.close()

    told = answer.headers.get("Cache-Control", "")
    assert ("no-store" in told) is not is_kept


def test_a_new_token_is_not_kept(client: Client) -> None:
    body = {"username": "nobody", "password": "x"}
    answer = client.post("/api/v1/sessions", body, content_type="application/json")

    assert "no-store" in answer.headers["Cache-Control"]


def sign_in(client: Client, *, is_operator: bool, next_page: str) -> tuple[int, str]:
    """Status and address at which somebody ends who signs in to the admin."""
    player = PlayerFactory.create(is_superuser=is_operator)
    player.set_password("a long one")
    player.save()
    form = {"login": player.username, "password": "a long one", "next": next_page}
    answer = client.post(reverse("account_login"), form, follow=True)
    return answer.status_code, answer.request["PATH_INFO"]


@pytest.mark.parametrize(
    ("next_page", "landing"),
    [
        ("", "/admin/"),
        ("/admin/clubs/player/", "/admin/clubs/player/"),
        ("https://elsewhere.example/", "/admin/"),
        ("//elsewhere.example/", "/admin/"),
        ("javascript:alert(1)", "/admin/"),
        ("/api/docs/", "/api/docs/"),
    ],
)
def test_signing_in_lands_somewhere(client: Client, next_page: str, landing: str) -> None:
    assert sign_in(client, is_operator=True, next_page=next_page) == (200, landing)


def test_a_player_without_a_desk_is_told_so_and_has_a_home(client: Client) -> None:
    assert sign_in(client, is_operator=False, next_page="/admin/") == (403, "/admin/login/")
    client.force_login(PlayerFactory.create(name="Con"))

    page = client.get("/")

    assert page.status_code == 200
    assert "You are signed in as Con" in page.content.decode()


def test_a_stranger_finds_the_login_on_the_front_page(client: Client) -> None:
    page = client.get("/")

    assert page.status_code == 200
    assert f'href="{reverse("account_login")}"' in page.content.decode()


def test_the_desk_is_strict_although_it_is_below_the_admin(chief: Client) -> None:
    night = plan_night(ClubFactory.create(), at=AT, starts_at=AT)
    address = reverse("desk-door", args=[night.pk])

    told = chief.get(address).headers

    assert "script-src 'self'; style-src 'self';" in told["Content-Security-Policy"]
    assert "no-store" in told["Cache-Control"]
