"""With a second factor on, a password alone opens no door; and what wrong codes come to."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache as shared
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from clubs.models import Player, Token
from clubs.tasks import sweep_sign_ins
from clubs.tokens import make_token
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from deploy.rights import Scope
from tests.clubs.factories import AT
from tests.clubs.logins import (
    ADDRESS,
    PASSWORD,
    SECRET,
    add_address,
    add_factor,
    add_passkey,
    shown,
)
from tests.ledger.crowds import at_once

API = "/api/v1"
FORM = "application/x-www-form-urlencoded"
GUESSES = 30


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    settings.MFA_TOTP_PERIOD = 24 * 60 * 60  # However slow the machine, it is the same code.
    cache.clear()


@pytest.fixture
def nora(db: None) -> Player:
    return Player.objects.create_superuser("nora", password=PASSWORD, name="Nora Daly")


def signed_in(name: str = "nora", **more: str) -> APIClient:
    client = APIClient()
    client.sent = client.post(  # type: ignore[attr-defined]
        f"{API}/sessions", {"username": name, "password": PASSWORD, **more}
    )
    return client


def who(client: Any) -> int:
    status: int = client.get(f"{API}/sessions/current").status_code
    return status


def by_page(codes: list[str]) -> Client:
    """The password on its page, then these codes."""
    browser = Client()
    first = browser.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    assert first.headers["Location"] == "/accounts/code/"
    for code in codes:
        browser.post("/accounts/code/", {"code": code})
    return browser


def test_the_password_alone_opens_nothing(nora: Player) -> None:
    add_factor(nora)
    add_address(nora)
    named = {"username": "nora", "password": PASSWORD, "name": "stolen"}

    page = by_page([])
    session = signed_in()
    tokens = [
        APIClient().post(f"{API}/tokens", {**named, **more}).json()["code"]
        for more in ({}, {"scopes": ["treasurer"]}, {"username": ADDRESS})
    ]

    assert (who(page), who(session)) == (401, 401)
    assert session.sent.json()["code"] == "second_factor_needed"  # type: ignore[attr-defined]
    assert tokens == ["second_factor_needed"] * 3
    assert not Token.objects.exists()
    assert page.get("/admin/").status_code == 302


def test_the_code_opens_the_session_and_the_session_makes_the_token(nora: Player) -> None:
    add_factor(nora)

    session = signed_in(code=shown())
    plain = session.post(f"{API}/tokens", {"name": "laptop", "code": shown(later=1)})
    named = {"username": "nora", "password": PASSWORD, "code": shown(later=-1)}
    treasurer = session.post(f"{API}/tokens", {"name": "till", "scopes": ["treasurer"], **named})

    assert who(session) == 200
    assert (plain.status_code, treasurer.status_code) == (201, 201)


def test_a_session_of_somebody_else_makes_no_token_of_theirs(nora: Player) -> None:
    add_factor(nora)
    Player.objects.create_user("con", password=PASSWORD, name="Con")
    named = {"username": "nora", "password": PASSWORD, "name": "x"}

    answer = signed_in("con").post(f"{API}/tokens", named)

    assert answer.json()["code"] == "second_factor_needed"


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_code_counts_once_and_so_does_a_recovery_code(nora: Player, way: str) -> None:
    recovery, *_ = add_factor(nora)

    def enter(code: str) -> int:
        return who(by_page([code]) if way == "page" else signed_in(code=code))

    code = shown()
    assert [enter(code), enter(code)] == [200, 401]
    assert [enter(recovery), enter(recovery)] == [200, 401]


def test_a_code_that_turns_over_on_its_way_counts_and_one_of_long_ago_does_not(
    nora: Player,
) -> None:
    add_factor(nora)

    assert who(signed_in(code=shown(later=-2))) == 401
    assert who(signed_in(code=shown(later=-1))) == 200


def test_a_used_code_is_no_good_for_as_long_as_it_could_be_one(nora: Player, settings: Any) -> None:
    settings.MFA_TOTP_PERIOD = 30
    add_factor(nora)
    with time_machine.travel(AT.replace(second=0), tick=False) as traveller:
        code = shown(later=1)  # Of a clock that is half a minute fast.
        first = who(signed_in(code=code))
        later = []
        for _ in range(4):
            traveller.shift(20)
            later.append(who(signed_in(code=code)))

    assert [first, *later] == [200, 401, 401, 401, 401]


@pytest.mark.parametrize("way", ["page", "api", "both"])
def test_after_five_wrong_codes_the_right_one_is_not_looked_at(nora: Player, way: str) -> None:
    """Whoever knows the password has five guesses at a million codes in a quarter of an hour."""
    add_factor(nora)
    guesses = [f"{number:06}" for number in range(GUESSES) if f"{number:06}" != shown()]
    if way != "api":
        by_page(guesses[:3] if way == "both" else guesses)
    if way != "page":
        told = [
            signed_in(code=code).sent.json()["code"]  # type: ignore[attr-defined]
            for code in (guesses[3:] if way == "both" else guesses)
        ]
        wrong = 2 if way == "both" else 5
        assert told[:wrong] == ["wrong_code"] * wrong
        assert set(told[wrong:]) == {"too_many_tries"}

    assert who(by_page([shown()])) == 401
    assert who(signed_in(code=shown())) == 401
    shared.clear()  # The quarter of an hour is over.
    assert who(signed_in(code=shown())) == 200


def test_who_is_refused_reads_how_long_to_wait(nora: Player) -> None:
    """A quarter of an hour after the first wrong code."""
    add_factor(nora)
    now = database_now()
    for minutes in (5, 4, 3, 2, 1):
        with time_machine.travel(now - timedelta(minutes=minutes), tick=False):
            signed_in(code="000000" if shown() != "000000" else "000001")

    refused = signed_in(code=shown()).sent  # type: ignore[attr-defined]

    wait = int(refused.headers["Retry-After"])
    assert 9 * 60 < wait <= 10 * 60
    assert f"try again in {wait} seconds" in refused.json()["detail"]
    assert "password" not in refused.json()["title"]
    with time_machine.travel(now + timedelta(minutes=10, seconds=1)):
        assert who(signed_in(code=shown())) == 200


def test_thirty_at_once_are_no_more_guesses(own_database: str, settings: Any) -> None:
    """What counts them is shared, and looks one by one."""
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    add_factor(nora)

    def guess(number: int) -> str:
        told = signed_in(code=f"{number:06}").sent.json()["code"]  # type: ignore[attr-defined]
        connection.close()
        return str(told)

    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(guess, range(GUESSES)))

    assert told.count("wrong_code") <= 5
    assert set(told) <= {"wrong_code", "too_many_tries"}


def test_somebody_who_only_knows_the_name_locks_nobody_out_of_their_codes(nora: Player) -> None:
    add_factor(nora)
    for number in range(GUESSES):
        wrong = {"username": "nora", "password": "four", "code": f"{number:06}"}
        APIClient(REMOTE_ADDR="203.0.113.9").post(f"{API}/sessions", wrong)

    assert who(signed_in(code=shown())) == 200


def test_switched_on_over_the_api_it_ends_all_other_sessions(nora: Player) -> None:
    thief, session = signed_in(), signed_in()

    wrong = session.post(f"{API}/second-factor", {"password": "four of hearts"})
    begun = session.post(f"{API}/second-factor", {"password": PASSWORD}).json()
    code = shown(begun["secret"])
    on = session.post(f"{API}/second-factor/switch-on", {"code": code})

    assert wrong.status_code == 403
    assert begun["secret"] in begun["address"]
    assert len(on.json()["recovery_codes"]) == 10
    assert (who(session), who(thief)) == (200, 401)
    told = session.get(f"{API}/second-factor/current").json()
    assert told == {"is_on": True, "is_demanded": False, "recovery_codes_left": 10}
    assert [one["is_current"] for one in session.get(f"{API}/sessions").json()["results"]] == [True]


def test_switched_on_by_its_page_it_ends_all_other_sessions(
    nora: Player, django_capture_on_commit_callbacks: Any
) -> None:
    thief, browser = signed_in(), Client()
    browser.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    browser.post("/accounts/again/", {"password": PASSWORD})
    browser.get("/accounts/second-factor/app/")
    code = shown(browser.session["mfa.totp.secret"])

    browser.post("/accounts/second-factor/app/", {"code": code})

    assert nora.has_second_factor()
    assert (who(browser), who(thief)) == (200, 401)


@pytest.mark.parametrize("way", ["page", "api"])
def test_the_first_factor_ends_tokens_and_the_next_does_not(nora: Player, way: str) -> None:
    """A password alone could have made those from before."""
    _, text = make_token(nora, name="stolen", days=1)
    thief = APIClient(headers={"Authorization": f"Token {text}"})
    browser = signed_in()

    def set_up() -> None:
        code = shown(browser.session["mfa.totp.secret"])
        if way == "page":
            browser.post("/accounts/second-factor/app/", f"code={code}", content_type=FORM)
        else:
            browser.post(f"{API}/second-factor/switch-on", {"code": code})

    browser.post(f"{API}/second-factor", {"password": PASSWORD})
    set_up()
    assert nora.has_second_factor()
    assert (who(thief), who(browser)) == (401, 200)

    _, text = make_token(nora, name="laptop", days=1)
    program = APIClient(headers={"Authorization": f"Token {text}"})
    Authenticator.objects.filter(user=nora).delete()
    recovery, *_ = add_passkey(nora)
    browser.post(f"{API}/second-factor", {"password": PASSWORD, "code": recovery})
    set_up()
    assert nora.second_factors().count() == 2
    assert (who(program), who(browser)) == (200, 200)


def test_signing_out_everywhere_else_ends_their_tokens_too(nora: Player) -> None:
    _, text = make_token(nora, name="laptop", days=1)
    other, session = signed_in(), signed_in()

    session.post("/accounts/sessions/", "others=1", content_type=FORM)

    program = APIClient(headers={"Authorization": f"Token {text}"})
    assert [who(one) for one in (other, session, program)] == [401, 200, 401]


def test_a_mail_tells_of_every_change_over_the_api(own_database: str) -> None:
    """Once it is committed, so the transactions of this test really end."""
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    add_address(nora)
    session = signed_in()
    begun = session.post(f"{API}/second-factor", {"password": PASSWORD}).json()

    def order(door: str, code: str) -> Any:
        return session.post(f"{API}/second-factor/{door}", {"code": code})

    first, *_ = order("switch-on", shown(begun["secret"])).json()["recovery_codes"]
    add_passkey(nora, with_codes=False)
    second, *_ = order("recovery-codes", first).json()["recovery_codes"]
    off = order("switch-off", second)

    assert off.status_code == 204
    assert not nora.authenticator_set.exists()
    assert [(one.to, one.subject) for one in mail.outbox] == [
        ([ADDRESS], told)
        for told in (
            "An app for codes was set up",
            "New recovery codes were made",
            "Your app for codes was switched off",
            "A passkey was removed",
        )
    ]


def test_a_secret_at_rest_is_sealed(nora: Player) -> None:
    add_factor(nora)

    kept = str(list(Authenticator.objects.values_list("data", flat=True)))

    assert SECRET not in kept
    assert "gAAAAA" in kept  # As Fernet begins.


@pytest.mark.parametrize("door", ["switch-off", "recovery-codes"])
def test_a_stolen_session_and_the_password_change_no_factor(nora: Player, door: str) -> None:
    add_factor(nora)
    session = signed_in(code=shown())
    guesses = [session.post(f"{API}/second-factor/{door}", {"code": "000000"}) for _ in range(6)]
    page = session.post("/accounts/again/", {"password": PASSWORD})

    assert {one.json()["code"] for one in guesses} == {"wrong_code", "too_many_tries"}
    assert page.headers["Location"].startswith("/accounts/again/code/")
    off = session.post("/accounts/second-factor/app/off/")
    assert off.status_code == 302
    assert nora.has_second_factor()


def test_a_stolen_session_and_the_password_add_no_app_beside_a_passkey(nora: Player) -> None:
    """An app of the thief's would then remove the passkey."""
    first, *_ = add_passkey(nora)
    session = signed_in(code=first)
    named = {"password": PASSWORD}

    asked = session.post(f"{API}/second-factor", named)
    guessed = session.post(f"{API}/second-factor", {**named, "code": "000000"})
    used = session.post(f"{API}/second-factor", {**named, "code": first})
    on = session.post(f"{API}/second-factor/switch-on", {"code": shown()})
    page = session.post("/accounts/again/", named)
    app = session.get("/accounts/second-factor/app/")
    doors = [
        session.post(f"{API}/second-factor/{door}", {"code": "000000"}).json()["code"]
        for door in ("switch-off", "recovery-codes")
    ]

    assert (asked.status_code, asked.json()["code"]) == (403, "second_factor_needed")
    assert [one.json()["code"] for one in (guessed, used)] == ["wrong_code"] * 2
    assert on.json()["code"] == "not_begun"
    assert page.headers["Location"].startswith("/accounts/again/")
    assert app.headers["Location"].startswith("/accounts/again/")
    assert doors == ["wrong_code"] * 2
    assert set(nora.authenticator_set.values_list("type", flat=True)) == {
        "webauthn",
        "recovery_codes",
    }


