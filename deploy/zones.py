"""Moments by the clock of a hall: entered, shown and named in the time zone of their row."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, Protocol
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminDateWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminSplitDateTimeWidget,
    UnfoldAdminTimeWidget,
)

FIRST, SECOND = "first", "second"
WHICH: Final = [
    ("", "—"),
    (FIRST, gettext_lazy("the first, before the clocks go back")),
    (SECOND, gettext_lazy("the second, after the clocks went back")),
]
"""Of an hour that comes twice in the night in which the clocks go back."""

TWICE: Final = "twice"


class Halls(Protocol):
    """The time zones of the halls whose rows somebody sees."""

    reader: ZoneInfo
    are_many: bool

    def of_book(self, book_id: int) -> ZoneInfo:
        """The zone of the club with this book."""


def halls_of(request: HttpRequest) -> Halls | None:
    """The zones of whoever asks; None where they have none, or outside the admin."""
    return getattr(request, "halls", None)


def comes_twice(moment: datetime, zone: ZoneInfo) -> bool:
    """Tell whether the clocks of a hall show this time twice; `moment` has no zone."""
    return _change(moment, zone) < timedelta(0)


def _is_left_out(moment: datetime, zone: ZoneInfo) -> bool:
    return _change(moment, zone) > timedelta(0)


def _change(moment: datetime, zone: ZoneInfo) -> timedelta:
    """By how much the clocks go forward just then; below 0 where they go back."""
    first, second = (moment.replace(tzinfo=zone, fold=fold).timestamp() for fold in (0, 1))
    return timedelta(seconds=first - second)


def moment_by(zone: ZoneInfo, day: date, at: time, *, which: str = "") -> datetime:
    """The moment at which the clocks of a hall show this.

    Args:
        which: `first` or `second`, of a time that comes twice.

    Raises:
        ValidationError: the clocks leave the time out, or show it twice and `which` is empty.
    """
    moment = datetime.combine(day, at)
    told = {"time": f"{at:%H:%M}", "day": date_format(day, "j F Y")}
    if _is_left_out(moment, zone):
        raise forms.ValidationError(
            _("On {day} there is no {time}: the clocks go forward. Enter another time.").format(
                **told
            )
        )
    if comes_twice(moment, zone) and which not in (FIRST, SECOND):
        raise forms.ValidationError(
            _("On {day} the clocks show {time} twice. Choose the first or the second.").format(
                **told
            ),
            code=TWICE,
        )
    return moment.replace(tzinfo=zone, fold=int(which == SECOND)).astimezone(UTC)


def which_of(moment: datetime) -> str:
    """`first` or `second`, of a moment whose time comes twice by the current clock; else empty."""
    local = timezone.localtime(moment)
    if not comes_twice(local.replace(tzinfo=None), _current()):
        return ""
    return SECOND if local.fold else FIRST


def words_of(moment: datetime) -> str:
    """A moment by the current clock, as a person reads it."""
    words = date_format(timezone.localtime(moment), "j F Y, H:i")
    which = which_of(moment)
    return f"{words} ({dict(WHICH)[which]})" if which else words


def shown_in_list(moment: datetime | None, zone: ZoneInfo, *, reader: ZoneInfo) -> str:
    """A moment by the clock of its row's hall, which is named where it is not the reader's."""
    if moment is None:
        return "-"
    words = date_format(timezone.localtime(moment, zone), "DATETIME_FORMAT")
    return words if zone.key == reader.key else f"{words} ({zone.key})"


def _current() -> ZoneInfo:
    return ZoneInfo(timezone.get_current_timezone_name())


class MomentWidget(UnfoldAdminSplitDateTimeWidget):  # type: ignore[misc]
    """A day and a time; and which of two, where the clocks show the time twice."""

    template_name = "widgets/moment.html"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        which = {"aria-label": _("Which of the two")}
        widgets = [
            UnfoldAdminDateWidget(attrs={"placeholder": _("Date")}),
            UnfoldAdminTimeWidget(attrs={"placeholder": _("Time")}),
            UnfoldAdminSelectWidget(attrs=which, choices=WHICH),
        ]
        forms.MultiWidget.__init__(self, widgets, attrs)

    def decompress(self, value: Any) -> list[Any]:
        if not value:
            return [None, None, ""]
        local = timezone.localtime(value)
        return [local.date(), local.time(), which_of(value)]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, value, attrs)
        context["is_twice"] = _shows_twice(
            value if isinstance(value, list) else self.decompress(value)
        )
        return context


def _shows_twice(shown: list[Any]) -> bool:
    """Tell whether what stands in the fields, as a value or as text, comes twice."""
    try:
        day, at = forms.DateField().clean(shown[0]), forms.TimeField().clean(shown[1])
    except forms.ValidationError:
        return False
    return comes_twice(datetime.combine(day, at), _current())


class MomentField(forms.SplitDateTimeField):
    """A moment by the current clock, also one whose time comes twice."""

    widget = MomentWidget

    def clean(self, value: Any) -> datetime | None:
        self._which = value[2] if isinstance(value, list) and len(value) > 2 else ""
        cleaned: datetime | None = super().clean(value)
        return cleaned

    def compress(self, data_list: Any) -> datetime | None:
        if not data_list:
            return None
        for part, code in zip(data_list, ("invalid_date", "invalid_time"), strict=True):
            if part in self.empty_values:
                raise forms.ValidationError(self.error_messages[code], code=code)
        return moment_by(_current(), *data_list, which=self._which)

    def has_changed(self, initial: Any, data: Any) -> bool:
        if super().has_changed(initial, data):
            return True
        if not isinstance(initial, datetime):
            return False
        return which_of(initial) != ((data[2] if data and len(data) > 2 else "") or "")
