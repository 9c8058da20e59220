"""The page of what was attacked names tests that exist, and leaves no point of it out."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.paths import PROJECT_DIR

POINTS = [f"{'A' if n < 7 else 'B' if n < 13 else 'C'}{n}" for n in range(1, 23)]
TEST = re.compile(r"(?P<path>tests/[\w/]+\.py)?(?:::(?P<name>[\w:]+))?")


def sections() -> dict[str, list[str]]:
    """The rows of each point's table, by the point."""
    found: dict[str, list[str]] = {}
    for part in (PROJECT_DIR / "docs/guards.md").read_text().split("\n## ")[1:]:
        title, *lines = part.splitlines()
        found[title.split(".")[0]] = [line for line in lines if line.startswith("| ")][2:]
    return found


def named(row: str) -> Iterator[tuple[Path, str]]:
    """The file and the name of each test of a row; one without a file is in the file before it."""
    path = ""
    for match in TEST.finditer(row.rsplit(" | ", 1)[1]):
        path = match["path"] or path
        if match["path"] or match["name"]:
            yield PROJECT_DIR / path, match["name"] or ""


@pytest.mark.parametrize("point", POINTS)
def test_every_point_is_guarded_by_tests_that_exist(point: str) -> None:
    rows = sections()[point]

    assert rows
    for row in rows:
        tests = list(named(row))
        assert tests, f"no test: {row}"
        for path, name in tests:
            assert path.is_file(), f"{path}: {row}"
            text = path.read_text()
            for part in name.split("::"):
                assert not part or re.search(rf"^\s*(def|class) {part}\b", text, re.M), (name, row)
