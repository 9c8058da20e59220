"""The end of a tournament: the fund is paid out to purses by the standings."""

from datetime import datetime

from ledger.books import close_accounts
from ledger.posting import Posting, post_transfer
from tournaments.models import Prize, Tournament, TournamentStatus
from tournaments.reasons import PRIZE
from tournaments.results import standings_of
from tournaments.stages import move_tournament
from tournaments.standings import prizes


def award_prizes(tournament: Tournament, *, at: datetime) -> None:
    """Pay the whole fund and end the tournament. The caller has locked it."""
    table = standings_of(tournament)
    won = prizes(table, chips=tournament.fund.balance, percents=tournament.prize_percents)
    purses = dict(tournament.entrants.values_list("pk", "member__purse"))
    legs = {purses[entrant]: chips for entrant, chips in won.items() if chips}
    if legs:
        posting = Posting(
            book_id=tournament.club.book_id,
            reason=PRIZE,
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
    move_tournament(tournament, TournamentStatus.FINISHED)
