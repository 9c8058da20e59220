"""What has happened at a table, event by event, read from its rows alone.

Only what everybody can see is an event and moves a mark: the dealing, each public action, the
settlement, and that a deal was taken back. A silent decision is a whisper at most, to a seat whose
own view it changes.
"""

from collections import defaultdict
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, NamedTuple

from django.db.models import Q

from games.engine import DealState, Place, by_place, view
from games.models import Action, Deal, Seat, Table
from games.sight.choices import choices_of
from games.sight.deals import Sight
from games.sight.delay import actions_by, deal_as_of, deals_by
from games.sight.folding import acted, as_written, dealt_in, fold, texts_of
from games.sight.turns import turn_ends_at

Kind = Literal["dealt", "action", "settled", "voided", "table", "view"]

MOST_DEALS = 50  # Who missed more than these begins anew, with the table as it is.


class Mark(NamedTuple):
    """A moment in the history of a table.

    Step 0 of a deal is its dealing, step n its n-th public action, and the settlement is one more.
    After that come the deals that were taken back while this one was the last.
    """

    deal: int
    step: int


BEGINNING = Mark(0, 0)


@dataclass(frozen=True)
class Event:
    """Something that happened, and the deal as it stood right after it.

    Attributes:
        deal: As it was then: what came later is not in it.
        seats: Who was dealt in.
        row: The action that was taken, where it was one.
        before: Where it is a whisper, the state that its listeners saw last.
        turn_ends_at: Until when the seat in turn has time; None where the turn is long past.
    """

    kind: Kind
    mark: Mark
    deal: Deal | None = None
    seats: tuple[Seat, ...] = ()
    state: DealState | None = None
    row: Action | None = None
    before: DealState | None = None
    turn_ends_at: datetime | None = None

    @property
    def places(self) -> dict[int, Place]:
        """The place of each player who was dealt in."""
        return {seat.player_id: place for place, seat in by_place(self.seats)}

    def is_for(self, place: Place | None) -> bool:
        """Whether a seat is told: of a silent decision only where it changes the seat's view."""
        if self.before is None or self.state is None:
            return True
        return place is not None and view(self.before, place) != view(self.state, place)

    def sight(self, place: Place | None) -> Sight | None:
        if self.deal is None:
            return None
        if self.state is None:
            return Sight(self.deal, None, None)
        seen, choices = view(self.state, place), choices_of(self.state, place)
        return Sight(self.deal, seen, self.turn_ends_at, choices)

    def told(self, place: Place | None) -> Action | None:
        """The action as a seat knows it: the card put out is its owner's secret."""
        if self.row is None or self.state is None:
            return None
        row = copy(self.row)
        _, row.told = view(self.state, place).actions[-1]
        return row


@dataclass(frozen=True)
class Standing:
    """A table as it stands, folded once and then carried on.

    Attributes:
        seats: Who is dealt in.
        state: The truth of the last deal; None where there is none, or its cards are real ones.
        actions: How many rows of it were folded, silent ones too.
    """

    mark: Mark = BEGINNING
    deal: Deal | None = None
    seats: tuple[Seat, ...] = ()
    state: DealState | None = None
    actions: int = 0

    def turn_ends_at(self, table: Table) -> datetime | None:
        return turn_ends_at(table, list(self.seats), self.state) if self.state else None


def stand(table: Table, *, until: datetime | None = None) -> Standing:
    """The table as it stands, its last deal folded, or as it stood at a moment."""
    last = deals_by(table, until).order_by("-number").first()
    return carry_on(table, _begun(table, last), until=until)[0] if last else Standing()


def carry_on(
    table: Table, known: Standing, *, until: datetime | None = None
) -> tuple[Standing, list[Event]]:
    """The table as it stands, and what happened since it stood as `known`.

    Args:
        until: The moment after which nothing is told yet; None for now.
    """
    is_news = Q(number__gte=known.mark.deal)
    if known.deal is not None:
        is_news |= Q(voided_at__gt=known.deal.dealt_at)
    found = deals_by(table, until).filter(is_news).order_by("number")
    told = [deal_as_of(deal, until) for deal in found]
    for deal in told:
        deal.table = table
    taken_back, events = _taken_back(told), []
    deals = [deal for deal in told if deal.number >= known.mark.deal]
    for deal, rows in zip(deals, _rows(deals, known), strict=True):
        known, new = _play(deal, actions_by(rows, until), known, taken_back[deal.number])
        events += new
    ends_at = known.turn_ends_at(table)
    return known, [
        replace(event, turn_ends_at=ends_at) if event.mark == known.mark else event
        for event in events
    ]


