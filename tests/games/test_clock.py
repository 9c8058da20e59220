"""The clock of a table, and that nobody else writes its columns."""

import ast
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from deploy.paths import PROJECT_DIR
from games.clock import IDLE, STOPPED, Clock
from games.models.clockwork import COLUMNS

AT = datetime(2027, 1, 8, 20, tzinfo=UTC)
ITS_OWN = {"games/clock.py", "games/models/clockwork.py"}
APPS = ("clubs", "deploy", "games", "ledger", "tournaments")
SQL = re.compile(r'\b(update|into)\s+(only\s+)?"?games_table\b', re.IGNORECASE)
UNREADABLE = {"create", "get_or_create", "update", "update_or_create", "Table"}  # With `**`.
UNREADABLE_ELSEWHERE = {
    "clubs/claims.py",  # Columns that name people.
    "deploy/bench/ledgers/hordak.py",  # Legs of another ledger.
    "deploy/rest/idempotency.py",  # Whose a key is.
    "games/tables/opening.py",  # The columns of policies.
    "tournaments/recalls.py",  # What was counted at a seat.
}
NAMES_IN_TEXT = {"bulk_create", "bulk_update", "get_or_create", "save", "setattr", "update"}
NAMES_IN_TEXT |= {"__setitem__", "__setattr__", "update_or_create"}
READS = {"filter", "exclude", "get", "Q", "order_by", "values_list", "values", "aggregate"}


def later(seconds: float) -> datetime:
    return AT + timedelta(seconds=seconds)


PERSON = STOPPED.begin_turn(AT).await_person(later(61))


def test_a_person_is_waited_for_until_their_time_is_over() -> None:
    assert (PERSON.turn_began_at, PERSON.is_running, PERSON.due_at) == (AT, True, later(61))


def test_nobody_is_waited_for_once_a_deal_is_over() -> None:
    assert PERSON.end_turns(later(5)) == Clock(due_at=later(5))


@pytest.mark.parametrize(
    ("clock", "rested"),
    [
        (PERSON, PERSON.begin_turn(later(30)).await_person(later(91))),
        # Workers and bots go on at once; what is not due stays so.
        (STOPPED.begin_turn(AT).await_worker(later(2)), Clock(later(40), later(30))),
        (STOPPED.rest(AT), Clock(idle_since=later(30))),
        (STOPPED.wait_for_company(AT), Clock(due_at=later(40), idle_since=later(30))),
        (STOPPED.wait_for_strings(later(5)), Clock(strings_until=later(35))),
        (STOPPED.end_turns(AT, pause_until=later(14)), Clock(later(40), next_deal_at=later(44))),
    ],
)
def test_a_pause_costs_nobody_time(clock: Clock, rested: Clock) -> None:
    assert clock.pause(later(10)).pause(later(20)).resume(later(40)) == rested


def test_a_clock_that_does_not_rest_does_not_resume() -> None:
    assert PERSON.resume(later(40)) == PERSON


@pytest.mark.parametrize(
    ("began", "ended", "gained"),
    [
        (10, 20, 10),  # What the turn has lost,
        (-100, 20, 20),  # and never more than the whole turn.
    ],
)
def test_an_outage_is_made_good(began: float, ended: float, gained: float) -> None:
    shifted = PERSON.shift(later(began), later(ended))

    assert shifted == STOPPED.begin_turn(later(gained)).await_person(later(61 + gained))


def test_an_outage_shifts_nothing_where_nobody_is_waited_for() -> None:
    bot = STOPPED.begin_turn(AT).await_worker(later(2))

    assert bot.shift(later(1), later(20)) == bot


def test_whatever_was_written_follows_a_clock_that_went_back() -> None:
    put_back = PERSON.pause(later(10)).put_back(timedelta(hours=1))

    assert put_back == Clock(later(61 - 3600), later(-3600), True, paused_at=later(10 - 3600))


def test_a_pause_between_deals_follows_a_clock_that_went_back() -> None:
    looking = STOPPED.end_turns(AT, pause_until=later(4))

    assert looking.put_back(timedelta(seconds=10)) == Clock(later(-10), next_deal_at=later(-6))


@pytest.mark.parametrize(
    "later_on",
    [
        lambda it: it.hide_turn(),
        lambda it: it.begin_turn(AT),
        lambda it: it.end_turns(AT),
        lambda it: it.rest(AT),
        lambda it: it.wait_for_company(AT),
    ],
)
def test_a_pause_between_deals_ends(later_on: Callable[[Clock], Clock]) -> None:
    looking = STOPPED.end_turns(AT, pause_until=later(4))

    assert later_on(looking).next_deal_at is None


def test_company_is_waited_for_only_so_long() -> None:
    waiting = STOPPED.wait_for_company(AT)

    assert waiting.due_at == AT + IDLE
    assert waiting.wait_for_company(later(60)) == waiting
    assert not waiting.is_given_up(later(60))
    assert waiting.is_given_up(AT + IDLE)
    assert waiting.come_back() == Clock(due_at=AT)
    assert PERSON.come_back() == PERSON


def written(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a column of the clock is assigned, updated or saved by its name."""
    columns = set(COLUMNS.values())
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            names = {node.attr} if isinstance(node, ast.Attribute) else constants(node.slice)
            yield from ((node.lineno, column) for column in columns & names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if SQL.search(node.value):
                yield node.lineno, "SQL"
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            named: set[object] = {one.arg for one in node.keywords}
            if name in UNREADABLE and None in named:  # Nobody can read there what is written.
                yield node.lineno, "**"
            if name in NAMES_IN_TEXT:
                named |= constants(node)
            if name not in READS:
                yield from ((node.lineno, column) for column in columns & named)


def constants(node: ast.AST) -> set[object]:
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}


def test_nobody_but_the_clock_writes_its_columns() -> None:
    modules = [path for app in APPS for path in (PROJECT_DIR / app).rglob("*.py")]
    others = [
        path
        for path in modules
        if "migrations" not in path.parts
        and path.relative_to(PROJECT_DIR).as_posix() not in ITS_OWN
    ]

    assert len(others) > 200
    found = {
        (path.relative_to(PROJECT_DIR).as_posix(), column)
        for path in others
        for _, column in written(ast.parse(path.read_text()))
    }
    of_a_tournament = {  # It has a column of that name.
        (f"{module}.py", "paused_at")
        for module in ("tournaments/pauses", "tournaments/stopping", "deploy/bench/round_robins")
    }
    assert found == {(module, "**") for module in UNREADABLE_ELSEWHERE} | of_a_tournament


@pytest.mark.parametrize(
    "code",
    [
        "table.due_at = at",
        "table.idle_since, table.due_at = None, at",
        "tables.update(paused_at=None)",
        "tables.update(**values)",
        "table.save(update_fields=['name', 'turn_began_at'])",
        "setattr(table, 'is_clock_running', False)",
        "Table.objects.create(entropy_until=at)",
        "Table.objects.create(**values)",
        "Table(**values)",
        "Table.objects.update_or_create(pk=1, defaults={'due_at': at})",
        "Table.objects.get_or_create(pk=1, defaults=dict(due_at=at))",
        "Table.objects.bulk_create(rows, update_fields=['due_at'])",
        "tables.update({'due_at': at})",
        "table.__dict__['due_at'] = at",
        "vars(table).update(due_at=at)",
        "object.__setattr__(table, 'due_at', at)",
        "cursor.execute('UPDATE games_table SET due_at = now()')",
        "cursor.execute(f'update only games_table SET {column} = now()')",
    ],
)
def test_a_module_that_did_would_be_found(code: str) -> None:
    assert list(written(ast.parse(code)))
