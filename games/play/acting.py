"""What players do in a deal: rows are only added to its actions."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Func

from games.engine import Action as EngineAction
from games.engine import DealState, apply, is_public
from games.errors import DealOver, NotSeated, NotYourTurn, StalePly, TablePaused
from games.models import Action, Deal, Seat, Table
from games.play.clocks import wind
from games.sight.deals import Sight, sight_of
from games.sight.folding import acted, as_written, dealt_in, opening, place_of, texts_of
from games.tables.holding import held


def act(deal_id: int, *, player_id: int, ply: int, action: str, at: datetime | Func) -> Sight:
    """Take a player's action, if they have seen the deal as it is; what they see afterwards.

    The same action sent again is harmless. The seat is no longer away, unless it only decided in
    silence, which nobody may tell from it (RULES.md 4.4).

    Args:
        at: When, or the clock that is read with the table.

    Raises:
        NotSeated: they are not dealt in, or there is no such deal.
        TablePaused: the organiser has paused it.
        DealOver: the deal has ended.
        StalePly: the deal has gone on; carries the current ply.
        NotYourTurn: another seat is to act.
        IllegalAction: the rules forbid it; the message names the rule.
        Unreadable: the text is no action.
    """
    with held(Table.objects.filter(deals=deal_id).reading(at)) as tables:
        if not tables:
            raise NotSeated
        return _act(tables[0], deal_id, player_id=player_id, ply=ply, action=action)


def _act(table: Table, deal_id: int, *, player_id: int, ply: int, action: str) -> Sight:
    deal, at = Deal.objects.defer(None).with_texts().get(pk=deal_id), table.read_at
    deal.table = table
    seats = dealt_in(deal)
    place = place_of(seats, player_id)
    if place is None or deal.is_recorded or _is_barred(table, seats[place]):
        raise NotSeated
    chosen = EngineAction.parse(action)
    state, is_repeated = opening(deal), False
    for text in texts_of(deal):
        is_repeated |= (state.to_act, state.ply, text) == (place, ply, str(chosen))
        state = acted(state, text)
    state = as_written(deal, state)
    if is_repeated:
        return sight_of(deal, seats, state, place)
    if deal.ended_at is not None:
        raise DealOver("The deal is over; look at the next one.")
    if table.paused_at is not None:
        raise TablePaused("The organiser has paused the table; your time stops until it goes on.")
    if ply != state.ply:
        raise StalePly(f"The deal stands at ply {state.ply}, not {ply}: look again.", ply=state.ply)
    if place != state.to_act:
        raise NotYourTurn("It is another player's turn.")
    row, after = take(deal, state, chosen, by=Action.By.PLAYER, at=at)
    if seats[place].is_away and row.is_public:
        seats[place].is_away = False
        seats[place].save(update_fields=["is_away"])
    wind(table, seats, after, before=state, at=at)
    store(deal, [row], after, at=at)
    return sight_of(deal, seats, after, place)


def _is_barred(table: Table, seat: Seat) -> bool:
    """Whether they may no longer see the table; its club turned them away (`give_up_seat`)."""
    if not seat.is_away:
        return False
    visible = Table.objects.visible_to(seat.player)
    return not visible.filter(pk=table.pk).exists()


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
        place=state.to_act,
        text=str(action),
        is_public=is_public(state, action),
        by=by,
        at=at,
    )
    return row, apply(state, action)


def store(deal: Deal, rows: Sequence[Action], state: DealState, *, at: datetime) -> None:
    """Add the rows that led to a state; the caller holds the table and has wound its clock."""
    Action.objects.bulk_create(rows)
    if state.outcome is not None:
        deal.ended_at, deal.outcome_json = at, state.outcome.to_json()
        deal.save(update_fields=["ended_at", "outcome_json"])
