"""Lists that a club takes away: its members, and who came to a night with what."""

from datetime import datetime

from clubs.holdings import holdings
from clubs.models import Club, Night
from ledger.sheets import Sheet

MEMBERS = (
    *("member", "player", "name", "role", "chips", "has_login"),
    *("joined_at", "left_at", "turned_away_at", "note"),
)
PEOPLE = (
    *("member", "name", "answer", "checked_in_at", "table"),
    *("brought", "came_home", "stack", "purse", "lacks"),
)


def members_sheet(club: Club) -> Sheet:
    """Everybody who is or was a member, by name, with what their purse holds."""
    members = club.members.filter(claimed_by=None).select_related("player", "purse")
    return Sheet(
        MEMBERS,
        [
            (
                *(one.pk, one.player_id, str(one), one.role, one.purse.balance),
                int(one.player.has_usable_password()),
                *map(_moment, (one.joined_at, one.left_at, one.turned_away_at)),
                one.note,
            )
            for one in members.order_by("player__sort_name", "pk")
        ],
    )


def people_sheet(night: Night) -> Sheet:
    """Everybody who answered, came or played, by name, with their chips in this night.

    Columns of chips are empty for people who neither came nor played; `lacks` is what somebody is
    short of for the next round.
    """
    held = {one.member_id: one for one in holdings(night)}
    people = night.attendances.select_related("member__player")
    return Sheet(
        PEOPLE,
        [
            (
                *(one.member_id, str(one.member), one.answer, _moment(one.checked_in_at)),
                *(
                    (has.table, has.brought, has.came_home, has.stack, has.purse, has.lacks)
                    if (has := held.get(one.member_id))
                    else [None] * 6
                ),
            )
            for one in people.order_by("member__player__sort_name", "pk")
        ],
    )


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
