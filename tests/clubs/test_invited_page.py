"""An invitation by link: whoever signs in sees what becomes theirs, and accepts with one tap."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.by_invitation import COOKIE
from clubs.chips import exchange_chips
from clubs.draws import seat_night
from clubs.invitations import accept_invitation, invite, withdraw_invitation
from clubs.members import join_club, leave_club, walk_in
from clubs.models import Club, Invitation, Member, Player, Role
from clubs.rounds import open_tables
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from ledger.audit import check_books
from ledger.by_hand import Direction
from tests.clubs.callers import Caller
from tests.clubs.factories import ClubFactory, PlayerFactory, guests, open_night_with, owner_of
from tests.ledger.crowds import at_once

PAGE = "/invited"
NOT_OPEN = "No open invitation has this code"


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Knocknagoshel")


@pytest.fixture
def con(club: Club) -> Member:
    """Known by name alone; their purse holds 27 chips."""
    member, owner = walk_in(club, name="Con Healy", at=database_now()), owner_of(club)
    exchange_chips(member, Direction.ISSUE, chips=7, key="seven", actor=owner, at=database_now())
    return Member.objects.select_related("purse").get(pk=member.pk)


@pytest.fixture
def player(club: Club) -> Player:
    player: Player = PlayerFactory.create(name="Nora Daly")
    return player


def made(club: Club, member: Member | None = None, **more: Any) -> tuple[Invitation, str]:
    role = Role(more.pop("role", Role.MEMBER))
    by, at = owner_of(club), more.pop("at", database_now())
    return invite(club, role=role, member=member, by=by, at=at, **more)


def opened(code: str, player: Player | None = None) -> tuple[Client, str]:
    """A browser in which the link was opened, and what its page says."""
    browser = Client()
    if player is not None:
        browser.force_login(player)
    answer = browser.post(PAGE, {"code": code}, follow=True)
    return browser, answer.content.decode()


def accepted(browser: Client) -> str:
    return browser.post(PAGE, {"accept": "1"}).content.decode()


def test_the_row_becomes_theirs_by_one_tap(club: Club, con: Member, player: Player) -> None:
    browser, page = opened(made(club, con)[1], player)
    assert "Knocknagoshel" in page
    assert "The purse of Con Healy holds 27 chips." in page
    assert "signed in as Nora Daly" in page

    done = accepted(browser)

    member = Member.objects.select_related("purse").get(player=player)
    assert (member.purse.balance, member.role) == (27, "member")
    assert "Your purse holds 27 chips." in done
    con.refresh_from_db()
    assert con.claimed_by == member
    check_books()


def test_looking_does_nothing(club: Club, con: Member, player: Player) -> None:
    """Only a POST that accepts does; neither the link, nor the page, nor the code alone."""
    invitation, code = made(club, con)
    browser, _ = opened(code, player)

    browser.get(PAGE)
    browser.get(PAGE, {"accept": "1", "code": code})
    browser.post(PAGE, {"code": code})

    invitation.refresh_from_db()
    assert invitation.accepted_at is None
    assert not Member.objects.filter(player=player).exists()


def test_whoever_is_not_signed_in_is_led_there_and_back(club: Club, con: Member) -> None:
    player = Player.objects.create_user("nora", password="five of hearts", name="Nora Daly")
    browser, page = opened(made(club, con)[1])
    sign_in = f"{reverse('account_login')}?next={PAGE}"
    assert f'href="{sign_in}"' in page
    assert "Con Healy" not in page, "whose row it is they see who have signed in"
    assert "Accept" not in accepted(browser)

    back = browser.post(sign_in, {"login": "nora", "password": "five of hearts"})

    assert back.headers["Location"] == PAGE
    assert "holds 27 chips" in browser.get(PAGE).content.decode()
    assert "You are in Knocknagoshel" in accepted(browser)
    assert con.club.members.filter(player=player).exists()


def test_whoever_has_no_role_still_finds_no_way_into_the_admin(player: Player) -> None:
    player.set_password("five of hearts")
    player.save()

    for way in (
        "/admin/",
        "/admin/clubs/member/",
        "https://elsewhere.example/invited",
        "/invited/",
    ):
        given = {"login": player.username, "password": "five of hearts", "next": way}
        answer = Client().post(reverse("account_login"), given, follow=True)
        assert not answer.request["PATH_INFO"].startswith("/admin/") or answer.status_code == 403


def test_the_page_forgets_the_link_when_it_is_used(club: Club, player: Player) -> None:
    browser, page = opened(made(club)[1], player)
    assert "invites you to join as" in page

    accepted(browser)

    assert browser.cookies[COOKIE].value == ""
    assert "The code of your invitation" in browser.get(PAGE).content.decode()


def withdrawn(invitation: Invitation, code: str) -> None:
    withdraw_invitation(invitation, at=database_now())


def used(invitation: Invitation, code: str) -> None:
    accept_invitation(code, player=PlayerFactory.create(), at=database_now())


def expired(invitation: Invitation, code: str) -> None:
    Invitation.objects.update(expires_at=database_now() - timedelta(seconds=1))


def of_somebody_who_left(invitation: Invitation, code: str) -> None:
    owner = invitation.created_by
    join_club(invitation.club, player=PlayerFactory.create(), role=Role.OWNER, at=database_now())
    leave_club(invitation.club.members.get(player=owner), at=database_now())


@pytest.mark.parametrize("spoil", [withdrawn, used, expired, of_somebody_who_left])
@pytest.mark.parametrize("is_open", [True, False], ids=["looked at before", "opened after"])
def test_a_link_that_is_no_good_is_refused_in_words(
    club: Club,
    con: Member,
    player: Player,
    spoil: Callable[[Invitation, str], None],
    is_open: bool,
) -> None:
    invitation, code = made(club, con)
    browser = opened(code, player)[0] if is_open else None

    spoil(invitation, code)

    said = accepted(browser) if browser else opened(code, player)[1]
    assert NOT_OPEN in said
    assert not Member.objects.filter(player=player).exists()


@pytest.mark.parametrize("code", ["", "nobody's", "x" * 500])
def test_an_unknown_code(player: Player, code: str) -> None:
    assert NOT_OPEN in opened(code, player)[1]


def test_a_cookie_that_we_did_not_write_is_none(player: Player) -> None:
    browser = Client()
    browser.force_login(player)
    browser.cookies[COOKIE] = "00" * 32

    assert "The code of your invitation" in browser.get(PAGE).content.decode()
    assert "The code of your invitation" in accepted(browser)


def test_somebody_whom_the_club_turned_away_finds_nothing(
    club: Club, con: Member, player: Player
) -> None:
    theirs = join_club(club, player=player, at=database_now())
    turn_away(theirs, by=owner_of(club), reason="Loud", at=database_now())

    browser, page = opened(made(club, con)[1], player)

    assert NOT_OPEN in page
    assert "Con Healy" not in page
    assert "The code of your invitation" in accepted(browser)


def test_somebody_who_is_a_member_already_is_told_so(club: Club, player: Player) -> None:
    join_club(club, player=player, at=database_now())
    browser, _ = opened(made(club)[1], player)

    assert "You are already in Knocknagoshel, as" in accepted(browser)


def test_a_member_takes_over_the_row_they_had_as_a_guest(
    club: Club, con: Member, player: Player
) -> None:
    join_club(club, player=player, at=database_now())
    browser, _ = opened(made(club, con)[1], player)

    assert "Your purse holds 47 chips." in accepted(browser)
    check_books()


def test_chips_in_play_are_said_before_anything_moves(
    club: Club, con: Member, player: Player
) -> None:
    browser, _ = opened(made(club, con)[1], player)
    here = [con, *guests(club, 3)]
    open_tables(seat_night(open_night_with(club, here, table_size=4)), at=database_now())

    said = accepted(browser)

    assert 'role="alert"' in said
    assert "Con Healy" in said
    assert not club.members.filter(player=player).exists()


def test_the_row_of_a_bot_or_of_another_club_is_nobodys_to_give(club: Club) -> None:
    owner = Caller(owner_of(club))
    bot = join_club(club, player=PlayerFactory.create(is_bot=True), at=database_now())
    foreign = walk_in(ClubFactory.create(), name="Con", at=database_now())

    answers = [
        owner.order("invitations", {"club": club.pk, "member": row.pk}) for row in (bot, foreign)
    ]

    assert [one.status_code for one in answers] == [409, 404]
    assert not Invitation.objects.exists()


def test_two_at_once_and_one_gets_it(own_database: str) -> None:
    club = ClubFactory.create()
    con = walk_in(club, name="Con Healy", at=database_now())
    _, code = made(club, con)
    browsers = [opened(code, PlayerFactory.create())[0] for _ in range(4)]

    said = at_once([partial(accepted, browser) for browser in browsers])

    assert sum("You are in" in str(one) for one in said) == 1
    assert sum(NOT_OPEN in str(one) for one in said) == 3
    assert (
        Member.objects.filter(player__in=[one.session["_auth_user_id"] for one in browsers]).count()
        == 1
    )
    check_books()


def test_a_program_gets_the_link_once_and_a_tap_by_api_accepts_it(
    club: Club, con: Member, player: Player
) -> None:
    answer = Caller(owner_of(club)).order("invitations", {"club": club.pk, "member": con.pk})
    link, code = answer.data["link"], answer.data["code"]
    told = Caller(owner_of(club)).get(f"/api/v1/invitations/{answer.data['id']}").json()

    assert link == f"http://testserver{PAGE}#{code}"
    assert {"link", "code"}.isdisjoint(told)
    assert Caller(player).order("invitations/accept", {"code": code}).status_code == 200
    assert con.club.members.filter(player=player).exists()


def test_the_organiser_is_shown_the_link_and_withdraws_it(club: Club, con: Member) -> None:
    browser = Client()
    browser.force_login(owner_of(club))
    ticked = {"action": "invite_to_claim", "_selected_action": con.pk}
    page = browser.post(reverse("admin:clubs_member_changelist"), ticked).content.decode()
    link = page.split('value="http://testserver/invited#')[1].split('"')[0]
    assert 'class="qr"' in page
    assert "27" in opened(link, PlayerFactory.create())[1]

    row = Invitation.objects.get()
    browser.post(
        reverse("admin:clubs_invitation_changelist"),
        {"action": "withdraw", "_selected_action": row.pk},
    )

    assert NOT_OPEN in opened(link, PlayerFactory.create())[1]


def test_the_cookie_is_for_us_alone_and_a_tap_of_another_site_does_nothing(
    club: Club, con: Member, player: Player, settings: Any
) -> None:
    settings.SESSION_COOKIE_SECURE = True
    _, code = made(club, con)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(player)
    browser.get(PAGE, secure=True)
    token = browser.cookies["csrftoken"].value
    here: dict[str, Any] = {"secure": True, "headers": {"referer": "https://testserver/invited"}}

    kept = browser.post(PAGE, {"code": code, "csrfmiddlewaretoken": token}, **here)
    elsewhere = browser.post(PAGE, {"accept": "1"}, **here)

    cookie = browser.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
    assert code not in cookie.value
    assert "no-store" in kept.headers["Cache-Control"]
    assert elsewhere.status_code == 403
    assert not Member.objects.filter(player=player).exists()
