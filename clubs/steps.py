"""What comes next at a night: the likeliest step first, then all others that can be taken."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from clubs.draws import repair_rounds, seat_night
from clubs.models import Member, Night, NightStatus
from clubs.nights import cancel_night, close_night, open_night
from clubs.partnerships import cut_partners
from clubs.rounds import end_round, next_round, open_tables
from deploy.rights import Doer


class Step(StrEnum):
    OPEN = "open"
    CHECK_IN = "check-in"
    CUT = "cut-partners"
    DRAW = "draw"
    REPAIR = "repair"
    OPEN_TABLES = "open-tables"
    RESULTS = "results"
    NEXT_ROUND = "next-round"
    END_ROUND = "end-round"
    CLOSE = "close"
    CANCEL = "cancel"
    PLAN = "plan"


@dataclass(frozen=True)
class Standing:
    """Where a night stands, as far as the next step depends on it.

    Attributes:
        here: People who are checked in.
        missing: People who said that they come, and are not here.
        is_time: The night's start has passed.
        uncut: People who are here without a partner, where partners are cut.
        drawn: Rounds that are drawn and not played yet.
        open_tables: Tables at which people still play.
        has_played: A round was played, or is.
    """

    status: NightStatus
    here: int = 0
    missing: int = 0
    is_time: bool = False
    uncut: int = 0
    drawn: int = 0
    open_tables: int = 0
    has_played: bool = False


def next_steps(standing: Standing) -> tuple[Step, ...]:
    """The steps that can be taken now; the first is what an organiser most likely wants.

    Before the start the door waits for people who said that they come; after it the hall does not.
    While tables play, results come first, then the next round. Once they have all ended, the next
    round comes first if it is drawn, else the end of the night.
    """
    match standing.status:
        case NightStatus.PLANNED:
            return (Step.OPEN, Step.CANCEL)
        case NightStatus.OPEN:
            return _before_a_round(standing)
        case NightStatus.SEATED:
            return (Step.OPEN_TABLES, *_cutting(standing), Step.DRAW, *_ends(standing))
        case NightStatus.PLAYING:
            return _in_a_round(standing)
        case NightStatus.CLOSED:
            return (Step.PLAN,)


def _before_a_round(standing: Standing) -> tuple[Step, ...]:
    if standing.here < 2:
        return (Step.CHECK_IN, *_ends(standing))
    repairing = (Step.REPAIR,) if standing.drawn else ()
    drawing = (*_cutting(standing), *repairing, Step.DRAW)
    waits = standing.missing > 0 and not standing.is_time
    first = (Step.CHECK_IN, *drawing) if waits else (*drawing, Step.CHECK_IN)
    return (*first, *_ends(standing))


def _cutting(standing: Standing) -> tuple[Step, ...]:
    """Partners are cut before the seats are drawn: partners share a table."""
    return (Step.CUT,) if standing.uncut > 1 else ()


def _ends(standing: Standing) -> tuple[Step, ...]:
    """A night of which nothing was played is not closed: it is cancelled."""
    return (Step.CLOSE, Step.CANCEL) if standing.has_played else (Step.CANCEL,)


def _in_a_round(standing: Standing) -> tuple[Step, ...]:
    going_on = (Step.NEXT_ROUND, Step.END_ROUND, Step.CLOSE, Step.CANCEL)
    if standing.open_tables:
        return (Step.RESULTS, *going_on)
    ended = (Step.CLOSE, Step.NEXT_ROUND, Step.END_ROUND, Step.CANCEL)
    return going_on if standing.drawn else ended


def take_step(
    night: Night,
    step: Step,
    *,
    number: int,
    leave_out: Iterable[Member] = (),
    seed: int | None = None,
    by: Doer,
    at: datetime,
) -> Night:
    """Do what a step says, by the use case that it is.

    Args:
        number: The round that ends, for the steps that end one.
        leave_out: Who stays here without a seat, where the next round begins.
        seed: The next round is drawn from it, if it is not drawn yet; None for any.

    Raises:
        ClubsError, GamesError, LedgerError: as the use case does.
    """
    match step:
        case Step.OPEN:
            return open_night(night, by=by, at=at)
        case Step.CUT:
            cut_partners(night, by=by, at=at)
            return night
        case Step.DRAW:
            return seat_night(night, by=by, at=at)
        case Step.REPAIR:
            return repair_rounds(night, by=by, at=at)
        case Step.OPEN_TABLES:
            return open_tables(night, by=by, at=at)
        case Step.NEXT_ROUND:
            return next_round(night, number=number, leave_out=leave_out, seed=seed, by=by, at=at)
        case Step.END_ROUND:
            return end_round(night, number=number, by=by, at=at)
        case Step.CLOSE:
            return close_night(night, by=by, at=at)
        case Step.CANCEL:
            return cancel_night(night, by=by, at=at)
    raise AssertionError(f"{step} is no deed")
