"""The night with which the demo ends: open at the desk, so that a newcomer goes on with it."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from clubs.attendance import answer_night, check_in
from clubs.handing_out import hand_out
from clubs.models import Answer, Night
from clubs.nights import open_night, plan_night
from deploy.demo.club import DemoClub
from deploy.rights import Doer
from games.models import Mode

USUAL_HOUR = 20
BUY_IN_CHIPS = 20
BOOKED_OF_TEN = 8


def open_tonight(demo: DemoClub, *, at: datetime) -> Night:
    """Real cards in the parish hall; half of the people are checked in, and more are booked."""
    by = Doer(demo.members[0].player_id)
    night = plan_night(
        demo.club,
        by=demo.members[0].player,
        at=at,
        starts_at=tonight(demo, at=at),
        venue="Parish hall",
        mode=Mode.RECORDED,
        buy_in_chips=BUY_IN_CHIPS,
    )
    night = open_night(night, by=by, at=at)
    booked = demo.members[: len(demo.members) * BOOKED_OF_TEN // 10]
    for member in booked:
        answer_night(night, member, Answer.GOING, at=at)
    for member in booked[: (len(demo.members) + 1) // 2]:
        check_in(night, [member], by=by, at=at)
    poor = list(demo.club.members.people().filter(purse__balance__lt=BUY_IN_CHIPS))
    if poor:
        key, chips = f"demo:{night.pk}", BUY_IN_CHIPS
        hand_out(night, poor, chips=chips, key=key, memo="For tonight", by=by, at=at)
    return night


def tonight(demo: DemoClub, *, at: datetime) -> datetime:
    """Eight in the evening by the clock of the hall; later than that, the next full hour."""
    local = at.astimezone(ZoneInfo(demo.club.time_zone))
    usual = local.replace(hour=USUAL_HOUR, minute=0, second=0, microsecond=0)
    full_hour = local.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    return max(usual, full_hour)
