"""Who sits where while a round is played: they bring more chips, come late, move and leave."""

from datetime import datetime

from django.db import transaction

from clubs.models import Member, Night, NightPlace, NightStatus, Player
from clubs.stages import lock_night
from games.errors import NotSeated
from games.play.by_hand import bring_more


@transaction.atomic
def bring_chips(
    night: Night, member: Member, *, chips: int, by: Player, after: int | None = None, at: datetime
) -> Night:
    """Somebody brings more chips to their table of real cards, between two deals.

    Args:
        after: As in `games.play.by_hand.bring_more`.

    Raises:
        WrongMoment: the tables are not open.
        NotSeated: they sit at no table of this night.
        GamesError: as in `games.play.by_hand.bring_more`.
        Overdrawn: the purse does not hold the chips.
    """
    night = lock_night(night, NightStatus.PLAYING)
    place = NightPlace.objects.at_play(night, member).first()
    table = place.table.table if place else None
    if table is None:
        raise NotSeated(f"{member} sits at no table of {night}.")
    bring_more(table, player_id=member.player_id, chips=chips, after=after, actor_id=by.pk, at=at)
    return night