def test_its_owner_adds_an_app_to_a_passkey_by_a_recovery_code(nora: Player) -> None:
    first, second, *_ = add_passkey(nora)
    session = signed_in(code=first)

    begun = session.post(f"{API}/second-factor", {"password": PASSWORD, "code": second}).json()
    on = session.post(f"{API}/second-factor/switch-on", {"code": shown(begun["secret"])})

    assert on.status_code == 200
    assert nora.authenticator_set.filter(type=Authenticator.Type.TOTP).exists()


def test_an_app_that_was_begun_long_ago_is_begun_again(nora: Player, settings: Any) -> None:
    session = signed_in()
    never = session.post(f"{API}/second-factor/switch-on", {"code": shown()})
    begun = session.post(f"{API}/second-factor", {"password": PASSWORD}).json()
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0  # The five minutes are over.

    late = session.post(f"{API}/second-factor/switch-on", {"code": shown(begun["secret"])})

    assert [(one.status_code, one.json()["code"]) for one in (never, late)] == [
        (409, "not_begun")
    ] * 2
    assert "begin again" in late.json()["detail"]
    assert not nora.has_second_factor()


def test_an_app_is_set_up_once(nora: Player) -> None:
    add_factor(nora)
    session = signed_in(code=shown())

    told = [
        session.post(f"{API}/second-factor", {"password": PASSWORD}),
        session.post(f"{API}/second-factor/switch-on", {"code": shown()}),
    ]

    assert [one.json()["code"] for one in told] == ["second_factor_is_on"] * 2


