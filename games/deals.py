"""Deals as they are played: folded from their actions, to which rows are only added."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from games.bell import ring
from games.choices import NO_CHOICES, Choices, choices_of
from games.clocks import turn_ends_at, wind
from games.delay import actions_by, deal_as_of
from games.engine import Action as EngineAction
from games.engine import DealState, View, apply, is_public, new_deal, view
from games.errors import DealOver, NotSeated, NotYourTurn, StalePly, TablePaused
from games.models import Action, Deal, Seat, Table
from games.sealing import unseal
from games.shuffle import shuffled_pack

NO_SEAT = "You have no seat here."


def fold(deal: Deal, texts: Iterable[str] = ()) -> DealState:
    """The state of a deal: its pack, and the texts of its actions in order."""
    assert deal.sealed_seed is not None, "a recorded deal has no cards"
    state = new_deal(
        shuffled_pack(unseal(deal.sealed_seed)),
        seats=len(deal.seat_numbers),
        dealer=deal.dealer,
        rules=deal.table.rules,
        scores=deal.scores,
    )
    for text in texts:
        state = apply(state, EngineAction.parse(text))
    return state


def texts_of(deal: Deal, *, until: datetime | None = None) -> list[str]:
    """The texts of the actions of a deal, up to a moment where one is given."""
    actions = deal.actions.order_by("sequence")
    if until is None:
        return list(actions.values_list("text", flat=True))
    return [row.text for row in actions_by(actions, until)]


def dealt_in(deal: Deal) -> list[Seat]:
    """The seats that play a deal, in the order of its places."""
    seats = {seat.number: seat for seat in deal.table.seats.all()}
    return [seats[number] for number in deal.seat_numbers]


def place_of(seats: Sequence[Seat], player_id: int | None) -> int | None:
    """The place at which a player is dealt in, None for a spectator."""
    return next((place for place, seat in enumerate(seats) if seat.player_id == player_id), None)


@dataclass(frozen=True)
class Sight:
    """All that somebody may know of a deal.

    Args:
        view: What he sees of its cards; None where they are real ones.
        turn_ends_at: Until when the seat in turn has time; None where no person's clock runs.
        choices: What he may do, in words, and why his other cards may not be played.
    """

    deal: Deal
    view: View | None
    turn_ends_at: datetime | None
    choices: Choices = NO_CHOICES


@transaction.atomic
def act(deal_id: int, *, player_id: int, ply: int, action: str, at: datetime) -> Sight:
    """Take a player's action, if he has seen the deal as it stands; what he sees afterwards.

    The same action sent again is harmless. His seat is no longer away, unless he only decided in
    silence, which nobody may tell from it (RULES.md 4.4).

    Raises:
        NotSeated: he is not dealt in, or there is no such deal.
        TablePaused: the organiser has paused it.
        DealOver: the deal has ended.
        StalePly: the deal has gone on; carries the current ply.
        NotYourTurn: another seat is to act.
        IllegalAction: the rules forbid it; the message names the rule.
        Unreadable: the text is no action.
    """
    table = Table.objects.filter(deals=deal_id).select_for_update(of=("self",)).first()
    if table is None:
        raise NotSeated(NO_SEAT)
    deal = Deal.objects.defer(None).get(pk=deal_id)
    deal.table = table
    seats = dealt_in(deal)
    place = place_of(seats, player_id)
    if place is None or deal.is_recorded:
        raise NotSeated(NO_SEAT)
    chosen = EngineAction.parse(action)
    taken = list(deal.actions.order_by("sequence").values_list("seat", "ply", "text"))
    state = fold(deal, (text for _, _, text in taken))
    if (place, ply, str(chosen)) in taken:
        return _sight(deal, seats, state, place)
    if deal.ended_at is not None:
        raise DealOver("The deal is over; look at the next one.")
    if table.paused_at is not None:
        raise TablePaused("The organiser has paused the table; your time rests until it goes on.")
    if ply != state.ply:
        raise StalePly(f"The deal stands at ply {state.ply}, not {ply}: look again.", ply=state.ply)
    if place != state.to_act:
        raise NotYourTurn("Another seat is to act.")
    row, after = take(deal, state, chosen, by=Action.By.PLAYER, at=at)
    if seats[place].is_away and row.is_public:
        seats[place].is_away = False
        seats[place].save(update_fields=["is_away"])
    wind(table, seats, after, before=state, at=at)
    store(deal, [row], after, at=at)
    return _sight(deal, seats, after, place)


def take(
    deal: Deal, state: DealState, action: EngineAction, *, by: Action.By, at: datetime
) -> tuple[Action, DealState]:
    """The row of an action of the seat to act, not stored yet, and the state after it.

    Raises:
        IllegalAction: the rules forbid it.
    """
    assert state.to_act is not None
    row = Action(
        deal=deal,
        sequence=len(state.steps),
        ply=state.ply,
        seat=state.to_act,
        text=str(action),
        is_public=is_public(state, action),
        by=by,
        at=at,
    )
    return row, apply(state, action)


def store(deal: Deal, rows: Sequence[Action], state: DealState, *, at: datetime) -> None:
    """Add the rows that led to a state; the caller has locked the table and wound its clocks."""
    Action.objects.bulk_create(rows)
    if state.outcome is not None:
        deal.ended_at, deal.outcome_json = at, state.outcome.to_json()
        deal.save(update_fields=["ended_at", "outcome_json"])
    deal.table.save(update_fields=["due_at", "turn_began_at", "is_clock_running"])
    ring(deal.table_id)


def see(deal: Deal, player_id: int | None, *, until: datetime | None) -> Sight:
    """The deal as a player sees it from his place, or as a spectator does.

    Nothing else of the cards ever leaves for anybody.

    Args:
        until: Until when he is told what happened (`games.delay.shown_until`).
    """
    deal = deal_as_of(deal, until)
    if deal.is_recorded:
        return Sight(deal, None, None)
    seats, state = dealt_in(deal), fold(deal, texts_of(deal, until=until))
    sight = _sight(deal, seats, state, place_of(seats, player_id))
    return sight if until is None else replace(sight, turn_ends_at=None, choices=NO_CHOICES)


def _sight(deal: Deal, seats: list[Seat], state: DealState, place: int | None) -> Sight:
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


@transaction.atomic
def come_back(table: Table, *, player_id: int) -> Seat:
    """A player who is away or sits out says that he is here again.

    He plays from his next turn on, and is dealt in again.

    Raises:
        NotSeated: he has no seat there.
    """
    table = Table.objects.select_for_update().get(pk=table.pk)
    seat = table.seats.taken().filter(player=player_id).first()
    if seat is None:
        raise NotSeated(NO_SEAT)
    seat.is_away = seat.is_sitting_out = False
    seat.save(update_fields=["is_away", "is_sitting_out"])
    if table.idle_since is not None:  # A worker looks whether there is company now.
        table.idle_since, table.due_at = None, table.idle_since
        table.save(update_fields=["idle_since", "due_at"])
    ring(table.pk)
    return seat
