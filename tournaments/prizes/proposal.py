"""Who gets what of the fund, with the reason for each line; somebody confirms it before it is paid.

The rules, as `docs/organiser.md` tells them under *Prizes*:

1. Fixed prizes come first, best place first and then the categories in their order. Where the fund
   does not hold them all, the later ones get what is left, and their lines say so.
2. Percents are of what the fixed prizes leave, rounded down to whole chips.
3. Entrants who share a rank share what their places are worth together. Odd chips go one each, to
   those who entered first or by lot. Or the lot decides which of them gets which place's prize.
4. What nobody takes falls to the first place: the chips that are left by rounding, the prizes of
   places for which there is nobody, and those of categories that nobody wins.
5. Bots are passed over, and people who left before the end unless the organiser wants it
   otherwise: the next line moves up. Where there is nobody else, nobody gets anything, and the
   whole fund is left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.prizes.plan import PLACE, Category, OddChips, PrizePlan, Ties
from tournaments.standings import Results, Standing


@dataclass(frozen=True)
class Contender:
    """What prizes ask of an entrant.

    Attributes:
        name: For people.
        takes_prizes: A person plays, or a person's pair, and no rule passes them over.
        groups: Of which categories they can win the prize.
        lot: The higher one is ahead, where the lot decides.
    """

    name: str
    takes_prizes: bool = True
    groups: frozenset[str] = frozenset()
    lot: int = 0


@dataclass(frozen=True)
class PrizeLine:
    """What an entrant gets for one thing.

    Attributes:
        rank: In the standings; who was passed over counts in it.
        category: Its code: `PLACE`, or one of the plan's `codes`.
        category_name: Empty for a place.
        place: Among those who take prizes, the first one where several are shared; None for a
            category.
        reason: In words: "1st place: 50% of 100 chips."
    """

    entrant: int
    rank: int
    category: str
    category_name: str
    place: int | None
    chips: int
    reason: str


@dataclass(frozen=True)
class Proposal:
    """All prizes of a fund.

    Attributes:
        lines: In the order of the standings, then the categories; each of at least one chip.
        left: What nobody takes: 0, or the whole fund where no person is ranked.
        missing: By how many chips the fund is too small for the fixed prizes.
    """

    lines: tuple[PrizeLine, ...]
    left: int = 0
    missing: int = 0

    @property
    def won(self) -> dict[int, int]:
        """By entrant all chips that they get."""
        won: dict[int, int] = {}
        for line in self.lines:
            won[line.entrant] = won.get(line.entrant, 0) + line.chips
        return won


def proposed(
    table: Sequence[Standing],
    *,
    fund: int,
    plan: PrizePlan,
    contenders: Mapping[int, Contender],
    results: Results | None = None,
) -> Proposal:
    """The prizes, all chips of the fund together.

    Args:
        table: The final standings, best first.
        plan: One that is not refused.
        contenders: By entrant.
        results: What the measures of categories are counted from, where there are any.
    """
    assert plan.refusal() is None
    people = [line for line in table if contenders[line.entrant].takes_prizes]
    if not people:
        return Proposal((), left=fund)
    winners = [_winners(one, people, contenders, results) for one in plan.categories]
    worth = _worth(plan, fund=fund, places=len(people), is_won=[bool(one) for one in winners])
    shared = _Sharing(plan, contenders)
    lines = shared.places(people, worth[: len(people)])
    for category, code, winning, prize in zip(
        plan.categories, plan.codes, winners, worth[len(people) :], strict=True
    ):
        what = _What(_told(category, winning, results), code, category.name)
        lines += shared.category(what, winning, prize)
    missing = sum(prize.missing for prize in worth)
    return Proposal(tuple(line for line in lines if line.chips), missing=missing)


def among_members(chips: int, members: int) -> list[int]:
    """What each member of an entrant gets: equal shares; odd chips go to the first of them."""
    each, odd = divmod(chips, members)
    return [each + (member < odd) for member in range(members)]


@dataclass(frozen=True)
class _What:
    """For what somebody gets a prize; the other fields are as in `PrizeLine`."""

    words: str
    category: str = PLACE
    category_name: str = ""
    place: int | None = None


@dataclass(frozen=True)
class _Worth:
    """What a place or a category is worth; `missing` are fixed chips that the fund lacks."""

    chips: int
    missing: int = 0


def _worth(plan: PrizePlan, *, fund: int, places: int, is_won: Sequence[bool]) -> list[_Worth]:
    """What each place is worth, then each category; all chips of the fund together."""
    empty = [(0, 0)] * (places - len(plan.places))
    asked = [(one.chips, one.percent) for one in plan.places[:places]] + empty
    asked += [
        (one.chips, one.percent) if taken else (0, 0)
        for one, taken in zip(plan.categories, is_won, strict=True)
    ]
    left, fixed = fund, []
    for chips, _ in asked:
        fixed.append(min(chips, left))
        left -= fixed[-1]
    shares = [left * percent // 100 for _, percent in asked]
    fixed[0] += left - sum(shares)
    return [
        _Worth(held + share, missing=max(0, chips - held))
        for held, share, (chips, _) in zip(fixed, shares, asked, strict=True)
    ]


@dataclass(frozen=True)
class _Sharing:
    """How those share a prize who are equal, by the plan."""

    plan: PrizePlan
    contenders: Mapping[int, Contender]

    def places(self, people: Sequence[Standing], worth: Sequence[_Worth]) -> list[PrizeLine]:
        lines: list[PrizeLine] = []
        for _, group in groupby(people, key=lambda line: line.rank):
            equals = self._in_order([*group])
            first = len(lines)
            prizes = worth[first : first + len(equals)]
            if self._is_by_lot and len(equals) > 1:
                for place, (line, prize) in enumerate(zip(equals, prizes, strict=True), first + 1):
                    told = (
                        f"{_ordinal(place)} place by lot, level with {self._others(line, equals)}"
                    )
                    what = _What(told, place=place)
                    lines.append(_line(line, prize.chips, what, prize.missing))
                continue
            last = "" if len(equals) == 1 else f" to {_ordinal(first + len(equals))}"
            together = _Worth(
                sum(prize.chips for prize in prizes), sum(prize.missing for prize in prizes)
            )
            what = _What(f"{_ordinal(first + 1)}{last} place", place=first + 1)
            lines += self._shared(what, equals, together)
        return lines

    def category(self, what: _What, winning: Sequence[Standing], prize: _Worth) -> list[PrizeLine]:
        equals = self._in_order(winning)
        if self._is_by_lot and len(equals) > 1:
            others = self._others(equals[0], equals)
            by_lot = replace(what, words=f"{what.words} by lot, level with {others}")
            return [_line(equals[0], prize.chips, by_lot, prize.missing)]
        return self._shared(what, equals, prize) if equals else []

    @property
    def _is_by_lot(self) -> bool:
        return self.plan.ties == Ties.LOT

    def _in_order(self, equals: Sequence[Standing]) -> list[Standing]:
        """Who of equals is first where something cannot be shared."""
        if self._is_by_lot or self.plan.odd_chips == OddChips.LOT:
            return sorted(equals, key=lambda one: (-self.contenders[one.entrant].lot, one.entrant))
        return sorted(equals, key=lambda one: one.entrant)

    def _shared(self, what: _What, equals: Sequence[Standing], prize: _Worth) -> list[PrizeLine]:
        each, odd = divmod(prize.chips, len(equals))
        lines = []
        for number, line in enumerate(equals):
            chips = each + (number < odd)
            if len(equals) == 1:
                lines.append(_line(line, chips, what, prize.missing))
                continue
            others = self._others(line, equals)
            shared = replace(what, words=f"{what.words}, shared with {others}")
            lines.append(_line(line, chips, shared, prize.missing, together=prize.chips))
        return lines

    def _others(self, line: Standing, equals: Sequence[Standing]) -> str:
        names = [self.contenders[one.entrant].name for one in equals if one is not line]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _line(
    line: Standing, chips: int, what: _What, missing: int, *, together: int | None = None
) -> PrizeLine:
    of = "" if together is None else f" of {together}"
    reason = f"{what.words}: {chips}{of} chips."
    if missing:
        reason += f" The fund lacked {missing} of the fixed chips."
    return PrizeLine(
        *(line.entrant, line.rank, what.category, what.category_name, what.place),
        chips=chips,
        reason=reason,
    )


def _winners(
    category: Category,
    people: Sequence[Standing],
    contenders: Mapping[int, Contender],
    results: Results | None,
) -> list[Standing]:
    """Who wins a category: all who are equal; nobody where nobody has any of it."""
    able = [
        line
        for line in people
        if not category.group or category.group in contenders[line.entrant].groups
    ]
    if category.measure is None:
        return [line for line in able if line.rank == able[0].rank]
    figures = _figures(category, able, results)
    most = max(figures.values(), default=0)
    return [line for line in able if figures[line.entrant] == most] if most > 0 else []


def _figures(
    category: Category, lines: Sequence[Standing], results: Results | None
) -> dict[int, int]:
    assert category.measure is not None
    assert results is not None, "categories by a measure are counted from results"
    everybody = [line.entrant for line in lines]
    return {one: category.measure.figure(one, results, everybody) for one in everybody}


def _told(category: Category, winning: Sequence[Standing], results: Results | None) -> str:
    """What a category is for, with the figure that won it."""
    if category.measure is None or not winning:
        return category.name
    [figure, *_] = _figures(category, winning, results).values()
    return f"{category.name} ({category.measure.words(figure)})"


def _ordinal(place: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place % 100 in (11, 12, 13) else endings.get(place % 10, 'th')}"
