"""Whoever moves chips by hand in the admin types their password again; a stolen session cannot."""

import uuid
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.accounts.typed import NOTED
from clubs.members import join_club
from clubs.models import Club, Member, Player, Role, Token
from clubs.signing_in import MOST_OF_PAIR
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from ledger.models import Transfer
from tests.clubs.devices import Device, post_credential
from tests.clubs.factories import ClubFactory, guests
from tests.clubs.logins import add_factor, shown

PASSWORD = "five of hearts"
QUESTION = "Your password, please"


@pytest.fixture
def club(db: None, settings: Any) -> Club:
    settings.PASSWORD_AGAIN_MINUTES = 15
    cache.clear()
    return ClubFactory.create()


@pytest.fixture
def nora(club: Club) -> Player:
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")
    join_club(club, player=nora, role=Role.ORGANISER, at=database_now())
    return nora


@pytest.fixture
def stolen(nora: Player) -> Client:
    """A session in which nobody has typed a password, as far as it knows."""
    client = Client()
    client.force_login(nora)
    return client


@pytest.fixture
def member(club: Club) -> Member:
    [member] = guests(club, 1)
    return member


def issuing(member: Member) -> str:
    return f"{reverse('admin:ledger_account_by_hand', args=['issue'])}?row={member.purse_id}"


def order(**more: str) -> dict[str, str]:
    return {"memo": "Won a raffle", "chips": "7", "order": str(uuid.uuid4()), **more}


