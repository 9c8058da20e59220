"""Columns of numbers that nobody may mix up: seats, their places round a table, and in a deal."""

from typing import TYPE_CHECKING

from django.db import models

from games.engine import Place
from games.seat_numbers import SeatNumber, TablePlace

if TYPE_CHECKING:
    PlaceField = models.PositiveSmallIntegerField[Place, Place]
    SeatNumberField = models.PositiveSmallIntegerField[SeatNumber, SeatNumber]
    TablePlaceField = models.PositiveSmallIntegerField[TablePlace, TablePlace]
else:  # Django cannot subscript its fields; to the database all are plain numbers.
    PlaceField = SeatNumberField = TablePlaceField = models.PositiveSmallIntegerField
