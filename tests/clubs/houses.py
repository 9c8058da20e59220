"""Free tables with bots of the house, and deals that end as a test wants them to."""

from datetime import datetime
from typing import Any

from clubs.free_tables import open_free_table, seat_bot
from clubs.members import join_club
from clubs.models import Access, Club, FreeTable, Player
from games.bots import FIRST_BOT
from games.models import Deal, Seat, Table
from games.play.advance import advance_table
from games.play.settlement import pay_out
from games.seat_numbers import SeatNumber
from games.sight.folding import dealt_in
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.factories import AT, PlayerFactory


def member_of(club: Club) -> Player:
    player = PlayerFactory.create()
    join_club(club, player=player, at=AT)
    return player


def table_of(club: Club, host: Player, *, seats_limit: int = 10, **rules: Any) -> FreeTable:
    """A free table of the host's, by the club's rules but for these."""
    return open_free_table(
        club,
        host=host,
        access=Access.MEMBERS,
        rules=club.rules.changed(rules),
        name="Fireside",
        seats_limit=seats_limit,
        at=AT,
    )


def with_bots(free: FreeTable, count: int) -> list[Seat]:
    return [seat_bot(free, bot_level=FIRST_BOT, at=AT) for _ in range(count)]


def deal_at(free: FreeTable) -> Deal:
    """The deal in play; a worker deals it where there is none."""
    advance_table(free.table_id, at=AT)
    deal: Deal = Deal.objects.get(table=free.table_id, settled_at=None)
    return deal


def end(deal: Deal, kind: str, winner: int | None = None, *, at: datetime = AT) -> None:
    """The deal is over so and settled, the winner by the number of a seat; no next one is dealt."""
    winners = [] if winner is None else [deal.seat_numbers.index(SeatNumber(winner))]
    tricks = [0] * len(deal.seat_numbers)
    scores = tricks if deal.table.rules.target else []  # Nobody has a point before the end.
    told = {"kind": kind, "winners": winners, "tricks": tricks, "scores": scores}
    deal.outcome_json = told | {"barred": [], "bonus_trick": None}
    deal.ended_at = at
    deal.save(update_fields=["outcome_json", "ended_at"])
    Table.objects.filter(pk=deal.table_id).update(due_at=at, is_clock_running=False)
    pay_out(deal, dealt_in(deal), at=at)


def chips(account_id: int) -> int:
    return Account.objects.get(pk=account_id).balance


def house_chips(club: Club) -> int:
    return chips(club.house_purse_id)


def bank_chips(club: Club) -> int:
    return Account.objects.get(book=club.book_id, kind=AccountKind.BANK).balance


def purse_chips(club: Club, player: Player) -> int:
    return chips(club.members.get(player=player).purse_id)


def pool_chips(free: FreeTable) -> int:
    return chips(free.table.pool_id)
