"""Tokens of players: made, and revoked; and the end of every way in at once."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import get_random_string

from clubs.models import Player, Token
from clubs.models.token import password_digest


def make_token(player: Player, *, name: str, days: int) -> tuple[Token, str]:
    """A new token and its text, which is kept nowhere and cannot be told again."""
    token, text = Token.objects.create(  # type: ignore[no-untyped-call]  # Knox's.
        player,
        expiry=timedelta(days=days),
        name=name,
        password_digest=password_digest(player.password),
    )
    return token, text


def revoke_token(token: Token) -> None:
    """From now on nobody signs in with it."""
    token.delete()


def forget_expired(*, at: datetime) -> int:
    """Delete the tokens with which nobody can sign in any more; how many they were."""
    deleted: int = Token.objects.filter(expiry__lt=at).delete()[0]
    return deleted


@transaction.atomic
def revoke_all(player: Player, *, but: Token | None = None) -> Player:
    """End every token and session of a player, except the token that is named.

    The session in which they asked has to be given its new hash.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    tokens = Token.objects.filter(user=player)
    (tokens.exclude(pk=but.pk) if but else tokens).delete()
    player.session_salt = get_random_string(32)
    player.save(update_fields=["session_salt"])
    return player
