"""The tables of the room as cards: what a tap on each person, table and chair does now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubs.floor import FloorRound, FloorTable, Person
from clubs.previews import Repeats


@dataclass(frozen=True)
class Picked:
    """Whose place is to change.

    Attributes:
        table: Where they sit; None where they have no place in this round.
        at: The open table where they are to sit down; 0 until it is chosen.
    """

    person: Person
    round: int
    is_playing: bool
    table: int | None
    at: int = 0


@dataclass(frozen=True)
class Tile:
    """Somebody on a card.

    Attributes:
        kind: What a tap does: "pick" them, "drop" them again, trade places "with" them, or give
            them the place of whoever was picked ("for").
        repeats: How many pairs meet again after that.
    """

    person: Person
    kind: str
    repeats: int | None = None


@dataclass(frozen=True)
class Chair:
    """A place between two at an open table; `after` is whom somebody sits down to the left of."""

    after: Person
    before: Person


@dataclass(frozen=True)
class Card:
    """A table.

    Attributes:
        kind: What a tap on the table does: "place" the picked person there, "choose" it for them,
            or nothing.
        repeats: How many pairs meet again after that.
        chairs: Where the picked person can sit down, once the table is chosen.
    """

    round: int
    table: FloorTable
    tiles: tuple[Tile, ...]
    kind: str
    repeats: int | None
    chairs: tuple[Chair, ...]
    is_chosen: bool

    @property
    def at(self) -> tuple[int, int]:
        """Its round and its number."""
        return self.round, self.table.number


@dataclass(frozen=True)
class RoundOfCards:
    """A round; drawing again draws all that are drawn, and is offered at the first of them."""

    round: FloorRound
    cards: tuple[Card, ...]
    waiting: tuple[Tile, ...]
    is_first_drawn: bool


def picked_of(
    floor: Iterable[FloorRound], *, number: int, member: int, at: int = 0
) -> Picked | None:
    """Who was picked in a round, if they are still there."""
    for drawn in floor:
        if drawn.number != number:
            continue
        for person in drawn.waiting:
            if person.member_id == member:
                return Picked(person, number, drawn.is_playing, None, at)
        for table in drawn.tables:
            for person in table.people:
                if person.member_id == member:
                    return Picked(person, number, drawn.is_playing, table.number, at)
    return None


def cards_of(
    floor: Iterable[FloorRound], picked: Picked | None, repeats: Repeats | None
) -> list[RoundOfCards]:
    """All rounds, each as it is with somebody picked."""
    rounds = list(floor)
    first = next((drawn for drawn in rounds if not drawn.is_playing), None)
    return [_round(drawn, picked, repeats, is_first_drawn=drawn is first) for drawn in rounds]


def _round(
    drawn: FloorRound, picked: Picked | None, repeats: Repeats | None, *, is_first_drawn: bool
) -> RoundOfCards:
    mine = picked if picked and picked.round == drawn.number else None
    return RoundOfCards(
        drawn,
        tuple(_card(drawn, table, mine, repeats) for table in drawn.tables),
        tuple(_tile(person, None, mine, repeats) for person in drawn.waiting),
        is_first_drawn,
    )


def _card(
    drawn: FloorRound, table: FloorTable, picked: Picked | None, repeats: Repeats | None
) -> Card:
    is_target = picked is not None and picked.table != table.number
    is_chosen = is_target and drawn.is_playing and picked is not None and picked.at == table.number
    kind = "" if not is_target or is_chosen else ("choose" if drawn.is_playing else "place")
    return Card(
        drawn.number,
        table,
        tuple(_tile(one, table.number, picked, repeats) for one in table.people),
        kind,
        repeats.by_table.get(table.number) if repeats and kind == "place" else None,
        tuple(_chairs(table.people)) if is_chosen else (),
        is_chosen,
    )


def _chairs(people: Sequence[Person]) -> Iterable[Chair]:
    return (Chair(one, people[(seat + 1) % len(people)]) for seat, one in enumerate(people))


def _tile(
    person: Person, table: int | None, picked: Picked | None, repeats: Repeats | None
) -> Tile:
    if picked is None:
        return Tile(person, "pick")
    if picked.person.member_id == person.member_id:
        return Tile(person, "drop")
    if table is None and picked.is_playing and picked.table is not None and not picked.at:
        return Tile(person, "for")
    can_trade = table is not None and picked.table is not None and not picked.is_playing
    if not can_trade or repeats is None:
        return Tile(person, "pick")
    return Tile(person, "with", repeats.by_member.get(person.member_id))
