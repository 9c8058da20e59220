"""Doors of the API ask the matrix once: 404 unless the caller sees, 403 unless they may.

Who came by a token may do no more than it is for. Its scope is asked before there is a row, and
again at the row where a door can be several deeds.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.http import Http404
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from deploy.rest.authentication import is_token, scopes_of
from deploy.rest.errors import ScopeMissing, SecondFactorDemanded
from deploy.rest.throttles import Counted
from deploy.rights import UNLIMITED, Deed, Person, Role, Roles, Scope, Scopes, may, sees

ORGANISING = (Scope.ORGANISE, Scope.TREASURER)


def roles_anywhere(user: object) -> Roles:
    """The caller's roles in all their clubs."""
    return user.roles_anywhere() if isinstance(user, Person) else frozenset({Role.ANONYMOUS})


def refuse_unless(
    roles: Collection[Role], deed: Deed, *, scopes: Scopes, seen: Deed | None = None
) -> None:
    """Let through callers who may.

    Args:
        scopes: What they may use their way in for (`scopes_of`).
        seen: The deed by which more people see this row than see others of its kind: their own.

    Raises:
        Http404: for these roles there is nothing to do it to.
        ScopeMissing: they came by a token that is not for this.
        PermissionDenied: they see it, and others may do it.
    """
    if not sees(roles, deed) and not (seen and may(roles, seen)):
        raise Http404
    if deed.scope is not None:  # Else `ByDeed` has refused every token.
        refuse_without_scope(scopes, deed.scope)
    if not may(roles, deed):
        raise PermissionDenied(f"You may not {deed.wording}: {_what_to_do(deed, roles)}.")


def refuse_without_scope(scopes: Scopes, *any_of: Scope) -> None:
    """Let through callers whose way in is for one of these.

    Raises:
        ScopeMissing: it is a token, and for none of them.
    """
    if scopes.isdisjoint(any_of):
        needed = " or ".join(f"`{scope}`" for scope in any_of)
        raise ScopeMissing(
            f"Your token is not for this: it needs the scope {needed}. Sign in with your password "
            "and make a token that has it (`POST /tokens` with `scopes`).",
            scope=any_of[0],
        )


def refuse_without_factor(user: object, *deeds: Deed) -> None:
    """Let through whoever needs no second factor for all of these, or has one.

    What they read without one is a member's: their roles say so.

    Raises:
        SecondFactorDemanded: they organise, and their password alone would be enough.
    """
    if any(deed.scope not in ORGANISING for deed in deeds) or not isinstance(user, Person):
        return
    if user.is_short_of_factor():
        raise SecondFactorDemanded(
            "Whoever organises here needs a second factor: switch one on in *Your login*, or by "
            "`POST /second-factor`."
        )


def scopes_needed(deeds: Collection[Deed], method: str | None) -> tuple[Scope, ...]:
    """Any of these lets a token through to a door with these deeds; who looks needs to read.

    Empty where no token gets through.
    """
    asked = {deed.scope for deed in deeds if method not in SAFE_METHODS}
    if asked == {None}:
        return ()
    changing = asked - {Scope.READ}
    return tuple(scope for scope in Scope if scope in changing) or (Scope.READ,)


def _refuse_unless_for(request: Request, any_of: Collection[Scope]) -> None:
    """Let through sessions and links, and tokens that are for one of these.

    Raises:
        ScopeMissing: it is a token, and for none of them.
        PermissionDenied: it is a token, and no token is enough.
    """
    if any_of:
        refuse_without_scope(scopes_of(request), *any_of)
    elif is_token(request.auth):
        raise PermissionDenied("A token cannot do this: log in with `POST /sessions`.")


def is_link(user: object) -> bool:
    """Whether they came by a link to a night, and did not sign in."""
    return isinstance(user, Person) and user.link_id is not None


