"""The form of an announcement: beside what every tournament has, the settings of its format."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from tournaments.announcements import check_prizes
from tournaments.errors import ImpossibleTournament
from tournaments.formats import FIRST_FORMAT, FORMATS
from tournaments.formats.settings import Setting, own_settings


class Announcement(forms.ModelForm):
    class Meta:
        widgets: ClassVar = {"prize_percents": UnfoldAdminTextInputWidget}
        help_texts: ClassVar = {
            "prize_percents": "Percent of the fees for each rank, best first: 50,30,20.",
            "format": " ".join(f"{one.name}: {one.sentence}" for one in FORMATS.values()),
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "format" in self.fields:
            self.fields["format"].required = False  # It has a default.
        for name, key, _ in _own_settings(self.instance.format):
            if key in self.instance.format_settings:
                self.initial[name] = self.instance.format_settings[key]

    def clean_format(self) -> str:
        return self.cleaned_data["format"] or FIRST_FORMAT

    def clean_prize_percents(self) -> list[int]:
        percents: list[int] = self.cleaned_data["prize_percents"]
        try:
            check_prizes(percents)
        except ImpossibleTournament as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        return percents

    def clean(self) -> dict[str, Any]:
        """The settings of the chosen format become `format_settings`; the others' are dropped."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        numbers = {name: given.pop(name, None) for name in own_fields()}
        chosen = given.get("format", self.instance.format)
        given["format_settings"] = {
            key: numbers[name]
            for name, key, _ in _own_settings(chosen)
            if numbers.get(name) is not None
        }
        return given


def announcement_form() -> type[Announcement]:
    """The form with a field for each setting that only one format has."""
    fields = {name: _field(setting) for name, _, setting in _own_settings(*FORMATS)}
    return type("Announcement", (Announcement,), fields)


def own_fields() -> tuple[str, ...]:
    """The names of those fields."""
    return tuple(name for name, *_ in _own_settings(*FORMATS))


def _own_settings(*formats: str) -> Iterator[tuple[str, str, Setting]]:
    """The name of its field, its key and itself, of each setting."""
    for format in formats:
        for key, setting in own_settings(FORMATS[format].settings).items():
            yield f"{format}_{key}", key, setting


def _field(setting: Setting) -> forms.IntegerField:
    return forms.IntegerField(
        required=False,
        label=setting.name,
        help_text=setting.sentence,
        initial=setting.default,
        min_value=setting.least,
        max_value=setting.most,
        widget=UnfoldAdminIntegerFieldWidget,
    )
