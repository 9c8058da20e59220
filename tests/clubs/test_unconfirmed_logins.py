"""Logins that signed up by themselves and were never confirmed go, and no others."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models.functions import Now

from clubs.accounts.unconfirmed import KEPT_FOR, forget_unconfirmed
from clubs.members import join_club, leave_club
from clubs.models import Player
from clubs.tasks import sweep_sign_ins
from tests.clubs.factories import AT, ClubFactory
from tests.clubs.logins import PASSWORD, add_address

LONG_AGO = AT - KEPT_FOR - timedelta(seconds=1)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def with_mails(settings: Any) -> None:
    settings.SENDS_MAIL = True


def signed_up(at: datetime | None = LONG_AGO, *, verified: bool = False, **more: Any) -> Player:
    count = Player.objects.count()
    player = Player.objects.create_user(
        f"player{count}", password=PASSWORD, name=f"Player {count}", signed_up_at=at, **more
    )
    add_address(player, f"{player.username}@example.org", verified=verified)
    return player


def test_a_login_that_nobody_confirmed_goes_with_its_address() -> None:
    signed_up()

    assert forget_unconfirmed(at=AT) == 1

    assert not Player.objects.exists()
    assert not EmailAddress.objects.exists()


def test_everybody_else_stays() -> None:
    new = signed_up(AT - KEPT_FOR)
    confirmed = signed_up(verified=True)
    added = signed_up(None)
    came_in = signed_up(last_login=LONG_AGO)
    member, gone = signed_up(), signed_up()
    club = ClubFactory.create()
    join_club(club, player=member, at=AT)
    leave_club(join_club(club, player=gone, at=AT), at=AT)

    assert forget_unconfirmed(at=AT) == 0

    everybody = {new, confirmed, added, came_in, member, gone}
    assert everybody <= set(Player.objects.all())


def test_where_no_mails_are_sent_nobody_can_confirm_and_nobody_goes(settings: Any) -> None:
    settings.SENDS_MAIL = False
    signed_up()

    assert forget_unconfirmed(at=AT) == 0


def test_the_sweep_does_it() -> None:
    signed_up()

    sweep_sign_ins()

    assert not Player.objects.exists()


def test_signing_up_notes_when_and_adding_a_login_does_not(client: Any, settings: Any) -> None:
    settings.SIGN_UP = "open"
    sent = {"name": "Con", "email": "con@example.org", "password1": "a long password"}

    client.post("/accounts/sign-up/", sent)
    signed_up(None)

    by_themselves, added = Player.objects.order_by("pk")
    assert added.signed_up_at is None
    noted = Player.objects.filter(pk=by_themselves.pk, signed_up_at__lte=Now())
    assert noted.exists()
