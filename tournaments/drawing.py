"""What a draw is made of: who can play, what they have to show, and who has met whom."""

from collections.abc import Collection

from django.db.models import QuerySet

from deploy.unlocked import outside_locks
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Situation, Stacks
from tournaments.kept_plans import plans_of
from tournaments.models import Bye, Entrant, EntrantQuerySet, RoundSeat, Stage
from tournaments.passages import through
from tournaments.results import results_of_stage
from tournaments.standings import standings


def able_in(stage: Stage) -> dict[int, Entrant]:
    """The entrants who can play on in a stage, by key, with their members.

    Of carried stacks none may be empty.
    """
    barred = stage.tournament.entrants.turned_away().values("pk")  # A sweep lets them go.
    return _with_chips(stage, _reached(stage).exclude(pk__in=barred))


def with_round_to_come(stage: Stage) -> set[int]:
    """Find the entrants for whom a round is in play or to come.

    Who is out of chips, eliminated, or was cut has none.

    Args:
        stage: The one that is played, with its tournament.
    """
    seats = RoundSeat.objects.standing().filter(round_table__round__stage=stage)
    open_seats = seats.filter(round_table__table__closed_at=None)
    sitting = set(open_seats.values_list("entrant", flat=True))
    if stage.tournament.ends_early:
        return sitting
    able = _with_chips(stage, _reached(stage))
    if not able:
        return sitting
    situation, format = situation_of(stage, able, seed=0), stage.played_as
    is_played = stage.rounds.filter(finished_at=None).exists()
    if stage.ends_after(len(situation.history)) or format.is_last(situation):
        later: Stage | None = stage.tournament.stages.filter(number=stage.number + 1).first()
        if later is None:
            return sitting
        return sitting | (set(able) if is_played else able.keys() & set(through(later)))
    going = set(format.still_in(situation))
    if is_played:  # Nobody knows yet who of those in it goes on.
        rests = Bye.objects.filter(round__stage=stage, round__finished_at=None)
        going.update(
            seats.filter(round_table__round__finished_at=None).values_list("entrant", flat=True),
            rests.values_list("entrant", flat=True),
        )
    return sitting | (able.keys() & going)


def is_last_round(stage: Stage) -> bool:
    """Tell whether no round of a stage follows the newest one."""
    if stage.rounds_count is not None:
        return stage.ends_after(stage.rounds.count())
    return stage.played_as.is_last(situation_of(stage, able_in(stage), seed=0))


def _reached(stage: Stage) -> EntrantQuerySet:
    return stage.tournament.entrants.playing().filter(stage_number=stage.number)


def _with_chips(stage: Stage, entrants: EntrantQuerySet) -> dict[int, Entrant]:
    is_fresh = stage.played_as.stacks == Stacks.FRESH
    return {
        one.pk: one
        for one in entrants.named()
        if is_fresh or all(member.purse.balance > 0 for member in one.company)
    }


def situation_of(
    stage: Stage, able: Collection[int], *, seed: int, before: int | None = None
) -> Situation:
    """Where a stage stands before its next round, or stood before an earlier one.

    Args:
        able: Who can play on.
        seed: Of the round that is to be drawn.
        before: Its number in the tournament, where it has been drawn.
    """
    rounds = stage.rounds.order_by("number")
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    first = rounds.first()
    results = results_of_stage(stage, before=before)
    ranked = standings(results, stage.played_as.measures(stage.plan))
    figures = {one.entrant: one.figures for one in ranked if one.entrant in able}
    seats = RoundSeat.objects.standing().filter(round_table__round__in=rounds)
    earlier = RoundSeat.objects.standing().filter(
        round_table__round__stage__tournament=stage.tournament_id,
        round_table__round__stage__number__lt=stage.number,
    )
    rests = Bye.objects.filter(round__in=rounds)
    byes: dict[int, set[int]] = {one.number: set() for one in rounds}
    for number, entrant in rests.values_list("round__number", "entrant"):
        byes[number].add(entrant)
    return Situation(
        plan=stage.plan,
        sizes=stage.tournament.rules.numbers_playing,
        able=list(figures),
        figures=figures,
        history=_tables(seats),
        seed=seed,
        first_seed=first.seed if first else seed,
        results=results,
        byes=[byes[one.number] for one in rounds],
        earlier=_tables(earlier),
        plans=plans_of(stage),
    )


@outside_locks
def draw(situation: Situation, stage: Stage) -> Draw | None:
    """The draw of a stage's format; None where no round is left, or nobody to play it."""
    drawn = stage.played_as.draw(situation)
    if drawn is not None:
        faults = drawn.faults(
            able=situation.able, history=situation.history, allowed=situation.entrants_a_table
        )
        assert not faults, faults
    return drawn


def _tables(seats: QuerySet[RoundSeat]) -> list[list[list[int]]]:
    """By round the entrants of each table, in the order of its seats."""
    tables: dict[int, dict[int, list[int]]] = {}
    seats = seats.order_by("round_table__round__number", "round_table__number", "seat")
    for number, table, entrant in seats.values_list(
        "round_table__round__number", "round_table", "entrant"
    ):
        company = tables.setdefault(number, {}).setdefault(table, [])
        if entrant not in company:  # Others of it have sat down already.
            company.append(entrant)
    return [list(round.values()) for round in tables.values()]
