"""Seat numbers: which chair somebody has at a table, for as long as the table is there.

A deal counts those who are dealt in from 0 by their place (`games.engine.places`), and
`Deal.seat_numbers` says which seat is at which place.
"""

from typing import NewType

SeatNumber = NewType("SeatNumber", int)
"""The number of a seat at its table, never used again there; not its place in a deal."""
