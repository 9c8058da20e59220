"""Mutants are small changes of single lines, the same ones for the same seed."""

import ast
from pathlib import Path

import pytest

from tests.tools.mutants import APPS, chosen, mutants_of, outcome


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
        "def test_nothing():\n    pass\n"
    )
    [minus] = [
        one
        for one in mutants_of("clubs/sums.py", (tmp_path / "clubs/sums.py").read_text())
        if one.becomes == "(chips - chips)"
    ]

    assert outcome(tmp_path, minus, ["test_sums.py::test_it"]) == "dead"
    assert outcome(tmp_path, minus, ["test_sums.py::test_nothing"]) == "alive"
    assert outcome(tmp_path, minus, []) == "unreached"
    assert "chips + chips" in (tmp_path / "clubs/sums.py").read_text()