def _refuse_links_unless_lent(user: Any, deeds: Collection[Deed]) -> None:
    """A link sees what is lent to it and nothing else: of other lists not even that they are empty.

    Raises:
        Http404: there is nothing for it.
    """
    if not any(sees(user.roles_anywhere(), deed) for deed in deeds):
        raise Http404


class ByDeed(BasePermission):
    """Asks for the deed of a viewset's action: before there is a row for it, then at the row."""

    def has_permission(self, request: Request, view: Any) -> bool:
        is_known = bool(request.user.is_authenticated)
        if view.action in (None, "metadata"):
            return is_known  # Refused as a method that is not there, or told which are.
        deeds = deeds_of(view, view.action)
        _refuse_unless_for(request, scopes_needed(deeds, request.method))
        if is_link(request.user):
            _refuse_links_unless_lent(request.user, deeds)
        if not is_known:
            return any(Role.ANONYMOUS in deed.may for deed in deeds)
        if request.method not in SAFE_METHODS:
            refuse_without_factor(request.user, *deeds)  # Before a row: they may not see it.
        if not view.detail and request.method not in SAFE_METHODS:
            roles = roles_anywhere(request.user)
            deed = next((deed for deed in deeds if may(roles, deed)), deeds[0])
            refuse_unless(roles, deed, scopes=UNLIMITED)  # Its scope was asked for just now.
        return True  # The row decides; of a list everybody is shown what they see.

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        view.ask(view.deed_at(obj), obj)
        return True


class Deeds(Counted):
    """Mixed into a viewset: the deed of each action, or the deeds that it can be.

    Attributes:
        deeds: By the name of the action, as the router knows it.
    """

    deeds: Mapping[str, Deed | tuple[Deed, ...]] = {}
    action: str
    request: Any  # The view's own.

    @property
    def scopes(self) -> Scopes:
        """What the caller may use their way in for, in this request: all, where they look."""
        return UNLIMITED if self.request.method in SAFE_METHODS else scopes_of(self.request)

    def deed_at(self, row: Any) -> Deed:
        """The deed that this request is, at this row; where it can be several, the mildest."""
        return deeds_of(self, self.action)[0]

    def roles_at(self, row: Any) -> Roles:
        """What the caller is to this row."""
        raise NotImplementedError

    def seen_as(self, row: Any) -> Deed | None:
        """The deed by which the caller sees this row, if not as one of its kind."""
        return None

    def ask(self, deed: Deed, row: Any) -> None:
        """Let the caller through if they may do it to this row; as in `refuse_unless`."""
        if self.request.method not in SAFE_METHODS:
            refuse_without_factor(self.request.user, deed)
        refuse_unless(self.roles_at(row), deed, scopes=self.scopes, seen=self.seen_as(row))


def deeds_of(view: Any, action: str) -> tuple[Deed, ...]:
    """The deeds of a viewset's action; one without any refuses everybody, loudly."""
    found = getattr(view, "deeds", {}).get(action)
    if found is None:
        raise ImproperlyConfigured(f"{view} has no deed for {action!r}: see deploy/rights.py.")
    return found if isinstance(found, tuple) else (found,)


WHOM_TO_ASK = {
    Role.STRANGER: "it is closed to you",
    Role.GUEST: "ask an organiser to welcome you",
    Role.MEMBER: "ask an organiser to make you a member",
    Role.SCORER: "ask a scorer or an organiser of the club",
    Role.ORGANISER: "ask an organiser of the club",
    Role.OWNER: "ask an owner of the club",
    Role.HOST: "ask the person who opened the table",
    Role.SEATED: "that is for players of this table",
    Role.OPERATOR: "ask the person who runs the service",
}


def _what_to_do(deed: Deed, roles: Collection[Role]) -> str:
    if Role.OPERATOR in roles:
        return "operators can play only with a member's login"
    return next((words for role, words in WHOM_TO_ASK.items() if role in deed.may), "nobody may")
