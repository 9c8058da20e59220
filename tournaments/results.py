"""Results: what entrants have to show in each stage, and whom its measures rank where."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.db.models import Min, QuerySet, Sum

from tournaments.models import (
    Bye,
    Carries,
    Penalty,
    Prize,
    Round,
    RoundSeat,
    Stage,
    Tournament,
)
from tournaments.standings import (
    Played,
    Record,
    Results,
    Standing,
    carried,
    given,
    lots,
    of_members,
    reasons,
    standings,
)
from tournaments.tournament_log import corrections_of


@dataclass(frozen=True)
class Result:
    """An entrant's line in the standings; `prize_chips` is 0 until the end.

    Attributes:
        has_left: They went while a round was in play or to come for them; prizes pass them over.
        stage: The last stage that they have come to; those who came further stand above.
        figures: What each measure of that stage's format counts, by its key.
        reason: Why they stand there, in words.
        corrections: How many corrections in the log concern them.
    """

    rank: int
    entrant: int
    name: str
    has_left: bool
    stage: int
    chips: int
    deals_won: int
    figures: dict[str, int]
    reason: str
    prize_chips: int
    corrections: int


def chips_won(tournament: Tournament) -> dict[int, int]:
    """The chips of all prizes that were paid, by entrant."""
    paid = Prize.objects.filter(entrant__tournament=tournament).order_by()
    return dict(paid.values_list("entrant").annotate(Sum("chips")))


def results_of_stage(stage: Stage, *, before: int | None = None) -> Results:
    """What everybody who came to a stage has to show in it.

    Args:
        stage: With its tournament.
        before: Only of the rounds before this one, by its number in the tournament.
    """
    reached = stage.tournament.entrants.ranked().filter(stage_number__gte=stage.number)
    if before is not None:
        reached = reached.filter(missed_rounds__lt=before)
    entrants = sorted(reached.values_list("pk", flat=True))
    return Results(_records(stage, entrants, before=before))


def standings_of(stage: Stage, *, before: int | None = None) -> list[Standing]:
    """The standings of a stage after all rounds that were counted, or before a round."""
    return _ranked(stage, results_of_stage(stage, before=before))


def final_standings(tournament: Tournament) -> list[Standing]:
    """The standings of the whole tournament: who came to a later stage ranks above the others."""
    return [line for _, _, lines in _by_stage(tournament) for line in lines]


def results_of_all(tournament: Tournament) -> Results:
    """What everybody has to show in all stages together, at tables alone."""
    entrants = sorted(tournament.entrants.ranked().values_list("pk", flat=True))
    seats = RoundSeat.objects.filter(entrant__in=entrants)
    return Results({one: Record(made) for one, made in _played(seats, entrants).items()})


def final_lots(tournament: Tournament) -> dict[int, int]:
    """By entrant the number that they have drawn in the last stage that they have come to."""
    found: dict[int, int] = {}
    for stage in tournament.stages.order_by("number"):
        reached = tournament.entrants.ranked().filter(stage_number__gte=stage.number)
        if stage.seed is not None:
            found |= lots(stage.seed, reached.values_list("pk", flat=True))
    return found


def results_of(tournament: Tournament, *, after: Round | None = None) -> list[Result]:
    """The standings with names, reasons and prizes, for people to read.

    Args:
        after: As they were when this round was over, with what was put right since; there are no
            prizes then. None for now.
    """
    entrants = {one.pk: one for one in tournament.entrants.named()}
    names = {pk: str(one) for pk, one in entrants.items()}
    seats = RoundSeat.objects.filter(entrant__tournament=tournament)
    won: dict[int, int] = {}
    if after is None:
        won = chips_won(tournament)
    else:
        seats = seats.filter(round_table__round__number__lte=after.number)
    played, corrected = _played(seats, names), corrections_of(tournament)
    found = []
    for stage, results, lines in _by_stage(tournament, after=after):
        measures = stage.played_as.measures(stage.plan)
        points = stage.played_as.points(stage.plan)
        said = reasons(lines, measures, names)
        found += [
            Result(
                rank=line.rank,
                entrant=line.entrant,
                name=names[line.entrant],
                has_left=entrants[line.entrant].has_left,
                stage=stage.number,
                chips=sum(one.chips for one in played[line.entrant]),
                deals_won=sum(one.deals_won for one in played[line.entrant]),
                figures={
                    measure.key: figure
                    for measure, figure in zip(measures, line.figures, strict=True)
                },
                reason=" ".join(
                    [said[line.entrant], *given(results.records[line.entrant], points)]
                ),
                prize_chips=won.get(line.entrant, 0),
                corrections=corrected.get(line.entrant, 0),
            )
            for line in lines
        ]
    return found


def _by_stage(
    tournament: Tournament, *, after: Round | None = None
) -> list[tuple[Stage, Results, list[Standing]]]:
    """The last stage that has begun first; in each who came no further, with their final ranks."""
    found, above = [], 0
    entrants, stages = tournament.entrants.ranked(), tournament.stages.order_by("-number")
    if after is not None:
        entrants = entrants.filter(entered_at__lte=after.finished_at)
        stages = stages.filter(number__lte=after.stage.number)
    before = None if after is None else after.number + 1
    last_of = {
        one: number if after is None else min(number, after.stage.number)
        for one, number in entrants.values_list("pk", "stage_number")
    }
    for stage in stages:
        stage.tournament = tournament
        if stage.started_at is None and stage.number > 1:
            continue
        results = results_of_stage(stage, before=before)
        table = _ranked(stage, results)
        kept = [line for line in table if last_of.get(line.entrant) == stage.number]
        lines = [replace(line, rank=above + rank) for rank, line in _ranks(kept)]
        found.append((stage, results, lines))
        above += len(lines)
    return found


def _ranks(table: Iterable[Standing]) -> Iterator[tuple[int, Standing]]:
    """Each line with its rank among these alone."""
    rank = before = 0
    for place, line in enumerate(table, start=1):
        if line.rank != before:
            rank, before = place, line.rank
        yield rank, line


def _ranked(stage: Stage, results: Results) -> list[Standing]:
    return standings(results, stage.played_as.measures(stage.plan))


def _records(stage: Stage, entrants: list[int], *, before: int | None = None) -> dict[int, Record]:
    """By entrant what they have to show in a stage, with what they carry from those before."""
    first = stage.rounds.aggregate(first=Min("number"))["first"] or 1
    seats = RoundSeat.objects.filter(round_table__round__stage=stage, entrant__in=entrants)
    rests = Bye.objects.filter(round__stage=stage, entrant__in=entrants)
    rests = rests.exclude(round__finished_at=None)
    if before is not None:
        seats = seats.filter(round_table__round__number__lt=before)
        rests = rests.filter(round__number__lt=before)
    played = _played(seats, entrants, first=first)
    off = _penalties(stage, entrants, first=first, before=before)
    byes: dict[int, dict[int, int]] = {one: {} for one in entrants}
    rows = rests.values_list("entrant", "round__number", "round__bye_points")
    for entrant, number, points in rows:
        byes[entrant][number - first + 1] = points or 0
    carried = _carried(stage)
    late = _late(stage)
    lot = lots(stage.seed or 0, entrants)
    return {
        one: Record(
            played[one],
            byes=byes[one],
            carried=carried.get(one, 0),
            late=late.get(one, 0),
            penalties=off[one],
            lot=lot[one],
        )
        for one in entrants
    }


def _late(stage: Stage) -> dict[int, int]:
    """The points of those who came late; nobody comes later than in the first stage."""
    if stage.number > 1:
        return {}
    came = stage.tournament.entrants.filter(missed_rounds__gt=0)
    return dict(came.values_list("pk", "late_points"))


def _penalties(
    stage: Stage, entrants: list[int], *, first: int, before: int | None
) -> dict[int, dict[int, int]]:
    """By entrant, by the number of a round in the stage, the points that were taken off."""
    found: dict[int, dict[int, int]] = {one: {} for one in entrants}
    rows = Penalty.objects.standing().filter(stage=stage, entrant__in=entrants)
    for entrant, at, points in rows.values_list("entrant", "round_number", "points"):
        number = max(1, at - first + 1)
        if before is None or at < before:
            found[entrant][number] = found[entrant].get(number, 0) + points
    return found


def _carried(stage: Stage) -> dict[int, int]:
    """The points that entrants bring to a stage, in its own unit.

    They are counted among all who played the stage before, whoever came through: what a place at a
    table is worth hangs on who sat there.
    """
    if stage.carries == Carries.NONE:
        return {}
    before = stage.tournament.stages.get(number=stage.number - 1)
    before.tournament = stage.tournament
    old, new = (one.played_as.points(one.plan) for one in (before, stage))
    results = results_of_stage(before)
    is_half = stage.carries == Carries.HALF
    return {
        one: carried(old.of(one, results), before=old, after=new, is_half=is_half)
        for one in results.records
    }


def _played(
    seats: QuerySet[RoundSeat], entrants: Iterable[int], *, first: int = 1
) -> dict[int, list[Played]]:
    """What everybody made of the rounds that were counted, in their order.

    Args:
        first: The number of the first round of the stage.
    """
    parts: dict[int, dict[int, list[Played]]] = {entrant: {} for entrant in entrants}
    sides = dict[int, bool]()
    counted = seats.filter(chips__isnull=False).order_by("round_table__round__number", "seat")
    for entrant, number, are_sides, *figures in counted.values_list(
        *("entrant", "round_table__round__number", "round_table__are_sides", "round_table"),
        *("chips", "deals_won", "tricks", "deals", "jinks"),
    ):
        table, chips, *others = figures
        won, tricks, deals, jinks = (other or 0 for other in others)
        made = Played(number - first + 1, table, chips, won, tricks, deals, jinks)
        parts[entrant].setdefault(table, []).append(made)
        sides[table] = are_sides
    return {
        entrant: [of_members(own, is_side=sides[table]) for table, own in tables.items()]
        for entrant, tables in parts.items()
    }
