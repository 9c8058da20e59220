"""The form for the next result of real cards: what it offers, as somebody had filled it in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from clubs.admin.sent_result import AGAIN, FIRST_DEAL, Sent
from clubs.pages.result_words import ENDED, OFFENCES, listed
from games.engine import (
    Count,
    Ending,
    HouseRules,
    Place,
    by_place,
    counts,
    due_after_misdeal,
    offences,
)
from games.engine.outcome import OutcomeKind
from games.engine.sides import side_members
from games.evening.course import Line
from games.evening.replay import Dealt
from games.evening.result import Names, endings_of
from games.models import Table
from games.play.by_hand import Upcoming
from games.play.lineup import LineUp
from games.seat_numbers import SeatNumber

FEW_SIDES: Final = 2  # For these every count is a button of its own.
FEW_OFFENCES: Final = 15  # They are shown at once.


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
        waiting: Whose side is not whole, so that they sit out.
        barred: Who is said to be barred in this deal, with the value that the form sends on.
        offences: Who may be barred besides, by the reason why.
        usual_dealer: Who deals if nobody dealt out of turn; `usual_value` says so.
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
    waiting: str
    sides: tuple[Side, ...]
    barred: tuple[tuple[Button, str], ...]
    barred_by_misdeal: str
    offences: tuple[tuple[str, tuple[Button, ...]], ...]
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
    usual_value: str = ""

    @property
    def are_offences_few(self) -> bool:
        return sum(len(buttons) for _, buttons in self.offences) <= FEW_OFFENCES


@dataclass(frozen=True)
class Asked:
    """The deal that a form asks about: the next one, or one that was entered.

    Attributes:
        redeal: What it means that the same dealer deals again.
        in_turn: Who deals if nobody dealt out of turn.
        dealers: Who may have dealt.
        named: Who is said to have dealt now, where that does not follow from the turn.
    """

    rules: HouseRules
    line: Line
    number: int
    redeal: str
    in_turn: SeatNumber
    dealers: Sequence[SeatNumber]
    sitting_out: tuple[SeatNumber, ...] = ()
    named: SeatNumber | None = None


def next_form(table: Table, upcoming: Upcoming, names: Names, sent: Sent) -> Form:
    """What may be entered for the next deal, if these are barred and they dealt it."""
    usual = upcoming.usual
    dealt_by = sent.dealer if sent.dealer in upcoming.by_dealer else None
    lineup = upcoming.dealt_by(dealt_by)
    asked = Asked(
        rules=table.rules,
        line=lineup,
        number=lineup.number,
        redeal=_redeal(table, lineup),
        in_turn=usual.numbers[usual.dealer],
        dealers=list(upcoming.by_dealer),
        sitting_out=tuple(seat.number for seat in upcoming.short_in(lineup)),
    )
    return form_for(asked, names, replace(sent, dealer=dealt_by))


def corrected_form(
    table: Table, dealt: Dealt, names: Names, sent: Sent, *, named: SeatNumber | None
) -> Form:
    """What may be entered instead for a deal that was played, by the people who played it."""
    numbers = dealt.line.numbers
    asked = Asked(
        rules=table.rules,
        line=dealt.line,
        number=dealt.number,
        redeal=_("Misdeal, and the same dealer deals again"),
        in_turn=numbers[dealt.line.dealer],
        dealers=numbers,
        named=named,
    )
    return form_for(asked, names, sent)


def form_for(asked: Asked, names: Names, sent: Sent) -> Form:
    """The form for a deal, as somebody had filled it in."""
    rules, lineup, dealt_by = asked.rules, asked.line, sent.dealer
    numbers = lineup.numbers
    is_first, in_turn = asked.number == FIRST_DEAL, asked.in_turn
    dealers = [one for one in asked.dealers if is_first or one != in_turn]
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
        number=asked.number,
        dealer=names[numbers[lineup.dealer]],
        stakes=sum(lineup.contributions),
        sitting_out=listed(names[number] for number in asked.sitting_out),
        waiting=listed(names[number] for number in lineup.waiting),
        sides=sides,
        barred=tuple(
            (Button(f"{number}:{why}", names[number]), str(OFFENCES[why]))
            for number, why in barred.items()
        ),
        barred_by_misdeal=listed(names[numbers[each]] for each in lineup.barred),
        offences=tuple(
            (
                str(OFFENCES[why]),
                tuple(
                    Button(f"{number}:{why}", names[number])
                    for number in numbers
                    if number not in barred
                ),
            )
            for why in offences(rules)
        ),
        usual_dealer=names[in_turn],
        dealers=tuple((number, names[number]) for number in dealers),
        asks_dealer=is_first,
        buttons=tuple(_buttons(found, asked.redeal, has_offences=bool(barred))),
        target=rules.target,
        has_bonus=rules.best_trump_bonus > 0,
        counts=tuple(_counts(every, sides, has_bonus=rules.best_trump_bonus > 0)),
        dealt_by=dealt_by,
        bonus=sent.fields.get("bonus"),
        winner=sent.fields.get("winner", ""),
        has_scores=any(side.after for side in sides),
        usual_value="" if asked.named is None else str(asked.named),
    )


def _side(
    lineup: Line,
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
        return _("Misdeal, and the same dealer deals again")
    words = _("Misdeal, and the same dealer puts in {chips} more and deals again")
    return words.format(chips=due)


def _buttons(
    found: Mapping[OutcomeKind, Ending], redeal: str, *, has_offences: bool
) -> Iterable[Button]:
    """The results that name nobody; of a misdeal nobody's offence counts."""
    nameless: tuple[OutcomeKind, ...] = ("jink_failed", "spoilt")
    for kind in nameless:
        if kind in found:
            yield Button(kind, str(ENDED[kind]))
    if not has_offences:
        yield Button("misdeal", str(ENDED["misdeal"]))
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
    words = words or (bonus.names if bonus else _("no trump fell"))
    if winner is None:
        return Button(value, words)
    if winner == bonus:
        return Button(value, _("{count}, and out").format(count=words))
    return Button(value, _("{count}, {side} out").format(count=words, side=winner.names))
