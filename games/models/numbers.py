"""Columns of the two numbers that nobody may mix up: a seat's number and a place in a deal."""

from typing import TYPE_CHECKING

from django.db import models

from games.engine import Place
from games.seat_numbers import SeatNumber

if TYPE_CHECKING:
    PlaceField = models.PositiveSmallIntegerField[Place, Place]
    SeatNumberField = models.PositiveSmallIntegerField[SeatNumber, SeatNumber]
else:  # Django cannot subscript its fields; to the database both are plain numbers.
    PlaceField = SeatNumberField = models.PositiveSmallIntegerField
