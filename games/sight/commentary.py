"""A deal as everybody saw it, in sentences with names: for people, who judge what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import View
from games.engine.words import card_in_words
from games.models import Action, Deal
from games.sight.choices import deed_in_words
from games.sight.deals import see, told_actions
from games.sight.moved_chips import chips_moved


@dataclass(frozen=True)
class Commentary:
    """What a spectator knows of a deal, and nothing else.

    Attributes:
        people: Who was dealt in, round the table.
        turned_up: The turn-up and the trumps; empty where the cards are real ones.
        lines: What everybody has seen, in order.
        chips: What the deal has moved: a name, and the chips won or lost so far.
    """

    people: tuple[str, ...]
    dealer: str
    turned_up: str
    lines: tuple[str, ...]
    chips: tuple[tuple[str, int], ...]


def comment(deal: Deal) -> Commentary:
    """Tell a deal, in play or over."""
    seats = {seat.number: seat for seat in deal.table.seats.select_related("player")}
    names = tuple(str(seats[number].player) for number in deal.seat_numbers)
    moved = chips_moved([deal])
    seen = see(deal, None, until=None).view
    rows = told_actions(deal, None, until=None)
    return Commentary(
        people=names,
        dealer=names[deal.dealer],
        turned_up=_turned_up(seen) if seen else "",
        lines=tuple(_lines(seen, rows, names, is_over=deal.ended_at is not None)) if seen else (),
        chips=tuple(
            (name, moved.get((deal.pk, seats[number].stack_id), 0))
            for name, number in zip(names, deal.seat_numbers, strict=True)
        ),
    )


def _turned_up(seen: View) -> str:
    aside = " and ".join(card_in_words(card) for card in seen.put_aside)
    told = f"{card_in_words(seen.turn_up)}; {seen.trumps.plural} are trumps"
    return f"{told}; put aside, face up: {aside}" if aside else told


def _lines(seen: View, rows: Sequence[Action], names: Sequence[str], *, is_over: bool) -> list[str]:
    """A line for each action; that which ends a trick says who takes it."""
    lines, plays = [], 0
    for row in rows:
        line = f"{names[row.place]} {deed_in_words(row.told)}"
        if row.by == Action.By.CLOCK:
            line += ", by the clock"
        if row.told.startswith("play "):
            plays += 1
            trick, is_last = divmod(plays, seen.seats)
            if not is_last:
                line += f": {names[seen.tricks[trick - 1].winner]} takes trick {trick}"
        lines.append(f"{line}.")
    if not is_over and seen.to_act is not None:
        lines.append(f"{names[seen.to_act]} has the turn.")
    return lines
