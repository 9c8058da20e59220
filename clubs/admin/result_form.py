"""The form for the next result of real cards: what it offers, and what somebody sent with it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, cast, get_args

from django.http import QueryDict

from games.engine import (
    Count,
    Ending,
    Offence,
    Place,
    Unreadable,
    by_place,
    counts,
    offences,
)
from games.engine.outcome import OutcomeKind
from games.engine.sides import side_members
from games.evening.result import Result, endings_of
from games.models import Table
from games.play.lineup import LineUp
from games.seat_numbers import SeatNumber

Names = Mapping[SeatNumber, str]

ENDED: Final[dict[OutcomeKind, str]] = {
    "won": "Won",
    "jinked": "Jinked: all five tricks",
    "jink_failed": "A jink failed",
    "spoilt": "Spoilt: nobody won",
    "scored": "Scored",
    "misdeal": "Misdeal",
}
OFFENCES: Final[dict[Offence, str]] = {
    "robbed_without_ace": "robbed without the ace",
    "revoked": "revoked",
    "did_not_rob": "held the ace and did not rob",
}
AGAIN: Final = "again"
FIRST_DEAL: Final = 1
FEW_SIDES: Final = 2  # For these every count is a button of its own.
LONGEST_NUMBER: Final = 9


@dataclass(frozen=True)
class Side:
    """A side on the form.

    Attributes:
        seat: The first of its seats.
        names: Of all who play for it.
        score: In a game for points what it stands at.
        tricks, after: What somebody had filled in.
    """

    seat: SeatNumber
    names: str
    score: int
    may_win: bool
    may_jink: bool
    tricks: str = "0"
    after: str = ""


@dataclass(frozen=True)
class Button:
    """A result that one tap enters."""

    value: str
    words: str


@dataclass(frozen=True)
class Form:
    """The next deal of a table, and what may be entered for it.

    Attributes:
        barred: Who is said to be barred in this deal, with the value that the form sends on.
        dealers: Who may have dealt; the form asks where nothing says so.
        asks_dealer: It is the first deal: only the cards of the hall say who dealt.
        buttons: Results that name nobody.
        counts: Where few sides play for points, every count of the tricks; one button each, or
            one for each who may have taken the best trump.
        dealt_by, bonus, winner: What somebody had filled in.
    """

    number: int
    dealer: str
    stakes: int
    sides: tuple[Side, ...]
    barred: tuple[tuple[Button, str], ...]
    barred_by_misdeal: str
    offences: tuple[Button, ...]
    dealers: tuple[tuple[SeatNumber, str], ...]
    asks_dealer: bool
    buttons: tuple[Button, ...]
    target: int | None
    has_bonus: bool
    counts: tuple[tuple[str, tuple[Button, ...]], ...] = ()
    dealt_by: str = ""
    bonus: str = ""
    winner: str = ""


def next_form(
    table: Table,
    lineup: LineUp,
    names: Names,
    *,
    barred: Mapping[SeatNumber, Offence],
    sent: Mapping[str, str],
) -> Form:
    """What may be entered for the next deal if these are barred.

    Args:
        sent: What somebody had filled in for it.
    """
    rules, numbers = table.rules, lineup.numbers
    place = {number: each for each, number in by_place(numbers)}
    out = (*lineup.barred, *(place[number] for number in barred))
    found = {each.kind: each for each in endings_of(rules, lineup, barred)}
    members = dict.fromkeys(side_members(rules.sides, len(numbers)))
    sides = tuple(_side(lineup, names, found, sent, seats) for seats in members)
    is_for_points = rules.target is not None
    is_few = is_for_points and len(sides) == FEW_SIDES
    every = counts(rules, seats=len(numbers), barred=out, before=lineup.scores) if is_few else ()
    return Form(
        number=lineup.number,
        dealer=names[numbers[lineup.dealer]],
        stakes=sum(lineup.contributions),
        sides=sides,
        barred=tuple(
            (Button(f"{number}:{why}", names[number]), OFFENCES[why])
            for number, why in barred.items()
        ),
        barred_by_misdeal=listed(names[numbers[each]] for each in lineup.barred),
        offences=tuple(
            Button(f"{number}:{why}", f"{names[number]} {OFFENCES[why]}")
            for number in numbers
            if number not in barred
            for why in offences(rules)
        ),
        dealers=tuple((number, names[number]) for number in numbers),
        asks_dealer=lineup.number == FIRST_DEAL,
        buttons=tuple(_buttons(found, has_offences=bool(barred))),
        target=rules.target,
        has_bonus=rules.best_trump_bonus > 0,
        counts=tuple(_counts(every, sides, has_bonus=rules.best_trump_bonus > 0)),
        dealt_by=sent.get("dealer", ""),
        bonus=sent.get("bonus", ""),
        winner=sent.get("winner", ""),
    )


def barred_in(values: Iterable[str]) -> dict[SeatNumber, Offence]:
    """Who is said to be barred, and why.

    Raises:
        Unreadable: one of the values is none that the form offers.
    """
    barred: dict[SeatNumber, Offence] = {}
    for value in filter(None, values):
        seat, _, why = value.partition(":")
        if why not in get_args(Offence):
            raise Unreadable("Choose why somebody is barred.")
        barred[SeatNumber(_whole(seat))] = cast(Offence, why)
    return barred


def number_in(form: QueryDict) -> int:
    """Which deal is meant.

    Raises:
        Unreadable: the form does not say.
    """
    return _whole(form.get("number", ""))


def told_in(form: QueryDict) -> Result:
    """The result that somebody sent.

    Raises:
        Unreadable: it is none that the form offers.
    """
    what, _, which = form.get("result", "").partition(":")
    dealer = form.get("dealer", "")
    if not dealer and number_in(form) == FIRST_DEAL:
        raise Unreadable("Say who deals first, as the cards fell in the hall.")
    common: dict[str, Any] = {
        "barred": barred_in(form.getlist("barred")),
        "dealer": SeatNumber(_whole(dealer)) if dealer else None,
    }
    if what == "count":
        return Result(**common, **_counted(which))
    if what in ("tricks", "scores"):
        return Result(**common, **_filled_in(form, what))
    if what not in get_args(OutcomeKind):
        raise Unreadable("Choose how the deal ended.")
    is_again = what == "misdeal" and which == AGAIN
    winner = SeatNumber(_whole(which)) if which and not is_again else None
    kind = cast(OutcomeKind, what)
    return Result(**common, kind=kind, winner=winner, is_dealt_again=is_again)


def _side(
    lineup: LineUp,
    names: Names,
    found: Mapping[OutcomeKind, Ending],
    sent: Mapping[str, str],
    seats: Sequence[Place],
) -> Side:
    def may(kind: OutcomeKind) -> bool:
        return kind in found and seats[0] in found[kind].winners

    seat = lineup.numbers[seats[0]]
    return Side(
        seat=seat,
        names=listed(names[lineup.numbers[place]] for place in seats),
        score=lineup.scores[seats[0]] if lineup.scores else 0,
        may_win=may("won"),
        may_jink=may("jinked"),
        tricks=sent.get(f"tricks-{seat}", "0"),
        after=sent.get(f"scores-{seat}", ""),
    )


def _buttons(found: Mapping[OutcomeKind, Ending], *, has_offences: bool) -> Iterable[Button]:
    """The results that name nobody; of a misdeal nobody's offence counts."""
    nameless: tuple[OutcomeKind, ...] = ("jink_failed", "spoilt")
    for kind in nameless:
        if kind in found:
            yield Button(kind, ENDED[kind])
    if not has_offences:
        yield Button("misdeal", ENDED["misdeal"])
        if found["misdeal"].may_deal_again:
            yield Button(f"misdeal:{AGAIN}", "Misdeal, and the same dealer pays and deals again")


