"""What players give to the chance of their table."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.fairness.seeds import LAST_SEAT
from games.models.numbers import SeatNumberField
from games.models.table import Table


class EntropyString(models.Model):
    """What a player gave to the chance of their table: first its hash, then the string."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="entropy_strings")
    round = models.PositiveSmallIntegerField()
    seat = SeatNumberField(help_text="The number of their seat then.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    commitment = models.BinaryField(help_text="SHA-256 of the text.")
    text = models.CharField(max_length=64, blank=True, help_text="Empty until it is opened.")
    committed_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="games_entropystring_one_a_round", fields=["table", "round", "player"]
            ),
            models.CheckConstraint(
                name="games_entropystring_opened_has_text",
                condition=Q(opened_at=None, text="") | (Q(opened_at__isnull=False) & ~Q(text="")),
            ),
            models.CheckConstraint(
                name="games_entropystring_seat_can_be_mixed", condition=Q(seat__lte=LAST_SEAT)
            ),
        ]

    def __str__(self) -> str:
        return f"string of seat {self.seat} in round {self.round} of {self.table}"
