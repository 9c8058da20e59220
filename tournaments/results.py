"""Results: what the measures of a tournament's format count, and whom they rank where."""

from dataclasses import dataclass

from tournaments.formats.measures import Played, Results
from tournaments.models import Prize, RoundSeat, Tournament
from tournaments.standings import Score, Standing, standings


@dataclass(frozen=True)
class Result:
    """An entrant's line in the standings; `prize_chips` is 0 until the end.

    Attributes:
        figures: What each measure of the format counts, by its key.
    """

    rank: int
    entrant: int
    name: str
    chips: int
    deals_won: int
    figures: dict[str, int]
    prize_chips: int


def played_before(tournament: Tournament, round_number: int | None = None) -> Results:
    """What everybody made of the rounds that were counted, or only of those before this one."""
    played: dict[int, list[Played]] = {
        entrant: [] for entrant in tournament.entrants.ranked().values_list("pk", flat=True)
    }
    seats = RoundSeat.objects.filter(entrant__tournament=tournament, chips__isnull=False)
    if round_number is not None:
        seats = seats.filter(round_table__round__number__lt=round_number)
    rows = seats.order_by("round_table__round__number").values_list(
        "entrant", "round_table", "chips", "deals_won", "tricks"
    )
    for entrant, table, chips, deals_won, tricks in rows:
        played[entrant].append(Played(table, chips or 0, deals_won or 0, tricks or 0))
    return played


def standings_of(tournament: Tournament, round_number: int | None = None) -> list[Standing]:
    """The standings after all rounds that were counted, or before a round; entrants by key."""
    return _ranked(tournament, played_before(tournament, round_number))


def results_of(tournament: Tournament) -> list[Result]:
    """The standings with names and prizes, for people to read."""
    names = dict(tournament.entrants.values_list("pk", "member__player__name"))
    paid = Prize.objects.filter(entrant__tournament=tournament)
    won = dict(paid.values_list("entrant", "chips"))
    keys = [measure.key for measure in tournament.played_as.measures]
    played = played_before(tournament)
    return [
        Result(
            rank=line.rank,
            entrant=line.score.entrant,
            name=names[line.score.entrant],
            chips=sum(one.chips for one in played[line.score.entrant]),
            deals_won=sum(one.deals_won for one in played[line.score.entrant]),
            figures=dict(zip(keys, line.score.figures, strict=True)),
            prize_chips=won.get(line.score.entrant, 0),
        )
        for line in _ranked(tournament, played)
    ]


def _ranked(tournament: Tournament, played: Results) -> list[Standing]:
    measures = tournament.played_as.measures
    return standings(
        Score(entrant, tuple(measure.figure(entrant, played) for measure in measures))
        for entrant in played
    )
