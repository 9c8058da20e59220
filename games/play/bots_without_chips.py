"""Bots that cannot pay for the next deal get up, so that their seats are free for others."""

from collections.abc import Iterable, Sequence

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


def let_get_up(bots: Sequence[Seat]) -> None:
    """Let these bots get up before the next deal (`games.tables.seat_changes`)."""
    for bot in bots:
        bot.is_leaving = True
    Seat.objects.bulk_update(bots, ["is_leaving"])
