"""Somebody at a page of a night: who they are, what they may do there, and the time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import BadRequest
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubs.by_link import came_by
from clubs.models import LinkUser, Night, Player
from clubs.models.night import NightQuerySet
from deploy.rest.clock import database_now
from deploy.rest.pages import PageRequest, View, ask, sign_in_first, stands_for
from deploy.rights import Deed, Doer, Roles, may


@dataclass(frozen=True)
class Visit:
    """A request for a page of a night.

    Attributes:
        person: Who signed in, or the holder of a link to the night.
        roles: What the person is in the night's club, or what the link lends.
        at: The time by the clock of the database.
    """

    request: PageRequest
    night: Night
    person: Player | LinkUser
    roles: Roles
    at: datetime

    @property
    def by(self) -> Doer:
        """Who does what is done here."""
        return Doer(self.person.player_id, self.person.link_id)

    @property
    def link(self) -> LinkUser | None:
        """The link by which they came; None for people who signed in."""
        return self.person if isinstance(self.person, LinkUser) else None

    def may(self, deed: Deed) -> bool:
        return may(self.roles, deed)

    def address(self, name: str, *args: Any) -> str:
        return reverse(name, args=[self.night.pk, *args])

    @property
    def is_part(self) -> bool:
        """Whether htmx asks, which puts a part of the page in place."""
        return bool(self.request.htmx)


MOST_DIGITS = 18  # Of a number in a form.
MOST_OF_A_KEY = 40


def number_in(form: QueryDict, name: str) -> int:
    """A whole number that was sent; 0 where there is none."""
    sent = form.get(name, "")
    return int(sent) if sent.isdecimal() and len(sent) <= MOST_DIGITS else 0


def key_in(form: QueryDict, name: str = "key") -> str:
    """The key of a tap, which the page made; empty where there is none.

    Raises:
        BadRequest: no page makes such keys, and no row keeps them.
    """
    key = form.get(name, "")[:MOST_OF_A_KEY]
    if key and not key.isprintable():
        raise BadRequest("A key is letters and digits.")
    return key


def of_night(*deeds: Deed, methods: tuple[str, ...] = ("GET",)) -> Callable[[View], View]:
    """A page of a night, for people who may do one of these deeds there.

    The view is given a `Visit`, and times are told by the clocks of the club's hall.
    """

    def make(view: View) -> View:
        @stands_for(*deeds)
        @require_http_methods([*methods, "HEAD"] if "GET" in methods else list(methods))
        @wraps(view)
        def page(request: PageRequest, pk: int, *args: Any, **options: Any) -> HttpResponse:
            person = request.user if isinstance(request.user, Player) else came_by(request)
            if person is None:
                return sign_in_first(request)
            night = get_object_or_404(_nights_of(person).select_related("club__book"), pk=pk)
            roles = _roles_at(night, person)
            ask(roles, *deeds)
            with timezone.override(ZoneInfo(night.club.time_zone)):
                return view(Visit(request, night, person, roles, database_now()), *args, **options)

        return page

    return make


def _nights_of(person: Player | LinkUser) -> NightQuerySet:
    """A link opens its own night; whether it opens this page, the matrix says."""
    if isinstance(person, LinkUser):
        return Night.objects.filter(pk=person.night_id)
    return Night.objects.visible_to(person)


def _roles_at(night: Night, person: Player | LinkUser) -> Roles:
    if isinstance(person, LinkUser):
        return person.roles_at_night(night.pk)
    return person.roles_in([night.club.book_id])
