"""The demo's night: everybody checks in, a bot plays every seat, workers deal and settle."""

from collections.abc import Callable
from datetime import datetime

from rich.console import Console

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.models import Night
from clubs.nights import open_night, plan_night
from clubs.rounds import open_tables
from deploy.demo.club import DemoClub
from deploy.demo.progress import follow
from games.bots import FIRST_BOT
from games.models import Deal, Mode, Table

DEALS_LIMIT = 12


def start_night(demo: DemoClub, *, at: datetime) -> Night:
    """From the plan to open tables, with whole purses bought in."""
    night = plan_night(
        demo.club,
        at=at,
        starts_at=at,
        venue="Parish hall",
        mode=Mode.ONLINE,
        deals_limit=DEALS_LIMIT,
    )
    check_in(open_night(night), demo.members, bot_level=FIRST_BOT, at=at)
    return open_tables(seat_night(night), at=at)


def follow_night(night: Night, *, console: Console, check: Callable[[], None]) -> None:
    """Show the night until every table has closed by itself."""
    tables = Table.objects.filter(night_table__round__night=night)
    follow(
        console,
        title="Night of play, deals",
        total=tables.count() * DEALS_LIMIT,
        done=lambda: Deal.objects.filter(table__in=tables).settled().count(),
        is_over=lambda: not tables.open().exists(),
        check=check,
    )
