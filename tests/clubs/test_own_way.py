"""One stranger's whole way over the API: from no login to a token that is revoked."""

import re
from typing import Any

import pytest
from django.core import mail
from rest_framework.test import APIClient

from clubs.invitations import invite
from clubs.models import Member, Role
from deploy.rest.throttles import cache
from ledger.models import Account
from tests.clubs.factories import AT, ClubFactory, guests, owner_of
from tests.clubs.logins import shown

ADDRESS, PASSWORD = "con@example.org", "seven of clubs"


def order(asker: APIClient, path: str, **body: Any) -> Any:
    return asker.post(f"/api/v1/{path}", body, headers={"Idempotency-Key": path})


@pytest.mark.django_db
def test_a_stranger_becomes_a_member_with_a_guarded_login(settings: Any) -> None:
    settings.SENDS_MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.MFA_TOTP_PERIOD = 24 * 60 * 60  # However slow the machine, it is the same code.
    cache.clear()
    club = ClubFactory.create()
    [row] = guests(club, 1)
    chips = Account.objects.get(pk=row.purse_id).balance
    _, invitation = invite(club, role=Role.MEMBER, member=row, by=owner_of(club), at=AT)
    stranger, login = APIClient(), {"username": ADDRESS, "password": PASSWORD}

    order(stranger, "players", name="Con Healy", email=ADDRESS, password=PASSWORD)
    [key] = re.findall(r"/confirm/([^/\s]+)", str(mail.outbox[0].body))
    early = order(stranger, "sessions", **login)
    order(stranger, "players/confirm", key=key)
    signed_in = order(stranger, "sessions", **login)
    begun = order(stranger, "second-factor", password=PASSWORD).json()
    codes = order(stranger, "second-factor/switch-on", code=shown(begun["secret"])).json()
    accepted = order(stranger, "invitations/accept", code=invitation)
    asked = {"name": "Con's program", "scopes": ["read"], "code": codes["recovery_codes"][1]}
    made = order(stranger, "tokens", **asked).json()

    assert (early.status_code, signed_in.status_code, accepted.status_code) == (401, 201, 200)
    claimed = Member.objects.get(player__email=ADDRESS)
    assert (claimed.club, claimed.purse.balance) == (club, chips)

    elsewhere = APIClient()
    assert order(elsewhere, "sessions", **login).json()["code"] == "second_factor_needed"
    assert order(elsewhere, "tokens", name="Theirs", **login).status_code == 403
    with_code = order(elsewhere, "sessions", **login, code=codes["recovery_codes"][0])
    assert with_code.status_code == 201

    program = APIClient(headers={"Authorization": f"Token {made['token']}"})
    seen = program.get(f"/api/v1/members/{claimed.pk}")
    revoked = stranger.delete(f"/api/v1/tokens/{made['id']}")
    after = program.get(f"/api/v1/members/{claimed.pk}")
    assert (seen.status_code, revoked.status_code, after.status_code) == (200, 204, 401)
