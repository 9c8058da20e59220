"""E-mail addresses of players: whether they have one, and whether it is confirmed."""

from allauth.account.internal.flows.email_verification import send_verification_email_at_login
from allauth.account.models import EmailAddress, Login
from django.conf import settings
from django.http import HttpRequest

from clubs.errors import AddressNotConfirmed
from clubs.models import Player


def has_address(player: Player) -> bool:
    return bool(player.email) or EmailAddress.objects.filter(user=player).exists()


def is_confirmed(player: Player) -> bool:
    return EmailAddress.objects.filter(user=player, verified=True).exists()


def check_confirmed(request: HttpRequest, player: Player) -> None:
    """See that they have confirmed their address, where mails can be sent at all.

    Raises:
        AddressNotConfirmed: they have one, and have not; the mail goes out again.
    """
    if settings.SENDS_MAIL and has_address(player) and not is_confirmed(player):
        send_verification_email_at_login(request, Login(user=player))
        raise AddressNotConfirmed(
            "Confirm your e-mail address first: open the link in the mail that we sent you."
        )
