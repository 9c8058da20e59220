"""An independent count of a tournament: from its deals, its draws and what was done, nothing else.

It shares no code with the product: neither tallies, points, measures, ranks nor prizes.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any, Final

from django.db.models import Sum

from games.models import Deal, Seat
from ledger.models import Entry
from tournaments.models import Bye, Round, RoundSeat, RoundTable, Stage, Tournament

PLACES_CHIPS: Final = ("buy_in", "cash_out")
"""Why chips come to a table and leave it; all others are won or lost there."""


def nearest(number: Fraction) -> int:
    """The nearest whole number, a half up."""
    return floor(number + Fraction(1, 2))


@dataclass
class Done:
    """Deeds of organisers and entrants, as far as results hang on them.

    Attributes:
        missed: By entrant how many rounds had begun when they came.
        left: Entrants who went though a round was in play or to come for them.
        is_in: Entrants who are in.
        idle: Entrants who never act and have no bot: nothing but their chips counts.
        corrected: By table and seat what an organiser said of it.
        penalties: Stage, entrant and points, in the unit of the stage.
        company: By entrant the members who play as it, in their order.
        counted: Tables of rounds that were over; they count though one of the round is replayed.
        payers: Those whose fees lie in the fund, in the order in which they paid.
    """

    missed: dict[int, int] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    is_in: set[int] = field(default_factory=set)
    idle: set[int] = field(default_factory=set)
    corrected: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)
    penalties: list[tuple[int, int, int]] = field(default_factory=list)
    company: dict[int, list[int]] = field(default_factory=dict)
    counted: set[int] = field(default_factory=set)
    payers: list[int] = field(default_factory=list)


@dataclass
class Made:
    """Figures of an entrant in a round at a table."""

    table: int
    chips: int = 0
    won: int = 0
    jinks: int = 0
    deals: int = 0


@dataclass(frozen=True)
class Line:
    """A line of the standings; `figures` in the order of the measures."""

    entrant: int
    rank: int
    figures: tuple[int, ...]
    chips: int
    won: int
    has_left: bool


class StageCount:
    """Figures of one stage."""

    def __init__(self, stage: Stage, done: Done, entrants: Sequence[int]) -> None:
        self.stage, self.done, self.entrants = stage, done, entrants
        self.rounds = list(Round.objects.filter(stage=stage, undone_at=None).order_by("number"))
        self.made: dict[int, dict[int, Made]] = {}  # By round of the tournament, by entrant.
        self.byes: dict[int, set[int]] = {}
        self.over = {one.number for one in self.rounds if one.finished_at is not None}
        for one in self.rounds:
            self.made[one.number] = made_in(one, done)
            resting = Bye.objects.filter(round=one).exclude(round__finished_at=None)
            self.byes[one.number] = {*resting.values_list("entrant", flat=True)}
        settings = stage.format_settings
        self.counts = settings.get("counts", "chips")
        self.is_level = settings.get("sizes") == "in_proportion" and self.counts == "deals_won"
        members = stage.tournament.members_count
        self.usual = max(2, stage.table_size // members)
        self.decimals = 2 if self.is_level or self.counts == "placing" else 0
        self.carried: dict[int, int] = {}

    def company(self, number: int, table: int) -> dict[int, Made]:
        return {one: made for one, made in self.made[number].items() if made.table == table}

    def worth(self, number: int, entrant: int) -> int:
        """Points of a round at a table."""
        mine = self.made[number][entrant]
        company = self.company(number, mine.table)
        if self.counts == "chips":
            return mine.chips
        if self.counts == "placing":
            return place(entrant, {one: (it.chips, it.won) for one, it in company.items()})
        if self.is_level:
            return nearest(Fraction(100 * mine.won * len(company), self.usual))
        return mine.won

    @cached_property
    def bye_worth(self) -> dict[int, int]:
        """Figures by round of the tournament."""
        found, so_far = {}, list[int]()
        for number, made in self.made.items():
            own = [self.worth(number, one) for one, it in made.items() if it.deals]
            so_far += own
            some = own or so_far
            gives = self.stage.format_settings.get("bye") == "average" and some
            gives = gives and number in self.over
            found[number] = nearest(Fraction(sum(some), len(some))) if gives else 0
        return found

    @cached_property
    def points(self) -> dict[int, int]:
        found = {}
        for one in self.entrants:
            points = self.carried.get(one, 0)
            points += sum(
                self.worth(number, one) for number, made in self.made.items() if one in made
            )
            points += sum(self.bye_worth[at] for at, resting in self.byes.items() if one in resting)
            if self.stage.number == 1:
                missed = self.done.missed.get(one, 0)
                points += sum(worth for at, worth in self.bye_worth.items() if at <= missed)
            points -= sum(
                off
                for stage, who, off in self.done.penalties
                if (stage, who) == (self.stage.number, one)
            )
            found[one] = points
        return found

    def total(self, entrant: int, name: str) -> int:
        return sum(getattr(made[entrant], name) for made in self.made.values() if entrant in made)

    def figure(self, key: str, entrant: int, equals: Sequence[int]) -> int:
        match key:
            case "points":
                return self.points[entrant]
            case "deals_won":
                return self.total(entrant, "won")
            case "jinks":
                return self.total(entrant, "jinks")
            case "share":
                deals = self.total(entrant, "deals")
                won = self.total(entrant, "won")
                return nearest(Fraction(10_000 * won, deals)) if deals else 0
            case "opponents":
                met = [self.points[other] for _, other in self.meetings(entrant)]
                return (
                    nearest(Fraction(sum(met) * 10 ** (2 - self.decimals), len(met))) if met else 0
                )
            case "head_to_head":
                found = 0
                for number, other in self.meetings(entrant):
                    if other in equals:
                        mine, theirs = (self.made[number][one] for one in (entrant, other))
                        a, b = (mine.chips, mine.won), (theirs.chips, theirs.won)
                        found += (a > b) - (a < b)
                return found
            case "reached":
                return max([0, *self.came_to(entrant)])
            case "place":
                return self.last_place(entrant)
        raise AssertionError(key)

    def meetings(self, entrant: int) -> list[tuple[int, int]]:
        return [
            (number, other)
            for number, made in self.made.items()
            if entrant in made
            for other in self.company(number, made[entrant].table)
            if other != entrant
        ]

    def came_to(self, entrant: int) -> list[int]:
        """The rounds of the stage, from 1, that somebody played or had a bye in."""
        return [
            at
            for at, number in enumerate(self.made, start=1)
            if entrant in self.made[number] or entrant in self.byes[number]
        ]

    def last_place(self, entrant: int) -> int:
        came = self.came_to(entrant)
        if not came:
            return 0
        number = list(self.made)[max(came) - 1]
        if entrant not in self.made[number]:
            return 500
        company = self.company(number, self.made[number][entrant].table)
        figures = {one: (self.worth(number, one), it.chips, it.won) for one, it in company.items()}
        return place(entrant, figures)

    @property
    def measures(self) -> list[str]:
        if self.stage.format == "random_rotation":
            return ["points", "deals_won"]
        ranks = list(self.stage.format_settings["measures"])
        return ["reached", "place", *ranks] if self.stage.format == "knockout" else ranks

    def ranked(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """Rank, entrant and figures, best first; equals share a rank, by their keys."""
        groups: list[tuple[tuple[int, ...], list[int]]] = [((), sorted(self.entrants))]
        for key in self.measures:
            finer = []
            for figures, equals in groups:
                by_figure: dict[int, list[int]] = defaultdict(list)
                for one in equals:
                    by_figure[self.figure(key, one, equals)].append(one)
                finer += [((*figures, it), by_figure[it]) for it in sorted(by_figure, reverse=True)]
            groups = finer
        lines: list[tuple[int, int, tuple[int, ...]]] = []
        for figures, equals in groups:
            rank = len(lines) + 1
            lines += [(rank, one, figures) for one in equals]
        return lines


def place(mine: int, company: Mapping[int, tuple[int, ...]]) -> int:
    """10 points for the first of a table, 0 for the last, equal steps; equals share; hundredths."""
    others = [figure for one, figure in company.items() if one != mine]
    if not others:
        return 1000
    below = sum(figure < company[mine] for figure in others)
    level = sum(figure == company[mine] for figure in others)
    return nearest(Fraction(1000 * (2 * below + level), 2 * len(others)))


def made_in(round: Round, done: Done) -> dict[int, Made]:
    """The figures of each entrant in a round, deal by deal."""
    found: dict[int, Made] = {}
    tables = RoundTable.objects.filter(round=round, voided_at=None).order_by("pk")
    if round.finished_at is None:
        tables = tables.filter(pk__in=done.counted)
    else:
        done.counted.update(tables.values_list("pk", flat=True))
    for laid in tables.select_related("table"):
        seats = {int(one.seat): one for one in RoundSeat.objects.filter(round_table=laid)}
        sides = sides_of(laid, seats)
        for number, row in seats.items():
            made = found.setdefault(row.entrant_id, Made(laid.pk))
            stack = Seat.objects.get(table=laid.table_id, number=number).stack_id
            moved = Entry.objects.filter(account=stack).exclude(transfer__reason__in=PLACES_CHIPS)
            chips = moved.aggregate(all=Sum("chips"))["all"] or 0
            made.chips += done.corrected.get((laid.pk, number), {}).get("chips", chips)
        won: dict[int, list[int]] = defaultdict(list)  # By seat one for each deal.
        jinked: dict[int, list[int]] = defaultdict(list)
        for deal in Deal.objects.filter(
            table=laid.table_id, voided_at=None, settled_at__isnull=False
        ):
            outcome: Any = deal.outcome_json
            dealt = deal.seat_numbers
            winners = [dealt[one] for one in outcome["winners"]]
            _check_partners(seats, dealt, winners, are_sides=sides)
            for one in {seats[seat].entrant_id for seat in dealt} - done.idle:
                found[one].deals += 1
            for seat in winners:
                if seats[seat].entrant_id not in done.idle:
                    won[seat].append(deal.number)
                    if outcome["kind"] == "jinked":
                        jinked[seat].append(deal.number)
        for number, row in seats.items():
            said = done.corrected.get((laid.pk, number), {})
            for name, some in (("won", won), ("jinks", jinked)):
                count = said.get(name, len(some[number]))
                made, has = found[row.entrant_id], getattr(found[row.entrant_id], name)
                setattr(made, name, max(has, count) if sides else has + count)
    return found


def sides_of(laid: RoundTable, seats: dict[int, RoundSeat]) -> bool:
    """Return True if all members of each entrant are on one side, by the rules and the seats."""
    assert laid.table is not None
    sides, count = laid.table.rules.sides, len(seats)
    many = {"individual": count, "pairs": count // 2, "two_sides": 2, "threes": count // 3}[sides]
    side_of: dict[int, set[int]] = defaultdict(set)
    for number, row in seats.items():
        side_of[row.entrant_id].add(number % many)
    return all(len(some) == 1 for some in side_of.values())


def _check_partners(
    seats: dict[int, RoundSeat], dealt: Sequence[int], winners: Sequence[int], *, are_sides: bool
) -> None:
    """See that partners play and win together, or not at all, and sit opposite in their circle."""
    if not are_sides:
        return
    won = {seats[one].entrant_id for one in winners}
    for entrant in {seats[one].entrant_id for one in dealt}:
        company = [one for one, row in seats.items() if row.entrant_id == entrant]
        places = [dealt.index(one) for one in company if one in dealt]
        assert len(places) == len(company), "a side that is not whole played"
        apart = {(one - other) % (len(dealt) // len(company)) for one in places for other in places}
        assert apart == {0}, "partners do not sit opposite"
        if entrant in won:
            assert set(company) <= set(winners), "somebody won without their partner"


class TournamentCount:
    """Lines, prizes and chips of a whole tournament."""

    def __init__(self, tournament: Tournament, done: Done) -> None:
        self.done = done
        self.stages: list[StageCount] = []
        seen = {
            *RoundSeat.objects.filter(entrant__tournament=tournament).values_list(
                "entrant", flat=True
            )
        }
        seen |= {
            *Bye.objects.filter(entrant__tournament=tournament).values_list("entrant", flat=True)
        }
        everybody = sorted(seen | done.is_in)
        reached = dict(tournament.entrants.values_list("pk", "stage_number"))
        self.last_of = {one: reached[one] for one in everybody}
        for stage in tournament.stages.order_by("number"):
            stage.tournament = tournament
            if stage.number > 1 and stage.started_at is None:
                break
            came = [one for one in everybody if self.last_of[one] >= stage.number]
            count = StageCount(stage, done, came)
            if stage.carries == "all":
                before = self.stages[-1]
                for one in came:
                    points = abs(before.points[one]) * 10**count.decimals // 10**before.decimals
                    count.carried[one] = points if before.points[one] >= 0 else -points
            self.stages.append(count)

    @cached_property
    def lines(self) -> list[Line]:
        found: list[Line] = []
        for count in reversed(self.stages):
            kept = [one for one in count.ranked() if self.last_of[one[1]] == count.stage.number]
            above, rank, before = len(found), 0, 0
            for at, (said, entrant, figures) in enumerate(kept, start=1):
                if said != before:
                    rank, before = at, said
                found.append(
                    Line(
                        entrant,
                        above + rank,
                        figures,
                        self.all_of(entrant, "chips"),
                        self.all_of(entrant, "won"),
                        entrant in self.done.left,
                    )
                )
        return found

    def all_of(self, entrant: int, name: str) -> int:
        return sum(one.total(entrant, name) for one in self.stages)

    def prizes(self, tournament: Tournament, fund: int) -> dict[int, int]:
        """The prize of each entrant; nobody's where nobody takes a prize."""
        takers = [line for line in self.lines if not line.has_left]
        if not takers:
            return {}
        fixed, percents = tournament.fixed_prizes, tournament.prize_percents
        categories = [
            (one, self._best(one["measure"], takers)) for one in tournament.prize_categories
        ]
        asked = [
            (
                fixed[at] if at < len(fixed) else 0,
                percents[at] if at < len(percents) else 0,
            )
            for at in range(len(takers))
        ]
        asked += [(one["chips"], one["percent"]) if best else (0, 0) for one, best in categories]
        left, paid = fund, []
        for chips, _ in asked:
            paid.append(min(chips, left))
            left -= paid[-1]
        rest = left
        for at, (_, percent) in enumerate(asked):
            paid[at] += left * percent // 100
            rest -= left * percent // 100
        paid[0] += rest
        won: dict[int, int] = defaultdict(int)
        for rank in sorted({line.rank for line in takers}):
            level = [line.entrant for line in takers if line.rank == rank]
            first = sum(line.rank < rank for line in takers)
            self._share(won, sum(paid[first : first + len(level)]), level)
        for (_, best), chips in zip(categories, paid[len(takers) :], strict=True):
            self._share(won, chips, best)
        return {one: chips for one, chips in won.items() if chips}

    def _best(self, measure: str, takers: Sequence[Line]) -> list[int]:
        def share(one: int) -> int:
            deals = self.all_of(one, "deals")
            return nearest(Fraction(10_000 * self.all_of(one, "won"), deals)) if deals else 0

        by: dict[str, Callable[[int], int]] = {
            "chips": lambda one: self.all_of(one, "chips"),
            "deals_won": lambda one: self.all_of(one, "won"),
            "jinks": lambda one: self.all_of(one, "jinks"),
            "share": share,
        }
        figures = {line.entrant: by[measure](line.entrant) for line in takers}
        most = max(figures.values())
        return [one for one, figure in figures.items() if figure == most] if most > 0 else []

    @staticmethod
    def _share(won: dict[int, int], chips: int, entrants: Sequence[int]) -> None:
        for number, one in enumerate(sorted(entrants)):
            won[one] += chips // len(entrants) + (number < chips % len(entrants))

    def to_members(self, won: dict[int, int]) -> dict[int, int]:
        """The gain of each member's purse by these prizes."""
        found: dict[int, int] = defaultdict(int)
        for entrant, chips in won.items():
            company = self.done.company[entrant]
            for number, member in enumerate(company):
                found[member] += chips // len(company) + (number < chips % len(company))
        return found
