"""The rows of tournaments: stages, entrants, rounds with their draws, seats and prizes."""

from tournaments.models.counts import with_counts
from tournaments.models.deed import TournamentDeed, TournamentDeedKind
from tournaments.models.entrant import (
    LONGEST_REFUSAL,
    PLAYERS,
    Admission,
    Entrant,
    EntrantMember,
    EntrantMemberQuerySet,
    EntrantQuerySet,
    LetGo,
)
from tournaments.models.entry_terms import (
    ENTRY_TERMS,
    LEAST_CAPACITY,
    LONGEST_CODE,
    MOST_BOTS,
    MOST_CAPACITY,
    MOST_NO_SHOW_MINUTES,
    MOST_RATING,
    EntryWish,
)
from tournaments.models.news import News, NewsKind
from tournaments.models.penalty import Penalty
from tournaments.models.prize import Prize
from tournaments.models.round import Bye, Round, RoundSeat, RoundTable
from tournaments.models.round_draw import DrawStatus, RoundDraw, RoundDrawQuerySet
from tournaments.models.schedule import MOST_BREAK_MINUTES, MOST_BREAKS, Break
from tournaments.models.seating_plan import SeatingPlan
from tournaments.models.stage import CUT_TIES, Carries, Stage
from tournaments.models.tournament import (
    BEFORE_START,
    GOING,
    MOST_GRACE_MINUTES,
    MOST_MINUTES,
    NOT_OVER,
    TAKING_ENTRIES,
    USUAL_GRACE_MINUTES,
    Tournament,
    TournamentQuerySet,
    TournamentStatus,
)

__all__ = [
    "BEFORE_START",
    "CUT_TIES",
    "ENTRY_TERMS",
    "GOING",
    "LEAST_CAPACITY",
    "LONGEST_CODE",
    "LONGEST_REFUSAL",
    "MOST_BOTS",
    "MOST_BREAKS",
    "MOST_BREAK_MINUTES",
    "MOST_CAPACITY",
    "MOST_GRACE_MINUTES",
    "MOST_MINUTES",
    "MOST_NO_SHOW_MINUTES",
    "MOST_RATING",
    "NOT_OVER",
    "PLAYERS",
    "TAKING_ENTRIES",
    "USUAL_GRACE_MINUTES",
    "Admission",
    "Break",
    "Bye",
    "Carries",
    "DrawStatus",
    "Entrant",
    "EntrantMember",
    "EntrantMemberQuerySet",
    "EntrantQuerySet",
    "EntryWish",
    "LetGo",
    "News",
    "NewsKind",
    "Penalty",
    "Prize",
    "Round",
    "RoundDraw",
    "RoundDrawQuerySet",
    "RoundSeat",
    "RoundTable",
    "SeatingPlan",
    "Stage",
    "Tournament",
    "TournamentDeed",
    "TournamentDeedKind",
    "TournamentQuerySet",
    "TournamentStatus",
    "with_counts",
]
