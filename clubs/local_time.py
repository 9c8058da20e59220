"""The admin shows and reads times as the clocks of the club's hall do."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from clubs.rights import ENTER_ADMIN


class LocalTime:
    """Middleware: the time zone of the first club whose admin somebody enters, UTC for the rest."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(_zone(request)):
            return self.get_response(request)


def _zone(request: HttpRequest) -> ZoneInfo | None:
    if not isinstance(request.user, Player) or not request.path.startswith(reverse("admin:index")):
        return None
    clubs = Club.objects.of(request.user, ENTER_ADMIN.may).order_by("pk")
    name = clubs.values_list("time_zone", flat=True).first()
    return ZoneInfo(name) if name else None
