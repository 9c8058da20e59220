"""Who may make themselves a login, and how: with a name, an address and a password.

The operator decides (SIGN_UP): everybody, people with an invitation to a club, or nobody. A browser
holds the invitation in a cookie; a program sends its code.
"""

from datetime import datetime
from enum import StrEnum

from allauth.account.internal.flows.email_verification import send_verification_email_at_login
from allauth.account.models import EmailAddress, EmailConfirmationHMAC, Login
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from clubs.accounts.forms import ProgramSignUpForm
from clubs.errors import AddressTaken, SignUpClosed, UnknownInvitation, UnknownKey
from clubs.invitations import find_invitation
from clubs.models import Player


class SignUp(StrEnum):
    """Who may sign up by themselves."""

    OPEN = "open"
    INVITED = "invited"
    CLOSED = "closed"


def is_open(invitation: bytes | None, *, at: datetime) -> bool:
    """Whether somebody may sign up who holds this invitation, or none.

    Args:
        invitation: The digest of its code.
    """
    if settings.SIGN_UP != SignUp.INVITED:
        return settings.SIGN_UP == SignUp.OPEN
    if invitation is None:
        return False
    try:
        find_invitation(invitation, player=None, at=at)
    except UnknownInvitation:
        return False
    return True


def sign_up(
    request: HttpRequest,
    *,
    name: str,
    email: str,
    password: str,
    invitation: bytes | None,
    at: datetime,
) -> Player | None:
    """Add a player, and send the mail by which they confirm their address.

    Where a mail can be sent, nobody may learn whether the address has a login already: its owner
    gets another mail, and there is no new player.

    Raises:
        SignUpClosed: not here, or not without an invitation.
        ValidationError: a field is no good; by field.
    """
    if not is_open(invitation, at=at):
        closed = "This service takes no sign-ups: ask an organiser of your club for a login."
        invited = "This service takes sign-ups with an invitation alone: send its `code`."
        raise SignUpClosed(closed if settings.SIGN_UP == SignUp.CLOSED else invited)
    form = ProgramSignUpForm(data={"name": name, "email": email, "password1": password})
    if not form.is_valid():
        faults = form.errors.as_data()
        raise ValidationError({_OUR_NAMES.get(name, name): faults[name] for name in faults})
    player, _ = form.try_save(request)
    if player is None:
        return None
    assert isinstance(player, Player)
    send_verification_email_at_login(request, Login(user=player, email=email, signup=True))
    return player


def confirm(request: HttpRequest, *, key: str) -> EmailAddress:
    """The address that this key of a mail stands for is confirmed.

    Raises:
        UnknownKey: it is none of ours, or too old, or was used.
        AddressTaken: another login has confirmed the address.
    """
    found = EmailConfirmationHMAC.from_key(key)
    if not found:
        raise UnknownKey("This link is used or too old. Sign in, and we send you another mail.")
    address = found.confirm(request)
    if not address:
        raise AddressTaken(
            f"Another login has confirmed {found.email_address.email}: sign in with that one, or "
            "ask for a new password."
        )
    return address


_OUR_NAMES = {"password1": "password"}
