"""Bots that cannot pay for the next deal buy in again, or get up for others."""

from collections.abc import Iterable, Sequence

from django.db.models import Count, Sum

from games.models import Seat, Table
from games.play.lineup import LineUp


def bots_without_chips(table: Table, lineup: LineUp, every: Iterable[Seat]) -> list[Seat]:
    """The bots that sit out the next deal because they cannot pay for it.

    None where the host has seated everybody: there a bot plays for somebody who may bring more. A
    partner of such a bot is not among them: whoever takes its chair plays with them. Source:
    RULES.md 1.8.

    Args:
        every: All seats of the table, as `Seat.objects.round_the_table` reads them.
    """
    if not table.policies.may_come_and_go:
        return []
    return [
        seat
        for seat in every
        if seat.bot_level
        and seat.is_ready
        and seat.number not in lineup.numbers
        and seat.stack.balance < table.rules.stake
    ]


def buy_in_or_get_up(table: Table, bots: Sequence[Seat]) -> None:
    """Let these bots buy in again, as often as the table allows, or else get up.

    Both is done before the next deal (`games.tables.seat_changes`). A bot brings what it brought
    first; one that has gone home has used what it bought.
    """
    used = table.seats.filter(is_house=True).aggregate(
        count=Sum("buy_ins_count", default=0) - Count("pk")
    )
    left = table.bot_rebuys - used["count"]
    for bot in bots:
        if bot.is_house and left > 0:
            bot.more_chips = bot.bought_chips // bot.buy_ins_count
            left -= 1
        else:
            bot.is_leaving = True
    Seat.objects.bulk_update(bots, ["is_leaving", "more_chips"])