class Fields(HTMLParser):
    """What a form sends as it stands."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "input" and told.get("name"):
            self.sent[str(told["name"])] = told.get("value") or ""


def said(answer: Any) -> str:
    return str(answer.content.decode())


def purse(member: Member) -> int:
    return Member.objects.select_related("purse").get(pk=member.pk).purse.balance


def typed_ago(client: Client, player: Player, minutes: int) -> None:
    session = client.session
    session[NOTED] = [player.pk, (database_now() - timedelta(minutes=minutes)).isoformat()]
    session.save()


def test_it_is_asked_before_the_form_and_leads_on_to_it(stolen: Client, member: Member) -> None:
    address = issuing(member)
    assert QUESTION in said(stolen.get(address))

    answer = stolen.post(address, {"password_again": PASSWORD})

    assert answer.headers["Location"] == address
    form = said(stolen.get(address))
    assert QUESTION not in form
    assert 'name="chips"' in form


def test_somebody_who_has_just_signed_in_is_not_asked(nora: Player, member: Member) -> None:
    client = Client()
    client.post(reverse("account_login"), {"login": "nora", "password": PASSWORD})

    assert QUESTION not in said(client.get(issuing(member)))


def test_nor_is_somebody_whose_second_factor_came_after_the_password(
    nora: Player, member: Member
) -> None:
    add_factor(nora)
    client = Client()
    client.post(reverse("account_login"), {"login": "nora", "password": PASSWORD})
    client.post(reverse("mfa_authenticate"), {"code": shown()})

    assert QUESTION not in said(client.get(issuing(member)))


def test_whoever_signed_in_by_a_passkey_has_typed_no_password(nora: Player, member: Member) -> None:
    browser, device = Client(), Device(nora)
    browser.post(reverse("account_login"), {"login": "nora", "password": PASSWORD})
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    add, sign_in = reverse("mfa_add_webauthn"), reverse("mfa_login_webauthn")
    post_credential(browser, add, device.registers(browser), name="My phone", passwordless="on")
    client = Client()
    post_credential(client, sign_in, device.signs(client, sign_in))

    assert client.get("/api/v1/sessions/current").status_code == 200
    assert QUESTION in said(client.get(issuing(member)))


@pytest.mark.parametrize(("minutes", "is_asked"), [(14, False), (16, True)])
def test_it_is_asked_again_after_a_while(
    stolen: Client, nora: Player, member: Member, minutes: int, is_asked: bool
) -> None:
    typed_ago(stolen, nora, minutes)

    assert (QUESTION in said(stolen.get(issuing(member)))) == is_asked


def test_nothing_is_lost_where_the_time_runs_out_in_between(
    stolen: Client, nora: Player, member: Member
) -> None:
    address, before = issuing(member), purse(member)
    typed_ago(stolen, nora, 14)
    filled = order(memo='Won "a raffle" & more')
    assert "Move the chips" in said(stolen.post(address, filled))
    typed_ago(stolen, nora, 16)

    asked = said(stolen.post(address, {**filled, "post": "1"}))
    assert QUESTION in asked
    assert purse(member) == before
    kept = Fields(asked).sent
    wrong = said(stolen.post(address, kept | {"password_again": "four of hearts"}))
    assert "The password is wrong" in wrong
    assert Fields(wrong).sent.items() >= filled.items()
    stolen.post(address, kept | {"password_again": PASSWORD})

    assert purse(member) == before + 7
    assert Transfer.objects.latest("pk").memo == 'Won "a raffle" & more'


def test_a_form_that_was_filled_in_too_late_is_shown_as_it_was(
    stolen: Client, nora: Player, member: Member
) -> None:
    typed_ago(stolen, nora, 16)
    kept = Fields(said(stolen.post(issuing(member), order()))).sent

    shown = said(stolen.post(issuing(member), kept | {"password_again": PASSWORD}))

    assert "Move the chips" in shown
    assert "Won a raffle" in shown


def test_the_password_of_another_is_none(stolen: Client, nora: Player, member: Member) -> None:
    other = Player.objects.create_user("sean", password="ace of hearts", name="Sean")

    assert "is wrong" in said(stolen.post(issuing(member), {"password_again": "ace of hearts"}))
    typed_ago(stolen, other, 1)
    assert QUESTION in said(stolen.get(issuing(member)))


def test_guesses_are_counted_as_at_the_sign_in(stolen: Client, member: Member) -> None:
    tries = [
        said(stolen.post(issuing(member), {"password_again": f"guess {number}"}))
        for number in range(30)
    ]
    right = said(stolen.post(issuing(member), {"password_again": PASSWORD}))

    assert sum("is wrong" in one for one in tries) == MOST_OF_PAIR
    assert sum("Too many wrong passwords" in one for one in tries) == 30 - MOST_OF_PAIR
    assert "Too many wrong passwords" in right


def test_whoever_may_not_is_refused_before_anything_is_asked(club: Club, member: Member) -> None:
    scorer = Player.objects.create_user("con", password=PASSWORD, name="Con")
    join_club(club, player=scorer, role=Role.SCORER, at=database_now())
    client = Client()
    client.force_login(scorer)

    answer = client.get(issuing(member))

    assert answer.status_code == 403
    assert QUESTION not in said(answer)


def test_a_stolen_session_looks_and_moves_no_chips_in_the_admin(
    stolen: Client, member: Member
) -> None:
    given = Transfer.objects.latest("pk")
    before, rows = purse(member), Transfer.objects.count()
    take_back = f"{reverse('admin:ledger_transfer_reverse')}?row={given.pk}"
    pages = {
        issuing(member): order(post="1"),
        issuing(member).replace("issue", "redeem"): order(post="1"),
        issuing(member).replace("issue", "adjust"): order(post="1", way="gains"),
        f"{reverse('admin:clubs_member_chips')}?member={member.pk}": order(post="1", way="issue"),
        take_back: {"memo": "why", "order": str(uuid.uuid4()), "post": "1"},
    }

    for address, form in pages.items():
        assert QUESTION in said(stolen.get(address)), address
        assert QUESTION in said(stolen.post(address, form)), address
    assert stolen.get(reverse("admin:ledger_account_changelist")).status_code == 200

    assert (purse(member), Transfer.objects.count()) == (before, rows)


def test_a_stolen_session_gets_no_new_password_and_no_token_for_chips(
    stolen: Client, nora: Player
) -> None:
    new = {
        "old_password": "guess",
        "new_password1": "a b c d e f 1",
        "new_password2": "a b c d e f 1",
    }
    stolen.post("/admin/password_change/", new)
    body = {"name": "mine", "scopes": ["treasurer"]}
    token = stolen.post("/api/v1/tokens", body, content_type="application/json")

    nora.refresh_from_db()
    assert nora.check_password(PASSWORD)
    assert token.status_code == 400
    assert "takes your password" in token.json()["errors"]["password"][0]
    assert not Token.objects.exists()


def test_an_operator_who_wants_no_question_gets_none(
    stolen: Client, member: Member, settings: Any
) -> None:
    settings.PASSWORD_AGAIN_MINUTES = 0

    assert QUESTION not in said(stolen.get(issuing(member)))
