"""Standings: what entrants have to show, what counts of it, who stands where, and why. Pure."""

from tournaments.standings.carrying import carried, carry_refusal
from tournaments.standings.cuts import Cut, TiesAtCut, cut
from tournaments.standings.measures import (
    DEALS_WON,
    HEAD_TO_HEAD,
    JINKS,
    LOT,
    SHARE,
    Measure,
    opponents_average,
    points_measure,
)
from tournaments.standings.points import (
    FIRST_PLACE,
    CountedAs,
    Points,
    at_table,
    rounded,
    worth_of_place,
)
from tournaments.standings.ranking import Standing, lots, standings
from tournaments.standings.results import Played, Record, Results, of_members
from tournaments.standings.words import given, reasons

__all__ = [
    "DEALS_WON",
    "FIRST_PLACE",
    "HEAD_TO_HEAD",
    "JINKS",
    "LOT",
    "SHARE",
    "CountedAs",
    "Cut",
    "Measure",
    "Played",
    "Points",
    "Record",
    "Results",
    "Standing",
    "TiesAtCut",
    "at_table",
    "carried",
    "carry_refusal",
    "cut",
    "given",
    "lots",
    "of_members",
    "opponents_average",
    "points_measure",
    "reasons",
    "rounded",
    "standings",
    "worth_of_place",
]
