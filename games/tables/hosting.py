"""Where the host seats people: somebody comes later, or goes home; who left may come back.

It is done between two deals; whoever is in a deal online goes when it is over. People who come pay
the stake at their first deal, and those who go have no claim on the pool (RULES.md 7.7). Before
anybody moves it is seen to that the rules are for that number.
"""

from datetime import datetime

from games.engine.options import either
from games.errors import (
    AlreadySeated,
    NotSeated,
    NotSeatedByHost,
    NumberUnplayable,
    TableFull,
    TooFewChips,
)
from games.models import Seat, Table
from games.seat_numbers import SeatNumber
from games.tables.chairs import take_chair
from games.tables.holding import hold_open, moment_at
from games.tables.opening import SeatPlan, buy_in
from games.tables.seat_changes import pay
from games.tables.sittings import let_up


def seat_late(
    table: Table,
    plan: SeatPlan,
    *,
    after: SeatNumber | None = None,
    may_wait: bool = False,
    at: datetime,
) -> Seat:
    """Seat somebody at an open table; they are dealt in from the next deal on.

    Args:
        after: Whom they sit down to the left of; the seat of somebody who goes or has gone, whose
            chair they take; None to the right of all who came before.
        may_wait: Seat them even if that number cannot play: the table waits for others to come or
            go.

    Raises:
        TableClosed: nobody plays there any more.
        NotSeatedByHost: people sit down there as they like, or nobody does any more.
        AlreadySeated: they sit there.
        NotSeated: the table never had the seat `after`.
        TableFull: the rules have room for no more people.
        NumberUnplayable: that number cannot play by its rules.
        TooFewChips: they would not pay the stake of their first deal.
        Overdrawn: the purse does not hold the chips.
    """
    with hold_open(table) as table:
        check_hosted(table)
        check_is_not_there(table, plan.player_id)
        stake = table.rules.stake
        if plan.chips < max(stake, 1):
            raise TooFewChips(
                f"Bring {max(stake, 1)} chips or more: a newcomer puts in {stake} at their first "
                "deal."
            )
        check_coming(table, may_wait=may_wait)
        at = moment_at([table], at=at)
        seat = take_chair(table, plan, after=after, at=at)
        pay([buy_in(seat, plan.chips)], at=at)
        table.clock = table.clock.come_back()
        return seat


def take_home(table: Table, *, player_id: int, may_wait: bool = False, at: datetime) -> Seat:
    """Take somebody's chips home: at once, or when their deal is over.

    A bot plays a deal out for them. It is harmless to repeat until they are gone. The last person
    to go shares the pool with nobody: the table closes.

    Args:
        may_wait: Let them go even if those who stay cannot play: the table waits for others.

    Raises:
        TableClosed: nobody plays there any more.
        NotSeatedByHost: as in `seat_late`.
        NotSeated: they have no seat there.
        NumberUnplayable: as in `seat_late`.
    """
    with hold_open(table) as table:
        check_hosted(table)
        seat = seat_of(table, player_id)
        if not seat.is_leaving:
            check_going(table, may_wait=may_wait)
        let_up(seat, at=at)
        table.clock = table.clock.come_back()
        return seat


def seat_of(table: Table, player_id: int) -> Seat:
    seats = table.seats.taken().select_related("stack", "purse", "player", "moved_from__table")
    seat: Seat | None = seats.filter(player=player_id).first()
    if seat is None:
        raise NotSeated(f"They have no seat at {table}.")
    seat.table = table
    return seat


def check_hosted(table: Table) -> None:
    if table.policies.may_come_and_go:
        raise NotSeatedByHost(f"At {table} people sit down and get up as they like.")
    if table.policies.is_played_to_end:
        raise NotSeatedByHost(f"{table} is played to its end by the people who sit there.")


def check_is_not_there(table: Table, player_id: int) -> None:
    seat = table.seats.taken().select_related("player").filter(player=player_id).first()
    if seat is not None:
        until = " until the deal is over: seat them again then" if seat.is_leaving else ""
        raise AlreadySeated(f"{seat.player} sits at {table}{until}.")


def _staying(table: Table) -> int:
    return int(table.seats.taken().filter(is_leaving=False).count())


def check_coming(table: Table, *, people: int = 1, may_wait: bool) -> None:
    people, possible = _staying(table) + people, table.rules.numbers_playing
    if people > max(possible):
        raise TableFull(
            f"{table} has room for {max(possible)} by its rules: choose another table, or open one."
        )
    if people not in possible and not may_wait:
        raise NumberUnplayable(
            f"With them {people} would sit at {table}, and its rules are for {either(possible)} "
            "players. Seat a partner with them, let them take the chair of somebody who goes, or "
            "let the table wait.",
            people=people,
            possible=possible,
        )


def check_going(table: Table, *, may_wait: bool) -> None:
    people, possible = _staying(table) - 1, table.rules.numbers_playing
    if people not in possible and not may_wait:
        raise NumberUnplayable(
            f"Without them {people} would sit at {table}, and its rules are for "
            f"{either(possible)} players. Seat somebody in their chair, let others go with them or "
            "close the table, or let it wait.",
            people=people,
            possible=possible,
        )
