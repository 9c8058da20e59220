"""Tournaments run by themselves: started on time, and from round to round."""

import logging
from collections.abc import Callable

from celery import shared_task

from deploy.rest.clock import database_now
from tournaments import (
    awards,
    draws,
    entries,
    no_shows,
    pauses,
    recalls,
    rounds,
    tournaments,
    waits,
)
from tournaments.errors import TournamentsError
from tournaments.models import Entrant, Round, RoundDraw, Tournament
from tournaments.tournament_log import unnoted_deals

logger = logging.getLogger(__name__)


@shared_task
def sweep_tournaments() -> None:
    """Every second: send a worker to each tournament that is due, or has an entrant to withdraw.

    Each has a message of its own, so that one that cannot go on holds up no other.
    """
    at = database_now()
    for step, due in (
        (open_entries, Tournament.objects.to_open(at)),
        (open_check_in, Tournament.objects.to_check_in(at)),
        (start_tournament, Tournament.objects.to_start(at)),
        (tell_wait, Tournament.objects.to_tell_wait(at)),
        (end_break, Tournament.objects.to_go_on(at)),
        (pay_prizes, Tournament.objects.to_pay(at)),
    ):
        for tournament_id in due.values_list("pk", flat=True):
            step.delay(tournament_id)
    barred = Tournament.objects.with_turned_away()
    for tournament_id in barred.values_list("pk", flat=True):
        let_turned_away_go.delay(tournament_id)
    for entrant_id in no_shows.expected(at).values_list("pk", flat=True):
        look_for.delay(entrant_id)
    told = unnoted_deals().values_list("table__round_table__round__tournament", flat=True)
    for tournament_id in told.distinct():
        note_deals_taken_back.delay(tournament_id)
    for draft_id in RoundDraw.objects.due(at).values_list("pk", flat=True):
        confirm_draw.delay(draft_id)
    for round_id in Round.objects.time_is_up(at).values_list("pk", flat=True):
        call_time.delay(round_id)
    for round_id in Round.objects.played_out().values_list("pk", flat=True):
        advance_round.delay(round_id)


@shared_task
def open_entries(tournament_id: int) -> None:
    """Let members enter a tournament from now on."""
    _step(tournament_id, lambda one: tournaments.open_entries(one))


@shared_task
def open_check_in(tournament_id: int) -> None:
    """Let entrants check in."""
    _step(tournament_id, lambda one: tournaments.open_check_in(one))


@shared_task
def start_tournament(tournament_id: int) -> None:
    """Start a tournament whose time has come."""
    _step(tournament_id, lambda one: tournaments.start_by_itself(one, at=database_now()))


@shared_task
def tell_wait(tournament_id: int) -> None:
    """Tell followers what a tournament waits for."""
    waits.tell_wait(Tournament.objects.get(pk=tournament_id), at=database_now())


@shared_task
def end_break(tournament_id: int) -> None:
    """Go on after a break, unless somebody has done so."""
    at = database_now()
    if Tournament.objects.to_go_on(at).filter(pk=tournament_id).exists():
        _step(tournament_id, lambda one: rounds.end_break(one, at=at))


@shared_task
def call_time(round_id: int) -> None:
    """Make the deals in play the last ones of a round."""
    pauses.call_time(Round.objects.get(pk=round_id), at=database_now())


@shared_task
def pay_prizes(tournament_id: int) -> None:
    """Pay prizes that nobody has confirmed in time."""
    _step(tournament_id, lambda one: awards.pay(one, at=database_now()))


def _step(tournament_id: int, step: Callable[[Tournament], Tournament]) -> None:
    """Move a tournament on, unless somebody has just done so, or it cannot be."""
    tournament = Tournament.objects.get(pk=tournament_id)
    try:
        step(tournament)
    except TournamentsError as refusal:
        logger.warning("%s does not go on: %s", tournament, refusal)


@shared_task
def let_turned_away_go(tournament_id: int) -> None:
    """Withdraw whom the club has turned away."""
    entries.let_turned_away_go(Tournament.objects.get(pk=tournament_id), at=database_now())


@shared_task
def note_deals_taken_back(tournament_id: int) -> None:
    """Write into the log which deals organisers took back at its tables."""
    recalls.note_deals(Tournament.objects.get(pk=tournament_id))


@shared_task
def confirm_draw(draft_id: int) -> None:
    """Publish a draft that nobody has confirmed in time."""
    draws.confirm_due(RoundDraw.objects.get(pk=draft_id), at=database_now())


@shared_task
def look_for(entrant_id: int) -> None:
    """Let somebody go who has not come, or note that they have."""
    no_shows.look_for(Entrant.objects.get(pk=entrant_id), at=database_now())


@shared_task
def advance_round(round_id: int) -> None:
    """Count a round that is played out, and open the next or pay the prizes."""
    round = Round.objects.filter(pk=round_id).first()
    if round is not None:  # Its draw may have been undone.
        rounds.advance_round(round, at=database_now())