def _counts(
    every: Iterable[Count], sides: Sequence[Side], *, has_bonus: bool
) -> Iterable[tuple[str, tuple[Button, ...]]]:
    for tricks, same in groupby(every, key=lambda count: count.tricks):
        words = " : ".join(map(str, tricks))
        yield words, tuple(_count(each, sides, "" if has_bonus else words) for each in same)


def _count(count: Count, sides: Sequence[Side], words: str) -> Button:
    """A count as one button: `count:0=3,1=2:1:0` is tricks by seat, best trump, and who is out."""
    tricks = ",".join(f"{side.seat}={n}" for side, n in zip(sides, count.tricks, strict=True))
    bonus = None if count.bonus is None else sides[count.bonus]
    winner = None if count.winner is None else sides[count.winner]
    value = f"count:{tricks}:{bonus.seat if bonus else ''}:{winner.seat if winner else ''}"
    words = words or (bonus.names if bonus else "no trump fell")
    return Button(value, f"{words}, {winner.names} out" if winner else words)


def _counted(text: str) -> dict[str, Any]:
    """The result behind a button of `_count`."""
    tricks, _, rest = text.partition(":")
    bonus, _, winner = rest.partition(":")
    by_seat = (one.partition("=") for one in tricks.split(","))
    return {
        "kind": "won" if winner else "scored",
        "tricks": {SeatNumber(_whole(seat)): _whole(count) for seat, _, count in by_seat},
        "bonus": SeatNumber(_whole(bonus)) if bonus else None,
        "winner": SeatNumber(_whole(winner)) if winner else None,
    }


def _filled_in(form: QueryDict, what: str) -> dict[str, Any]:
    """Tricks or scores that were filled in side by side, with the best trump and who was first."""
    winner = form.get("winner", "")
    bonus = form.get("bonus", "") if what == "tricks" else ""
    return {
        "kind": "won" if winner else "scored",
        what: {
            SeatNumber(_whole(seat)): _whole(count)
            for name in form
            if name.startswith(f"{what}-") and (count := form.get(name, ""))
            for seat in [name.removeprefix(f"{what}-")]
        },
        "bonus": SeatNumber(_whole(bonus)) if bonus else None,
        "winner": SeatNumber(_whole(winner)) if winner else None,
    }


def _whole(text: str) -> int:
    """A number of the form.

    Raises:
        Unreadable: it is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise Unreadable("The form sent something that is no number: load the page again.")
    return int(text)


def listed(names: Iterable[str]) -> str:
    return " and ".join(names)
