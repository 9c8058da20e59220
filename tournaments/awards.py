"""The end of a tournament: standings, and the fund paid out to purses."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum
from django.db.models.functions import Coalesce

from ledger.books import close_accounts
from ledger.kinds import Reason
from ledger.posting import Posting, post_transfer
from tournaments.models import Prize, Tournament, TournamentStatus
from tournaments.standings import Score, Standing, prizes, standings


def standings_of(tournament: Tournament) -> list[Standing]:
    """The standings after all rounds that were counted; entrants by their key."""
    entrants = tournament.entrants.ranked().annotate(
        won=Coalesce(Sum("places__chips"), 0), deals_won=Coalesce(Sum("places__deals_won"), 0)
    )
    return standings(
        Score(pk, won, deals_won)
        for pk, won, deals_won in entrants.values_list("pk", "won", "deals_won")
    )


@dataclass(frozen=True)
class Result:
    """An entrant's line in the standings; `prize_chips` is 0 until the end."""

    rank: int
    entrant: int
    name: str
    chips: int
    deals_won: int
    prize_chips: int


def results_of(tournament: Tournament) -> list[Result]:
    """The standings with names and prizes, for people to read."""
    names = dict(tournament.entrants.values_list("pk", "member__player__name"))
    paid = Prize.objects.filter(entrant__tournament=tournament)
    won = dict(paid.values_list("entrant", "chips"))
    return [
        Result(rank, score.entrant, names[score.entrant], *score.metrics, won.get(score.entrant, 0))
        for rank, score in ((line.rank, line.score) for line in standings_of(tournament))
    ]


def award_prizes(tournament: Tournament, *, at: datetime) -> None:
    """Pay the whole fund and end the tournament. The caller has locked it."""
    table = standings_of(tournament)
    won = prizes(table, chips=tournament.fund.balance, percents=tournament.prize_percents)
    purses = dict(tournament.entrants.values_list("pk", "member__purse"))
    legs = {purses[entrant]: chips for entrant, chips in won.items() if chips}
    if legs:
        posting = Posting(
            book_id=tournament.club.book_id,
            reason=Reason.PRIZE,
            key=f"tournament:{tournament.pk}:prizes",
            legs=legs | {tournament.fund_id: -sum(legs.values())},
        )
        post_transfer(posting, at=at)
    Prize.objects.bulk_create(
        Prize(entrant_id=standing.score.entrant, rank=standing.rank, chips=chips)
        for standing in table
        if (chips := won.get(standing.score.entrant, 0))
    )
    close_accounts([tournament.fund], at=at)
    tournament.status = TournamentStatus.FINISHED
    tournament.save(update_fields=["status"])
