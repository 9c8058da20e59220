"""The form of an announcement that reads as a sentence; every blank has a sane default."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from deploy.names import NameFormField
from deploy.zones import TWICE, WHICH, moment_by
from games.engine import MOST_CHIPS
from tournaments.formats import format_choices
from tournaments.formats.settings import DEALS, ROUNDS, STACK, TABLE_SIZE
from tournaments.models import MOST_GRACE_MINUTES, MOST_MINUTES, USUAL_GRACE_MINUTES
from tournaments.stages import StagePlan

STAGES: Final = (1, 2, 3)
USUAL: Final = {1: ("swiss", 5, 5), 2: ("", 3, 5), 3: ("", 3, 5)}
"""By stage its format, rounds and deals a round, before somebody writes others."""
USUAL_CUT: Final = 16


def number(label: Any, least: int, most: int, initial: int, **options: Any) -> Any:
    widget = forms.NumberInput(attrs={"aria-label": label})
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=initial, widget=widget, **options
    )


class ClubField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A club, with the zone of its hall where the clubs are in several."""

    def label_from_instance(self, obj: Club) -> str:
        assert self.queryset is not None
        are_many = self.queryset.exclude(time_zone=obj.time_zone).exists()
        return f"{obj} ({obj.time_zone})" if are_many else str(obj)


class SentenceForm(forms.Form):
    """An announcement of up to three stages.

    Args:
        clubs: Where they may announce it.

    Attributes:
        starts_at: When it starts, once the form is valid; None where it is started by hand.
        is_twice: The clocks show this time twice, and nobody said which of the two is meant.
    """

    starts_at: datetime | None = None
    is_twice = False

    club = ClubField(Club.objects.none(), empty_label=None)
    name = NameFormField(
        max_length=100, widget=forms.TextInput(attrs={"aria-label": gettext_lazy("Name")})
    )
    date = forms.DateField(
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "aria-label": gettext_lazy("Day")}),
    )
    time = forms.TimeField(
        required=False,
        widget=forms.TimeInput(attrs={"type": "time", "aria-label": gettext_lazy("Time")}),
    )
    which = forms.ChoiceField(
        required=False,
        choices=WHICH,
        widget=forms.Select(attrs={"aria-label": gettext_lazy("Which of the two")}),
    )
    table_size = number(
        gettext_lazy("Players a table"), TABLE_SIZE.least, TABLE_SIZE.most, TABLE_SIZE.default or 5
    )
    starting_stack = number(gettext_lazy("Playing chips"), STACK.least, STACK.most, 100)
    entry_chips = number(gettext_lazy("Entry fee"), 0, MOST_CHIPS, 20)
    shares = forms.RegexField(
        r"^\s*\d{1,3}(\s*[/, ]\s*\d{1,3})*\s*$",
        initial="50/30/20",
        widget=forms.TextInput(attrs={"aria-label": gettext_lazy("Shares in percent")}),
        error_messages={"invalid": gettext_lazy("Write the shares as 50/30/20.")},
    )
    check_in_minutes = number(
        gettext_lazy("Minutes of check-in"), 0, MOST_MINUTES, 30, required=False
    )
    check_in_grace_minutes = number(
        gettext_lazy("Minutes of grace"), 0, MOST_GRACE_MINUTES, USUAL_GRACE_MINUTES
    )

    def __init__(self, *args: Any, clubs: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        club: Any = self.fields["club"]
        club.queryset = clubs
        club.widget.attrs["aria-label"] = _("Club")
        for stage in STAGES:
            self._add_stage(stage)

    def _add_stage(self, stage: int) -> None:
        format, rounds, deals = USUAL[stage]
        choices = format_choices() if stage == 1 else [("", _("nothing more")), *format_choices()]
        self.fields[f"format_{stage}"] = forms.ChoiceField(
            choices=choices,
            initial=format,
            required=stage == 1,
            widget=forms.Select(attrs={"aria-label": _("Stage {n}").format(n=stage)}),
        )
        told: dict[str, Any] = {"required": stage == 1}
        self.fields[f"rounds_{stage}"] = number(
            gettext_lazy("Rounds"), ROUNDS.least, ROUNDS.most, rounds, **told
        )
        self.fields[f"deals_{stage}"] = number(
            gettext_lazy("Deals a round"), DEALS.least, DEALS.most, deals, **told
        )
        if stage > 1:
            self.fields[f"cut_{stage}"] = number(
                gettext_lazy("How many go on"), 2, 32_767, USUAL_CUT // 2 ** (stage - 2), **told
            )

    @property
    def later_stages(self) -> Iterator[dict[str, Any]]:
        """The fields of the second stage and of the third."""
        for stage in STAGES[1:]:
            names = ("format", "rounds", "deals", "cut")
            yield {name: self[f"{name}_{stage}"] for name in names}

    def clean_shares(self) -> list[int]:
        text = self.cleaned_data["shares"].replace("/", " ").replace(",", " ")
        return [int(share) for share in text.split()]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if bool(given.get("date")) != bool(given.get("time")):
            raise forms.ValidationError(
                _("Give the day and the time of the start, or leave both empty.")
            )
        if given.get("club") and given.get("date"):
            self.starts_at = self._start(given)
        for stage in STAGES[1:]:
            if given.get(f"format_{stage}") and not given.get(f"cut_{stage}"):
                raise forms.ValidationError(
                    _("Say how many go on to stage {number}.").format(number=stage)
                )
        return given

    def _start(self, given: dict[str, Any]) -> datetime:
        """By the clocks of the club's hall."""
        zone = ZoneInfo(given["club"].time_zone)
        try:
            return moment_by(zone, given["date"], given["time"], which=given.get("which", ""))
        except forms.ValidationError as refusal:
            self.is_twice = refusal.code == TWICE
            raise

    @property
    def stages(self) -> list[StagePlan]:
        """As they are announced; a stage ends the list where nothing more is played."""
        given, plans = self.cleaned_data, list[StagePlan]()
        for stage in STAGES:
            if not given[f"format_{stage}"]:
                break
            plan: StagePlan = {
                "format": given[f"format_{stage}"],
                "rounds_count": given[f"rounds_{stage}"] or USUAL[stage][1],
                "deals_a_round": given[f"deals_{stage}"] or USUAL[stage][2],
                "table_size": given["table_size"],
                "starting_stack": given["starting_stack"],
            }
            if stage > 1:
                plan["cut"] = given[f"cut_{stage}"]
            plans.append(plan)
        return plans
