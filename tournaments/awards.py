"""The end of a tournament: standings, and the fund paid out to purses."""

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
    entrants = tournament.entrants.playing().annotate(
        won=Coalesce(Sum("places__chips"), 0), deals_won=Coalesce(Sum("places__deals_won"), 0)
    )
    return standings(
        Score(pk, won, deals_won)
        for pk, won, deals_won in entrants.values_list("pk", "won", "deals_won")
    )


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
