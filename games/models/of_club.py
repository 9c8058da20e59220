"""What rows of a table carry of it, so that the newest of a club are found by an index."""

from django.db import models

from ledger.models import Book


class OfClub(models.Model):
    """Triggers write both columns as the table has them (sql/rows_of_clubs.sql), nobody else."""

    club_book = models.ForeignKey(
        Book,
        models.PROTECT,
        related_name="+",
        editable=False,
        db_index=False,
        db_constraint=False,
        help_text="The book of the table's club.",
    )
    is_public = models.BooleanField(
        default=False, editable=False, help_text="Everybody may watch its table."
    )

    class Meta:
        abstract = True
