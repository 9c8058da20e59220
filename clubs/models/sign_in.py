"""How often signing in failed, counted in the database so that all processes share it."""

from django.db import models


class SignInCount(models.Model):
    """The failures of a name, of an address, or of both together; whose it is, only a hash says."""

    digest = models.CharField(max_length=64, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(help_text="When the first of them was.")
    tried_at = models.DateTimeField(db_index=True)
    known_at = models.DateTimeField(
        null=True, help_text="When that name last signed in from that address."
    )

    def __str__(self) -> str:
        return f"{self.failures} failures since {self.since}"
