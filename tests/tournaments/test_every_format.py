"""What holds for every format, whoever comes and goes, and at whatever moment."""

from collections import Counter
from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.events import Event
from tournaments.formats import FORMATS
from tournaments.formats.draw import Draw
from tournaments.formats.knockout import Knockout
from tournaments.formats.protocol import Stacks
from tournaments.formats.round_robin import RoundRobin
from tournaments.prizes import Category, Contender, PlacePrize, PrizePlan, proposed
from tournaments.standings import JINKS, CountedAs, reasons

KEYS = sorted(FORMATS)
ANY_SIZE = tuple(range(2, 11))
PAIRS = (4, 6, 8, 10)  # RULES.md 1.2.
MOST_ROUNDS = 30

HAPPENINGS = st.lists(
    st.tuples(st.sampled_from(["leave", "come", "return", "substitute", "-"]), st.integers(0, 20)),
    max_size=3,
)
COUNTS = st.sampled_from([one.value for one in CountedAs])
RANKINGS = st.sampled_from(
    [
        ["points"],
        ["points", "deals_won", "head_to_head"],
        ["points", "share", "opponents", "jinks"],
        ["points", "head_to_head", "lot"],
    ]
)


@st.composite
def events(draw: st.DrawFn, key: str) -> tuple[Event, list[list[tuple[str, int]]]]:
    """An event, and what happens before each of its rounds."""
    format = FORMATS[key]
    is_long = isinstance(format, RoundRobin)
    members = draw(st.sampled_from([1, 1, 1, 2]))
    plan = {
        "rounds_count": draw(st.integers(1, 3)),
        "deals_a_round": draw(st.integers(1, 4)),
        "starting_stack": draw(st.sampled_from([2, 60])),
        "table_size": members * draw(st.integers(2 if members > 1 else 3, 5)),
        "members": members,
        "counts": draw(COUNTS),
        "measures": draw(RANKINGS),
        "sizes": draw(st.sampled_from(["in_proportion", "as_played"])),
        "ties": draw(st.sampled_from(["next", "all", "lot"])),
        "go_on": 1 if members > 1 else draw(st.integers(1, 2)),
    }
    event = Event(
        format,
        draw(st.integers(2, 9 if is_long else 20)),
        seed=draw(st.integers(1, 1000)),
        sizes=PAIRS if members > 1 else draw(st.sampled_from([ANY_SIZE, PAIRS])),
        settings=plan,
    )
    return event, draw(st.lists(HAPPENINGS, max_size=4))


def happen(event: Event, happenings: list[tuple[str, int]]) -> None:
    """Between two rounds; nobody stays away who is the last one."""
    gone = [one for one in event.records if one not in event.able]
    for what, number in happenings:
        if what == "leave" and len(event.able) > 1:
            event.leave(event.able[number % len(event.able)])
        elif what == "come" and len(event.records) < 24:
            event.come(late=number)
        elif what == "return" and gone and gone[number % len(gone)] not in event.able:
            event.able.append(gone[number % len(gone)])
        elif what == "substitute":
            event.replace_member(number % len(event.records))


