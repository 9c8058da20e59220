"""The kind of table that tournaments open: who is out stays out, and it goes on without them."""

from typing import Final

from django.db.models import Q

from games.kinds import Occasion, TableKind
from games.policies import Policies, WhenAway, WhenSideBroken, WhenTooFew
from tournaments.models import GOING, EntrantMember


def _accounts_of_tournament(tournament: int) -> Q:
    return Q(tournament=tournament) | Q(book__tournament=tournament)


def _has_entered(player_id: int, book_id: int) -> str:
    entered = EntrantMember.objects.playing().filter(tournament__status__in=GOING)
    if entered.filter(member__player=player_id, member__club__book=book_id).exists():
        return "has entered a tournament: withdraw from it first."
    return ""


TOURNAMENT: Final = TableKind(
    name="table of a tournament",
    row="round_table",
    policies=Policies(
        is_all_in=True,
        is_played_to_end=True,
        may_bring_more=False,
        when_away=WhenAway.PLAY_ON,
        when_too_few=WhenTooFew.CLOSE,
        when_side_broken=WhenSideBroken.SIT_OUT,
    ),
    occasion=Occasion(
        path="round__tournament",
        accounts=_accounts_of_tournament,
        accounts_are="Only entries of this tournament: its fund, its playing chips.",
    ),
    keeps=_has_entered,
)

TABLE_KINDS: Final = (TOURNAMENT,)
