"""An organiser at a page of a tournament's desk: who they are, and the time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubs.models import Player
from deploy.rest.clock import database_now
from deploy.rest.pages import PageRequest, View, ask, sign_in_first, stands_for
from deploy.rights import Deed, Roles, may
from tournaments.models import Tournament


@dataclass(frozen=True)
class Visit:
    """A request for a page of a tournament.

    Attributes:
        roles: What the player is in the tournament's club.
        at: The time by the clock of the database.
    """

    request: PageRequest
    tournament: Tournament
    player: Player
    roles: Roles
    at: datetime

    def may(self, deed: Deed) -> bool:
        return may(self.roles, deed)

    def address(self, name: str, *args: Any) -> str:
        return reverse(name, args=[self.tournament.pk, *args])


def of_tournament(*deeds: Deed, methods: tuple[str, ...] = ("GET",)) -> Callable[[View], View]:
    """A page of a tournament, for people who may do one of these deeds there.

    The view is given a `Visit`, and times are told by the clocks of the club's hall.
    """

    def make(view: View) -> View:
        @stands_for(*deeds)
        @require_http_methods([*methods, "HEAD"] if "GET" in methods else list(methods))
        @wraps(view)
        def page(request: PageRequest, pk: int, *args: Any, **options: Any) -> HttpResponse:
            player = request.user
            if not isinstance(player, Player):
                return sign_in_first(request)
            seen = Tournament.objects.visible_to(player).select_related("club__book", "fund")
            tournament = get_object_or_404(seen, pk=pk)
            roles = player.roles_in([tournament.club.book_id])
            ask(roles, *deeds)
            with timezone.override(ZoneInfo(tournament.club.time_zone)):
                visit = Visit(request, tournament, player, roles, database_now())
                return view(visit, *args, **options)

        return page

    return make
