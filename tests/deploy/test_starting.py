"""A start loads what it needs; the rest waits until it is used."""

import subprocess
import sys

import pytest

from deploy import checks
from deploy.paths import PROJECT_DIR

DRAW = {"fpdf", "fontTools", "pygal", "segno"}


def loaded_by(statement: str) -> set[str]:
    """The packages that a new process has loaded after a statement."""
    script = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT_DIR, capture_output=True, text=True, check=True
    )
    return set(answer.stdout.split())


def test_what_draws_papers_charts_and_codes_waits_until_somebody_asks_for_one() -> None:
    loaded = loaded_by("import django\ndjango.setup()\nimport deploy.urls")

    assert "rest_framework" in loaded
    assert loaded & DRAW == set()


def test_tests_begin_without_django() -> None:
    loaded = loaded_by("import manage, deploy.checks")

    assert "deploy" in loaded
    assert loaded & {"django", "celery", "pytest"} == set()


@pytest.mark.parametrize(
    ("arguments", "is_several"),
    [
        (["tests/deploy/test_starting.py", "-k", "begin"], False),
        (["tests/deploy/test_starting.py::test_one", "tests/deploy/test_checks.py"], False),
        (["tests/ledger"], True),
        (["tests/ledger", "tests/deploy/test_starting.py"], True),
        (["-k", "seal"], True),
        ([], True),
    ],
)
def test_files_are_tested_in_one_process_and_folders_in_several(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], is_several: bool
) -> None:
    monkeypatch.setattr(checks, "is_embedded", lambda _: True)
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(checks, "passes", lambda *words: asked.append(words))

    checks.tests_pass(arguments)

    assert asked == [("pytest", *(checks.IN_PARALLEL if is_several else ()), *arguments)]
