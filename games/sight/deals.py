"""A deal as somebody sees it from their seat, or as a spectator does."""

from dataclasses import dataclass, replace
from datetime import datetime

from games.engine import DealState, Place, View, view
from games.models import Action, Deal, Seat
from games.sight.choices import NO_CHOICES, Choices, choices_of
from games.sight.delay import actions_by, deal_as_of
from games.sight.folding import dealt_in, fold, place_of, texts_of
from games.sight.turns import turn_ends_at


@dataclass(frozen=True)
class Sight:
    """All that somebody may know of a deal.

    Args:
        view: What they see of its cards; None where they are real ones.
        turn_ends_at: Until when the seat in turn has time; None where no person's clock runs.
        choices: What they may do, in words, and why their other cards may not be played.
    """

    deal: Deal
    view: View | None
    turn_ends_at: datetime | None
    choices: Choices = NO_CHOICES

    def told_later(self) -> "Sight":
        """As it is told to somebody later: no clock runs for them, and they choose nothing."""
        return replace(self, turn_ends_at=None, choices=NO_CHOICES)


def see(deal: Deal, player_id: int | None, *, until: datetime | None) -> Sight:
    """The deal as a player sees it from their place, or as a spectator does.

    Nothing else of the cards ever leaves for anybody.

    Args:
        until: Until when they are told what happened (`games.sight.delay.shown_until`).
    """
    deal = deal_as_of(deal, until)
    if deal.is_recorded:
        return Sight(deal, None, None)
    seats, state = dealt_in(deal), fold(deal, texts_of(deal, until=until))
    sight = sight_of(deal, seats, state, place_of(seats, player_id))
    return sight if until is None else sight.told_later()


def sight_of(deal: Deal, seats: list[Seat], state: DealState, place: Place | None) -> Sight:
    """The deal as a place sees it, where it is folded already."""
    is_over = deal.ended_at is not None  # Perhaps taken back, and the table's clock is the next's.
    ends_at = None if is_over else turn_ends_at(deal.table, seats, state)
    return Sight(deal, view(state, place), ends_at, choices_of(state, place))


def told_actions(deal: Deal, player_id: int | None, *, until: datetime | None) -> list[Action]:
    """The actions that everybody has seen, each with `told`, what this player knows of it.

    Args:
        until: As in `see`.
    """
    if deal.is_recorded:
        return []
    rows = actions_by(deal.actions.order_by("sequence"), until)
    state = fold(deal, (row.text for row in rows))
    told = view(state, place_of(dealt_in(deal), player_id)).actions
    public = [row for row in rows if row.is_public]
    for row, (_, text) in zip(public, told, strict=True):
        row.told = text
    return public
