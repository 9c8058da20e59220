"""Rows that two people may edit at once: the database counts their versions."""

from typing import TypeVar

from django.db import models


class Versioned(models.Model):
    """A row whose `version` goes up by one whenever somebody changes what people edit.

    A trigger counts, and its arguments name those columns. Whatever else writes the row leaves the
    version alone, and nobody can set it.
    """

    version = models.PositiveIntegerField(
        default=1,
        db_default=1,  # For processes of the release before, which do not know the column.
        editable=False,
        help_text="Goes up by one with every change. Send it as If-Match when you change the row.",
    )

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=Versioned)


def lock_version(row: Row) -> Row:
    """The row as it is now; nobody else changes it before the transaction ends."""
    rows = type(row)._default_manager.select_for_update(of=("self",), no_key=True)
    return rows.get(pk=row.pk)
