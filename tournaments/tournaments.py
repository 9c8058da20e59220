"""A tournament before it runs: announced, entered, left, started or cancelled."""

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack

from django.db import transaction

from clubs.members import check_person
from clubs.models import Club, Member
from games.bots import BOTS
from games.engine import HouseRules
from games.models import Seat, Terms
from ledger.books import close_accounts, open_account, open_book
from ledger.kinds import AccountKind, Reason
from ledger.posting import Posting, post_transfer, post_transfers
from tournaments.errors import (
    AlreadyEntered,
    ImpossibleTournament,
    NotEntered,
    NotMember,
    TooFewEntrants,
    UnknownBot,
    WrongMoment,
)
from tournaments.models import Entrant, Tournament, TournamentStatus
from tournaments.rounds import open_round


@transaction.atomic
def create_tournament(
    club: Club,
    *,
    name: str,
    rounds_count: int,
    deals_a_round: int,
    starting_stack: int,
    entry_chips: int = 0,
    table_size: int = 5,
    prize_percents: Sequence[int] = (50, 30, 20),
    rules: HouseRules | None = None,
    starts_at: datetime | None = None,
    at: datetime,
    **terms: Unpack[Terms],
) -> Tournament:
    """Announce a tournament; members may enter until it starts.

    Args:
        entry_chips: The fee, chips of the club; all fees together are the prizes.
        starting_stack: Chips of the tournament itself, which each entrant is given.
        prize_percents: What the first, second, ... place is worth; together 100.
        starts_at: When it starts by itself; left out, somebody starts it.
        terms: As in `games.models.OnlineTerms`; a time bank is for each round.

    Raises:
        ImpossibleTournament: it could not be played or paid.
    """
    if min(rounds_count, deals_a_round, starting_stack, table_size - 1) < 1:
        raise ImpossibleTournament(
            "A tournament needs a round, a deal in it, a chip to play with and tables of two."
        )
    check_prizes(prize_percents)
    fund = open_account(club.book, kind=AccountKind.FUND, name=f"Prizes of {name}")
    return Tournament.objects.create(
        club=club,
        name=name,
        rules_json=(rules or club.rules).to_json(),
        entry_chips=entry_chips,
        starting_stack=starting_stack,
        rounds_count=rounds_count,
        deals_a_round=deals_a_round,
        table_size=table_size,
        prize_percents=list(prize_percents),
        starts_at=starts_at,
        book=open_book(name, at=at),
        fund=fund,
        **terms,
    )


def check_prizes(percents: Sequence[int]) -> None:
    """What each place is worth.

    Raises:
        ImpossibleTournament: that is not the whole fund.
    """
    if sum(percents) != 100 or min(percents) < 0:
        raise ImpossibleTournament(
            f"The prizes come to {sum(percents)} percent: let them come to 100."
        )


@transaction.atomic
def enter(tournament: Tournament, *, member: Member, bot_level: str = "", at: datetime) -> Entrant:
    """Let a member play: his fee goes from his purse into the fund.

    Args:
        bot_level: The bot that plays for him; empty where he plays himself.

    Raises:
        WrongMoment: entries are closed.
        NotMember: he is not of the club.
        NotPerson: it is a bot of the club.
        AlreadyEntered: he is in.
        UnknownBot: there is no such bot.
        Overdrawn: his purse does not hold the fee.
    """
    if bot_level and bot_level not in BOTS:
        raise UnknownBot(f"There is no bot {bot_level!r}: choose {' or '.join(BOTS)}.")
    tournament = _locked(tournament)
    _expect_open(tournament)
    if member.club_id != tournament.club_id or member.left_at is not None:
        raise NotMember(f"{member} is no member of {tournament.club}: let him join first.")
    check_person(member)
    if tournament.entrants.playing().filter(member=member).exists():
        raise AlreadyEntered(f"{member} has entered {tournament} already.")
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
    """Let an entrant go: before the start with his fee, later without it.

    Who leaves while it runs is drawn no more, and at his table the clock plays for him. He keeps
    his place in the standings with what he has won.

    Raises:
        WrongMoment: the tournament is over.
        NotEntered: he is not in.
    """
    tournament = _locked(tournament)
    is_running = tournament.status == TournamentStatus.RUNNING
    if not is_running:
        _expect_open(tournament)
    entrants = tournament.entrants.playing().select_related("member", "purse")
    entrant = entrants.filter(member=member).first()
    if entrant is None:
        raise NotEntered(f"{member} has not entered {tournament}, or has left it.")
    if not is_running:
        _refund([entrant], tournament, at=at)
        return
    entrant.withdrawn_at = at
    entrant.save(update_fields=["withdrawn_at"])
    seats = Seat.objects.filter(table__round_table__round__tournament=tournament)
    seats.filter(table__closed_at=None, player=member.player_id).update(is_away=True)


