"""What somebody sent with the form for a result of real cards, read and checked for its shape."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, cast, get_args

from django.http import QueryDict

from games.engine import Offence, Unreadable
from games.engine.outcome import OutcomeKind
from games.evening.result import Result
from games.seat_numbers import SeatNumber

AGAIN: Final = "again"
FIRST_DEAL: Final = 1
LONGEST_NUMBER: Final = 9
LOOKING: Final = frozenset({"look", "free", "offence"})
"""Buttons that enter nothing: they show the form again with what was chosen."""


@dataclass(frozen=True)
class Sent:
    """What somebody had filled in for a deal, as far as the form can show it again.

    Attributes:
        fields: As they were sent, by name.
        barred: Who is said to be barred, and why.
        dealer: Who is said to have dealt.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    barred: Mapping[SeatNumber, Offence] = field(default_factory=dict)
    dealer: SeatNumber | None = None


def is_looking(form: QueryDict) -> bool:
    """Whether somebody only wants to see the form with what they chose."""
    return "result" not in form and not LOOKING.isdisjoint(form)


def sent_in(form: QueryDict) -> Sent:
    """What somebody had filled in; what the form cannot have sent is left out."""
    barred: dict[SeatNumber, Offence] = {}
    dealer = None
    with suppress(Unreadable):
        barred = barred_in(_barred_values(form))
    with suppress(Unreadable):
        dealer = _dealer_in(form)
    return Sent({name: form.get(name, "") for name in form}, barred, dealer)


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
        barred[SeatNumber(whole_in(seat))] = cast(Offence, why)
    return barred


def number_in(form: QueryDict) -> int:
    """Which deal is meant.

    Raises:
        Unreadable: the form does not say.
    """
    return whole_in(form.get("number", ""))


def told_in(form: QueryDict) -> Result:
    """The result that somebody sent.

    Raises:
        Unreadable: it is none that the form offers.
    """
    what, _, which = form.get("result", "").partition(":")
    dealer = _dealer_in(form)
    if dealer is None and number_in(form) == FIRST_DEAL:
        raise Unreadable("Say who deals first, as the cards fell in the hall.")
    common: dict[str, Any] = {"barred": barred_in(_barred_values(form)), "dealer": dealer}
    if what == "count":
        return Result(**common, **_counted(which))
    if what in ("tricks", "scores"):
        return Result(**common, **_filled_in(form, what))
    if what not in get_args(OutcomeKind):
        raise Unreadable("Choose how the deal ended.")
    is_again = what == "misdeal" and which == AGAIN
    winner = SeatNumber(whole_in(which)) if which and not is_again else None
    kind = cast(OutcomeKind, what)
    return Result(**common, kind=kind, winner=winner, is_dealt_again=is_again)


def _barred_values(form: QueryDict) -> list[str]:
    """Those who are barred already, and whoever is chosen to be."""
    freed = form.get("free")
    return [one for one in (*form.getlist("barred"), form.get("offence", "")) if one != freed]


def _dealer_in(form: QueryDict) -> SeatNumber | None:
    dealer = form.get("dealer", "")
    return SeatNumber(whole_in(dealer)) if dealer else None


def _counted(text: str) -> dict[str, Any]:
    """The result behind a button of `_count`."""
    tricks, _, rest = text.partition(":")
    bonus, _, winner = rest.partition(":")
    by_seat = (one.partition("=") for one in tricks.split(","))
    return {
        "kind": "won" if winner else "scored",
        "tricks": {SeatNumber(whole_in(seat)): whole_in(count) for seat, _, count in by_seat},
        "bonus": SeatNumber(whole_in(bonus)) if bonus else None,
        "winner": SeatNumber(whole_in(winner)) if winner else None,
    }


def _filled_in(form: QueryDict, what: str) -> dict[str, Any]:
    """Tricks or scores that were filled in side by side, with the best trump and who was first."""
    winner = form.get("winner", "")
    bonus = form.get("bonus", "") if what == "tricks" else ""
    return {
        "kind": "won" if winner else "scored",
        what: {
            SeatNumber(whole_in(seat)): whole_in(count)
            for name in form
            if name.startswith(f"{what}-") and (count := form.get(name, ""))
            for seat in [name.removeprefix(f"{what}-")]
        },
        "bonus": SeatNumber(whole_in(bonus)) if bonus else None,
        "winner": SeatNumber(whole_in(winner)) if winner else None,
    }


def whole_in(text: str) -> int:
    """A number of the form.

    Raises:
        Unreadable: it is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise Unreadable("The form sent something that is no number: load the page again.")
    return int(text)
