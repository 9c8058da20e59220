"""Prizes are paid to the last chip, and each line says why."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.prizes import (
    Category,
    Contender,
    OddChips,
    PlacePrize,
    PrizePlan,
    Proposal,
    Ties,
    among_members,
    by_percents,
    proposed,
)
from tournaments.standings import (
    JINKS,
    CountedAs,
    Played,
    Points,
    Record,
    Results,
    points_measure,
    standings,
)

CHIPS = points_measure(Points(CountedAs.CHIPS))
NAMES = ["", "Aoife", "Brian", "Con", "Dervla"]


def results_of(figures: list[int], jinks: list[int] | None = None) -> Results:
    jinked = jinks or [0] * len(figures)
    lines = enumerate(zip(figures, jinked, strict=True), start=1)
    return Results(
        {one: Record([Played(1, 1, made, 0, 0, 5, jinks)]) for one, (made, jinks) in lines}
    )


def paid(
    figures: list[int],
    *,
    fund: int,
    plan: PrizePlan,
    jinks: list[int] | None = None,
    bots: frozenset[int] = frozenset(),
    pairs: frozenset[int] = frozenset(),
) -> Proposal:
    """Entrants are 1, 2, ...; the figure of each ranks."""
    results = results_of(figures, jinks)
    contenders = {
        one: Contender(
            NAMES[one] if one < len(NAMES) else str(one),
            takes_prizes=one not in bots,
            groups=frozenset({"pairs"} if one in pairs else ()),
            lot=one,
        )
        for one in results.records
    }
    table = standings(results, [CHIPS])
    return proposed(table, fund=fund, plan=plan, contenders=contenders, results=results)


@pytest.mark.parametrize(
    ("figures", "chips", "percents", "won"),
    [
        ([9, 5, 1], 100, (50, 30, 20), {1: 50, 2: 30, 3: 20}),
        ([9, 5, 5], 100, (50, 30, 20), {1: 50, 2: 25, 3: 25}),  # Equals share two places.
        ([9, 5, 5], 101, (50, 30, 20), {1: 51, 2: 25, 3: 25}),  # An odd chip to the first,
        ([5, 5, 1], 101, (50, 30, 20), {1: 41, 2: 40, 3: 20}),  # among equals to the earlier.
        ([9, 5], 100, (50, 30, 20), {1: 70, 2: 30}),  # Nobody is third.
        ([9, 5, 1], 0, (100,), {}),
    ],
)
def test_shares(
    figures: list[int], chips: int, percents: tuple[int, ...], won: dict[int, int]
) -> None:
    assert paid(figures, fund=chips, plan=by_percents(percents)).won == won


FIXED = PrizePlan([PlacePrize(chips=60), PlacePrize(chips=30), PlacePrize(chips=10)])
MIXED = PrizePlan(
    [PlacePrize(percent=60), PlacePrize(percent=30)],
    [Category("Most jinks", JINKS, chips=10), Category("Best pair", group="pairs", percent=10)],
)


@pytest.mark.parametrize(
    ("fund", "won"),
    [
        (100, {1: 60, 2: 30, 3: 10}),
        (75, {1: 60, 2: 15}),  # Never more than the fund: the best first.
        (130, {1: 90, 2: 30, 3: 10}),  # Always the whole fund: the rest to the first.
    ],
)
def test_fixed_prizes(fund: int, won: dict[int, int]) -> None:
    assert paid([9, 5, 1], fund=fund, plan=FIXED).won == won


def test_a_prize_that_the_fund_does_not_hold_says_so() -> None:
    proposal = paid([9, 5, 1], fund=75, plan=FIXED)

    assert [line.reason for line in proposal.lines] == [
        "1st place: 60 chips.",
        "2nd place: 15 chips. The fund lacked 15 of the fixed chips.",
    ]
    assert proposal.missing == 25


SHARES = (PlacePrize(percent=70), PlacePrize(percent=30))


@pytest.mark.parametrize(
    ("plan", "won"),
    [
        (PrizePlan(SHARES), {1: 51, 2: 50}),
        (PrizePlan(SHARES, odd_chips=OddChips.LOT), {1: 50, 2: 51}),  # The second has the lot,
        (PrizePlan(SHARES, ties=Ties.LOT), {1: 30, 2: 71}),  # and takes the first place by it.
    ],
)
def test_equals(plan: PrizePlan, won: dict[int, int]) -> None:
    assert paid([5, 5], fund=101, plan=plan).won == won


def test_the_lot_is_told() -> None:
    plan = PrizePlan(SHARES, [Category("Most jinks", JINKS, chips=10)], ties=Ties.LOT)
    proposal = paid([5, 5], fund=110, plan=plan, jinks=[1, 1])

    assert [line.reason for line in proposal.lines] == [
        "1st place by lot, level with Aoife: 70 chips.",
        "2nd place by lot, level with Brian: 30 chips.",
        "Most jinks (1 jink) by lot, level with Aoife: 10 chips.",
    ]


@pytest.mark.parametrize(
    ("fund", "said"),
    [
        (None, None),
        (100, None),
        (80, "the fees bring 80 at most, so 20 are missing"),
        (0, "there is no entry fee to pay them from"),
    ],
)
def test_fixed_prizes_that_the_fees_never_cover(fund: int | None, said: str | None) -> None:
    refusal = FIXED.shortage(fund)

    assert said in refusal if said and refusal else refusal is said


def test_categories_and_the_reason_of_each_line() -> None:
    """Of 110 chips 10 are fixed; the percents are of the other 100."""
    proposal = paid([9, 5, 1, 0], fund=110, plan=MIXED, jinks=[0, 2, 2, 1], pairs=frozenset({3, 4}))

    assert [(line.entrant, line.chips, line.reason) for line in proposal.lines] == [
        (1, 60, "1st place: 60 chips."),
        (2, 30, "2nd place: 30 chips."),
        (2, 5, "Most jinks (2 jinks), shared with Con: 5 of 10 chips."),
        (3, 5, "Most jinks (2 jinks), shared with Brian: 5 of 10 chips."),
        (3, 10, "Best pair: 10 chips."),
    ]
    assert proposal.won == {1: 60, 2: 35, 3: 15}


def test_a_category_that_nobody_wins_falls_to_the_first() -> None:
    """Nobody has jinked and there is no pair, so all 110 chips are for places."""
    assert paid([9, 5, 1], fund=110, plan=MIXED).won == {1: 110 - 33, 2: 33}


def test_bots_are_passed_over() -> None:
    proposal = paid([9, 5, 1], fund=100, plan=by_percents((70, 30)), bots=frozenset({1}))

    assert [(line.entrant, line.rank, line.chips) for line in proposal.lines] == [
        (2, 2, 70),
        (3, 3, 30),
    ]
    everybody = paid([9, 5], fund=100, plan=by_percents((100,)), bots=frozenset({1, 2}))
    assert (everybody.lines, everybody.left) == ((), 100)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (by_percents([50, 40]), "The prizes add up to 90 percent: make them add up to 100."),
        (by_percents([150, -50]), "A prize is below 0: make every prize 0 or more."),
        (PrizePlan([]), "Name a prize for the first place."),
        (
            PrizePlan(
                [PlacePrize(percent=100)], [Category("Luck", chips=1), Category("Luck", chips=1)]
            ),
            "Two categories have the same name: give each its own.",
        ),
        (
            PrizePlan([PlacePrize(percent=100)], [Category("Luck")]),
            "A category has no prize: give it a share of the fund or fixed chips.",
        ),
        (by_percents([0]), "All prizes are 0: give a place a share of the fund or fixed chips."),
        (FIXED, None),
        (MIXED, None),
    ],
)
def test_plans_that_cannot_be(plan: PrizePlan, said: str | None) -> None:
    assert plan.refusal() == said


def test_members_share_and_the_first_gets_the_odd_chips() -> None:
    assert among_members(11, 3) == [4, 4, 3]


@st.composite
def plans(draw: st.DrawFn) -> PrizePlan:
    cuts = draw(st.lists(st.integers(0, 100), max_size=5))
    edges = [0, *sorted(cuts), 100]
    shares = [after - before for before, after in pairwise(edges)]
    fixed = draw(st.lists(st.integers(0, 200), min_size=len(shares), max_size=len(shares)))
    prizes = list(zip(fixed, shares, strict=True))
    places = draw(st.integers(1, len(prizes)))
    kinds = [(JINKS, ""), (None, "pairs"), (None, "")]
    return PrizePlan(
        [PlacePrize(chips, percent) for chips, percent in prizes[:places]],
        [
            Category(f"Number {number}", *kinds[number % 3], chips, percent)
            for number, (chips, percent) in enumerate(prizes[places:])
            if chips or percent
        ],
    )


@given(
    data=st.data(),
    figures=st.lists(st.integers(-3, 3), min_size=1, max_size=12),
    fund=st.integers(0, 1000),
    plan=plans(),
)
@settings(max_examples=200, deadline=None)
def test_the_whole_fund_is_paid(
    data: st.DataObject, figures: list[int], fund: int, plan: PrizePlan
) -> None:
    several = st.sets(st.integers(1, len(figures)))
    jinks = data.draw(st.lists(st.integers(0, 2), min_size=len(figures), max_size=len(figures)))
    bots, pairs = data.draw(several), data.draw(several)
    rules = {
        "ties": data.draw(st.sampled_from(Ties)),
        "odd_chips": data.draw(st.sampled_from(OddChips)),
    }
    plan = replace(plan, **rules)
    proposal = paid(
        figures, fund=fund, plan=plan, jinks=jinks, bots=frozenset(bots), pairs=frozenset(pairs)
    )

    assert sum(line.chips for line in proposal.lines) + proposal.left == fund
    assert proposal.left == (fund if len(bots) == len(figures) else 0)
    assert bots.isdisjoint(line.entrant for line in proposal.lines)
    assert all(line.chips > 0 and line.reason.endswith(".") for line in proposal.lines)