@pytest.mark.parametrize("key", KEYS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_an_event_with_those_who_come_and_go(key: str, data: st.DataObject) -> None:
    event, happenings = data.draw(events(key))
    while (drawn := event.draw()) is not None:
        check_draw(event, drawn)
        event.play(drawn)
        check_chips(event)
        check_standings(event)
        if len(event.history) <= len(happenings):
            happen(event, happenings[len(event.history) - 1])
        assert len(event.history) < MOST_ROUNDS, "It never ends."

    check_byes(event)
    check_prizes(event)
    if isinstance(event.format, RoundRobin):
        check_all_met(event)


def check_draw(event: Event, drawn: Draw) -> None:
    """Everybody is at one table, has a bye or sits out; tables are of the sizes promised."""
    situation = event.situation()
    byes = [bye.entrant for bye in drawn.byes]
    seated = list(chain.from_iterable(drawn.seated.tables))
    everybody = Counter([*seated, *byes, *drawn.sits_out, *drawn.out])
    persons = list(chain.from_iterable(event.seats(table) for table in drawn.seated.tables))

    assert set(everybody.values()) <= {1}
    assert set(everybody) == set(situation.able)
    if isinstance(event.format, Knockout):
        check_who_goes_on(event, set(everybody) - set(drawn.out))
    else:
        assert not drawn.out
    assert len(set(persons)) == len(persons)
    assert (
        drawn.faults(able=situation.able, history=event.history, allowed=situation.entrants_a_table)
        == []
    )
    assert all(len(event.seats(table)) in event.sizes for table in drawn.seated.tables)
    if event.format.stacks == Stacks.CARRIED:
        assert not byes
    else:
        assert not drawn.sits_out or len(drawn.seated.tables) == 1
        assert not (byes and drawn.sits_out)
    if event.sizes == ANY_SIZE:
        assert not byes
        assert not drawn.sits_out
    assert len(byes) + len(drawn.sits_out) <= 3
    assert all(bye.reason.endswith(".") for bye in drawn.byes)


def check_who_goes_on(event: Event, drawn: set[int]) -> None:
    """The best of each table of a knockout, last byes, and who is new; by plainer code."""
    plan, able = event.plan, set(event.situation().able)
    if not event.history:
        assert drawn == able
        return
    last = set(chain.from_iterable(event.history[-1]))
    new = able.difference(*chain.from_iterable(event.history), *event.byes)
    assert drawn - last == (able & set(event.byes[-1])) | new
    for table in event.history[-1]:
        made = {one: event.records[one].played[-1] for one in table}
        points = {
            one: {"chips": (played.chips,), "placing": (played.chips, played.deals_won)}.get(
                plan["counts"], (played.deals_won,)
            )
            for one, played in made.items()
        }
        here = able & set(table)
        on, out = here & drawn, here - drawn
        best = min(plan["go_on"], len(table) - 1)
        assert len(on) == min(best, len(here)) or (plan["ties"] == "all" and len(on) > best)
        assert set(table) - on
        assert all(points[one] >= points[other] for one in on for other in out)
        if plan["ties"] == "next":
            order = {one: (points[one], made[one].chips, made[one].deals_won) for one in here}
            assert all(order[one] >= order[other] for one in on for other in out)


def check_chips(event: Event) -> None:
    """What one wins another loses; carried stacks are together what was given out."""
    number = len(event.history)
    for company in event.results.companies.values():
        if company[0][1].round == number:
            assert sum(played.chips for _, played in company) == 0
    if event.format.stacks == Stacks.CARRIED:
        stacks = [event.stack(one) for one in event.records]
        assert sum(stacks) == event.plan["starting_stack"] * len(stacks)
        assert min(stacks) >= 0


def check_standings(event: Event) -> None:
    """A total preorder: all stand once, ranks count who is ahead, and each place has a reason."""
    table, measures = event.table, event.measures
    names = {one: f"Player {one}" for one in event.records}
    why = reasons(table, measures, names)

    assert sorted(line.entrant for line in table) == sorted(event.records)
    for line in table:
        assert line.rank == 1 + sum(other.figures > line.figures for other in table)
    for one, other in pairwise(table):
        assert (one.rank == other.rank) == (one.figures == other.figures)
        assert one.figures >= other.figures
    if measures[-1].is_lot:
        assert [line.rank for line in table] == list(range(1, len(table) + 1))
    for line, after in zip(table, [*table[1:], None], strict=True):
        said = why[line.entrant]
        if after is None or after.rank > line.rank:
            about = after.entrant if after else table[-1 - last_group(event)].entrant
            assert names[about] in said or len({one.rank for one in table}) == 1
        assert said.endswith(".")


def last_group(event: Event) -> int:
    """How many share the last rank, unless all do."""
    ranks = [line.rank for line in event.table]
    return ranks.count(ranks[-1]) % len(ranks)


def check_byes(event: Event) -> None:
    """Of those who were able in all rounds nobody has two byes more than another."""
    if isinstance(event.format, Knockout | RoundRobin) or len(event.byes) < 2:
        return
    told = [
        set(chain(*drawn.seated.tables, (bye.entrant for bye in drawn.byes)))
        for drawn in event.draws
    ]
    had = [sum(one in byes for byes in event.byes) for one in set.intersection(*told)]
    assert not had or max(had) - min(had) <= 1


def check_all_met(event: Event) -> None:
    met = {
        frozenset(pair)
        for tables in event.history
        for table in tables
        for pair in combinations(table, 2)
    }
    able = event.situation().able
    if event.situation().entrants_a_table and min(event.situation().entrants_a_table) <= len(able):
        assert {frozenset(pair) for pair in combinations(able, 2)} <= met


def check_prizes(event: Event) -> None:
    contenders = {
        one: Contender(f"Player {one}", takes_prizes=one % 5 > 0) for one in event.records
    }
    plan = PrizePlan(
        [PlacePrize(chips=5, percent=60), PlacePrize(percent=25)],
        [Category("Most jinks", JINKS, percent=15)],
    )
    fund = 7 * len(event.records)
    made = proposed(event.table, fund=fund, plan=plan, contenders=contenders, results=event.results)

    assert sum(made.won.values()) + made.left == fund
    assert made.left in (0, fund)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_makes_the_same_event(key: str) -> None:
    def played() -> list[Draw]:
        event = Event(FORMATS[key], 9, settings={"rounds_count": 2, "table_size": 3})
        while drawn := event.draw():
            event.play(drawn)
        return event.draws

    assert played() == played()
