"""Byes: what one is worth when its round is over, and so a round to somebody who came late.

It is the mean of what those made who played the round themselves. All entrants of a tournament are
of one kind, alone or pairs or threes, so the mean is of their kind.
"""

from django.db.models import Sum

from tournaments.models import Round, Tournament
from tournaments.results import results_of_stage


def count_byes(round: Round) -> None:
    """Fix what a bye in a round is worth, and in those of its stage that followed.

    The caller has locked the tournament, and counted the round. Counted again after a correction,
    it changes with the results.
    """
    stage = round.stage
    results, points = results_of_stage(stage), stage.played_as.points(stage.plan)
    made_so_far: list[int] = []
    for number, one in enumerate(stage.rounds.order_by("number"), start=1):
        made = list(points.of_each(number, results).values())
        made_so_far += made
        if one.number < round.number or (one.finished_at is None and one.pk != round.pk):
            continue
        one.bye_points = stage.played_as.bye_points(stage.plan, made or made_so_far)
        one.save(update_fields=["bye_points"])
    _give_late_comers(round.tournament)


def forget_byes(round: Round) -> None:
    """Take back what byes in a round are worth, since it goes on."""
    round.bye_points = None
    round.save(update_fields=["bye_points"])
    _give_late_comers(round.tournament)


def points_of_missed(tournament: Tournament, *, rounds: int) -> int:
    """The points for the first rounds of a tournament, as far as they are over.

    Args:
        rounds: How many somebody missed.
    """
    missed = tournament.rounds.filter(number__lte=rounds)
    points: int | None = missed.aggregate(points=Sum("bye_points"))["points"]
    return points or 0


def _give_late_comers(tournament: Tournament) -> None:
    for late in tournament.entrants.filter(missed_rounds__gt=0):
        late.late_points = points_of_missed(tournament, rounds=late.missed_rounds)
        late.save(update_fields=["late_points"])
