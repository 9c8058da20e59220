"""Two people with one form: a save over somebody else's change is refused, and shows both values.

A form tells in a hidden field which version of the row it showed, and what stood in each field. So
it is known which fields its reader has changed since, and which somebody else has.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.db import models
from django.db.models import Model
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from deploy.rest.versions import lock_version
from deploy.zones import MomentField, words_of

SEEN: Final = "seen"
CHANGED: Final = "changed_meanwhile"
UNKNOWN: Final = 0  # No row has this version.
EMPTY: Final[tuple[Any, ...]] = (None, "", [])


@dataclass(frozen=True)
class Difference:
    """A field of which two values are to be told, in words.

    Attributes:
        is_yours: The reader has changed it; else they only saw another value.
    """

    label: str
    now: str
    yours: str
    is_yours: bool = True


class SeenField(forms.CharField):
    """What the form showed, as JSON; it is never changed by hand."""

    widget = forms.HiddenInput(attrs={"autocomplete": "off"})  # Some browsers keep old values.

    def has_changed(self, initial: Any, data: Any) -> bool:
        return False


class Seeing(forms.ModelForm):
    """Mixed into the form of a versioned row. It is valid only for the version that it showed.

    If the reader changed nothing that somebody else has not changed in the same way, there is
    nothing to save, whichever version they saw.
    """

    seen = SeenField(required=False)
    looked_at: frozenset[str] = frozenset()
    """Fields that the page shows and nobody may change now."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._now: Seeing | None = None
        self._taken_over: frozenset[str] = frozenset()
        if self.instance.pk is not None:
            edited = self._edited().items()
            shown = {name: _text(field, self._shows(name)) for name, field in edited}
            told = {"version": self.instance.version, "shown": shown}
            self.initial[SEEN] = json.dumps(told)

    def __getitem__(self, name: str) -> BoundField:
        """After a refusal: as it is now, where the reader has changed nothing."""
        if self._now is not None and name in self._taken_over:
            return self._now[name]
        return super().__getitem__(name)

    def clean(self) -> dict[str, Any] | None:
        given = dict(self.cleaned_data)
        cleaned = super().clean()
        if self.instance.pk is None:
            return cleaned
        version, shown = _read(given.get(SEEN, ""))
        row = lock_version(self.instance)
        self.instance.refresh_from_db()  # What no form changes may have moved on.
        closed = dict(self._closed(shown))
        if row.version == version and not closed:
            return cleaned
        self._now = type(self)(instance=row, prefix=self.prefix)
        found = dict(self._differences(self._now, given, shown))
        yours = {name for name, one in found.items() if one.is_yours}
        if not yours and not closed:
            self.changed_data: list[str] = []
            return {}
        self._taken_over = frozenset({SEEN, *self._edited()}) - yours
        context = {
            "open": list(found.values()),
            "closed": list(closed.values()),
            "is_known": version != UNKNOWN,
            "is_stale": row.version != version,
        }
        page = render_to_string("clubs/changed_meanwhile.html", context)
        raise forms.ValidationError(page, code=CHANGED)

    def _edited(self) -> dict[str, forms.Field]:
        """What people change here; of an inline's row without what holds the rows together."""
        return {
            name: field
            for name, field in self.fields.items()
            if name in self.base_fields and name != SEEN and not field.disabled
        }

    def _shows(self, name: str) -> Any:
        """What stands in a field before anybody changes it."""
        return self.get_initial_for_field(self.fields[name], name)

    def _differences(
        self, now: "Seeing", given: dict[str, Any], shown: dict[str, Any]
    ) -> Iterator[tuple[str, Difference]]:
        for name, field in self._edited().items():
            is_valid = name in given
            value, theirs = given[name] if is_valid else self[name].data, now._shows(name)
            text = _text(field, value) if is_valid else None
            if text != _text(field, theirs):
                label, words = str(self[name].label), (_words(field, theirs), _words(field, value))
                is_yours = text is None or text != shown.get(name)
                yield name, Difference(label, *words, is_yours=is_yours)

    def _closed(self, shown: dict[str, Any]) -> Iterator[tuple[str, Difference]]:
        """What the reader has changed and nobody can change any more, such as a plan by which
        people are seated."""
        for column in self.instance._meta.concrete_fields:
            name = column.name
            if name not in self.looked_at or name not in shown or column.is_relation:
                continue
            is_moment = isinstance(column, models.DateTimeField)
            kind = {"form_class": MomentField} if is_moment else {}
            field = column.formfield(**kind)
            sent = field.widget.value_from_datadict(self.data, {}, self.add_prefix(name))
            with suppress(forms.ValidationError):  # Not sent, or what nobody can save anyway.
                value, now = field.clean(sent), column.value_from_object(self.instance)
                if _text(field, value) != shown[name]:
                    words = _words(field, now), _words(field, value)
                    yield name, Difference(str(field.label), *words)


def seeing(form: type[forms.ModelForm], *, looked_at: Iterable[str] = ()) -> type[forms.ModelForm]:
    """The form, with what it showed."""
    return type(form.__name__, (Seeing, form), {"looked_at": frozenset(looked_at)})


class Versions:
    """Mixed into an admin of versioned rows: nobody's form overwrites what it did not show."""

    change_form_before_template = "clubs/seen.html"
    form: type[forms.ModelForm]

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **options: Any
    ) -> Any:
        if change:
            looked_at = self.get_readonly_fields(request, obj)  # type: ignore[attr-defined]
            options["form"] = seeing(options.get("form", self.form), looked_at=looked_at)
        return super().get_form(request, obj, change=change, **options)  # type: ignore[misc]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        """Where the reader made no mistake, nobody asks them to correct one."""
        told = context["adminform"].form.non_field_errors()
        codes = {one.code for found in context["errors"] for one in found.as_data()}
        errors = None if told and codes == {CHANGED} else context["errors"]
        answer: HttpResponse = super().render_change_form(  # type: ignore[misc]
            request, {**context, "errors": errors}, *args, **options
        )
        return answer


class VersionedRows:
    """Mixed into an inline of versioned rows; as `Versions`, row by row."""

    form: type[forms.ModelForm]

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **options: Any) -> Any:
        options["form"] = seeing(options.get("form", self.form))
        return super().get_formset(request, obj, **options)  # type: ignore[misc]

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        fields = [*super().get_fields(request, obj)]  # type: ignore[misc]
        return fields if SEEN in fields else [*fields, SEEN]


def _read(text: str) -> tuple[int, dict[str, Any]]:
    """The version and the texts of the fields; UNKNOWN where the form does not tell."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    match told:
        case {"version": int(version), "shown": dict(shown)}:
            return version, shown
        case _:
            return UNKNOWN, {}


def _text(field: forms.Field, value: Any) -> str:
    """The same for equal values, whether they come from a row or from a form."""
    value = field.prepare_value(value)
    if isinstance(value, datetime):
        value = value.astimezone(UTC).isoformat(timespec="seconds")
    return "" if value in EMPTY else str(value)


def _words(field: forms.Field, value: Any) -> str:
    """As a person reads it."""
    if value in EMPTY:
        return "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return words_of(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    choices = {str(key): str(words) for key, words in getattr(field, "choices", ())}
    return choices.get(str(field.prepare_value(value)), str(value))
