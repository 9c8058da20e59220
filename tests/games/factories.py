"""Tables with players whose purses hold chips, and deals with the cards that a test wants."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any

from django.db import transaction

from clubs.house import open_house_purse
from clubs.members import join_club
from clubs.models import Club
from clubs.revisions import Draft, found_club
from clubs.table_kinds import NIGHT
from games.bots import FIRST_BOT
from games.engine import DealState, HouseRules, Outcome, Ruleset, first_dealer, new_deal
from games.fairness.sealing import seal
from games.fairness.seeds import pack_seed, seed_at
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Table
from games.play import advance
from games.play.advance import advance_table
from games.sight.folding import fold, texts_of
from games.tables.opening import SeatPlan, open_table
from ledger.models import Book
from tests.ledger.factories import BookFactory, HolderFactory, purse

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
STANDARD = HouseRules.preset("standard")
TURN_SECONDS = 60


def rules(**options: Any) -> HouseRules:
    """The standard rules, but for these options."""
    return HouseRules.from_json(STANDARD.to_json() | options)


def later(seconds: float) -> datetime:
    return AT + timedelta(seconds=seconds)


def member_of(book: Book) -> int:
    """Somebody who belongs to the club of the book, and does not play."""
    holder = HolderFactory.create()
    club = Club.objects.filter(book=book).first() or _club_of(book)
    join_club(club, player=holder, at=AT)
    pk: int = holder.pk
    return pk


def _club_of(book: Book) -> Club:
    club = Club(
        book=book,
        name=book.name,
        slug=f"club-{book.pk}",
        opening_chips=0,
        house_purse=open_house_purse(book, opening_chips=0, at=AT),
    )
    with transaction.atomic():  # The club and its rules point at each other.
        found_club(club, Draft(Ruleset()), by=HolderFactory.create(), at=AT)
    return club


def plans(book: Book, *chips: int, bots: bool) -> list[SeatPlan]:
    """A player for each number of chips, all of which they bring to the table."""
    purses = [purse(book, chips=number, name=f"Purse {seat}") for seat, number in enumerate(chips)]
    level = FIRST_BOT if bots else ""
    return [
        SeatPlan(account.holder_id or 0, account.pk, account.balance, level) for account in purses
    ]


def table_of(
    *chips: int, bots: bool = True, house: Ruleset | HouseRules = STANDARD, **options: Any
) -> Table:
    """An open table of players with these chips, each of them played by a bot or not."""
    book = BookFactory.create()
    seats = plans(book, *(chips or (100,) * 5), bots=bots)
    given: dict[str, Any] = {
        "name": "Table 1",
        "policies": NIGHT.policies,
        "turn_seconds": TURN_SECONDS,
        "at": AT,
    }
    return open_table(book, rules=house, seats=seats, **given | options)


def dealt(
    is_wanted: Callable[[DealState], bool],
    *chips: int,
    house: HouseRules = STANDARD,
    **options: Any,
) -> Deal:
    """The first deal of a table of people, its seed searched for until the cards are as wanted."""
    table = table_of(*chips, bots=False, house=house, deals_limit=1, **options)
    seats = table.seats.count()
    for number in count():
        tail = sha256(number.to_bytes(8)).digest()
        anchor = seed_at(tail, length=table.seeds_count, number=0)
        dealer = first_dealer(shuffled_pack(anchor), seats=seats, rules=house)
        seed = seed_at(tail, length=table.seeds_count, number=1)
        pack = shuffled_pack(pack_seed(seed, number=1, strings=[]))
        if is_wanted(new_deal(pack, seats=seats, dealer=dealer, rules=house)):
            Table.objects.filter(pk=table.pk).update(anchor=anchor, sealed_tail=seal(tail))
            break
    advance_table(table.pk, at=AT)
    return table.deals.get()


def anything(state: DealState) -> bool:
    return True


def state_of(deal: Deal) -> DealState:
    """The truth of a deal as it stands, hidden cards and all."""
    deal = Deal.objects.defer(None).select_related("table").get(pk=deal.pk)
    return fold(deal, texts_of(deal))


def actor_of(deal: Deal) -> int:
    """The player who is to act."""
    place = state_of(deal).to_act
    assert place is not None
    seat = deal.table.seats.get(number=deal.seat_numbers[place])
    return seat.player_id


def play_out(table: Table, *, at: datetime = AT) -> Table:
    """Advance a table until nothing is due."""
    while advance_table(table.pk, at=at):
        pass
    return again(table)


def one_step(table: Table, *, at: datetime) -> bool:
    """One step of a worker at a table; whether there was one to do."""
    step = advance._step(Table.objects.filter(pk=table.pk), at=at)
    return step is not None and step.is_done


def again(table: Table) -> Table:
    """The table as it stands in the database."""
    found: Table = Table.objects.get(pk=table.pk)
    return found


def outcome_of(deal: Deal) -> Outcome:
    """How a deal that is over has ended."""
    assert deal.outcome is not None
    return deal.outcome


def stacks(table: Table) -> list[int]:
    return [seat.stack.balance for seat in table.seats.select_related("stack").order_by("number")]


def purses(table: Table) -> list[int]:
    return [seat.purse.balance for seat in table.seats.select_related("purse").order_by("number")]