@transaction.atomic
def cancel(tournament: Tournament, *, at: datetime) -> Tournament:
    """Call a tournament off before its start; everybody gets his fee back.

    Raises:
        WrongMoment: it has started.
    """
    tournament = _locked(tournament)
    _expect_open(tournament)
    entrants = tournament.entrants.playing().select_related("member", "purse")
    _refund(list(entrants), tournament, at=at)
    close_accounts([tournament.fund], at=at)
    return _moved(tournament, TournamentStatus.CANCELLED)


@transaction.atomic
def start(tournament: Tournament, *, at: datetime) -> Tournament:
    """Close the entries, give out the stacks, and open the first round.

    Raises:
        WrongMoment: it has started, or is over.
        TooFewEntrants: fewer than two have entered.
    """
    tournament = _locked(tournament)
    _expect_open(tournament)
    entrants = list(tournament.entrants.playing())
    if len(entrants) < 2:
        raise TooFewEntrants(f"{len(entrants)} entered {tournament}: it needs two at least.")
    bank = tournament.book.accounts.get(kind=AccountKind.BANK)
    stacks = {entrant.purse_id: tournament.starting_stack for entrant in entrants}
    posting = Posting(
        book_id=tournament.book_id,
        reason=Reason.ISSUE,
        key=f"tournament:{tournament.pk}:stacks",
        legs=stacks | {bank.pk: -sum(stacks.values())},
    )
    post_transfer(posting, at=at)
    _moved(tournament, TournamentStatus.RUNNING)
    open_round(tournament, at=at)
    return tournament


def _fee(entrant: Entrant, tournament: Tournament) -> Posting:
    chips = tournament.entry_chips
    return Posting(
        book_id=tournament.club.book_id,
        reason=Reason.ENTRY_FEE,
        key=f"entrant:{entrant.pk}:fee",
        legs={entrant.member.purse_id: -chips, tournament.fund_id: chips},
    )


def _refund(entrants: list[Entrant], tournament: Tournament, *, at: datetime) -> None:
    chips = tournament.entry_chips
    refunds = [
        Posting(
            book_id=tournament.club.book_id,
            reason=Reason.ENTRY_FEE,
            key=f"entrant:{entrant.pk}:refund",
            legs={entrant.member.purse_id: chips, tournament.fund_id: -chips},
            memo=f"Back from {tournament}",
        )
        for entrant in entrants
    ]
    if chips and refunds:
        post_transfers(refunds, at=at)
    close_accounts([entrant.purse for entrant in entrants], at=at)
    for entrant in entrants:
        entrant.withdrawn_at = at
    Entrant.objects.bulk_update(entrants, ["withdrawn_at"])


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.whole().select_for_update(of=("self",)).get(pk=tournament.pk)


def _expect_open(tournament: Tournament) -> None:
    if tournament.status != TournamentStatus.OPEN:
        raise WrongMoment(f"{tournament} is {tournament.get_status_display()}.")


def _moved(tournament: Tournament, status: TournamentStatus) -> Tournament:
    tournament.status = status
    tournament.save(update_fields=["status"])
    return tournament
