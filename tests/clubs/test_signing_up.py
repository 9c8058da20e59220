"""Logins that people make themselves: who may, what is confirmed, and forgotten passwords."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils.functional import Promise
from rest_framework.test import APIClient

from clubs.accounts.adapters import Accounts, SecondFactors
from clubs.errors import TooManyTries
from clubs.invitations import invite
from clubs.models import Club, Mail, Member, Player, Role
from clubs.outbox import send_due
from clubs.signing_in import sign_in
from clubs.tokens import make_token
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from ledger.models import Account
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, owner_of
from tests.clubs.logins import ADDRESS, PASSWORD, add_address, add_factor, shown

API = "/api/v1"
BRID = {"name": "Bríd Ní Shé", "email": "Brid@Example.org", "password": "seven of clubs"}
HERS = "brid@example.org"


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    settings.MFA_TOTP_PERIOD = 24 * 60 * 60  # However slow the machine, it is the same code.
    cache.clear()


@pytest.fixture
def mailing(settings: Any) -> None:
    """As where a mail server is set."""
    settings.SENDS_MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def sign_up(**more: str) -> Any:
    return APIClient().post(f"{API}/players", {**BRID, **more})


def sign_in_as(name: str, password: str = BRID["password"]) -> Any:
    return APIClient().post(f"{API}/sessions", {"username": name, "password": password})


def link_in(message: Any) -> str:
    [link] = re.findall(r"https?://\S+/(?:confirm|forgotten)/\S+", str(message.body))
    return str(link)


def key_in(message: Any) -> str:
    """The last part of the link in a mail."""
    return link_in(message).rstrip("/").rpartition("/")[2]


@pytest.mark.django_db
def test_a_stranger_signs_up_confirms_and_signs_in_by_name_and_address(mailing: None) -> None:
    signed_up = sign_up()
    player = Player.objects.get(email=HERS)
    early = sign_in_as(HERS), sign_in_as(player.username)
    confirmed = APIClient().post(f"{API}/players/confirm", {"key": key_in(mail.outbox[0])})
    again = APIClient().post(f"{API}/players/confirm", {"key": key_in(mail.outbox[0])})

    assert signed_up.status_code == 202
    assert signed_up.json() == {
        "email": BRID["email"],
        "is_confirmation_needed": True,
        "username": None,
    }
    assert (player.name, player.is_superuser, player.is_bot) == ("Bríd Ní Shé", False, False)
    assert "@" not in player.username
    assert early[0].status_code == 401, "an address stands for nobody before it is confirmed"
    assert early[1].json()["code"] == "address_not_confirmed"
    assert (confirmed.json(), again.json()["code"]) == ({"email": HERS}, "unknown_key")
    assert [sign_in_as(one).status_code for one in (HERS, "BRID@example.org", player.username)] == [
        201,
        201,
        201,
    ]


@pytest.mark.django_db
def test_the_page_does_the_same_and_leads_back(mailing: None) -> None:
    browser = Client()
    form = {"name": BRID["name"], "email": HERS, "password1": BRID["password"]}
    browser.post("/accounts/sign-up/?next=/invited", {**form, "next": "/invited"})
    assert browser.get(f"{API}/sessions/current").status_code == 401

    address = link_in(mail.outbox[0])
    confirmed = browser.post(address)

    assert confirmed.headers["Location"] == "/invited"
    assert browser.get(f"{API}/sessions/current").json()["name"] == BRID["name"]


@pytest.mark.django_db
def test_a_link_opened_elsewhere_confirms_and_signs_nobody_in(mailing: None) -> None:
    sign_up()
    elsewhere = Client()

    elsewhere.post(link_in(mail.outbox[0]))

    assert EmailAddress.objects.get(email=HERS).verified
    assert elsewhere.get(f"{API}/sessions/current").status_code == 401


@pytest.mark.django_db
def test_where_no_mail_can_be_sent_nothing_has_to_be_confirmed() -> None:
    answer = sign_up()

    assert not answer.json()["is_confirmation_needed"]
    assert sign_in_as(answer.json()["username"]).status_code == 201
    assert sign_in_as(HERS).status_code == 401, "an address still counts only once it is confirmed"


@pytest.mark.django_db
def test_nobody_learns_which_addresses_have_a_login(mailing: None) -> None:
    add_address(PlayerFactory.create(), HERS)

    taken, free = sign_up(), sign_up(email="con@example.org")
    forgotten = [
        APIClient().post(f"{API}/players/forgotten-password", {"email": one})
        for one in (HERS, "nobody@example.org")
    ]

    assert taken.status_code == free.status_code == 202
    assert taken.json() | {"email": ""} == free.json() | {"email": ""}
    assert [one.status_code for one in forgotten] == [202, 202]
    assert Player.objects.filter(name=BRID["name"]).count() == 1, "of con@example.org alone"
    assert [one.to for one in mail.outbox] == [
        [HERS],
        ["con@example.org"],
        [HERS],
        ["nobody@example.org"],
    ]


def sign_up_by_page(password: str, browser: Client | None = None) -> None:
    form = {"name": BRID["name"], "email": HERS, "password1": password}
    assert (browser or Client()).post("/accounts/sign-up/", form).status_code == 302


@pytest.mark.django_db
def test_the_first_page_after_a_sign_up_says_the_user_name_that_others_ask_for() -> None:
    browser = Client()
    sign_up_by_page(BRID["password"], browser)

    player = Player.objects.get()
    page = browser.get("/").content.decode()

    assert f"Your user name is {player.username}: whoever opens a club" in page


@pytest.mark.django_db
@pytest.mark.parametrize("by_page", [False, True])
def test_a_sign_up_that_nobody_confirmed_keeps_no_address(mailing: None, by_page: bool) -> None:
    """Somebody else typed it first; its owner signs up, confirms, and has a way back in."""
    sign_up(password="king of diamonds")
    if by_page:
        sign_up_by_page(BRID["password"])
    else:
        sign_up()
    first, second = mail.outbox

    confirmed = APIClient().post(f"{API}/players/confirm", {"key": key_in(second)})
    late = APIClient().post(f"{API}/players/confirm", {"key": key_in(first)})
    APIClient().post(f"{API}/players/forgotten-password", {"email": HERS})

    assert confirmed.status_code == 200, confirmed.json()
    assert (late.status_code, late.json()["code"]) == (409, "address_taken")
    assert HERS in late.json()["detail"]
    assert sign_in_as(HERS).status_code == 201
    assert sign_in_as(HERS, "king of diamonds").status_code == 401
    assert "/forgotten/" in link_in(mail.outbox[2])


@pytest.mark.django_db
def test_the_page_says_that_another_login_has_confirmed_the_address(mailing: None) -> None:
    sign_up_by_page("king of diamonds")
    sign_up_by_page(BRID["password"])
    late, confirmed = [link_in(one) for one in mail.outbox]
    Client().post(confirmed)

    read, sent = Client().get(late), Client().post(late, follow=True)

    told = f"Another login has confirmed {HERS}."
    assert told in read.content.decode()
    assert told in sent.content.decode()
    assert EmailAddress.objects.filter(email=HERS, verified=True).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("by_page", [False, True])
def test_two_confirm_an_address_at_once(
    mailing: None, monkeypatch: pytest.MonkeyPatch, by_page: bool
) -> None:
    """The database decides where both have looked before either wrote."""
    sign_up(password="king of diamonds")
    add_address(PlayerFactory.create(), HERS)
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda _: True)

    if by_page:
        page = Client().post(link_in(mail.outbox[0]), follow=True)
        assert f"Another login has confirmed {HERS}." in page.content.decode()
    else:
        late = APIClient().post(f"{API}/players/confirm", {"key": key_in(mail.outbox[0])})
        assert (late.status_code, late.json()["code"]) == (409, "address_taken")

    assert EmailAddress.objects.filter(email=HERS, verified=True).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("by_page", [False, True])
def test_two_with_one_name_sign_up_at_once(monkeypatch: pytest.MonkeyPatch, by_page: bool) -> None:
    """The first look for a free user name came before the other login was there."""
    PlayerFactory.create(username="brid_ni_she")
    look, found = Accounts.generate_unique_username, list[str]()

    def too_early_once(adapter: Accounts, names: list[str | None]) -> str:
        found.append(look(adapter, names) if found else "brid_ni_she")
        return found[-1]

    monkeypatch.setattr(Accounts, "generate_unique_username", too_early_once)

    if by_page:
        sign_up_by_page(BRID["password"])
    else:
        assert sign_up().status_code == 202

    assert len(found) == 2
    assert Player.objects.get(email=HERS).username == found[1]


@pytest.mark.django_db
def test_without_mails_a_confirmed_address_is_refused_at_sign_up() -> None:
    add_address(PlayerFactory.create(), HERS)

    assert list(sign_up().json()["errors"]) == ["email"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fault", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"email": "brid"}, "email"),
        ({"password": "short"}, "password"),
        ({"password": "password"}, "password"),
    ],
)
def test_what_is_wrong_is_told_by_field(fault: dict[str, str], field: str) -> None:
    answer = sign_up(**fault)

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]
    assert not Player.objects.filter(email=HERS).exists()


@pytest.mark.django_db
def test_the_operator_decides_who_signs_up(settings: Any) -> None:
    club: Club = ClubFactory.create()
    _, code = invite(club, role=Role.MEMBER, by=owner_of(club), at=AT)
    settings.SIGN_UP = "closed"
    closed = sign_up(code=code), Client().get("/accounts/sign-up/")
    settings.SIGN_UP = "invited"
    without, wrong = sign_up(), sign_up(code="nonsense")
    browser = Client()
    shut = browser.get("/accounts/sign-up/")
    browser.post("/invited", {"code": code})
    opened = browser.get("/accounts/sign-up/")
    invited = sign_up(code=code)
    settings.PROGRAMS_SIGN_UP = False
    program = sign_up(code=code)

    refused = [closed[0], without, wrong, program]
    assert [one.json()["code"] for one in refused] == ["sign_up_closed"] * 4
    assert 'name="password1"' not in closed[1].content.decode() + shut.content.decode()
    assert 'name="password1"' in opened.content.decode()
    assert invited.status_code == 202


@pytest.mark.django_db
def test_whoever_signs_up_claims_a_row_with_purse_and_history(mailing: None) -> None:
    club: Club = ClubFactory.create()
    con: Member = guests(club, 1)[0]
    chips = Account.objects.get(pk=con.purse_id).balance
    _, code = invite(club, role=Role.MEMBER, member=con, by=owner_of(club), at=AT)
    sign_up()
    APIClient().post(f"{API}/players/confirm", {"key": key_in(mail.outbox[0])})
    session = APIClient()
    session.post(f"{API}/sessions", {"username": HERS, "password": BRID["password"]})

    accepted = session.post(
        f"{API}/invitations/accept", {"code": code}, headers={"Idempotency-Key": "accept"}
    )

    assert accepted.status_code == 200, accepted.json()
    member = Member.objects.get(player__email=HERS)
    con.refresh_from_db()
    assert (con.claimed_by, member.purse.balance) == (member, chips)


@pytest.mark.django_db
def test_a_forgotten_password_is_set_by_the_mail_and_ends_every_way_in() -> None:
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    add_address(nora)
    session, (_, text) = APIClient(), make_token(nora, name="a", days=1)
    session.force_login(nora)
    program = APIClient(headers={"Authorization": f"Token {text}"})
    APIClient().post(f"{API}/players/forgotten-password", {"email": ADDRESS})
    key = key_in(mail.outbox[0])
    weak = APIClient().post(f"{API}/players/new-password", {"key": key, "password": "short"})
    new = {"key": key, "password": "nine of spades"}

    done, again = (APIClient().post(f"{API}/players/new-password", new) for _ in range(2))

    assert list(weak.json()["errors"]) == ["password"]
    assert (done.status_code, again.json()["code"]) == (204, "unknown_key")
    assert [one.get(f"{API}/clubs").status_code for one in (session, program)] == [401, 401]
    assert sign_in_as("nora", "nine of spades").status_code == 201
    assert sign_in_as("nora", PASSWORD).status_code == 401


@pytest.mark.django_db
def test_whoever_reads_the_mails_still_lacks_the_code() -> None:
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    add_address(nora)
    add_factor(nora)
    APIClient().post(f"{API}/players/forgotten-password", {"email": ADDRESS})
    key = key_in(mail.outbox[0])
    APIClient().post(f"{API}/players/new-password", {"key": key, "password": "nine of spades"})

    assert sign_in_as("nora", "nine of spades").json()["code"] == "second_factor_needed"


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["bot", "unconfirmed", "closed"])
def test_some_get_no_key(who: str) -> None:
    player = PlayerFactory.create(is_bot=who == "bot", is_active=who != "closed")
    add_address(player, verified=who != "unconfirmed")
    Player.objects.filter(pk=player.pk).update(email=ADDRESS)

    APIClient().post(f"{API}/players/forgotten-password", {"email": ADDRESS})
    Client().post("/accounts/forgotten/", {"email": ADDRESS})

    assert len(mail.outbox) == 2
    assert not any(re.search(r"/forgotten/\w+-", str(one.body)) for one in mail.outbox)


@pytest.mark.django_db
def test_nobody_signs_in_as_a_bot() -> None:
    bot = PlayerFactory.create(is_bot=True)
    bot.set_password(PASSWORD)
    bot.save()
    add_address(bot)

    assert sign_in_as(bot.username, PASSWORD).status_code == 401
    assert sign_in_as(ADDRESS, PASSWORD).status_code == 401


@pytest.mark.django_db
def test_thirty_wrong_passwords_at_an_address_are_counted_as_at_a_name() -> None:
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    add_address(nora)
    refused = 0
    for _ in range(30):
        try:
            assert not sign_in(
                None, username=ADDRESS.upper(), password="four", address="203.0.113.9", at=AT
            )
        except TooManyTries:
            refused += 1

    assert refused == 20
    with pytest.raises(TooManyTries):
        sign_in(None, username=ADDRESS, password=PASSWORD, address="203.0.113.9", at=AT)
    assert sign_in(None, username=ADDRESS, password=PASSWORD, address="198.51.100.7", at=AT) == nora


@pytest.mark.django_db
def test_mails_to_one_address_are_bounded() -> None:
    asked = [
        APIClient().post(f"{API}/players/forgotten-password", {"email": ADDRESS}) for _ in range(9)
    ]

    assert [one.status_code for one in asked] == [202] * 5 + [429] * 4
    assert len(mail.outbox) == 5


@pytest.mark.django_db
def test_a_mail_server_that_is_down_stops_nobody(mailing: None, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # Nobody listens there.
    form = {"name": BRID["name"], "email": HERS, "password1": BRID["password"]}

    page = Client().post("/accounts/sign-up/", form, follow=True)

    assert page.status_code == 200
    assert send_due(at=database_now()) == 0
    assert Mail.objects.get().tries == 1  # It waits for another try.
    assert Player.objects.filter(email=HERS).exists()


@pytest.mark.django_db
def test_a_stolen_session_changes_neither_password_nor_address_nor_ends_itself_later() -> None:
    """It needs the password for what would keep its owner out, and its owner ends it."""
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    add_address(nora)
    owner, thief = Client(), Client()
    for one in (owner, thief):
        one.post("/accounts/login/", {"login": "nora", "password": PASSWORD})

    thief.post(
        "/accounts/password/",
        {"oldpassword": "guess", "password1": "nine of spades", "password2": "nine of spades"},
    )
    moved = thief.post("/accounts/address/", {"action_add": "", "email": "thief@example.org"})
    token = thief.post("/accounts/tokens/", {"name": "x", "days": "365", "scopes": ["read"]})
    listed = [one["id"] for one in owner.get(f"{API}/sessions").json()["results"]]
    for number in listed:
        told = owner.get(f"{API}/sessions").json()["results"]
        if not next(one for one in told if one["id"] == number)["is_current"]:
            owner.post("/accounts/sessions/", {"end": str(number)})

    nora.refresh_from_db()
    assert nora.check_password(PASSWORD)
    assert moved.headers["Location"].startswith("/accounts/again/")
    assert token.headers["Location"].startswith("/accounts/again/")
    assert [one.email for one in EmailAddress.objects.filter(user=nora)] == [ADDRESS]
    assert len(listed) == 2
    assert owner.get(f"{API}/sessions/current").status_code == 200
    assert thief.get(f"{API}/sessions/current").status_code == 401


@pytest.mark.django_db
def test_somebody_ends_no_session_of_another(client: Client) -> None:
    PlayerFactory.create()
    Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    Player.objects.create_user("con", password=PASSWORD, name="Con")
    nora, con = APIClient(), APIClient()
    for one, name in ((nora, "nora"), (con, "con")):
        one.post(f"{API}/sessions", {"username": name, "password": PASSWORD})
    [hers] = nora.get(f"{API}/sessions").json()["results"]

    answer = con.delete(f"{API}/sessions/{hers['id']}")

    assert answer.status_code == 404
    assert nora.get(f"{API}/sessions/current").status_code == 200
    assert nora.delete(f"{API}/sessions/{hers['id']}").status_code == 204
    assert nora.get(f"{API}/sessions/current").status_code == 401


@pytest.mark.django_db
def test_the_code_is_asked_of_whoever_confirms_by_the_page(mailing: None) -> None:
    """A second factor stands behind every way in, the mail's too."""
    browser = Client()
    sign_up_by_page(BRID["password"], browser)
    add_factor(Player.objects.get(email=HERS))

    confirmed = browser.post(link_in(mail.outbox[0]))
    before = browser.get(f"{API}/sessions/current")
    browser.post("/accounts/code/", {"code": shown()})

    assert EmailAddress.objects.get(email=HERS).verified
    assert confirmed.headers["Location"] == "/accounts/code/"
    assert before.status_code == 401
    assert browser.get(f"{API}/sessions/current").json()["name"] == BRID["name"]


