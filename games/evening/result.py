"""What somebody tells of a deal with real cards, by the numbers of the seats at its table."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine import (
    Ending,
    HouseRules,
    ImpossibleOutcome,
    Offence,
    Outcome,
    Place,
    after_misdeal,
    by_place,
    endings,
    offences,
    recorded_outcome,
)
from games.engine.outcome import OutcomeKind
from games.errors import NotDealtIn
from games.evening.course import Line
from games.seat_numbers import SeatNumber


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a deal with real cards ended.

    Attributes:
        winner: A seat of the side that won, or jinked.
        barred: Seats that lost the right to win in this deal, each with the reason.
        tricks: The tricks of each seat, those of a side at any of its seats; empty where nobody
            counted them.
        scores: In a game for points what each side stands at after the deal.
        bonus: A seat of the side that took the trick with the best trump, where that scores.
        dealer: Who dealt, where somebody says so; else it follows from the deal before.
        is_dealt_again: After a misdeal the dealer pays a second extra and deals again.

    Source: RULES.md 1.4, 1.6, 4.6, 6, 8.
    """

    kind: OutcomeKind
    winner: SeatNumber | None = None
    barred: Mapping[SeatNumber, Offence] = field(default_factory=dict)
    tricks: Mapping[SeatNumber, int] = field(default_factory=dict)
    scores: Mapping[SeatNumber, int] = field(default_factory=dict)
    bonus: SeatNumber | None = None
    dealer: SeatNumber | None = None
    is_dealt_again: bool = False

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Result":
        """The result that `to_json` wrote."""
        by_seat = {name: _by_seat(told[name]) for name in ("barred", "tricks", "scores")}
        return cls(**{**told, **by_seat})

    def to_json(self) -> dict[str, Any]:
        """Every field by its name; the numbers of seats are texts where they are keys."""
        return {
            **vars(self),
            "barred": _texts(self.barred),
            "tricks": _texts(self.tricks),
            "scores": _texts(self.scores),
        }


Names = Mapping[SeatNumber, str]
"""Who sits, or sat, in which seat of a table."""


def called(number: SeatNumber, names: Names) -> str:
    """Whoever sits there, as a refusal names them."""
    return names.get(number, f"Seat number {number}, at which nobody sits,")


def outcome_of(
    rules: HouseRules, result: Result, line: Line, *, names: Names | None = None
) -> Outcome:
    """The outcome of a deal that these people played.

    Args:
        names: For refusals, because people do not know the numbers of seats.

    Raises:
        NotDealtIn: a seat that is named is not in this deal.
        ImpossibleOutcome: no deal by these rules ends like this; the message names the rule.
    """
    place = {number: place for place, number in by_place(line.numbers)}
    named = (result.winner, result.bonus, result.dealer)
    told = [number for number in named if number is not None]
    for number in (*told, *result.barred, *result.tricks, *result.scores):
        if number not in place:
            raise NotDealtIn(f"{called(number, names or {})} was not dealt in to this deal.")
    for offence in result.barred.values():
        if offence not in offences(rules):
            words = offence.replace("_", " ")
            raise ImpossibleOutcome(f"in this house nobody is barred who {words}.", rule="4.5")
    outcome = recorded_outcome(
        rules,
        result.kind,
        seats=len(line.numbers),
        winner=None if result.winner is None else place[result.winner],
        tricks=_by_place(result.tricks, place),
        scores=_by_place(result.scores, place),
        bonus=None if result.bonus is None else place[result.bonus],
        offenders=[place[number] for number in result.barred],
        barred=line.barred,
        before=line.scores,
    )
    if result.is_dealt_again:  # Ask at once whether the house lets them deal again.
        _check_dealt_again(rules, result.kind, line)
    return outcome


def endings_of(
    rules: HouseRules, line: Line, barred: Collection[SeatNumber] = ()
) -> tuple[Ending, ...]:
    """The ways in which a deal of these people may have ended, if these of them are barred too."""
    offenders = [place for place, number in by_place(line.numbers) if number in barred]
    return endings(
        rules, seats=len(line.numbers), barred=[*line.barred, *offenders], before=line.scores
    )


def _check_dealt_again(rules: HouseRules, kind: OutcomeKind, line: Line) -> None:
    if kind != "misdeal":
        raise ImpossibleOutcome("only after a misdeal may the dealer deal again.", rule="1.6")
    after_misdeal(rules, seats=len(line.numbers), dealer=line.dealer, pays_again=True)


def _by_place(
    told: Mapping[SeatNumber, int], place: Mapping[SeatNumber, Place]
) -> dict[Place, int]:
    return {place[number]: count for number, count in told.items()}


def _by_seat(told: dict[str, Any]) -> dict[SeatNumber, Any]:
    return {SeatNumber(int(number)): value for number, value in told.items()}


def _texts(told: Mapping[SeatNumber, Any]) -> dict[str, Any]:
    return {str(number): value for number, value in sorted(told.items())}
