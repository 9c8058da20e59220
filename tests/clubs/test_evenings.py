"""Random evenings at free tables with bots: whatever members do, the bank stays where it is.

An independent recount says what the house won: of every deal that somebody won, what its bots who
were there took out of it, less what they had put in since the pool was last won.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Sum

from clubs.clubs import open_club
from clubs.errors import ClubsError
from clubs.free_tables import seat_bot, send_away, take_rematch, take_seat
from clubs.house import lines_by_host
from clubs.members import join_club
from clubs.models import Club, FreeTable, Player
from games.bots import FIRST_BOT
from games.clock import IDLE
from games.engine import EngineError, Ruleset
from games.errors import GamesError
from games.models import Deal, Seat, Table
from games.play.advance import MOST_STEPS, advance_table
from games.tables.closing import close_tables
from games.tables.sittings import bring_chips, come_back, get_up, sit_out
from ledger.audit import check_books
from ledger.errors import LedgerError
from ledger.models import Entry
from tests.clubs.factories import AT, PlayerFactory
from tests.clubs.houses import bank_chips, end, house_chips, table_of

STEPS = 150
TICK = timedelta(milliseconds=1)
HOUSES: list[dict[str, Any]] = [
    {},
    {"topup": "dealer_only", "unclaimed_pool": "carry"},
    {"topup": "full", "jink_bonus": "winner_contribution", "unclaimed_pool": "play_on"},
    {"pool_max": 12, "dealer_extra": 0, "jink_bonus": "flat"},
    {"target": 45},
    {"target": 25, "topup": "full", "unclaimed_pool": "carry"},
]
KINDS = ["spoilt", "spoilt", "jink_failed", "won", "jinked"]
KINDS_FOR_POINTS = ["scored", "scored", "scored", "won", "won"]


class Evening:
    """A club whose members, each a host, do what comes to their minds."""

    def __init__(self, house: dict[str, Any], chance: random.Random) -> None:
        self.chance, self.at = chance, AT
        rules = Ruleset("standard", {"opening_chips": 40} | house)
        self.kinds = KINDS_FOR_POINTS if "target" in house else KINDS
        owner = PlayerFactory.create()
        self.club: Club = open_club("Evening", owner=owner, rules=rules, at=AT)
        self.people: list[Player] = [owner, *PlayerFactory.create_batch(3)]
        for player in self.people[1:]:
            join_club(self.club, player=player, at=AT)
        Club.objects.filter(pk=self.club.pk).update(bot_buy_in_chips=chance.choice([6, 15, 40]))
        for host in self.people[:2]:
            free = table_of(self.club, host, seats_limit=chance.choice([4, 6]))
            for player in self.people[:3]:
                take_seat(free, player=player, chips=12, at=AT)
        self.bank, self.house = bank_chips(self.club), house_chips(self.club)
        self.refused = 0

    def goes_on(self) -> None:
        """One deed of somebody's, or a look of a worker's."""
        self.at += timedelta(seconds=1)
        deeds: list[Callable[[], object]] = [
            *[self._plays] * 5,
            *[self._seats_bot, self._sits, self._comes_back] * 3,
            *[self._works, self._gets_up, self._sends_away, self._sits_out] * 2,
            *(self._brings, self._closes, self._again, self._waits),
        ]
        try:
            with transaction.atomic():
                self.chance.choice(deeds)()
        except (ClubsError, EngineError, GamesError, LedgerError):
            self.refused += 1
        assert bank_chips(self.club) == self.bank

    def ends(self) -> None:
        """Nobody plays on; whatever waits in a pool is people's."""
        for free in self._tables():
            self.at += timedelta(seconds=1)
            self._finish(free)
            self.at += TICK
            close_tables([free.table], may_play_on=False, at=self.at)

    def _tables(self) -> list[FreeTable]:
        free = FreeTable.objects.filter(club=self.club, table__closed_at=None)
        return list(free.select_related("table", "club", "host").order_by("pk"))

    def _table(self) -> FreeTable:
        tables = self._tables()
        return self.chance.choice(tables) if tables else self._opens()

    def _opens(self) -> FreeTable:
        return table_of(self.club, self.chance.choice(self.people))

    def _player(self) -> Player:
        return self.chance.choice(self.people)

    def _works(self) -> None:
        for free in self._tables():
            self._advances(free)

    def _advances(self, free: FreeTable) -> None:
        """Whatever is due at a table, each step at a moment of its own: all have an order."""
        for _ in range(MOST_STEPS):
            self.at += TICK
            if not advance_table(free.table_id, at=self.at):
                return

    def _waits(self) -> None:
        """So long that a table at which nobody is dealt to closes by itself."""
        self._works()
        self.at += IDLE
        self._works()

    def _plays(self) -> None:
        """The deals of all tables end as they like; the next ones are dealt later."""
        for free in self._tables():
            self._advances(free)
            self._finish(free)

    def _finish(self, free: FreeTable) -> None:
        deal = Deal.objects.filter(table=free.table_id, settled_at=None).first()
        if deal is not None:
            kind = self.chance.choice(self.kinds)
            winner = self.chance.choice(deal.seat_numbers) if kind in {"won", "jinked"} else None
            self.at += TICK
            end(deal, kind, winner, at=self.at)

    def _sits(self) -> None:
        take_seat(
            self._table(), player=self._player(), chips=self.chance.randint(4, 12), at=self.at
        )

    def _seats_bot(self) -> None:
        free = self._table()
        seat_bot(free, bot_level=FIRST_BOT, at=self.at)

    def _sends_away(self) -> None:
        free = self._table()
        bots = Seat.objects.taken().filter(table=free.table, is_house=True)
        if number := self.chance.choice([None, *bots.values_list("number", flat=True)]):
            send_away(free, number=number, at=self.at)

    def _gets_up(self) -> None:
        get_up(self._table().table, player_id=self._player().pk, at=self.at)

    def _sits_out(self) -> None:
        sit_out(self._table().table, player_id=self._player().pk)

    def _comes_back(self) -> None:
        for free in self._tables():
            for player in self.people:
                with suppress(GamesError), transaction.atomic():
                    come_back(free.table, player_id=player.pk)

    def _brings(self) -> None:
        chips = self.chance.randint(1, 9)
        bring_chips(self._table().table, player_id=self._player().pk, chips=chips, at=self.at)

    def _closes(self) -> None:
        if self.chance.random() < 0.3:
            close_tables([self._table().table], at=self.at)

    def _again(self) -> None:
        closed = FreeTable.objects.filter(club=self.club).exclude(table__closed_at=None)
        if free := self.chance.choice([None, *closed]):
            take_rematch(free, player=self._player(), chips=5, at=self.at)


