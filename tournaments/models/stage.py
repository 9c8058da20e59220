"""The stages of a tournament: each is drawn and ranked by a format of its own."""

from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tournaments.formats import FIRST_FORMAT, FORMATS, format_choices
from tournaments.formats.protocol import Format
from tournaments.formats.settings import (
    COMMON,
    DEALS,
    MEMBERS,
    MINUTES,
    ROUNDS,
    STACK,
    TABLE_SIZE,
    Plan,
    Setting,
    defaults_of,
)
from tournaments.models.tournament import Tournament
from tournaments.standings import TiesAtCut


def _bounds(setting: Setting) -> list[BaseValidator]:
    return [MinValueValidator(setting.least), MaxValueValidator(setting.most)]


class Carries(models.TextChoices):
    """How much of what was scored before counts in a stage."""

    NONE = "none", "everybody starts from nothing"
    HALF = "half", "half of it, rounded down"
    ALL = "all", "all of it"


CUT_TIES = {
    TiesAtCut.ALL: "all of them go on",
    TiesAtCut.NEXT: "the other measures decide, then the lot",
    TiesAtCut.LOT: "the lot decides",
}
"""Who goes on if several people have equal points at the cut."""


class StageQuerySet(models.QuerySet["Stage"]):
    def unfinished(self) -> "StageQuerySet":
        """Those that are played or to come, in their order."""
        return self.filter(finished_at=None).order_by("number")


class Stage(models.Model):
    """A part of a tournament: a number of rounds, drawn and ranked by one format."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    format = models.CharField(max_length=30, default=FIRST_FORMAT, choices=format_choices)
    format_settings = models.JSONField(
        default=dict, blank=True, help_text="What only this format lets the organiser set."
    )
    rounds_count = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=_bounds(ROUNDS),
        help_text="Empty if the format ends by itself.",
    )
    planned_rounds = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="For how many rounds its draws are planned, if it was shortened since.",
    )
    deals_a_round = models.PositiveSmallIntegerField(validators=_bounds(DEALS))
    round_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=_bounds(MINUTES),
        help_text="How many minutes a round lasts. Then each table ends the deal in play. If it is "
        "empty, no clock ends a round.",
    )
    starting_stack = models.PositiveIntegerField(validators=_bounds(STACK))
    table_size = models.PositiveSmallIntegerField(
        default=TABLE_SIZE.default, validators=_bounds(TABLE_SIZE)
    )
    carries = models.CharField(
        max_length=4,
        choices=Carries,
        default=Carries.NONE,
        help_text="How much of what was scored in the stages before counts in this one.",
    )
    cut = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(2)],
        help_text="How many of the stage before go on to this one. If it is empty, all of them do.",
    )
    cut_ties = models.CharField(
        max_length=4,
        choices=[(ties.value, words) for ties, words in CUT_TIES.items()],
        default=TiesAtCut.NEXT,
        help_text="Who goes on if several people have equal points at the cut.",
    )
    seed = models.BigIntegerField(
        null=True, blank=True, help_text="The seed of its lots, once it has begun."
    )
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = StageQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_stage_number", fields=["tournament", "number"]
            ),
            models.CheckConstraint(
                name="tournaments_stage_first",
                condition=Q(number__gt=1) | Q(number=1, cut=None, carries=Carries.NONE),
            ),
            models.CheckConstraint(
                name="tournaments_stage_clock",
                condition=Q(round_minutes=None)
                | Q(round_minutes__range=(MINUTES.least, MINUTES.most)),
            ),
            models.CheckConstraint(
                name="tournaments_stage_choices",
                condition=Q(carries__in=list(Carries), cut_ties__in=list(TiesAtCut)),
            ),
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament}"

    @property
    def played_as(self) -> Format:
        return FORMATS[self.format]

    @property
    def plan(self) -> Plan:
        """Every setting by its key; what was not set has its default."""
        common = {setting.key: getattr(self, setting.key) for setting in COMMON}
        common[ROUNDS.key] = self.planned_rounds or self.rounds_count
        together = {MEMBERS.key: self.tournament.members_count}
        settings = defaults_of(self.played_as.settings)
        return {**settings, **self.format_settings, **common, **together}

    def ends_after(self, rounds: int) -> bool:
        """Tell whether it has no more rounds than these, as far as the organiser sets them."""
        return self.rounds_count is not None and rounds >= self.rounds_count
