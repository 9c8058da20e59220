"""A night from its plan to its close; its rounds are `clubs.draws` and `clubs.rounds`."""

from datetime import datetime, timedelta
from typing import Any, Final, Unpack, cast
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import transaction

from clubs.attendance import give_room
from clubs.errors import NotPossible
from clubs.house_rules import Wish, change_night_rules
from clubs.log import noted
from clubs.models import Club, DeedKind, Night, NightStatus, Player
from clubs.models.night import OVERDUE_AFTER
from clubs.rounds import break_off_round, finish_round
from clubs.stages import BEFORE_THE_END, check_stage, lock_night, move_night
from deploy.rights import Doer
from games.models import Mode, Terms

WEEK: Final = timedelta(weeks=1)


class Plan(Terms, total=False):
    """What a night is planned with.

    `buy_in_chips` is what each brings to the table, None for a whole purse; `capacity` None has
    room for everybody; `deals_limit` None plays on until the night is closed. The last three are
    for cards dealt online.
    """

    starts_at: datetime
    venue: str
    capacity: int | None
    table_size: int
    mode: Mode
    deals_limit: int | None
    buy_in_chips: int | None


@transaction.atomic
def plan_night(
    club: Club,
    *,
    by: Player | None = None,
    rules: Wish | None = None,
    at: datetime,
    **plan: Unpack[Plan],
) -> Night:
    """A night to come, which follows the club's house rules unless it is given its own.

    One that has begun may be planned as long as it is not closed by itself.

    Args:
        by: Who plans it; needed where there are rules.
        rules: Those of its own, as in `clubs.house_rules.change_night_rules`.

    Raises:
        NotPossible: a number of the plan makes no sense, or its start is long past.
        ImpossibleRules, UnknownRules: as in `clubs.house_rules.draft_rules`; or tables of this size
            cannot play by the rules.
    """
    _check_start(plan, at=at)
    night = _as_planned(Night(club=club), plan)
    with noted(night, DeedKind.PLAN, by=Doer(by.pk) if by else None, at=at) as note:
        note.touch("plan")
        if rules is None:
            night.rules.check_table_size(night.table_size)
            return night
        assert by is not None
        return change_night_rules(night, by=by, at=at, **rules)


def plan_like(night: Night, *, at: datetime) -> Plan:
    """The plan of another evening like this one: the same day of the week, and yet to come."""
    zone = ZoneInfo(night.club.time_zone)
    begun = night.starts_at.astimezone(zone)  # In one zone, sums go by the clock on the wall.
    weeks = max(1, -((begun - at.astimezone(zone)) // WEEK))
    plan: dict[str, Any] = {name: getattr(night, name) for name in Plan.__annotations__}
    return cast(Plan, plan | {"starts_at": begun + weeks * WEEK})


@transaction.atomic
def change_night(
    night: Night, *, by: Doer | None = None, at: datetime, **plan: Unpack[Plan]
) -> Night:
    """Change the plan of a night; where there is more room now, those who wait may come.

    Raises:
        WrongMoment: people are seated already.
        NotPossible: a number of the plan makes no sense, or its start is long past.
        ImpossibleRules: tables of this size cannot play by the rules.
    """
    _check_start(plan, at=at)
    night = lock_night(night, NightStatus.PLANNED, NightStatus.OPEN)
    with noted(night, DeedKind.CHANGE_PLAN, by=by, at=at) as note:
        note.touch("plan")
        night = _as_planned(night, plan)
        if "table_size" in plan:
            night.rules.check_table_size(night.table_size)
        give_room(night)
        return night


def _check_start(plan: Plan, *, at: datetime) -> None:
    if "starts_at" in plan and plan["starts_at"] < at - OVERDUE_AFTER:
        hours = OVERDUE_AFTER // timedelta(hours=1)
        raise NotPossible(
            f"Starts at: a night closes by itself {hours} hours after its start, and that time "
            "has passed. Give a later start."
        )


def _as_planned(night: Night, plan: Plan) -> Night:
    for name, value in plan.items():
        setattr(night, name, value)
    try:
        night.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise NotPossible(_first_of(error)) from error
    night.save()
    return night


def _first_of(error: ValidationError) -> str:
    name, [message, *_] = next(iter(error.message_dict.items()))
    return f"{name.replace('_', ' ').capitalize()}: {message}"


@transaction.atomic
def open_night(night: Night, *, by: Doer | None = None, at: datetime | None = None) -> Night:
    """Let people check in.

    Raises:
        WrongMoment: it is open already, or over.
    """
    night = lock_night(night, NightStatus.PLANNED)
    with noted(night, DeedKind.OPEN, by=by, at=at):
        return move_night(night, NightStatus.OPEN)


@transaction.atomic
def close_night(
    night: Night, *, may_play_on: bool = True, by: Doer | None = None, at: datetime
) -> Night:
    """Close every table of the night, then the night itself.

    A night of which no round was played is cancelled. Rounds that were drawn and not played are
    forgotten. A night that is closed already stays as it is.

    Args:
        may_play_on: False where nobody is left to win a pool for which the house plays on.

    Raises:
        DealInPlay: a table is in the middle of a deal; nothing is closed.
        PoolNotWon: the house plays on until the pool is won; nothing is closed.
    """
    night = lock_night(night, *NightStatus)
    if night.status == NightStatus.CLOSED:
        return night
    is_played = night.rounds.played().exists()
    kind = DeedKind.CLOSE if is_played else DeedKind.CANCEL
    with noted(night, kind, by=by, at=at) as note:
        finish_round(night, may_play_on=may_play_on, note=note, at=at)
        return _over(night, is_cancelled=not is_played, at=at)


@transaction.atomic
def cancel_night(night: Night, *, by: Doer, at: datetime) -> Night:
    """End a night at once, whatever it is in the middle of.

    Deals in play are void, and every pool that nobody won is shared out, whatever the house rules
    say. All take home what they hold; what was won before stays won. Rounds that were drawn and not
    played are forgotten. A night that is cancelled already stays as it is.

    Raises:
        WrongMoment: it has closed.
    """
    night = lock_night(night, *NightStatus)
    if night.is_cancelled:
        return night
    check_stage(night, *BEFORE_THE_END)
    with noted(night, DeedKind.CANCEL, by=by, at=at) as note:
        break_off_round(night, note=note, by=by, at=at)
        return _over(night, is_cancelled=True, at=at)


def _over(night: Night, *, is_cancelled: bool, at: datetime) -> Night:
    night.rounds.drafted().delete()
    night.closed_at, night.is_cancelled = at, is_cancelled
    return move_night(night, NightStatus.CLOSED)
