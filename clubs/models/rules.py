"""The house rules of a club as they were at each moment: rows that are only added."""

from typing import Final

from django.db import models
from django.db.models.functions import Coalesce

from clubs.models.player import Player
from deploy.names import NameField
from games.engine import Ruleset

LONGEST_PRESET: Final = 40
LONGEST_RULES_NAME: Final = 60

OPENING_CHIPS: Final = "opening_chips"
"""The option that is a fact of the club, in a column of its own: no table plays by it (7.8)."""


class MadeFor(models.TextChoices):
    CLUB = "club", "the club"
    NIGHT = "night", "a night"
    TOURNAMENT = "tournament", "a tournament"


class RulesRevisionQuerySet(models.QuerySet["RulesRevision"]):
    def of_club(self) -> "RulesRevisionQuerySet":
        """What the club itself has played by, latest first."""
        return self.filter(made_for=MadeFor.CLUB).order_by("-number")

    def kept(self) -> "RulesRevisionQuerySet":
        """Of each name the latest: what can be chosen again."""
        return self._named(is_removed=False)

    def removed(self) -> "RulesRevisionQuerySet":
        """Of each name that was removed from the list of kept rules the latest."""
        return self._named(is_removed=True)

    def _named(self, *, is_removed: bool) -> "RulesRevisionQuerySet":
        latest = self.exclude(name="").order_by("name", "-number").distinct("name")
        last = RulesRemoval.objects.filter(revision=models.OuterRef("pk")).order_by("-pk")
        newest = models.Subquery(last.values("is_removed")[:1])
        return (
            RulesRevision.objects.filter(pk__in=latest)
            .annotate(is_off=Coalesce(newest, False))
            .filter(is_off=is_removed)
            .order_by("name")
        )

    def told(self) -> "RulesRevisionQuerySet":
        """With who made them."""
        return self.select_related("by")


class RulesRevision(models.Model):
    """House rules that a club plays by, or has played by: nobody changes them afterwards.

    A night or a tournament that has rules of its own points at one, too.
    """

    club = models.ForeignKey("clubs.Club", models.PROTECT, related_name="rules_revisions")
    number = models.PositiveIntegerField(help_text="Counts the revisions of the club from 1.")
    made_for = models.CharField(max_length=10, choices=MadeFor)
    name = NameField(
        max_length=LONGEST_RULES_NAME,
        blank=True,
        help_text="What the club calls them, to choose them again; empty: they have no name.",
    )
    preset = models.CharField(max_length=LONGEST_PRESET, help_text="What they started from.")
    changes = models.JSONField(default=dict, help_text="The options that differ from the preset.")
    options = models.JSONField(
        help_text="Every option of play with its value, and the version of this form."
    )
    by = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Who made them; empty: they were there before revisions were.",
    )
    at = models.DateTimeField()

    objects = RulesRevisionQuerySet.as_manager()

    class Meta:
        db_table_comment = "Rows are only added."  # Read by ledger/grants.sql.
        constraints = [
            models.UniqueConstraint(name="clubs_rules_number", fields=["club", "number"]),
            models.CheckConstraint(name="clubs_rules_from_one", condition=models.Q(number__gte=1)),
            models.CheckConstraint(
                name="clubs_rules_made_for", condition=models.Q(made_for__in=list(MadeFor))
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Rules {self.number}"

    @property
    def ruleset(self) -> Ruleset:
        """What they say, also where they were written in an older version of their form."""
        written = {"version": self.options["version"], "preset": self.preset}
        return Ruleset.from_json({**written, "changes": self.changes})


class RulesRemoval(models.Model):
    """Somebody removed a name from the list of kept rules, or took that back; the newest counts.

    It is about the revision that is the latest of its name. Rules that are saved under the name
    afterwards are kept.
    """

    revision = models.ForeignKey(RulesRevision, models.PROTECT, related_name="removals")
    is_removed = models.BooleanField(help_text="False: the name is kept again.")
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table_comment = "Rows are only added."  # Read by ledger/grants.sql.

    def __str__(self) -> str:
        return f"{self.revision}: {'removed' if self.is_removed else 'kept again'}"
