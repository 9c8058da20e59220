"""What deals came to for their players."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from deploy.rows import Branched
from games.models.deal import Deal
from games.models.numbers import PlaceField
from games.models.table import LONGEST_PRESET


class DealResult(models.Model):
    """What a deal came to for one player."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="results")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="results", db_index=False
    )
    place = PlaceField(help_text="The place in the deal's seat_numbers.")
    preset = models.CharField(
        max_length=LONGEST_PRESET, help_text="The preset that the house rules started from."
    )
    kind = models.CharField(max_length=12, help_text="How the deal ended.")
    is_winner = models.BooleanField()
    chips = models.IntegerField(help_text="Chips won minus chips put in; negative for a loss.")
    mu_gain = models.FloatField(
        null=True, help_text="What it added to the mean of their rating; empty if it rated nobody."
    )
    sigma_factor = models.FloatField(
        null=True, help_text="What it multiplied the sigma of their rating by."
    )

    class Meta:
        indexes = [
            models.Index(name="games_result_record", fields=["player", "preset"]),
            models.Index(name="games_result_newest", fields=["player", "-deal"]),
        ]
        constraints = [
            models.UniqueConstraint(name="games_result_place", fields=["deal", "place"]),
            models.CheckConstraint(
                name="games_result_moved",
                condition=Q(mu_gain=None, sigma_factor=None)
                | Q(mu_gain__isnull=False, sigma_factor__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.chips:+} chips"


class RatingQuerySet(Branched["Rating"]):
    """Ratings, which are read by who may see them."""


class Rating(models.Model):
    """How strong a player is at one preset of the rules."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False
    )
    preset = models.CharField(
        max_length=LONGEST_PRESET, help_text="Some presets are rated together (RATED_AS)."
    )
    mu = models.FloatField(help_text="The mean of the rating.")
    sigma = models.FloatField(help_text="The uncertainty of the rating.")
    points = models.FloatField(default=0, help_text="Three sigma below the mean: for lists.")
    deals_count = models.PositiveIntegerField(default=0)

    objects = RatingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="games_rating_player", fields=["player", "preset"]),
        ]
        indexes = [
            models.Index(name="games_rating_order", fields=["-points", "-id"]),
            models.Index(name="games_rating_of_preset", fields=["preset", "-points", "-id"]),
        ]

    def __str__(self) -> str:
        return f"{self.points:.1f} at {self.preset}"
