"""Seat numbers, which name the sittings at a table, and where each of them stands round it.

A deal counts those who are dealt in from 0 by their place (`games.engine.places`), and
`Deal.seat_numbers` says which seat is at which place.
"""

from typing import NewType

SeatNumber = NewType("SeatNumber", int)
"""The number of a seat at its table, never used again there; not its place in a deal."""

TablePlace = NewType("TablePlace", int)
"""Where a seat stands round its table, clockwise from 0 among all that were ever there.

It moves up by one where somebody sits down before it. Not a place in a deal.
"""