def since(table: Table, mark: Mark, *, until: datetime | None = None) -> list[Event] | None:
    """What happened after a mark, with the whisper that a seat may have missed.

    Returns:
        None where the mark is not of this table's history, or lies too many deals back.
    """
    last = deals_by(table, until).order_by("-number").first()
    if (last.number if last else 0) - mark.deal not in range(MOST_DEALS):
        return None
    first = deals_by(table, until).filter(number=mark.deal).first()
    begun = _begun(table, first) if first else Standing()
    _, events = carry_on(table, begun, until=until)
    if mark not in {begun.mark, *(event.mark for event in events)}:
        return None
    return [
        event
        for event in events
        if event.mark > mark or (event.kind == "view" and event.mark == mark)
    ]


def _begun(table: Table, deal: Deal) -> Standing:
    """The table as it stood when a deal had just been dealt."""
    deal.table = table
    state = None if deal.is_recorded else fold(deal)
    return Standing(Mark(deal.number, 0), deal, tuple(dealt_in(deal)), state)


def _rows(deals: list[Deal], known: Standing) -> list[list[Action]]:
    """The actions of each deal that were not folded yet."""
    first, later = deals[:1], deals[1:]
    is_new = Q(deal__in=later)
    if first:
        folded = known.actions if first[0].number == known.mark.deal else 0
        is_new |= Q(deal=first[0], sequence__gte=folded)
    rows: dict[int, list[Action]] = {deal.pk: [] for deal in deals}
    for row in Action.objects.filter(is_new).order_by("deal", "sequence"):
        rows[row.deal_id].append(row)
    return list(rows.values())


def _taken_back(deals: list[Deal]) -> dict[int, list[Deal]]:
    """The deals that were taken back, by the number of the deal that was the last one then.

    From the last to the first: nobody takes a deal back on top of which another stands.
    """
    taken_back: dict[int, list[Deal]] = defaultdict(list)
    for deal in reversed(deals):
        if deal.voided_at is not None and deal.settled_at is not None:
            before = [
                deal.number,
                *(each.number for each in deals if each.dealt_at < deal.voided_at),
            ]
            taken_back[max(before)].append(deal)
    return taken_back


def _play(
    deal: Deal, rows: list[Action], known: Standing, taken_back: list[Deal]
) -> tuple[Standing, list[Event]]:
    """One deal carried on by its new rows, and what was taken back while it was the last."""
    events: list[Event] = []
    running = _as_it_ran(deal)
    if known.mark.deal != deal.number:
        known = _begun(deal.table, deal)
        events.append(Event("dealt", known.mark, running, known.seats, known.state))
    seats, mark, state, seen = tuple(dealt_in(deal)), known.mark, known.state, known.state
    for row in rows:
        assert state is not None, "real cards leave no actions"
        state = as_written(deal, acted(state, row.text))
        if row.is_public:
            mark, seen = Mark(deal.number, row.ply + 1), state
            then = _as_it_ended(deal) if state.outcome else running
            events.append(Event("action", mark, then, seats, state, row))
    if state is not seen:
        events.append(Event("view", mark, running, seats, state, before=seen))
    settled = Mark(deal.number, (state.ply if state else 0) + 1)
    if settled > mark and deal.settled_at is not None and deal.outcome_json is not None:
        mark = settled
        events.append(Event("settled", mark, _as_it_was_settled(deal), seats, state))
    for step, gone in enumerate(taken_back, start=settled.step + 1):
        if step > mark.step:
            mark = Mark(deal.number, step)
            events.append(_void(gone, mark))
    return Standing(mark, deal, seats, state, known.actions + len(rows)), events


def _void(deal: Deal, mark: Mark) -> Event:
    state = None if deal.is_recorded else fold(deal, texts_of(deal))
    return Event("voided", mark, deal, tuple(dealt_in(deal)), state)


def _as_it_ran(deal: Deal) -> Deal:
    """The deal as it was before its end."""
    then = _as_it_ended(deal)
    then.ended_at = then.outcome_json = None
    return then


def _as_it_ended(deal: Deal) -> Deal:
    """The deal as it was before it was settled."""
    then = _as_it_was_settled(deal)
    then.settled_at = None
    return then


def _as_it_was_settled(deal: Deal) -> Deal:
    """The deal as it was before it was taken back."""
    then = copy(deal)
    then.voided_at, then.void_reason = None, ""
    return then