def recount(club: Club) -> int:
    """What the house won in deals that somebody won, by the deals and what moved in each."""
    total = 0
    for table in Table.objects.filter(free_table__club=club):
        seats = list(table.seats.select_related("stack"))
        staked = {seat.pk: 0 for seat in seats}
        for deal in table.deals.filter(voided_at=None).order_by("number"):
            assert deal.outcome is not None
            for seat in seats:
                staked[seat.pk] += moved(deal, seat, "stakes")
            if not deal.outcome.winners:
                continue
            for seat in seats:
                if seat.is_house and is_there(seat, deal):
                    won = moved(deal, seat, "pool") + moved(deal, seat, "jink")
                    total += won + staked[seat.pk]
                staked[seat.pk] = 0
    return total


def is_there(seat: Seat, deal: Deal) -> bool:
    """Whether its chips were still on the table when a deal was won."""
    assert deal.settled_at is not None
    return seat.stack.closed_at is None or seat.stack.closed_at > deal.settled_at


def moved(deal: Deal, seat: Seat, what: str) -> int:
    entries = Entry.objects.filter(transfer__key=f"deal:{deal.pk}:{what}", account=seat.stack_id)
    gained: int = entries.aggregate(chips=Sum("chips", default=0))["chips"]
    return gained


@pytest.mark.parametrize("seed", range(len(HOUSES)))
def test_whatever_members_do_the_house_only_wins_and_loses_deals(
    db: None,
    seed: int,
    record_property: Callable[[str, object], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.play.advance.MOST_STEPS", 1)
    evening = Evening(HOUSES[seed], random.Random(seed))

    for _ in range(STEPS):
        evening.goes_on()
    evening.ends()

    club = evening.club
    assert bank_chips(club) == evening.bank
    assert house_chips(club) - evening.house == recount(club)
    assert sum(line.won_chips for line in lines_by_host(club)) == recount(club)
    assert check_books() == []
    deals = Deal.objects.settled()
    assert 0 < deals.won().count() < deals.count()
    bots = Seat.objects.filter(is_house=True).count()
    record_property("counted", f"{deals.count()} deals, {bots} bots, refused {evening.refused}")
