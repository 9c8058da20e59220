"""Whoever guesses passwords: one count for every way in, and no way to lock others out."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from clubs.errors import TooManyTries
from clubs.models import Player, SignInCount, Token
from clubs.signing_in import (
    KNOWN_FOR,
    MANY_OF_NAME,
    MOST_OF_ADDRESS,
    MOST_OF_PAIR,
    SLOWLY,
    WINDOW,
    forget_tries,
    sign_in,
)
from clubs.tasks import sweep_sign_ins
from clubs.tokens import make_token, revoke_all
from deploy.rest.addresses import address_of
from deploy.rest.throttles import cache
from tests.clubs.factories import AT

PASSWORD = "five of hearts"
HALL, HOME, ABROAD = "192.0.2.1", "198.51.100.7", "203.0.113.9"
WIDE = "\uff4e\uff4f\uff52\uff41"  # As keyboards for Japanese type it.
Door = Callable[[str, str], int]


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> None:
    cache.clear()


@pytest.fixture
def nora(db: None) -> Player:
    made = Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")
    Player.objects.filter(pk=made.pk).update(is_superuser=True)
    return Player.objects.get(pk=made.pk)


def guess(
    name: str = "nora", address: str = ABROAD, *, at: datetime = AT, right: bool = False
) -> bool:
    password = PASSWORD if right else "four of hearts"
    return sign_in(None, username=name, password=password, address=address, at=at) is not None


def fail(times: int, name: str = "nora", address: str = ABROAD) -> None:
    for _ in range(times):
        assert not guess(name, address)


def test_a_name_from_one_address_is_blocked_and_told_for_how_long(nora: Player) -> None:
    fail(MOST_OF_PAIR)

    with pytest.raises(TooManyTries, match="try again in 840 seconds") as refusal:
        guess(right=True, at=AT + timedelta(minutes=1))
    assert refusal.value.wait == 840
    assert guess(right=True, at=AT + WINDOW)


@pytest.mark.parametrize("name", [" nora", "nora\t", "NORA", WIDE])
def test_no_spelling_of_a_name_begins_anew(nora: Player, name: str) -> None:
    fail(MOST_OF_PAIR)

    with pytest.raises(TooManyTries):
        guess(name)


@pytest.mark.parametrize("name", ["Nora", "NORA", " noRa"])
def test_capitals_of_a_user_name_do_not_matter(nora: Player, name: str) -> None:
    assert guess(name, right=True)
    assert not guess(name)


@pytest.mark.parametrize("wanted", [True, False])
def test_a_failure_is_one_line_in_the_log_without_the_name(
    nora: Player, settings: Any, caplog: pytest.LogCaptureFixture, wanted: bool
) -> None:
    settings.LOG_ADDRESSES = wanted
    fail(MOST_OF_PAIR)
    with pytest.raises(TooManyTries):
        guess()
    assert guess(address=HOME, right=True)

    lines = [one for one in caplog.records if one.name == "clubs.signing_in"]
    assert [one.message for one in lines] == ["sign_in_failed"] * MOST_OF_PAIR + ["sign_in_refused"]
    [name_hash] = {vars(one)["name_hash"] for one in lines}
    assert "nora" not in name_hash
    assert {vars(one).get("address") for one in lines} == {ABROAD if wanted else None}


def test_strangers_lock_nobody_out(nora: Player) -> None:
    """However many failed at the name: from an address of its own nobody waits longer than that."""
    for number in range(MANY_OF_NAME):
        fail(1, address=f"203.0.113.{number}")

    with pytest.raises(TooManyTries) as refusal:
        guess(address=HOME, right=True)
    assert timedelta(seconds=refusal.value.wait) <= SLOWLY
    assert guess(address=HOME, right=True, at=AT + SLOWLY)


def test_somebody_who_was_there_before_is_not_even_slowed_down(nora: Player) -> None:
    assert guess(address=HOME, right=True)
    for number in range(MANY_OF_NAME):
        fail(1, address=f"203.0.113.{number}")

    assert guess(address=HOME, right=True)


def test_an_address_alone_is_bounded_but_not_for_whoever_is_known_there(nora: Player) -> None:
    Player.objects.create_user("sean", password=PASSWORD, name="Seán")
    assert guess("nora", HALL, right=True)
    for number in range(MOST_OF_ADDRESS):
        fail(1, f"nobody-{number}", HALL)

    with pytest.raises(TooManyTries):
        guess("sean", HALL, right=True)
    assert guess("sean", HOME, right=True)
    assert guess("nora", HALL, right=True)


def test_somebody_who_signs_in_takes_back_what_was_counted(nora: Player) -> None:
    for _ in range(MOST_OF_ADDRESS + 1):
        assert guess(address=HALL, right=True)
    fail(MOST_OF_PAIR - 1)
    assert guess(right=True)

    fail(MOST_OF_PAIR)


def test_a_name_that_nobody_has_is_as_much_work(nora: Player) -> None:
    """Nobody, somebody inactive and a bot without a password: the same hash, the same queries."""
    Player.objects.create_user("gone", password=PASSWORD, name="Gone", is_active=False)
    Player.objects.create_user("bot", name="Bot", is_bot=True)
    made: list[str] = []
    plain = PBKDF2PasswordHasher.encode

    def encode(self: PBKDF2PasswordHasher, password: str, *salted: Any) -> str:
        made.append(password)
        return plain(self, password, *salted)

    work = {}
    for name in ("nora", "nobody", "gone", "bot"):
        made.clear()
        with (
            pytest.MonkeyPatch.context() as patch,
            CaptureQueriesContext(connection) as queries,
        ):
            patch.setattr(PBKDF2PasswordHasher, "encode", encode)
            fail(1, name)
        work[name] = len(made), len(queries)

    assert work["nora"][0] == 1
    assert set(work.values()) == {work["nora"]}


def test_blocked_is_blocked_whether_the_name_is_anybodys(nora: Player) -> None:
    fail(MOST_OF_PAIR, "nobody")

    with pytest.raises(TooManyTries):
        guess("nobody")


def test_guesses_at_once_gain_nothing(own_database: str) -> None:
    """Each is counted before its password is looked at."""
    Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")

    def one(_: int) -> str:
        try:
            return str(guess())
        except TooManyTries:
            return "refused"
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as crowd:
        told = list(crowd.map(one, range(3 * MOST_OF_PAIR)))

    assert told.count("False") == MOST_OF_PAIR
    assert told.count("refused") == 2 * MOST_OF_PAIR


def test_what_no_longer_counts_is_forgotten(nora: Player) -> None:
    fail(1)
    assert guess(address=HOME, right=True)
    assert not SignInCount.objects.filter(digest__contains="nora").exists()

    assert forget_tries(at=AT + WINDOW) == 0
    assert forget_tries(at=AT + WINDOW * 2) == 4  # But the name at home, which is known.
    assert forget_tries(at=AT + KNOWN_FOR * 2) == 1
    sweep_sign_ins()


def by_token(name: str, password: str) -> int:
    body = {"name": "laptop", "username": name, "password": password}
    return APIClient(REMOTE_ADDR=ABROAD).post("/api/v1/tokens", body).status_code


def by_session(name: str, password: str) -> int:
    body = {"username": name, "password": password}
    return APIClient(REMOTE_ADDR=ABROAD).post("/api/v1/sessions", body).status_code


def by_page(name: str, password: str) -> int:
    """200 is the form again; what it says decides."""
    answer = Client(REMOTE_ADDR=ABROAD).post(
        "/accounts/login/", {"login": name, "password": password}
    )
    if answer.status_code == 302:
        return 201
    return 429 if "try again in" in answer.content.decode() else 401


DOORS: dict[str, Door] = {"tokens": by_token, "sessions": by_session, "page": by_page}


@pytest.mark.parametrize("second", DOORS)
@pytest.mark.parametrize("first", DOORS)
def test_every_way_in_shares_one_count(nora: Player, first: str, second: str) -> None:
    assert DOORS[first]("nora", PASSWORD) == 201
    told = [DOORS[first](" nora ", "wrong") for _ in range(MOST_OF_PAIR)]

    assert told == [401] * MOST_OF_PAIR
    assert DOORS[second]("nora", PASSWORD) == 429


def test_a_refused_try_says_when_to_come_back(nora: Player) -> None:
    client = APIClient()
    body = {"username": "nora", "password": "wrong"}
    *_, last = [client.post("/api/v1/sessions", body) for _ in range(MOST_OF_PAIR + 1)]

    assert (last.status_code, last.json()["code"]) == (429, "too_many_tries")
    assert 0 < int(last.headers["Retry-After"]) <= WINDOW.total_seconds()
    assert f"in {last.headers['Retry-After']} seconds" in last.json()["detail"]


def test_a_token_spares_nobody_the_count(nora: Player) -> None:
    _, text = make_token(Player.objects.create(username="sean", name="Seán"), name="x", days=1)
    client = APIClient(headers={"Authorization": f"Token {text}"})
    body = {"name": "laptop", "username": "nora", "password": "wrong"}

    statuses = [client.post("/api/v1/tokens", body).status_code for _ in range(MOST_OF_PAIR + 1)]

    assert statuses == [401] * MOST_OF_PAIR + [429]


def test_somebody_who_found_a_session_cannot_guess_its_password(
    client: Client, nora: Player
) -> None:
    client.force_login(nora)
    new = {"password1": "seven of clubs", "password2": "seven of clubs"}

    def change(old: str) -> str:
        answer = client.post("/accounts/password/", {"oldpassword": old, **new})
        return "" if answer.status_code == 302 else answer.content.decode()

    for _ in range(MOST_OF_PAIR):
        assert "This is not your password" in change("wrong")
    assert "try again in" in change(PASSWORD)
    SignInCount.objects.all().delete()
    assert change(PASSWORD) == ""


def in_the_admin(player: Player) -> None:
    operator = Client()
    operator.force_login(Player.objects.create(username="op", is_superuser=True))
    new = {"password1": "seven of clubs", "password2": "seven of clubs"}
    page = f"/admin/clubs/player/{player.pk}/password/"
    assert operator.post(page, {**new, "usable_password": "true"}).status_code == 302


def by_command(player: Player) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("getpass.getpass", lambda **_: "seven of clubs")
        call_command("changepassword", player.username)


def by_themselves(player: Player) -> None:
    own = Client()
    own.force_login(player)
    new = {"password1": "seven of clubs", "password2": "seven of clubs"}
    page = own.post("/accounts/password/", {"oldpassword": PASSWORD, **new})
    assert page.status_code == 302
    assert own.get("/admin/").status_code == 200  # The session in which it was done goes on.


def by_revoking(player: Player) -> None:
    revoke_all(player)


def by_the_operator(player: Player) -> None:
    operator = Client()
    operator.force_login(Player.objects.create(username="op", is_superuser=True))
    chosen = {"action": "sign_out", "_selected_action": [player.pk]}
    page = operator.post("/admin/clubs/player/", chosen, follow=True).content.decode()
    assert "Signed out, and all tokens ended: Nora Daly." in page


@pytest.mark.parametrize(
    "end", [in_the_admin, by_command, by_themselves, by_revoking, by_the_operator]
)
def test_sessions_and_tokens_end(nora: Player, end: Callable[[Player], None]) -> None:
    session = APIClient()
    session.force_login(nora)
    program = APIClient(headers={"Authorization": f"Token {make_token(nora, name='x', days=1)[1]}"})
    assert [one.get("/api/v1/clubs").status_code for one in (session, program)] == [200, 200]

    end(nora)

    assert [one.get("/api/v1/clubs").status_code for one in (session, program)] == [401, 401]


def test_somebody_who_revokes_all_keeps_the_session_that_they_use(nora: Player) -> None:
    ways: dict[str, APIClient] = {}
    for name in ("session", "other session"):
        ways[name] = APIClient()
        ways[name].force_login(nora)
    for name in ("program", "other program"):
        text = make_token(nora, name=name, days=1)[1]
        ways[name] = APIClient(headers={"Authorization": f"Token {text}"})

    assert ways["session"].post("/api/v1/tokens/revoke-all").status_code == 200

    stands = {name for name, way in ways.items() if way.get("/api/v1/clubs").status_code == 200}
    assert stands == {"session"}
    assert not Token.objects.exists()


def test_a_password_that_is_only_hashed_anew_ends_no_token(nora: Player, settings: Any) -> None:
    text = make_token(nora, name="x", days=1)[1]
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]

    assert guess(right=True)

    assert Player.objects.get(pk=nora.pk).password.startswith("pbkdf2_sha1$")
    program = APIClient(headers={"Authorization": f"Token {text}"})
    assert program.get("/api/v1/clubs").status_code == 200


@pytest.mark.parametrize(
    ("remote", "forwarded", "found"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.7", "203.0.113.9"),  # A stranger is not believed.
        ("10.0.0.2", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.2", "192.0.2.1, 198.51.100.7", "198.51.100.7"),  # The first the caller wrote.
        ("10.0.0.2", "10.0.0.9", "10.0.0.9"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("2001:db8:1:2:3::4", "", "2001:db8:1:2::/64"),
        ("", "198.51.100.7", ""),
    ],
)
def test_the_address_behind_a_proxy(
    rf: Any, settings: Any, remote: str, forwarded: str, found: str
) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/8"]
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}

    assert address_of(rf.get("/", headers=headers, REMOTE_ADDR=remote)) == found
