"""Prizes: what the fund is divided into, and a proposal of who gets what. Pure."""

from tournaments.prizes.plan import (
    GROUPS,
    MEASURES,
    ODD_CHIPS,
    PLACE,
    TIES,
    Category,
    Group,
    OddChips,
    PlacePrize,
    PrizePlan,
    Ties,
    by_percents,
    places_of,
)
from tournaments.prizes.proposal import Contender, PrizeLine, Proposal, among_members, proposed

__all__ = [
    "GROUPS",
    "MEASURES",
    "ODD_CHIPS",
    "PLACE",
    "TIES",
    "Category",
    "Contender",
    "Group",
    "OddChips",
    "PlacePrize",
    "PrizeLine",
    "PrizePlan",
    "Proposal",
    "Ties",
    "among_members",
    "by_percents",
    "places_of",
    "proposed",
]
