"""Penalties: points are taken off an entrant, with a reason that all can read; or given back."""

from datetime import datetime
from decimal import Decimal

from django.db import transaction

from tournaments.errors import NoSuchPenalty, NotEntered, ResultImpossible
from tournaments.life import expect_begun, lock_tournament
from tournaments.models import (
    Penalty,
    Stage,
    Tournament,
    TournamentDeedKind,
)
from tournaments.prize_corrections import pay_right
from tournaments.standings import Points
from tournaments.tournament_log import checked_reason, note

MOST_POINTS = 1_000_000


@transaction.atomic
def penalise(
    tournament: Tournament,
    *,
    entrant: int,
    points: Decimal,
    reason: str,
    by: int,
    at: datetime,
) -> Penalty:
    """Take points off an entrant in the stage that is played, or in the last one.

    They count from the newest round on. Where chips are the points, no chip moves: they are taken
    off the score alone. Prizes that are paid follow.

    Args:
        entrant: Its key.
        points: As they stand in the standings, such as 1.5.

    Raises:
        NoReason: nobody says why.
        WrongMoment: the tournament has not started.
        NotEntered: there is no such entrant.
        ResultImpossible: that is no number of points there.
    """
    reason = checked_reason(reason)
    tournament = lock_tournament(tournament)
    expect_begun(tournament)
    ranked = tournament.entrants.ranked().filter(pk=entrant)
    if not ranked.exists():
        raise NotEntered("There is no such entrant in the standings: look at them again.")
    stage = _stage(tournament)
    unit = stage.played_as.points(stage.plan)
    penalty = Penalty.objects.create(
        stage=stage,
        entrant_id=entrant,
        round_number=max(1, tournament.rounds.count()),
        points=_in_unit(points, unit),
        reason=reason,
        given_at=at,
        given_by_id=by,
    )
    note(
        tournament,
        TournamentDeedKind.PENALISED,
        by=by,
        reason=reason,
        round_number=penalty.round_number,
        entrants=[entrant],
        after={"points": _told(penalty.points, unit), "penalty": penalty.pk},
        at=at,
    )
    pay_right(tournament, reason=reason, by=by, at=at)
    return penalty


@transaction.atomic
def lift_penalty(
    tournament: Tournament, *, penalty: int, reason: str, by: int, at: datetime
) -> Penalty:
    """Give back the points of a penalty.

    Raises:
        NoReason: nobody says why.
        WrongMoment: the tournament has not started.
        NoSuchPenalty: there is none, or it was lifted.
    """
    reason = checked_reason(reason)
    tournament = lock_tournament(tournament)
    expect_begun(tournament)
    standing = Penalty.objects.standing().filter(stage__tournament=tournament)
    lifted = standing.select_related("stage").filter(pk=penalty).first()
    if lifted is None:
        raise NoSuchPenalty("There is no such penalty, or it was lifted: look at the log.")
    lifted.stage.tournament = tournament
    lifted.lifted_at = at
    lifted.save(update_fields=["lifted_at"])
    unit = lifted.stage.played_as.points(lifted.stage.plan)
    note(
        tournament,
        TournamentDeedKind.LIFTED,
        by=by,
        reason=reason,
        round_number=lifted.round_number,
        entrants=[lifted.entrant_id],
        before={"points": _told(lifted.points, unit), "penalty": lifted.pk},
        at=at,
    )
    pay_right(tournament, reason=reason, by=by, at=at)
    return lifted


def _stage(tournament: Tournament) -> Stage:
    """The last stage that has begun."""
    begun = tournament.stages.filter(started_at__isnull=False)
    stage: Stage = begun.order_by("number").reverse()[0]
    stage.tournament = tournament
    return stage


def _in_unit(points: Decimal, unit: Points) -> int:
    whole = points * 10**unit.decimals
    if whole != whole.to_integral_value() or not 0 < points <= MOST_POINTS:
        least = Decimal(1).scaleb(-unit.decimals)
        raise ResultImpossible(
            f"Take off from {least} to {MOST_POINTS} points, with {unit.decimals} decimals at the "
            "most."
        )
    return int(whole)


def _told(points: int, unit: Points) -> str:
    return str(Decimal(points).scaleb(-unit.decimals))
