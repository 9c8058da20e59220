"""Who may enter a tournament, and how many, as its organiser wishes it."""

from typing import Final, TypedDict

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from games.bots import BOT_CHOICES, BOTS, FIRST_BOT
from tournaments.formats.settings import ROUNDS

LEAST_CAPACITY: Final = 2
MOST_CAPACITY: Final = 32_767
MOST_RATING: Final = 1000
LONGEST_CODE: Final = 40
MOST_BOTS: Final = 100
MOST_NO_SHOW_MINUTES: Final = 1440


class EntryWish(TypedDict, total=False):
    """What is left out has the default of `EntryTerms`."""

    capacity: int | None
    starts_when_full: bool
    needs_approval: bool
    is_members_only: bool
    least_rating: int | None
    most_rating: int | None
    invitation_code: str
    late_until_round: int | None
    no_show_minutes: int | None
    bots_limit: int
    bots_level: str


ENTRY_TERMS: Final = tuple(EntryWish.__annotations__)


class EntryTerms(models.Model):
    """A row that says who may enter. The conditions are for people who enter by themselves."""

    capacity = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(LEAST_CAPACITY), MaxValueValidator(MOST_CAPACITY)],
        help_text="How many entrants have a place; whoever enters later waits for one. If it is "
        "empty, there is no limit.",
    )
    starts_when_full = models.BooleanField(
        default=False, help_text="It starts by itself as soon as the capacity is reached."
    )
    needs_approval = models.BooleanField(
        default=False, help_text="An organiser approves everybody who enters by themselves."
    )
    is_members_only = models.BooleanField(
        "for members only", default=False, help_text="Guests do not enter by themselves."
    )
    least_rating = models.SmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(-MOST_RATING), MaxValueValidator(MOST_RATING)],
        help_text="The lowest rating with which somebody can enter by themselves.",
    )
    most_rating = models.SmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(-MOST_RATING), MaxValueValidator(MOST_RATING)],
        help_text="The highest rating with which somebody can enter by themselves.",
    )
    invitation_code = models.CharField(
        max_length=LONGEST_CODE,
        blank=True,
        default="",
        help_text="The code that somebody needs to enter by themselves. If it is empty, nobody "
        "needs one.",
    )

    late_until_round = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(ROUNDS.most)],
        help_text="The last round in which somebody can begin who enters after the start. If it is "
        "empty, nobody can enter then.",
    )
    no_show_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_NO_SHOW_MINUTES)],
        help_text="Somebody who has not come is let go this many minutes after a round began, and"
        " a bot plays on. If it is empty, nobody is let go.",
    )
    bots_limit = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(MOST_BOTS)],
        help_text="How many of the club's bots may fill the tables at the start.",
    )
    bots_level = models.CharField(
        max_length=10,
        choices=BOT_CHOICES,
        default=FIRST_BOT,
        help_text="How the club's bots play.",
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_capacity",
                condition=Q(capacity=None, starts_when_full=False)
                | Q(capacity__isnull=False, capacity__range=(LEAST_CAPACITY, MOST_CAPACITY)),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_late_and_bots",
                condition=Q(bots_limit__lte=MOST_BOTS, bots_level__in=[*BOTS])
                & (Q(no_show_minutes=None) | Q(no_show_minutes__range=(1, MOST_NO_SHOW_MINUTES)))
                & (Q(late_until_round=None) | Q(late_until_round__range=(2, ROUNDS.most))),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_ratings",
                condition=(
                    Q(least_rating=None) | Q(least_rating__range=(-MOST_RATING, MOST_RATING))
                )
                & (Q(most_rating=None) | Q(most_rating__range=(-MOST_RATING, MOST_RATING)))
                & (
                    Q(least_rating=None)
                    | Q(most_rating=None)
                    | Q(least_rating__lte=F("most_rating"))
                ),
            ),
        ]
