"""The club's own bots: no members and without purses; one is made where none is free."""

from collections.abc import Collection

from clubs.members import free_username
from clubs.models import Club, HouseBot, Player
from games.models import Seat


def free_bot(club: Club, *, besides: Collection[int] = ()) -> HouseBot:
    """A bot of the club that sits at no table, or a new one. The caller has locked the club.

    Args:
        besides: Bots that are busy elsewhere.
    """
    busy = Seat.objects.taken().filter(table__closed_at=None).values("player")
    free = club.bots.exclude(player__in=busy).exclude(pk__in=besides)
    bot = free.select_related("player").order_by("pk").first()
    if bot is not None:
        return bot
    number = club.bots.count() + 1
    username = free_username(f"{club.slug} bot {number}")
    player = Player(username=username, name=f"Bot {number}", is_bot=True)
    player.set_unusable_password()
    player.save()
    return HouseBot.objects.create(club=club, player=player)
