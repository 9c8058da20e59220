"""Filling tables: before the first draw, the club's own bots take the seats that are empty."""

from datetime import datetime

from django.db import connection

from clubs.house_bots import free_bot
from clubs.models import HouseBot
from deploy.unlocked import settled
from ledger.books import open_account
from ledger.kinds import AccountKind
from tournaments.formats.companies import fillers
from tournaments.models import GOING, Entrant, EntrantMember, Tournament, TournamentDeedKind
from tournaments.tournament_log import note_each


def bots_wanted(tournament: Tournament, *, entrants: int) -> int:
    """How many entrants are missing from full tables; the club's bots make them up."""
    stage = tournament.stages.get(number=1)
    stage.tournament = tournament
    most = tournament.bots_limit // tournament.members_count
    return fillers(entrants, stage.plan, tournament.rules.numbers_playing, most=most)


def fill_tables(tournament: Tournament, *, at: datetime) -> int:
    """Let bots of the club enter, without a fee, until the tables are full; how many entrants.

    The caller has locked the tournament, and nobody enters any more before the draw.
    """
    wanted = bots_wanted(tournament, entrants=tournament.entrants.playing().count())
    if not wanted:
        return 0
    club = type(tournament.club).objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    going = EntrantMember.objects.playing().filter(tournament__status__in=GOING, bot__club=club)
    busy = set(going.values_list("bot", flat=True))
    filled = []
    for place in range(wanted):
        key = settled(("bot that fills", tournament.pk, place), _next_key)  # Draws go by it.
        entrant = Entrant.objects.create(
            pk=key, tournament=tournament, entered_at=at, checked_in_at=at
        )
        for number in range(tournament.members_count):
            bot = free_bot(club, besides=busy)
            busy.add(bot.pk)
            _let_in(entrant, number, bot, at=at)
        filled.append(entrant)
    note_each(tournament, TournamentDeedKind.ENTERED, filled, at=at)
    return wanted


def _next_key() -> int:
    """The key that the next entrant would have; nobody else gets it."""
    with connection.cursor() as cursor:
        table = Entrant._meta.db_table
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        return int(cursor.fetchone()[0])


def _let_in(entrant: Entrant, number: int, bot: HouseBot, *, at: datetime) -> None:
    tournament = entrant.tournament
    EntrantMember.objects.create(
        tournament=tournament,
        entrant=entrant,
        number=number,
        bot=bot,
        purse=open_account(
            tournament.book,
            kind=AccountKind.PURSE,
            name=f"{bot} in {tournament}",
            holder_id=bot.player_id,
        ),
        bot_level=tournament.bots_level,
        joined_at=at,
    )
