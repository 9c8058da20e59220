"""The form for the next result of real cards: what it offers, as somebody had filled it in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from clubs.admin.sent_result import AGAIN, FIRST_DEAL, Sent
from games.engine import (
    Count,
    Ending,
    Offence,
    Place,
    by_place,
    counts,
    due_after_misdeal,
    offences,
)
from games.engine.outcome import OutcomeKind
from games.engine.sides import side_members
from games.evening.result import Names, endings_of
from games.models import Table
from games.play.by_hand import Upcoming
from games.play.lineup import LineUp
from games.seat_numbers import SeatNumber

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
FEW_SIDES: Final = 2  # For these every count is a button of its own.


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
        dealer, stakes: Who deals, and what goes in.
        sitting_out: Who has too few chips for this deal.
        barred: Who is said to be barred in this deal, with the value that the form sends on.
        offences: Who may be barred besides.
        usual_dealer: Who deals if nobody dealt out of turn.
        dealers: Who else may have dealt, or of the first deal who may have.
        asks_dealer: It is the first deal: only the cards of the hall say who dealt.
        buttons: Results that name nobody.
        counts: Where few sides play for points, every count of the tricks; one button each, or
            one for each who may have taken the best trump.
        dealt_by, bonus, winner: What somebody had filled in; a bonus of None is not chosen yet.
        has_scores: Somebody had filled in scores.
    """

    number: int
    dealer: str
    stakes: int
    sitting_out: str
    sides: tuple[Side, ...]
    barred: tuple[tuple[Button, str], ...]
    barred_by_misdeal: str
    offences: tuple[Button, ...]
    usual_dealer: str
    dealers: tuple[tuple[SeatNumber, str], ...]
    asks_dealer: bool
    buttons: tuple[Button, ...]
    target: int | None
    has_bonus: bool
    counts: tuple[tuple[str, tuple[Button, ...]], ...] = ()
    dealt_by: SeatNumber | None = None
    bonus: str | None = None
    winner: str = ""
    has_scores: bool = False


def next_form(table: Table, upcoming: Upcoming, names: Names, sent: Sent) -> Form:
    """What may be entered for the next deal, if these are barred and they dealt it."""
    rules, usual = table.rules, upcoming.usual
    dealt_by = sent.dealer if sent.dealer in upcoming.by_dealer else None
    lineup = upcoming.dealt_by(dealt_by)
    numbers = lineup.numbers
    is_first, in_turn = lineup.number == FIRST_DEAL, usual.numbers[usual.dealer]
    dealers = [one for one in upcoming.by_dealer if is_first or one != in_turn]
    barred = {number: why for number, why in sent.barred.items() if number in numbers}
    place = {number: each for each, number in by_place(numbers)}
    out = (*lineup.barred, *(place[number] for number in barred))
    found = {each.kind: each for each in endings_of(rules, lineup, barred)}
    members = dict.fromkeys(side_members(rules.sides, len(numbers)))
    sides = tuple(_side(lineup, names, found, sent.fields, seats) for seats in members)
    is_for_points = rules.target is not None
    is_few = is_for_points and len(sides) == FEW_SIDES
    every = counts(rules, seats=len(numbers), barred=out, before=lineup.scores) if is_few else ()
    return Form(
        number=lineup.number,
        dealer=names[numbers[lineup.dealer]],
        stakes=sum(lineup.contributions),
        sitting_out=listed(names[seat.number] for seat in upcoming.short_in(lineup)),
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
        usual_dealer=names[in_turn],
        dealers=tuple((number, names[number]) for number in dealers),
        asks_dealer=is_first,
        buttons=tuple(_buttons(found, _redeal(table, lineup), has_offences=bool(barred))),
        target=rules.target,
        has_bonus=rules.best_trump_bonus > 0,
        counts=tuple(_counts(every, sides, has_bonus=rules.best_trump_bonus > 0)),
        dealt_by=dealt_by,
        bonus=sent.fields.get("bonus"),
        winner=sent.fields.get("winner", ""),
        has_scores=any(side.after for side in sides),
    )


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


def _redeal(table: Table, lineup: LineUp) -> str:
    """What it means that the same dealer deals again. Source: RULES.md 1.6."""
    due = due_after_misdeal(table.rules, table.pool.balance + sum(lineup.contributions))
    if lineup.number != FIRST_DEAL:  # Of the first deal nobody has said yet who dealt.
        stack = lineup.seats[lineup.dealer].stack.balance
        due = min(due, stack - lineup.contributions[lineup.dealer])
    if not due:
        return "Misdeal, and the same dealer deals again"
    return f"Misdeal, and the same dealer puts in {due} more and deals again"


def _buttons(
    found: Mapping[OutcomeKind, Ending], redeal: str, *, has_offences: bool
) -> Iterable[Button]:
    """The results that name nobody; of a misdeal nobody's offence counts."""
    nameless: tuple[OutcomeKind, ...] = ("jink_failed", "spoilt")
    for kind in nameless:
        if kind in found:
            yield Button(kind, ENDED[kind])
    if not has_offences:
        yield Button("misdeal", ENDED["misdeal"])
        if found["misdeal"].may_deal_again:
            yield Button(f"misdeal:{AGAIN}", redeal)


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
    if winner is None:
        return Button(value, words)
    out = "and out" if winner == bonus else f"{winner.names} out"
    return Button(value, f"{words}, {out}")


def listed(names: Iterable[str]) -> str:
    return " and ".join(names)
