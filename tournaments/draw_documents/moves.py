"""Moves by hand: two entrants change places, or one goes to another table."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tournaments.draw_documents.laid import Laid
from tournaments.errors import MoveImpossible, NotInDraw
from tournaments.formats.draw import Bye

BY_HAND: Final = "An organiser gave them the bye by hand."


@dataclass(frozen=True)
class Swap:
    """Two entrants change places; one of them may have a bye or sit out."""

    one: int
    other: int


@dataclass(frozen=True)
class Move:
    """An entrant goes to the last seat of another table; they may have had a bye or sat out.

    Attributes:
        table: Its number, from 1.
    """

    entrant: int
    table: int


ByHand = Swap | Move


def by_hand(move: ByHand) -> dict[str, Any]:
    """A move as JSON."""
    if isinstance(move, Swap):
        return {"swap": [move.one, move.other]}
    return {"move": move.entrant, "to_table": move.table}


def move_from(told: Mapping[str, Any]) -> ByHand:
    """A move as `by_hand` tells it.

    Raises:
        KeyError, TypeError, ValueError: it is not so.
    """
    if "swap" in told:
        one, other = map(int, told["swap"])
        return Swap(one, other)
    return Move(int(told["move"]), int(told["to_table"]))


def told(move: ByHand, names: Mapping[int, str]) -> str:
    """A move in words, with the names of entrants; a number where there is none."""
    if isinstance(move, Swap):
        return f"{_name(move.one, names)} and {_name(move.other, names)} change places."
    return f"{_name(move.entrant, names)} goes to table {move.table}."


def moved(laid: Laid, moves: Iterable[ByHand], *, allowed: Collection[int]) -> Laid:
    """What is laid out after these moves, one after the other.

    Args:
        allowed: How many entrants the house rules let sit at a table.

    Raises:
        NotInDraw: somebody has no place in it, or there is no such table.
        MoveImpossible: nobody would change place, or a table would have too many or too few.
    """
    for move in moves:
        laid = _swapped(laid, move) if isinstance(move, Swap) else _moved(laid, move, allowed)
    return laid


def _swapped(laid: Laid, swap: Swap) -> Laid:
    one, other = swap.one, swap.other
    _check_there(laid, one, other)
    if one == other:
        raise MoveImpossible("Name two entrants who are to change places.")
    trade = {one: other, other: one}
    if not any(trade.keys() & table for table in map(set, laid.tables)):
        raise MoveImpossible("Neither has a seat in this round: name one who has.")
    return replace(
        laid,
        tables=tuple(tuple(trade.get(it, it) for it in table) for table in laid.tables),
        byes=tuple(
            Bye(trade[bye.entrant], BY_HAND) if bye.entrant in trade else bye for bye in laid.byes
        ),
        sits_out=tuple(trade.get(it, it) for it in laid.sits_out),
    )


def _moved(laid: Laid, move: Move, allowed: Collection[int]) -> Laid:
    entrant, number = move.entrant, move.table
    _check_there(laid, entrant)
    if not 1 <= number <= len(laid.tables):
        raise NotInDraw(f"There is no table {number}: name one from 1 to {len(laid.tables)}.")
    if entrant in laid.tables[number - 1]:
        raise MoveImpossible(f"They sit at table {number} already: name another table.")
    tables = [[it for it in table if it != entrant] for table in laid.tables]
    tables[number - 1].append(entrant)
    for at, table in enumerate(tables, start=1):
        if len(table) not in allowed and len(table) != len(laid.tables[at - 1]):
            raise MoveImpossible(
                f"Table {at} would have {len(table)}, and the house rules have no tables of that "
                "size: let two change places instead."
            )
    return replace(
        laid,
        tables=tuple(map(tuple, tables)),
        byes=tuple(bye for bye in laid.byes if bye.entrant != entrant),
        sits_out=tuple(it for it in laid.sits_out if it != entrant),
    )


def _check_there(laid: Laid, *entrants: int) -> None:
    there = set(laid.everybody) - set(laid.out)
    if not there.issuperset(entrants):
        raise NotInDraw("Somebody named has no place in this round: look at the draw again.")


def _name(entrant: int, names: Mapping[int, str]) -> str:
    return names.get(entrant, f"Entrant {entrant}")
