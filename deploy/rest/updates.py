"""Rows that programs keep copies of: when each was last changed."""

from django.db import models
from django.db.models.functions import Now


class Updated(models.Model):
    """A row whose `updated_at` is when it, or what its line in a list shows, was last written.

    Triggers set it, and nobody else can. It is the time of writing: others see the row once the
    transaction has ended, so whoever asks for changes looks back a little further.
    """

    updated_at = models.DateTimeField(
        db_default=Now(),
        editable=False,
        help_text="When it last changed. Ask for `updated_since` a minute before the newest "
        "that you have.",
    )

    class Meta:
        abstract = True
