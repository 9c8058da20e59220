"""Books of playing chips: standings are counted from them, so nobody moves these by hand."""

from typing import Final

from django.db.models import Q

PLAYING_BOOKS: Final = (Q(tournament__isnull=False),)
