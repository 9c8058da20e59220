"""The kinds of table that clubs open: free tables, and the tables of a night."""

from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q

from clubs.log import note_entry
from clubs.models import Attendance, FreeTable, NightStatus
from games.kinds import Occasion, TableKind
from games.policies import Policies, WhenAway, WhenSideBroken, WhenTooFew


def _who_may_sit(free: FreeTable) -> str:
    return f"{free.get_access_display()}; {free.host} is the host"


def _accounts_of_night(night: int) -> Q:
    """The stacks and pools of its tables."""
    tables = ("seat__table", "former_stack__seat__table", "tables")
    ways = (Q(**{f"{path}__night_table__round__night": night}) for path in tables)
    return reduce(or_, ways)


def _is_checked_in(player_id: int, book_id: int) -> str:
    here = Attendance.objects.here().exclude(night__status=NightStatus.CLOSED)
    if here.filter(member__player=player_id, member__club__book=book_id).exists():
        return "is checked in to a night: let it end, or take back the check-in first."
    return ""


FREE_TABLE: Final = TableKind(
    name="free table",
    row="free_table",
    policies=Policies(
        may_come_and_go=True,
        when_away=WhenAway.SIT_OUT,
        when_too_few=WhenTooFew.WAIT,
        when_side_broken=WhenSideBroken.SIT_OUT,
    ),
    who_may_sit=_who_may_sit,
    reads=("host",),
    filters=("access",),
)

NIGHT: Final = TableKind(
    name="table of a night",
    row="night_table",
    policies=Policies(when_side_broken=WhenSideBroken.WAIT),
    occasion=Occasion(
        path="round__night",
        accounts=_accounts_of_night,
        accounts_are="Only entries from the tables of this night.",
    ),
    keeps=_is_checked_in,
    note=note_entry,
)

TABLE_KINDS: Final = (FREE_TABLE, NIGHT)
