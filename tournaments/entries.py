"""Entries: members come in with their fee, and go."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from clubs.members import check_person
from clubs.models import Member
from games.bots import BOTS
from games.models import Table
from games.tables.holding import held
from games.tables.sittings import give_up_seat
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.posting import Posting, post_transfer, post_transfers
from tournaments.errors import AlreadyEntered, NotEntered, NotMember, UnknownBot
from tournaments.models import Entrant, Tournament, TournamentStatus
from tournaments.reasons import ENTRY_FEE
from tournaments.stages import expect_open, lock_tournament


@transaction.atomic
def enter(tournament: Tournament, *, member: Member, bot_level: str = "", at: datetime) -> Entrant:
    """Let a member play: the fee goes from their purse into the fund.

    Args:
        bot_level: The bot that plays for them; empty where they play themselves.

    Raises:
        WrongMoment: entries are closed.
        NotMember: they do not belong to the club.
        NotPerson: it is a bot of the club.
        AlreadyEntered: they are in.
        UnknownBot: there is no such bot.
        Overdrawn: their purse does not hold the fee.
    """
    if bot_level and bot_level not in BOTS:
        raise UnknownBot(f"There is no bot {bot_level!r}: choose {' or '.join(BOTS)}.")
    tournament = lock_tournament(tournament)
    expect_open(tournament)
    if not tournament.club.members.belonging().filter(pk=member.pk).exists():
        raise NotMember(
            f"{member} is not a member of {tournament.club}: invite or welcome them first."
        )
    check_person(member)
    if tournament.entrants.playing().filter(member=member).exists():
        raise AlreadyEntered(f"{member} has already entered {tournament}.")
    entrant = Entrant.objects.create(
        tournament=tournament,
        member=member,
        purse=open_account(
            tournament.book,
            kind=AccountKind.PURSE,
            name=f"{member} in {tournament}",
            holder_id=member.player_id,
        ),
        bot_level=bot_level,
        entered_at=at,
    )
    if tournament.entry_chips:
        post_transfer(_fee(entrant, tournament), at=at)
    return entrant


@transaction.atomic
def withdraw(tournament: Tournament, *, member: Member, at: datetime) -> None:
    """Let an entrant go: before the start with their fee, later without it.

    An entrant who leaves while it runs is not drawn again, and at their table a bot plays for them.
    They stay in the standings with what they have won.

    Raises:
        WrongMoment: the tournament is over.
        NotEntered: they are not in.
    """
    tournament = lock_tournament(tournament)
    is_running = tournament.status == TournamentStatus.RUNNING
    if not is_running:
        expect_open(tournament)
    entrants = tournament.entrants.playing().select_related("member", "purse")
    entrant = entrants.filter(member=member).first()
    if entrant is None:
        raise NotEntered(f"{member} has not entered {tournament}, or has left it.")
    if not is_running:
        refund([entrant], tournament, at=at)
        return
    entrant.withdrawn_at = at
    entrant.save(update_fields=["withdrawn_at"])
    mine = Table.objects.open().filter(
        round_table__round__tournament=tournament, seats__player=member.player_id
    )
    with held(mine) as tables:
        for table in tables:
            give_up_seat(table, player_id=member.player_id, at=at)


@transaction.atomic
def let_turned_away_go(tournament: Tournament, *, at: datetime) -> None:
    """Withdraw every entrant whom the club has turned away; once it is over, nobody."""
    tournament = lock_tournament(tournament)
    if tournament.status in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        for entrant in tournament.entrants.turned_away().select_related("member__player"):
            withdraw(tournament, member=entrant.member, at=at)


def refund(entrants: list[Entrant], tournament: Tournament, *, at: datetime) -> None:
    if refunds := draft_refunds(entrants, tournament):
        post_transfers(refunds, at=at)
    close_accounts([entrant.purse for entrant in entrants], at=at)
    for entrant in entrants:
        entrant.withdrawn_at = at
    Entrant.objects.bulk_update(entrants, ["withdrawn_at"])


def draft_refunds(entrants: Iterable[Entrant], tournament: Tournament) -> list[Posting]:
    """What takes the fees of these entrants back to their purses; nothing where there is no fee."""
    chips = tournament.entry_chips
    return [
        Posting(
            book_id=tournament.club.book_id,
            reason=ENTRY_FEE,
            key=f"entrant:{entrant.pk}:refund",
            legs={entrant.member.purse_id: chips, tournament.fund_id: -chips},
            memo=f"Back from {tournament}",
        )
        for entrant in entrants
        if chips
    ]


def _fee(entrant: Entrant, tournament: Tournament) -> Posting:
    chips = tournament.entry_chips
    return Posting(
        book_id=tournament.club.book_id,
        reason=ENTRY_FEE,
        key=f"entrant:{entrant.pk}:fee",
        legs={entrant.member.purse_id: -chips, tournament.fund_id: chips},
    )