def test_its_page_asks_nobody_who_has_an_app_to_switch_it_off(nora: Player) -> None:
    """Perhaps they tapped twice."""
    browser = signed_in()
    begun = browser.post(f"{API}/second-factor", {"password": PASSWORD}).json()
    page, code = "/accounts/second-factor/app/", f"code={shown(begun['secret'])}"

    first, again = (browser.post(page, code, content_type=FORM) for _ in range(2))

    assert first.headers["Location"] == "/accounts/second-factor/codes/"
    assert again.headers["Location"] == "/accounts/second-factor/"
    assert Client().get(page).headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("way", ["page", "api"])
def test_sent_at_once_it_is_set_up_once(own_database: str, way: str) -> None:
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    session = signed_in()
    begun = session.post(f"{API}/second-factor", {"password": PASSWORD}).json()
    code = shown(begun["secret"])

    def set_up() -> Any:
        one = APIClient()
        one.cookies = session.cookies
        if way == "page":
            page = "/accounts/second-factor/app/"
            return one.post(page, f"code={code}", content_type=FORM).status_code
        answer = one.post(f"{API}/second-factor/switch-on", {"code": code})
        return answer.status_code, answer.json().get("code")

    told = set(at_once([set_up] * 6))

    assert told == {302} if way == "page" else {(200, None), (409, "second_factor_is_on")}
    assert nora.authenticator_set.count() == 2, "the app, and recovery codes"


