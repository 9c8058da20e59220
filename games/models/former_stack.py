"""The stacks that seats had before: an account that has closed never opens again."""

from django.db import models

from games.models.table import Seat
from ledger.models import Account


class FormerStack(models.Model):
    """Where the chips of a seat lay before somebody went home, which was undone."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_stacks")
    stack = models.OneToOneField(Account, models.PROTECT, related_name="former_stack")

    def __str__(self) -> str:
        return f"{self.stack}, before {self.seat} was taken again"
