"""Strings from the seats, mixed into every pack: the operator does not choose alone.

A round of them has two halves: first every string's hash, then the strings. It costs the next
deal at most two short waits, and nothing where nobody has asked for a round (docs/fairness.md).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Min

from games.errors import NotSeated, StringRefused, TableClosed
from games.fairness.seeds import LAST_SEAT
from games.models import EntropyPhase, EntropyString, Mode, Seat, Table
from games.play.outages import is_out
from games.seat_numbers import SeatNumber
from games.tables.holding import hold

WAIT = timedelta(seconds=10)  # For each half of a round, from the time the next deal is due.
MOST_BEGUN = 3  # Each round that somebody begins draws all packs to come anew.
READABLE = re.compile(r"[!-~]{16,64}")  # Too long to be guessed from its hash, if it is chance.


def commit_string(table: Table, *, player_id: int, commitment: bytes, at: datetime) -> Table:
    """A seated player commits to a string, and so begins a round or takes part in one.

    A seat that is not in the mix may begin a round, a few times. A seat that did not open a string
    that they had committed to gives none any more. The same commitment sent again is harmless.

    Raises:
        NotSeated: they play at no seat there.
        StringRefused: no round takes commitments, they cannot begin one, or too many have sat down
            before them.
        TableClosed: nothing is dealt there any more.
    """
    with _held(table) as table:
        seat = table.seats.taken().filter(player=player_id, bot_level="").first()
        if seat is None:
            raise NotSeated("You have no seat at this table.")
        given = list(table.entropy_strings.filter(player=player_id).order_by("round"))
        if given and _is_same(given[-1], table, commitment):
            return table
        if seat.number > LAST_SEAT:
            raise StringRefused(
                f"Only the first {LAST_SEAT + 1} players at a table can give a string: to give "
                "one, open another table."
            )
        _check_turn(table, given)
        if table.entropy_phase == EntropyPhase.SETTLED:
            table.entropy_round += 1
            _begin_phase(table, EntropyPhase.COMMITTING)
        EntropyString.objects.create(
            table=table,
            round=table.entropy_round,
            seat=seat.number,
            player_id=player_id,
            commitment=commitment,
            committed_at=at,
        )
        _look_again(table, at)
        return table


def _is_same(string: EntropyString, table: Table, commitment: bytes) -> bool:
    return string.round == table.entropy_round and bytes(string.commitment) == commitment


def _check_turn(table: Table, given: list[EntropyString]) -> None:
    """Refuse a commitment that comes at the wrong time, or once too often."""
    if table.entropy_phase == EntropyPhase.OPENING:
        raise StringRefused("The strings of this round are being opened; wait for the next deal.")
    is_in = bool(given) and given[-1].round == table.entropy_round
    if is_in and table.entropy_phase == EntropyPhase.COMMITTING:
        raise StringRefused("You have already committed to another string.")
    if any(not string.text for string in given):
        raise StringRefused(
            "You committed to a string and did not open it: you cannot give another at this table."
        )
    if is_in:
        raise StringRefused(
            "Your string is already used. You can give a new one after another player gives one."
        )
    if table.entropy_phase == EntropyPhase.SETTLED and _begun(table, given) >= MOST_BEGUN:
        raise StringRefused(
            f"You have begun {MOST_BEGUN} rounds, the most allowed: take part when others "
            "begin one."
        )


def _begun(table: Table, given: list[EntropyString]) -> int:
    """How many rounds began with one of these strings."""
    firsts = table.entropy_strings.values("round").annotate(first=Min("pk"))
    return firsts.filter(first__in=[string.pk for string in given]).count()


def open_string(table: Table, *, player_id: int, text: str, at: datetime) -> Table:
    """A player tells the string that they committed to. Sent again it is harmless.

    Raises:
        StringRefused: it is not what they committed to, or the round does not open strings now.
        TableClosed: nothing is dealt there any more.
    """
    with _held(table) as table:
        strings = table.entropy_strings.filter(player=player_id, round=table.entropy_round)
        string = strings.first()
        if string is not None and string.text == text != "":
            return table
        if string is None or table.entropy_phase != EntropyPhase.OPENING:
            raise StringRefused("You have no string to open now.")
        if not READABLE.fullmatch(text):
            raise StringRefused("A string has 16 to 64 visible ASCII characters, and no space.")
        if sha256(text.encode()).digest() != bytes(string.commitment):
            raise StringRefused("You committed to another string.")
        string.text, string.opened_at = text, at
        string.save(update_fields=["text", "opened_at"])
        _look_again(table, at)
        return table


def is_awaited(table: Table, *, at: datetime) -> bool:
    """Whether the next deal, which is due, waits for strings; the caller holds the table."""
    if table.entropy_phase == EntropyPhase.SETTLED:
        return False
    if table.entropy_phase == EntropyPhase.COMMITTING and not _waits(table, _silent(table), at):
        _begin_phase(table, EntropyPhase.OPENING)
    if table.entropy_phase == EntropyPhase.OPENING and not _waits(table, _sealed(table), at):
        _begin_phase(table, EntropyPhase.SETTLED)
    if table.entropy_until is None:
        return False
    table.clock = table.clock.wake_at(table.entropy_until)
    return True


def _begin_phase(table: Table, phase: EntropyPhase) -> None:
    table.entropy_phase = phase
    table.clock = table.clock.wait_for_strings(None)


def strings_of(table: Table, number: int) -> list[tuple[SeatNumber, str]]:
    """The strings of a round as they are mixed; an unopened one is empty."""
    if number == 0:
        return []
    strings = table.entropy_strings.filter(round=number).order_by("seat", "pk")
    return list(strings.values_list("seat", "text"))


def _waits(table: Table, is_missing: bool, at: datetime) -> bool:
    """Whether somebody is waited for: once, and no shorter because the service stood still."""
    if not is_missing:
        return False
    if table.entropy_until is None or (table.entropy_until <= at and is_out(at)):
        table.clock = table.clock.wait_for_strings(at + WAIT)
    assert table.entropy_until is not None
    return table.entropy_until > at


def _silent(table: Table) -> bool:
    """Whether somebody who took part in the last round, and still can, has not in this one."""
    strings = table.entropy_strings
    now = strings.filter(round=table.entropy_round).values("player")
    last = strings.filter(round=table.entropy_round - 1).exclude(text="").exclude(player__in=now)
    here = Seat.objects.filter(table=table, bot_level="", is_away=False, cashed_chips=None)
    return here.filter(number__lte=LAST_SEAT, player__in=last.values("player")).exists()


def _sealed(table: Table) -> bool:
    """Whether a string was committed to and is not opened yet."""
    return table.entropy_strings.filter(round=table.entropy_round, text="").exists()


@contextmanager
def _held(table: Table) -> Iterator[Table]:
    with hold(table) as locked:
        if locked.closed_at is not None or locked.mode != Mode.ONLINE:
            raise TableClosed("No cards are dealt at this table.")
        yield locked


def _look_again(table: Table, at: datetime) -> None:
    """A deal that waits for this round is looked at now."""
    if table.entropy_until is not None and table.due_at is not None:
        table.clock = table.clock.wake_at(at)
