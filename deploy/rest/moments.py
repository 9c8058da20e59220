"""The moments that anybody may name: 2000 to 2099, in the API, the forms and the database.

Beyond them a time zone leads out of the calendar, and a list that shows the row fails for good.
"""

from datetime import UTC, datetime
from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Q

EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2100, 1, 1, tzinfo=UTC)
SPAN: Final = "between the years 2000 and 2099"  # As people read it, everywhere.
BEYOND: Final = f"Choose a time {SPAN}."
BOUNDS: Final = [MinValueValidator(EARLIEST, BEYOND), MaxValueValidator(LATEST, BEYOND)]
"""For the fields of rows, and so for forms; serializers have them by `StrictSerializer`."""


def within(*names: str) -> Q:
    """What the database keeps of these columns; a column may be empty."""
    whole = Q()
    for name in names:
        whole &= Q(**{name: None}) | Q(**{f"{name}__range": (EARLIEST, LATEST)})
    return whole


def is_within(moment: datetime) -> bool:
    """Whether anybody may name it; without a zone it is meant as UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return EARLIEST <= aware <= LATEST
