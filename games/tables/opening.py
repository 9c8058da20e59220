"""Opening tables: people are seated, and chips come from their purses."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Unpack

from django.db import transaction
from django.db.models import Max

from games.bell import ring, ring_players
from games.engine import HouseRules, Ruleset
from games.evening.sides import SideNumber, sides_at_opening
from games.evening.unclaimed import plays_on
from games.fairness.sealing import seal
from games.fairness.seeds import SEED_BYTES, seed_at
from games.models import Mode, Seat, Table, Terms, columns_of
from games.policies import Policies
from games.reasons import BUY_IN
from games.seat_numbers import SeatNumber, TablePlace
from games.tables.holding import TICK
from ledger.books import open_account
from ledger.kinds import AccountKind
from ledger.models import Account, Book
from ledger.posting import Posting, post_transfers

MOST_DEALS = 1000  # The highest limit, and the length of the chain of seeds where there is none.
SPARE_DEALS = 10  # Some deals may be taken back.
LONGEST_NAME = 100
AGAIN = ":again"
"""Ends the key of a buy-in by which chips come again that were taken back."""


@dataclass(frozen=True)
class SeatPlan:
    """Who sits where, with which chips.

    Args:
        purse_id: The account that their chips come from and go back to.
        chips: What they bring to the table.
        bot_level: The bot that plays for them; empty where they play themselves.
        is_house: A bot with chips of the house: what it stakes goes home unless the pool is won.
    """

    player_id: int
    purse_id: int
    chips: int
    bot_level: str = ""
    is_house: bool = False


@transaction.atomic
def open_table(
    book: Book,
    *,
    rules: Ruleset | HouseRules,
    policies: Policies,
    seats: Sequence[SeatPlan],
    name: str,
    mode: Mode = Mode.ONLINE,
    deals_limit: int | None = None,
    bot_seconds: float = 0,
    bot_rebuys: int = 0,
    pool: Account | None = None,
    seats_limit: int | None = None,
    club_book: Book | None = None,
    at: datetime,
    **terms: Unpack[Terms],
) -> Table:
    """Open a table, seat the players in this order and bring their chips to it.

    Args:
        rules: A set of rules becomes the house rules of a table for this number of players.
        policies: What holds there; the declaration of its kind has it (`games.kinds`).
        name: Cut where it is too long.
        deals_limit: How many deals are played, up to 1000; None for as long as two can pay.
        bot_seconds: What a bot takes, about.
        bot_rebuys: How often all bots of the house together may buy in again.
        pool: The pool that the host carries over from another table. Source: RULES.md 7.7.
        seats_limit: How many may sit where people come and go; None where these are seated for
            good.
        club_book: The book of the club whose table it is, where its chips are of another book.
        terms: As in `OnlineTerms`.

    Raises:
        ImpossibleRules: these rules are not for this number of players.
        Overdrawn: a purse does not hold what its player is to bring.
    """
    players = seats_limit or len(seats)
    chosen = rules if isinstance(rules, Ruleset) else Ruleset.of(rules)
    house = chosen.at(players)
    house.check_players(players)
    tail = secrets.token_bytes(SEED_BYTES)
    # Where a pool is played on for, nobody knows how many deals that takes.
    ends = deals_limit and not plays_on(house)
    seeds_count = (deals_limit or 0) + SPARE_DEALS if ends else MOST_DEALS
    assert seeds_count <= MOST_DEALS + SPARE_DEALS, "a proof tells all deals of a table at once"
    opened_at = _opened_at(pool, at=at)
    table = Table(
        book=book,
        pool=pool or open_account(book, kind=AccountKind.POOL, name=f"Pool of {name}"),
        name=name[:LONGEST_NAME],
        mode=mode,
        rules_json=house.to_json(),
        preset=chosen.preset,
        deals_limit=deals_limit,
        bot_seconds=bot_seconds,
        bot_rebuys=bot_rebuys,
        anchor=seed_at(tail, length=seeds_count, number=0),
        sealed_tail=seal(tail),
        seeds_count=seeds_count,
        seats_limit=seats_limit,
        club_book=club_book or book,
        opened_at=opened_at,
        latest_at=opened_at,
        **columns_of(policies),
        **terms,
    )
    if mode == Mode.ONLINE:
        table.clock = table.clock.wake_at(at)
    table.save()
    numbers = [SeatNumber(number) for number in range(len(seats))]
    side_of = sides_at_opening(house, numbers)
    seated = Seat.objects.bulk_create(
        new_seat(table, number, TablePlace(number), plan, side=side_of.get(number))
        for number, plan in zip(numbers, seats, strict=True)
    )
    post_transfers([buy_in(seat, seat.bought_chips) for seat in seated if seat.bought_chips], at=at)
    ring(table.pk)
    ring_players(plan.player_id for plan in seats)
    return table


def _opened_at(pool: Account | None, *, at: datetime) -> datetime:
    """When a table opens: after all that happened at the tables where its pool lay before."""
    before = Table.objects.filter(pool=pool).aggregate(latest=Max("latest_at")) if pool else {}
    latest = before.get("latest")
    return max(at, latest + TICK) if latest else at


def new_seat(
    table: Table,
    number: SeatNumber,
    place: TablePlace,
    plan: SeatPlan,
    *,
    side: SideNumber | None = None,
) -> Seat:
    """A seat with an empty stack, not stored yet."""
    return Seat(
        table=table,
        number=number,
        place=place,
        player_id=plan.player_id,
        stack=new_stack(table, number, plan.player_id),
        purse_id=plan.purse_id,
        side=side,
        bot_level=plan.bot_level,
        is_house=plan.is_house,
        bank_seconds=table.time_bank_seconds,
        bought_chips=plan.chips,
    )


def new_stack(table: Table, number: SeatNumber, player_id: int) -> Account:
    """Where the chips of a seat lie, empty."""
    return open_account(
        table.book,
        kind=AccountKind.STACK,
        name=f"Seat {number + 1} of {table}",
        holder_id=player_id,
    )


def buy_in(seat: Seat, chips: int, *, is_again: bool = False) -> Posting:
    """What brings chips to a seat, the first time or later.

    Args:
        is_again: They count from when they were brought before they were taken back.
    """
    again = AGAIN if is_again else ""
    return Posting(
        book_id=seat.table.book_id,
        reason=BUY_IN,
        key=f"seat:{seat.pk}:buy-in:{seat.buy_ins_count}{again}",
        legs={seat.purse_id: -chips, seat.stack_id: chips},
        memo=str(seat.table),
    )


def bring_by_hand(seat: Seat, chips: int, *, is_again: bool = False) -> Posting:
    """What brings chips to a seat at a table of real cards, or takes them back where negative.

    The seat is stored with them; `is_again` is as in `buy_in`.
    """
    seat.buy_ins_count += 1
    seat.bought_chips += chips
    seat.save(update_fields=["buy_ins_count", "bought_chips"])
    return buy_in(seat, chips, is_again=is_again)


def bring(seat: Seat, chips: int) -> list[Posting]:
    """What brings this number of chips to the player's seat."""
    postings = []
    if chips > 0:
        seat.buy_ins_count += 1
        seat.bought_chips += chips
        postings.append(buy_in(seat, chips))
    seat.more_chips = 0
    seat.save(update_fields=["buy_ins_count", "bought_chips", "more_chips"])
    return postings
