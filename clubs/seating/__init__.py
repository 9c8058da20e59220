"""Who sits with whom, for nights and tournaments: one planner. Pure.

People are whole numbers, such as the keys of members. Nothing here reads a clock, and all chance
comes from the seed that the caller hands in: the same seed makes the same plan.
"""

from clubs.seating.bounds import least_repeats
from clubs.seating.chance import Chance
from clubs.seating.evenings import Evening, plan_evening
from clubs.seating.meetings import History, Tables, note_meetings, times_met
from clubs.seating.ready_made import ready_made
from clubs.seating.recount import recount
from clubs.seating.repair import MOVES, repaired
from clubs.seating.rounds import seat_round
from clubs.seating.seated import Again, Seated, meeting_again
from clubs.seating.sizes import table_sizes
from clubs.seating.version import PLANNER_VERSION
from clubs.seating.wishes import NO_WISHES, Refusal, Wishes, WishRefused, merged

__all__ = [
    "MOVES",
    "NO_WISHES",
    "PLANNER_VERSION",
    "Again",
    "Chance",
    "Evening",
    "History",
    "Refusal",
    "Seated",
    "Tables",
    "WishRefused",
    "Wishes",
    "least_repeats",
    "meeting_again",
    "merged",
    "note_meetings",
    "plan_evening",
    "ready_made",
    "recount",
    "repaired",
    "seat_round",
    "table_sizes",
    "times_met",
]
