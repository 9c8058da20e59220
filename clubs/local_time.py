"""The admin shows and reads times as the clocks of the club's hall do."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.db.models import Min
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from clubs.rights import ENTER_ADMIN
from ledger.admin import ByDeed

MOST_DIGITS = 18


@dataclass
class Halls:
    """The time zones of the halls whose admin somebody enters.

    Attributes:
        reader: The zone of their first club: what they are told without its name.
        here: The zone of the row that the page shows.
        are_many: They enter the admin of clubs in several zones.
    """

    reader: ZoneInfo
    here: ZoneInfo
    are_many: bool
    _by_book: dict[int, ZoneInfo] = field(default_factory=dict)

    @property
    def is_elsewhere(self) -> bool:
        """Tell whether the page has another zone than the one that its reader is used to."""
        return self.here.key != self.reader.key

    def of_book(self, book_id: int) -> ZoneInfo:
        """The zone of the club with this book; the reader's where no club has it."""
        if book_id not in self._by_book:
            self._by_book[book_id] = zone_of_book(book_id) or self.reader
        return self._by_book[book_id]


class LocalTime:
    """Middleware: the zone of the row of an admin page, of the reader's first club, or UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        halls = _halls(request)
        request.halls = halls  # type: ignore[attr-defined]
        with timezone.override(None if halls is None else halls.reader):
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: Iterable[Any], options: dict[str, Any]
    ) -> None:
        """Turn to the clocks of the row's hall; the override around it turns back."""
        halls: Halls | None = request.halls  # type: ignore[attr-defined]
        if halls is None or not halls.are_many:
            return
        halls.here = _zone_of_page(request, options) or halls.reader
        timezone.activate(halls.here)


def turn_to(request: HttpRequest, club: Club) -> None:
    """Show and read what is left of the page by the clocks of this club's hall."""
    halls: Halls | None = getattr(request, "halls", None)
    if halls is not None and halls.are_many:
        halls.here = ZoneInfo(club.time_zone)
        timezone.activate(halls.here)


def _halls(request: HttpRequest) -> Halls | None:
    if not isinstance(request.user, Player) or not request.path.startswith(reverse("admin:index")):
        return None
    clubs = Club.objects.of(request.user, ENTER_ADMIN.may).order_by()
    zones = clubs.values_list("time_zone").annotate(first=Min("pk")).order_by("first")
    names = [name for name, _ in zones[:2]]
    if not names:
        return None
    reader = ZoneInfo(names[0])
    return Halls(reader, reader, are_many=len(names) > 1)


def _zone_of_page(request: HttpRequest, options: dict[str, Any]) -> ZoneInfo | None:
    """The zone of the row that a page of the admin is about, or of the club that a form names."""
    name = str(request.resolver_match and request.resolver_match.url_name)
    found = next((one for one in admin.site._registry.values() if _is_page_of(one, name)), None)
    if not isinstance(found, ByDeed) or not found.book_paths:
        return None
    if name.endswith("_add"):
        club = request.POST.get("club") or request.GET.get("club") or ""
        return _zone_of(pk=int(club)) if _is_number(club) else None
    pk = unquote(str(options.get("object_id") or options.get("pk") or ""))
    if not _is_number(pk):
        return None
    books = found.model._base_manager.filter(pk=pk).values_list(*found.book_paths).first()
    return _zone_of(book__in=[book for book in books or () if book is not None])


def _is_page_of(model_admin: Any, name: str) -> bool:
    told = model_admin.model._meta
    return name.startswith(f"{told.app_label}_{told.model_name}_")


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= MOST_DIGITS


def zone_of_book(book_id: int) -> ZoneInfo | None:
    """The zone of the club whose chips it keeps; None of another book, such as a tournament's."""
    return _zone_of(book=book_id)


def _zone_of(**club: Any) -> ZoneInfo | None:
    name = Club.objects.filter(**club).order_by("pk").values_list("time_zone", flat=True).first()
    return ZoneInfo(name) if name else None
