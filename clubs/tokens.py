"""Tokens of players: made, and revoked."""

from datetime import timedelta

from clubs.models import Player, Token


def make_token(player: Player, *, name: str, days: int) -> tuple[Token, str]:
    """A new token and its text, which is kept nowhere and cannot be told again."""
    token, text = Token.objects.create(player, expiry=timedelta(days=days), name=name)  # type: ignore[no-untyped-call]  # Knox's.
    return token, text


def revoke_token(token: Token) -> None:
    """From now on nobody signs in with it."""
    token.delete()
