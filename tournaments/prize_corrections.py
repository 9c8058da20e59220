"""Prizes that are paid follow the standings: what changes moves in one balanced transfer."""

from collections import Counter
from datetime import datetime

from ledger.posting import post_transfers
from tournaments.awards import legs_of, paid_lines, prize_rows, proposal_of
from tournaments.lent_chips import drafted
from tournaments.models import Prize, Tournament, TournamentDeedKind, TournamentStatus
from tournaments.results import chips_won
from tournaments.tournament_log import note


def pay_right(tournament: Tournament, *, reason: str, by: int, at: datetime) -> bool:
    """Pay the difference after a correction; whether anything moved.

    Before the prizes are paid there is nothing to do: they follow by themselves. What a purse does
    not hold any more the corrections of the club lend it. The caller has locked the tournament.
    """
    if tournament.status != TournamentStatus.PAID:
        return False
    prizes = Prize.objects.filter(entrant__tournament=tournament)
    was = chips_won(tournament)
    proposal = proposal_of(tournament, fund=sum(was.values()))
    if list(proposal.lines) != paid_lines(tournament):
        prizes.delete()
        Prize.objects.bulk_create(prize_rows(proposal))
    if proposal.won == was:
        return False
    legs = Counter(legs_of(tournament, proposal.won))
    legs.subtract(legs_of(tournament, was))
    number = tournament.deeds.filter(kind=TournamentDeedKind.PAID_RIGHT).count() + 1
    post_transfers(
        drafted(
            tournament.club.book,
            {purse: chips for purse, chips in legs.items() if chips},
            key=f"tournament:{tournament.pk}:prizes:{number}",
            memo=f"{tournament}: {reason}",
            actor_id=by,
        ),
        at=at,
    )
    note(
        tournament,
        TournamentDeedKind.PAID_RIGHT,
        by=by,
        reason=reason,
        entrants=[one for one in {*was, *proposal.won} if was.get(one) != proposal.won.get(one)],
        before={str(one): chips for one, chips in sorted(was.items())},
        after={str(one): chips for one, chips in sorted(proposal.won.items())},
        at=at,
    )
    return True
