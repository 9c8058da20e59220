"""Mutants are small changes of single lines, the same ones for the same seed."""

import ast
import sqlite3
from pathlib import Path

import pytest

from tests.tools import mutants
from tests.tools.mutants import APPS, Mutant, chosen, mutants_of, outcome


@pytest.mark.parametrize(
    ("source", "becomes"),
    [
        ("a < b", {"a <= b"}),
        ("a == b", {"a != b"}),
        ("a in b", {"a not in b"}),
        ("a and b", {"(a or b)"}),
        ("a + b", {"(a - b)"}),
        ("not a", {"(a)"}),
        ("x = True", {"x = False"}),
        ("x = 3", {"x = 4"}),
        ("def f():\n    return g", {"def f():\n    return None"}),
        ("save(row)", {"pass"}),
        ("raise Refused", {"pass"}),
        ("name = 'Bríd'; x = 'Á' if a > b else 'É'", {"name = 'Bríd'; x = 'Á' if a >= b else 'É'"}),
        ("return_ = None", set()),
    ],
)
def test_each_changes_one_thing(source: str, becomes: set[str]) -> None:
    found = {one.applied(source) for one in mutants_of("clubs/nights.py", source)}

    assert found == becomes


def test_each_can_be_run(tmp_path: Path) -> None:
    for path in (Path(__file__).parent / "mutants.py", Path(__file__).parent / "imports.py"):
        source = path.read_text()
        for one in mutants_of("x.py", source):
            ast.parse(one.applied(source))


def test_the_same_seed_makes_the_same_ones_spread_over_the_apps(tmp_path: Path) -> None:
    for app in APPS:
        (tmp_path / app / "migrations").mkdir(parents=True)
        (tmp_path / app / "rows.py").write_text("a = b + 1\n" * 9)
        (tmp_path / app / "migrations" / "first.py").write_text("a = b + 1\n" * 99)

    found = chosen(tmp_path, seed=3, count=40)

    assert found == chosen(tmp_path, seed=3, count=40)
    assert found != chosen(tmp_path, seed=4, count=40)
    assert len(set(found)) == 40
    assert {one.file for one in found} == {f"{app}/rows.py" for app in APPS}


def test_a_mutant_is_dead_when_a_test_fails_and_its_file_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (tmp_path / "clubs").mkdir()
    (tmp_path / "clubs" / "sums.py").write_text("def double(chips):\n    return chips + chips\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (tmp_path / "test_sums.py").write_text(
        "from clubs.sums import double\n\n"
        "def test_it():\n    assert double(2) == 4\n\n"
        "def test_nothing():\n    pass\n\n"
        "def test_itself():\n    assert False\n"
    )
    [minus] = [
        one
        for one in mutants_of("clubs/sums.py", (tmp_path / "clubs/sums.py").read_text())
        if one.becomes == "(chips - chips)"
    ]

    assert outcome(tmp_path, minus, ["test_sums.py::test_it"]) == "dead"
    assert outcome(tmp_path, minus, ["test_sums.py::test_nothing"]) == "alive"
    assert outcome(tmp_path, minus, []) == "unreached"
    sick = "test_sums.py::test_itself"  # It fails without the mutant, too, and kills nobody.
    assert outcome(tmp_path, minus, [sick]) == "unreached"
    assert outcome(tmp_path, minus, [sick, "test_sums.py::test_nothing"]) == "alive"
    assert outcome(tmp_path, minus, [sick, "test_sums.py::test_it"]) == "dead"
    assert "chips + chips" in (tmp_path / "clubs/sums.py").read_text()


@pytest.mark.parametrize(
    ("line", "tests"),
    [(3, ["test_a"]), (1, ["test_a", "test_b"]), (2, ["test_b"]), (9, [])],
    ids=["reached", "read on import", "both", "reached by nobody"],
)
def test_a_mutant_meets_the_tests_that_reach_its_line(
    tmp_path: Path, line: int, tests: list[str]
) -> None:
    contexts = tmp_path / "contexts"
    with sqlite3.connect(contexts) as to:
        to.execute("CREATE TABLE file (id INTEGER, path TEXT)")
        to.execute("CREATE TABLE context (id INTEGER, context TEXT)")
        to.execute("CREATE TABLE arc (file_id, context_id, fromno, tono)")
        to.execute("INSERT INTO file VALUES (1, '/x/clubs/sums.py'), (2, '/x/clubs/other.py')")
        to.execute(
            "INSERT INTO context VALUES (0, ''), (1, 'test_a'), (2, 'test_b'), (3, 'test_c')"
        )
        to.execute(
            "INSERT INTO arc VALUES (1, 0, -1, 1), (1, 0, 1, 2), (1, 1, -3, 3), (1, 2, -2, 2),"
            " (2, 3, -3, 3)"
        )

    found = mutants.tests_at(contexts, Mutant("clubs/sums.py", line, "a", "b", (0, 1)))

    assert found == tests
