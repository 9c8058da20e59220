"""A tournament is called off, or starts: the first round is drawn, the rest follows by itself."""

from collections import Counter
from datetime import datetime

from django.db import transaction

from ledger.books import close_accounts
from ledger.kinds import AccountKind
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE
from tournaments.entries import draft_refunds, let_turned_away_go, refund
from tournaments.errors import TooFewEntrants
from tournaments.models import Tournament, TournamentStatus
from tournaments.rounds import open_round
from tournaments.stages import expect_open, lock_tournament, move_tournament


@transaction.atomic
def cancel(tournament: Tournament, *, at: datetime) -> Tournament:
    """Call a tournament off before its start; everybody gets their fee back.

    Raises:
        WrongMoment: it has started.
    """
    tournament = lock_tournament(tournament)
    expect_open(tournament)
    entrants = tournament.entrants.playing().select_related("member", "purse")
    refund(list(entrants), tournament, at=at)
    close_accounts([tournament.fund], at=at)
    return move_tournament(tournament, TournamentStatus.CANCELLED)


def draft_cancelling(tournament: Tournament) -> dict[int, int]:
    """Chips that each account would gain if the tournament were cancelled now, by its key.

    Raises:
        WrongMoment: it has started.
    """
    expect_open(tournament)
    gains = Counter[int]()
    for draft in draft_refunds(tournament.entrants.playing().select_related("member"), tournament):
        gains.update(draft.legs)
    return dict(gains)


@transaction.atomic
def start(tournament: Tournament, *, at: datetime) -> Tournament:
    """Close the entries, give out the stacks, and open the first round.

    Raises:
        WrongMoment: it has started, or is over.
        TooFewEntrants: fewer than two have entered.
    """
    tournament = lock_tournament(tournament)
    expect_open(tournament)
    let_turned_away_go(tournament, at=at)
    entrants = list(tournament.entrants.playing())
    if len(entrants) < 2:
        raise TooFewEntrants(f"{tournament} needs at least two entrants, and has {len(entrants)}.")
    bank = tournament.book.accounts.get(kind=AccountKind.BANK)
    stacks = {entrant.purse_id: tournament.starting_stack for entrant in entrants}
    posting = Posting(
        book_id=tournament.book_id,
        reason=ISSUE,
        key=f"tournament:{tournament.pk}:stacks",
        legs=stacks | {bank.pk: -sum(stacks.values())},
    )
    post_transfer(posting, at=at)
    move_tournament(tournament, TournamentStatus.RUNNING)
    open_round(tournament, at=at)
    return tournament
