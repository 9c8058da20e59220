"""Plans of the rounds of a stage, kept once they are found."""

from django.db import models

from tournaments.models.stage import Stage


class SeatingPlan(models.Model):
    """The rounds that a format planned ahead: no process has to search for them again."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="seating_plans")
    key = models.CharField(
        max_length=64,
        help_text="A digest of all that it follows from, the version of the planner included.",
    )
    planner = models.PositiveSmallIntegerField(help_text="The version of the planner.")
    rounds = models.JSONField(
        null=True,
        help_text="At each table of each round the places of entrants in their order, from 0; "
        "empty if it is too long.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="tournaments_seatingplan_key", fields=["stage", "key"]),
        ]

    def __str__(self) -> str:
        return f"plan of {self.stage}"
