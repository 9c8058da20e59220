"""The demo's tournament: sixteen of the members, four rounds, prizes from the entry fees."""

from collections.abc import Callable
from datetime import datetime

from rich.console import Console

from clubs.models import Member
from deploy.demo.club import DemoClub
from deploy.demo.progress import follow
from games.bots import FIRST_BOT
from games.models import Deal, Table
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament, TournamentStatus
from tournaments.tournaments import start

ENTRANTS, ROUNDS, DEALS_A_ROUND, TABLE_SIZE = 16, 4, 5, 4
ENTRY_CHIPS, STARTING_STACK = 20, 60


def start_cup(demo: DemoClub, *, at: datetime) -> Tournament:
    """The sixteen fullest purses enter, and bots play for them."""
    cup = create_tournament(
        demo.club,
        name=f"{demo.club} Cup",
        rounds_count=ROUNDS,
        deals_a_round=DEALS_A_ROUND,
        starting_stack=STARTING_STACK,
        entry_chips=ENTRY_CHIPS,
        table_size=TABLE_SIZE,
        at=at,
    )
    members = Member.objects.filter(club=demo.club).order_by("-purse__balance", "pk")
    for member in members.select_related("player")[:ENTRANTS]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=at)
    return start(cup, at=at)


def follow_cup(cup: Tournament, *, console: Console, check: Callable[[], None]) -> None:
    """Show the tournament until its prizes are paid."""
    tables = Table.objects.filter(round_table__round__tournament=cup)
    follow(
        console,
        title="Tournament, deals   ",
        total=ROUNDS * (ENTRANTS // TABLE_SIZE) * DEALS_A_ROUND,
        done=lambda: Deal.objects.filter(table__in=tables).settled().count(),
        is_over=lambda: (
            not Tournament.objects.filter(pk=cup.pk, status=TournamentStatus.RUNNING).exists()
        ),
        check=check,
    )