@pytest.mark.django_db
@pytest.mark.parametrize("door", ["", "/confirm", "/forgotten-password", "/new-password"])
def test_the_operator_decides_whether_programs_sign_people_up(door: str, settings: Any) -> None:
    settings.PROGRAMS_SIGN_UP = False
    bodies = {"": BRID, "/forgotten-password": {"email": HERS}, "/confirm": {"key": "a"}}
    body = bodies.get(door, {"key": "a", "password": BRID["password"]})

    answer = APIClient().post(f"{API}/players{door}", body)

    assert (answer.status_code, answer.json()["code"]) == (403, "sign_up_closed")


@pytest.mark.django_db
@pytest.mark.parametrize("door", ["", "/confirm", "/forgotten-password", "/new-password"])
def test_a_program_may_ask_what_the_door_takes(door: str) -> None:
    client = APIClient()
    client.force_login(PlayerFactory.create())

    assert client.options(f"{API}/players{door}").status_code == 200


@pytest.mark.parametrize("adapter", [Accounts, SecondFactors])
def test_what_is_refused_in_our_words_can_be_translated(
    adapter: type[Accounts | SecondFactors],
) -> None:
    told = adapter.error_messages

    assert [code for code in told if not isinstance(told[code], Promise)] == []


def shown_at(browser: Client, address: str, **form: str) -> list[str]:
    """Where a browser is led that sends a form to the link of a mail, or opens it."""
    answer = browser.post(address, form, follow=True) if form else browser.get(address, follow=True)
    return [str(one[0]) for one in answer.redirect_chain]


@pytest.mark.django_db
def test_once_it_was_used_the_key_of_a_mail_stands_in_no_address(mailing: None) -> None:
    """Whoever looks at the address bar, or at what the next page was told, finds none."""
    sign_up()
    key = key_in(mail.outbox[0])
    browser = Client()

    led = shown_at(browser, link_in(mail.outbox[0]), confirm="yes")
    APIClient().post(f"{API}/players/forgotten-password", {"email": HERS})
    link = link_in(mail.outbox[1])
    secret = link.rstrip("/").rpartition("/")[2].partition("-")[2]
    opened = shown_at(browser, link)
    passwords = {"password1": "nine of spades", "password2": "nine of spades"}
    changed = shown_at(browser, opened[-1], **passwords)

    assert led
    assert opened
    assert changed
    assert not any(key in address for address in led)
    assert not any(secret in address for address in [*opened, *changed])
    assert sign_in_as(HERS, "nine of spades").status_code == 201
