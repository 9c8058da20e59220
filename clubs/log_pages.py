"""The log of a night page by page: all of it, or what was done to somebody or at a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from clubs.errors import ClubsError, StandsOn
from clubs.evening_log import RESULTS, EveningLog
from clubs.models import DeedKind, Night, NightDeed, NightTable
from clubs.models.night_deed import NightDeedQuerySet
from deploy.rights import Doer
from games.errors import GamesError
from games.models import Table

LINES_A_PAGE: Final = 50
ENTERED_AT_MOST: Final = 12
DOOR: Final = {DeedKind.ANSWER, DeedKind.CHECK_IN, DeedKind.WELCOME, DeedKind.CHECK_OUT}
CHIPS: Final = {DeedKind.HAND_OUT, DeedKind.TAKE_BACK, DeedKind.BRING}
NIGHT: Final = {
    *(DeedKind.PLAN, DeedKind.CHANGE_PLAN, DeedKind.RULES, DeedKind.OPEN, DeedKind.OPEN_TABLES),
    *(DeedKind.END_ROUND, DeedKind.NEXT_ROUND, DeedKind.CLOSE, DeedKind.CANCEL),
    *(DeedKind.GIVE_LINK, DeedKind.REVOKE_LINK),
}
GROUPS: Final[dict[str, frozenset[DeedKind]]] = {
    "door": frozenset(DOOR),
    "seats": frozenset({*DeedKind} - DOOR - CHIPS - NIGHT - RESULTS - {DeedKind.UNDO}),
    "results": RESULTS,
    "chips": frozenset(CHIPS),
    "night": frozenset(NIGHT),
}
"""Every kind of deed is in one of them; an undo is where the deed is that it undoes."""


@dataclass(frozen=True)
class Sought:
    """Which deeds; what is left out does not matter.

    Attributes:
        group: One of `GROUPS`.
        member_id: Somebody to whom it was done, or who won.
        table: The number of a table in any round.
    """

    group: str = ""
    member_id: int = 0
    table: int = 0

    @property
    def is_everything(self) -> bool:
        return self == Sought()


@dataclass(frozen=True)
class Line:
    """A deed as the log tells it.

    Attributes:
        refusal: Why it cannot be undone, as far as the log knows.
    """

    deed: NightDeed
    text: str
    refusal: ClubsError | GamesError | None

    @property
    def stands_on_it(self) -> int | None:
        """The number of the deed that has to be undone first."""
        return self.refusal.deed if isinstance(self.refusal, StandsOn) else None


@dataclass(frozen=True)
class LogPage:
    """Lines, the latest first.

    Attributes:
        before: Where the next page goes on; None where nothing was done earlier.
    """

    lines: tuple[Line, ...]
    before: int | None


def log_page(
    night: Night, sought: Sought, *, before: int | None = None, by: Doer, at: datetime
) -> LogPage:
    """What was done before the deed of this number, by a constant number of queries."""
    log = EveningLog(night)
    numbers = log.chains.with_roots(_roots(night, sought))
    wanted = [one for one in numbers if before is None or one < before]
    shown = wanted[:LINES_A_PAGE]
    return LogPage(
        _lines(log, shown, by=by, at=at), shown[-1] if len(wanted) > len(shown) else None
    )


def entered_lines(night: Night, table: Table, *, by: Doer, at: datetime) -> tuple[Line, ...]:
    """What was entered at a table last, and what of it was undone."""
    log = EveningLog(night)
    return _lines(log, log.entered_at(table)[:ENTERED_AT_MOST], by=by, at=at)


def _lines(log: EveningLog, numbers: Sequence[int], *, by: Doer, at: datetime) -> tuple[Line, ...]:
    log.read(numbers)
    deeds = log.night.deeds.told().filter(number__in=numbers)
    return tuple(
        Line(deed, log.text(deed.number), log.refusal(deed.number, by=by, at=at)) for deed in deeds
    )


def _roots(night: Night, sought: Sought) -> Iterable[int]:
    """The numbers of the deeds that are sought, without their undos."""
    deeds: NightDeedQuerySet = night.deeds.filter(undoes=None)
    if sought.group:
        deeds = deeds.filter(kind__in=GROUPS[sought.group])
    if sought.member_id:
        deeds = deeds.filter(_about(night, sought.member_id))
    if sought.table:
        deeds = deeds.filter(_at(night, sought.table))
    return deeds.values_list("number", flat=True)


def _about(night: Night, member_id: int) -> Q:
    """What was done to somebody, at the door, at a table or to the purse."""
    rows = night.attendances.filter(member=member_id).values_list("pk", "member__purse")
    keys = [key for pk, purse in rows for key in (f"attendance:{pk}", f"purse:{purse}")]
    named = Q(told__people__contains=[member_id]) | Q(told__winners__contains=[member_id])
    return named | Q(keys__overlap=keys) if keys else named


def _at(night: Night, number: int) -> Q:
    """What was done at the tables of this number."""
    tables = NightTable.objects.filter(round__night=night, number=number).exclude(table=None)
    keys = [f"table:{pk}" for pk in tables.values_list("table", flat=True)]
    named = Q(told__table=number) | Q(told__tables__contains=[number])
    return named | Q(keys__overlap=keys) if keys else named
