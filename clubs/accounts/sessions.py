"""Sessions: opened by each door in one way, listed, and ended."""

from datetime import datetime

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.contrib.auth import update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.http import HttpRequest

from clubs.models import Player
from clubs.tokens import end_sessions, revoke_all


def open_session(request: HttpRequest, player: Player) -> None:
    """Sign in a player whose password, and code if they need one, were found right just now."""
    record_authentication(request, player, method="password")
    get_adapter().login(request, player)
    UserSession.objects.create_from_request(request)


def sessions_of(player: Player) -> list[UserSession]:
    """Those that still stand, newest first."""
    standing = UserSession.objects.purge_and_list(player)
    return sorted(standing, key=lambda one: one.created_at, reverse=True)


def end_session(session: UserSession) -> None:
    """Whoever holds its cookie is signed out."""
    session.end()


def forget_ended(*, at: datetime) -> int:
    """Delete sessions whose time is over, and what was told of those that are gone; how many."""
    Session.objects.filter(expire_date__lt=at).delete()
    standing = Session.objects.filter(session_key=OuterRef("session_key"))
    deleted: int = UserSession.objects.filter(~Exists(standing)).delete()[0]
    return deleted


def end_others(request: HttpRequest, player: Player) -> None:
    """A factor was added just now, so every other session of theirs ends.

    With their first one their tokens end, too: a password alone could have made them.
    """
    if player.second_factors().count() == 1:
        keep_this(request, revoke_all(player))
    else:
        end_other_sessions(request, player)


def end_other_sessions(request: HttpRequest, player: Player) -> None:
    """Every session of theirs ends but the one that asks, listed or not."""
    end_sessions(player)
    keep_this(request, player)


def keep_this(request: HttpRequest, player: Player) -> None:
    """The session that asks goes on, under another key."""
    UserSession.objects.filter(session_key=request.session.session_key).delete()
    update_session_auth_hash(request, player)
    UserSession.objects.create_from_request(request)
