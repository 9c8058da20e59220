"""Sessions: opened by each door in one way, listed, and ended."""

from datetime import datetime
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, update_session_auth_hash
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Now
from django.http import HttpRequest

from clubs.models import Player, Token
from clubs.tokens import end_sessions, revoke_all

MOST_SESSIONS = 100
"""Of one login; a program that signs in each minute would have thousands."""


def open_session(request: HttpRequest, player: Player) -> None:
    """Sign in a player whose password, and code if they need one, were found right just now."""
    record_authentication(request, player, method="password")
    get_adapter().login(request, player)
    list_session(request, player)


def list_session(request: HttpRequest, player: Player) -> None:
    """Remember from where they signed in just now; beyond MOST_SESSIONS their oldest end."""
    oldest = sessions_of(player)[MOST_SESSIONS - 1 :]
    if oldest:
        Session.objects.filter(session_key__in=[one.session_key for one in oldest]).delete()
        UserSession.objects.filter(pk__in=[one.pk for one in oldest]).delete()
    UserSession.objects.create_from_request(request)


def on_sign_in(request: HttpRequest, user: Player, **_: Any) -> None:
    """What a page does for `user_logged_in`; allauth's own asks the database about each session."""
    list_session(request, user)


def sessions_of(player: Player) -> list[UserSession]:
    """Those that still stand, newest first; what was told of others is deleted."""
    kept = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=Now())
    listed = UserSession.objects.filter(user=player).order_by("-created_at", "-pk")
    told = listed.annotate(kept=Subquery(kept.values("session_data")))
    hashes = {player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()}
    standing: list[UserSession] = []
    over: list[UserSession] = []
    for session in told:
        stands = (
            session.kept and SessionStore().decode(session.kept).get(HASH_SESSION_KEY) in hashes
        )
        (standing if stands else over).append(session)
    if over:
        UserSession.objects.filter(pk__in=[one.pk for one in over]).delete()
    return standing


def end_session(session: UserSession) -> None:
    """Whoever holds its cookie is signed out."""
    session.end()


def forget_ended(*, at: datetime) -> int:
    """Delete sessions whose time is over, and what was told of those that are gone; how many."""
    Session.objects.filter(expire_date__lt=at).delete()
    standing = Session.objects.filter(session_key=OuterRef("session_key"))
    deleted: int = UserSession.objects.filter(~Exists(standing)).delete()[0]
    return deleted


def end_what_came_before(request: HttpRequest, player: Player) -> None:
    """Every session of theirs ends but the one in which they added a factor just now.

    With their first factor their tokens end, too: a password alone could have made them.
    """
    if player.second_factors().count() == 1:
        keep_this(request, revoke_all(player))
    else:
        end_other_sessions(request, player)


class Ended(NamedTuple):
    """Numbers of the ways in that have ended."""

    sessions: int
    tokens: int


def sign_out_elsewhere(request: HttpRequest, player: Player) -> Ended:
    """End every token of theirs, and every session but the one that asks."""
    sessions = [one for one in sessions_of(player) if not one.is_current()]
    tokens = Token.objects.filter(user=player).count()
    keep_this(request, revoke_all(player))
    return Ended(len(sessions), tokens)


def end_other_sessions(request: HttpRequest, player: Player) -> None:
    """Every session of theirs ends but the one that asks, listed or not."""
    end_sessions(player)
    keep_this(request, player)


def keep_this(request: HttpRequest, player: Player) -> None:
    """The session that asks goes on, under another key."""
    UserSession.objects.filter(session_key=request.session.session_key).delete()
    update_session_auth_hash(request, player)
    UserSession.objects.create_from_request(request)
