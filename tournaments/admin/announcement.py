"""The form of an announcement: beside what every tournament has, the settings of its format."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from django import forms
from django.core.validators import EMPTY_VALUES
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from games.bots import FIRST_BOT
from tournaments.admin.prizes import prizes_refusal
from tournaments.admin.schedule import BreaksField
from tournaments.formats import FIRST_FORMAT, FORMATS, format_choices
from tournaments.formats.settings import (
    COMMON,
    MINUTES,
    ROUNDS,
    AnySetting,
    Choice,
    Order,
    own_settings,
)
from tournaments.models import USUAL_GRACE_MINUTES
from tournaments.prizes import OddChips, Ties
from tournaments.stages import STAGE_FIELDS

DEFAULTS: Final = {
    "members_count": 1,
    "payout_minutes": 0,
    "draw_minutes": 0,
    "check_in_grace_minutes": USUAL_GRACE_MINUTES,
    "bots_limit": 0,
    "bots_level": FIRST_BOT,
    "prize_ties": Ties.SHARE.value,
    "odd_chips": OddChips.ENTRY.value,
}
"""Of what a form may leave out."""


def _or_default(name: str) -> Callable[[forms.ModelForm], Any]:
    def cleaned(form: forms.ModelForm) -> Any:
        given = form.cleaned_data[name]
        return DEFAULTS[name] if given in (None, "") else given

    return cleaned


class Announcement(forms.ModelForm):
    class Meta:
        field_classes: ClassVar = {"breaks": BreaksField}
        widgets: ClassVar = dict.fromkeys(
            ("prize_percents", "fixed_prizes"), UnfoldAdminTextInputWidget
        )
        help_texts: ClassVar = {
            "prize_percents": "Percent of what fixed prizes leave, for each rank, best first: "
            "50,30,20.",
            "fixed_prizes": "Chips for each rank, best first: 60,30,10. They are paid first.",
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in DEFAULTS.keys() & self.fields.keys():
            self.fields[name].required = False

    clean_members_count = _or_default("members_count")
    clean_bots_limit = _or_default("bots_limit")
    clean_bots_level = _or_default("bots_level")
    clean_payout_minutes = _or_default("payout_minutes")
    clean_draw_minutes = _or_default("draw_minutes")
    clean_check_in_grace_minutes = _or_default("check_in_grace_minutes")
    clean_prize_ties = _or_default("prize_ties")
    clean_odd_chips = _or_default("odd_chips")

    def clean(self) -> dict[str, Any]:
        """The prizes can be paid."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if "prize_percents" in given and (refusal := prizes_refusal(self.instance, given)):
            self.add_error("prize_percents", refusal)
        return given


class WithStage(Announcement):
    """With the plan of the only stage."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk is None:
            return
        stage = self.instance.stages.get(number=1)
        self.initial.update({name: getattr(stage, name) for name in STAGE_FIELDS})
        for name, key, _ in _own_settings(stage.format):
            self.initial[name] = stage.format_settings[key]

    def clean_format(self) -> str:
        return self.cleaned_data["format"] or FIRST_FORMAT

    def clean(self) -> dict[str, Any]:
        """The settings of the chosen format become `format_settings`; the others' are dropped."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        values = {name: given.pop(name, None) for name in own_fields()}
        given["format_settings"] = {
            key: values[name]
            for name, key, _ in _own_settings(given.get("format", FIRST_FORMAT))
            if values.get(name) not in EMPTY_VALUES
        }
        return given


def announcement_form() -> type[WithStage]:
    """The form with a field for each setting of a stage, also those that only one format has."""
    fields: dict[str, forms.Field] = {"format": _format()}
    fields |= {one.key: _field(one, is_required=one is not ROUNDS) for one in COMMON}
    fields[MINUTES.key] = _field(MINUTES)
    fields |= {name: _field(setting) for name, _, setting in _own_settings(*FORMATS)}
    return type("WithStage", (WithStage,), fields)


def stage_fields() -> tuple[str, ...]:
    """The names of those fields."""
    return ("format", *(setting.key for setting in (*COMMON, MINUTES)), *own_fields())


def own_fields() -> tuple[str, ...]:
    """The names of the fields for what only one format has."""
    return tuple(name for name, *_ in _own_settings(*FORMATS))


def _own_settings(*formats: str) -> Iterator[tuple[str, str, AnySetting]]:
    """The name of its field, its key and itself, of each setting."""
    for format in formats:
        for key, setting in own_settings(FORMATS[format].settings).items():
            yield f"{format}_{key}", key, setting


class WordsField(forms.CharField):
    """Words in an order, parted by commas."""

    def to_python(self, value: Any) -> Any:
        return [word.strip() for word in (value or "").split(",") if word.strip()]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list | tuple) else value


def _format() -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=format_choices,
        required=False,  # It has a default.
        initial=FIRST_FORMAT,
        help_text=" ".join(f"{one.name}: {one.sentence}" for one in FORMATS.values()),
        widget=UnfoldAdminSelectWidget,
    )


def _field(setting: AnySetting, *, is_required: bool = False) -> forms.Field:
    told: dict[str, Any] = {
        "label": setting.name,
        "initial": setting.default,
        "required": is_required,
    }
    if isinstance(setting, Choice):
        options = [*setting.options.items()]
        select = UnfoldAdminSelectWidget
        return forms.ChoiceField(choices=options, widget=select, help_text=setting.sentence, **told)
    if isinstance(setting, Order):
        words = "; ".join(f"{word}: {name}" for word, name in setting.options.items())
        text = UnfoldAdminTextInputWidget
        return WordsField(widget=text, help_text=f"{setting.sentence} {words}.".strip(), **told)
    return forms.IntegerField(
        help_text=setting.sentence,
        min_value=setting.least,
        max_value=setting.most,
        widget=UnfoldAdminIntegerFieldWidget,
        **told,
    )
