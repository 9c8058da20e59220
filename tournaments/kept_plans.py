"""Plans of rounds, kept in rows: one process searches for a plan, and all others read it."""

from collections.abc import Callable

from clubs.seating import PLANNER_VERSION
from tournaments.formats.plans import Asked, Plans, Rounds, renamed
from tournaments.models import SeatingPlan, Stage


def plans_of(stage: Stage) -> Plans:
    """A source of the plans of a stage: they are read, or else searched for and kept.

    A row tells places instead of people: it fits as many others who come instead.
    """

    def kept(asked: Asked, search: Callable[[], Rounds | None]) -> Rounds | None:
        everybody, key = asked.everybody, asked.key
        plan = SeatingPlan.objects.filter(stage=stage, key=key).first()
        if plan is not None:
            return plan.rounds and renamed(plan.rounds, everybody)
        rounds = search()
        places = {one: place for place, one in enumerate(everybody)}
        plan = SeatingPlan(
            stage=stage,
            key=key,
            planner=PLANNER_VERSION,
            rounds=rounds and renamed(rounds, places),
        )
        SeatingPlan.objects.bulk_create([plan], ignore_conflicts=True)
        return rounds

    return kept
