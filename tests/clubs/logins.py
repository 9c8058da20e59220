"""Players with a password, and what an app of theirs shows."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)

from clubs.models import Player

PASSWORD = "five of hearts"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ADDRESS = "nora@example.org"


def shown(secret: str = SECRET, *, later: int = 0) -> str:
    """What an app with this secret shows now, or a number of codes later."""
    counters = list(yield_hotp_counters_from_time())
    counter = counters[len(counters) // 2]  # Those beside it count, too.
    return format_hotp_value(hotp_value(secret, counter + later))


def add_factor(player: Player) -> list[str]:
    """An app is set up; gives the recovery codes."""
    TOTP.activate(player, SECRET)
    codes: list[str] = RecoveryCodes.activate(player).get_unused_codes()
    return codes


def add_passkey(player: Player, *, with_codes: bool = True) -> list[str]:
    """A passkey alone, which no test here can show; gives the recovery codes."""
    data = {"name": "My phone", "credential": {}}
    player.authenticator_set.create(type=Authenticator.Type.WEBAUTHN, data=data)
    if not with_codes:
        return []
    codes: list[str] = RecoveryCodes.activate(player).get_unused_codes()
    return codes


def add_address(player: Player, email: str = ADDRESS, *, verified: bool = True) -> EmailAddress:
    return EmailAddress.objects.create(user=player, email=email, verified=verified, primary=True)
