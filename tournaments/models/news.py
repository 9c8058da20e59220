"""What happens in a tournament, numbered, for those who follow it."""

from django.db import models

from tournaments.models.tournament import Tournament


class NewsKind(models.TextChoices):
    STATUS = "status", "where it stands"
    ENTRIES = "entries", "who is in"
    DRAW = "draw", "a round is drawn"
    RESULTS = "results", "a round is counted"
    STANDINGS = "standings", "who stands where"


class News(models.Model):
    """Something that followers are told: what of it has changed, not how it was."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="news")
    number = models.PositiveIntegerField(help_text="Counts the news of a tournament from 1.")
    kind = models.CharField(max_length=9, choices=NewsKind)
    round_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of a draw and of results."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tournaments_news_number", fields=["tournament", "number"]
            ),
            models.CheckConstraint(
                name="tournaments_news_kind", condition=models.Q(kind__in=list(NewsKind))
            ),
        ]

    def __str__(self) -> str:
        return f"news {self.number} of {self.tournament_id}"
