"""Tokens of players: made, and revoked; and the end of every way in at once."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import get_random_string

from clubs.models import Player, Token
from clubs.models.token import USUAL, in_order, password_digest
from deploy.rights import Scope


def make_token(
    player: Player, *, name: str, days: int, scopes: Iterable[Scope] = USUAL
) -> tuple[Token, str]:
    """A new token and its text, which is kept nowhere and cannot be told again."""
    token, text = Token.objects.create(  # type: ignore[no-untyped-call]  # Knox's.
        player,
        expiry=timedelta(days=days),
        name=name,
        scopes=in_order(scopes),
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
def revoke_all(player: Player) -> Player:
    """End every token and session of a player.

    The session in which they asked has to be given its new hash.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    Token.objects.filter(user=player).delete()
    end_sessions(player)
    return player


def end_sessions(player: Player) -> None:
    """No session of theirs stands any more; one that goes on has to be given its new hash."""
    player.session_salt = get_random_string(32)
    player.save(update_fields=["session_salt"])
