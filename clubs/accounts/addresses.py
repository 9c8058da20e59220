"""E-mail addresses of players: whether one counts, and the player that it stands for."""

from allauth.account.models import EmailAddress
from django.conf import settings

from clubs.errors import AddressNotConfirmed
from clubs.models import Player


def has_address(player: Player) -> bool:
    return bool(player.email) or EmailAddress.objects.filter(user=player).exists()


def is_confirmed(player: Player) -> bool:
    return EmailAddress.objects.filter(user=player, verified=True).exists()


def check_confirmed(player: Player) -> None:
    """See that they have confirmed their address, where mails can be sent at all.

    Raises:
        AddressNotConfirmed: they have one, and have not.
    """
    if settings.SENDS_MAIL and has_address(player) and not is_confirmed(player):
        raise AddressNotConfirmed(
            "Confirm your e-mail address first: open the link in the mail that we sent you. For "
            "another mail, sign in on the web page."
        )