def test_its_owner_switches_it_off_by_a_code(nora: Player) -> None:
    recovery, *_ = add_factor(nora)
    session = signed_in(code=shown())

    answer = session.post(f"{API}/second-factor/switch-off", {"code": recovery})

    assert answer.status_code == 204
    assert who(signed_in()) == 200


def test_a_token_changes_nothing_of_it(nora: Player) -> None:
    _, text = make_token(nora, name="stolen", days=1, scopes=Scope)
    thief = APIClient(headers={"Authorization": f"Token {text}"})

    asked = [
        thief.post(f"{API}/second-factor", {"password": PASSWORD}),
        thief.post(f"{API}/second-factor/switch-on", {"code": "000000"}),
        thief.post(f"{API}/second-factor/switch-off", {"code": "000000"}),
    ]

    assert [one.status_code for one in asked] == [403, 403, 403]
    assert thief.get(f"{API}/sessions").json()["results"] == []


def test_an_operator_resets_it(
    nora: Player, capsys: Any, django_capture_on_commit_callbacks: Any
) -> None:
    add_factor(nora)
    add_address(nora)
    session = signed_in(code=shown())
    make_token(nora, name="laptop", days=1)

    with django_capture_on_commit_callbacks(execute=True):
        call_command("reset_second_factor", "nora")

    assert not Token.objects.exists()
    assert [(one.to, one.subject) for one in mail.outbox] == [
        ([ADDRESS], "Your second factor was taken away")
    ]
    assert "switch on another second factor" in str(mail.outbox[0].body)
    assert "Nora Daly (nora) has no second factor now" in capsys.readouterr().out
    assert who(session) == 401
    assert who(signed_in()) == 200
    with pytest.raises(CommandError, match="has no second factor"):
        call_command("reset_second_factor", "nora")
    with pytest.raises(CommandError, match="Nobody has the user name con"):
        call_command("reset_second_factor", "con")


def test_what_is_over_is_swept(nora: Player) -> None:
    """Counts, used codes, sessions whose time is over, and the list of those that are gone."""
    add_factor(nora)
    by_page(["000000"])
    standing, left = signed_in(code=shown()), Client()
    left.force_login(Player.objects.create_user("con", password=PASSWORD, name="Con"))
    UserSession.objects.create(user=nora, session_key="gone", ip="127.0.0.1", user_agent="x")
    Session.objects.filter(session_key=left.session.session_key).update(expire_date=AT)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_cache SET expires = %s", [AT])

    sweep_sign_ins()

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM clubs_cache")
        assert cursor.fetchone() == (0,)
    assert (who(standing), who(left)) == (200, 401)
    assert [one.user for one in UserSession.objects.all()] == [nora]
