"""Mutants of the product, each met by the tests that reach its line: do they notice?

    .venv/bin/python -m tests.tools.mutants contexts   # once: which test reaches which line
    .venv/bin/python -m tests.tools.mutants run [--seed 1] [--count 60] [--tests FOLDER]

Mutants are spread over the apps by lines. The same seed makes the same ones, so old and new tests
meet the same: `--tests` names the `tests` folder of another checkout, with its own contexts. A
mutant is dead when a test fails that passes without it. Those that live are listed: a test is
missing there, or the change means nothing.
"""

import argparse
import ast
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from deploy.checks import IN_PARALLEL
from deploy.paths import BIN_DIR, PROJECT_DIR

APPS: Final = ("clubs", "deploy", "games", "ledger", "tournaments")
LEFT_OUT: Final = ("/migrations/", "/bench/", "/management/", "deploy/demo/", "deploy/settings.py")
COUNT: Final = 60
MOST_SECONDS: Final = 120
MOST_TESTS: Final = 400
"""Of one mutant, those first that reach least besides its line."""

CONTEXTS: Final = ".coverage.contexts"
FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", re.MULTILINE)
COMPARED: Final = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COUNTED: Final = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}


@dataclass(frozen=True)
class Mutant:
    """One change of one line.

    Attributes:
        file: Below the project, such as `clubs/nights.py`.
        line: Of the changed node, from 1.
        was: The source of the changed node.
        becomes: What stands in its place.
        place: Where the node begins and ends in the file, in characters.
    """

    file: str
    line: int
    was: str
    becomes: str
    place: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.was} → {self.becomes}"

    def applied(self, source: str) -> str:
        begin, end = self.place
        assert source[begin:end] == self.was, self
        return source[:begin] + self.becomes + source[end:]


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def mutant(node: ast.expr | ast.stmt, becomes: str) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = starts[node.lineno - 1] + _characters(source, node.lineno, node.col_offset)
        end = starts[node.end_lineno - 1] + _characters(
            source, node.end_lineno, node.end_col_offset
        )
        return Mutant(file, node.lineno, source[begin:end], becomes, (begin, end))

    return [mutant(node, becomes) for node, becomes in _changes(ast.parse(source))]


def _characters(source: str, line: int, offset: int) -> int:
    """The column in characters of one in bytes, as syntax trees have it."""
    return len(source.splitlines()[line - 1].encode()[:offset].decode())


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Nodes, and what each may become."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[op], left=left, comparators=[right]) if type(op) in COMPARED:
                yield node, ast.unparse(ast.Compare(left, [COMPARED[type(op)]()], [right]))
            case ast.BoolOp(op=op, values=values):
                other = ast.Or() if isinstance(op, ast.And) else ast.And()
                yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
            case ast.BinOp(op=op, left=left, right=right) if type(op) in COUNTED:
                yield node, f"({ast.unparse(ast.BinOp(left, COUNTED[type(op)](), right))})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield node, f"({ast.unparse(operand)})"
            case ast.Constant(value=bool(value)):
                yield node, str(not value)
            case ast.Constant(value=int(value)):
                yield node, str(value + 1)
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                yield node, "return None"
            case ast.Expr(value=ast.Call()) | ast.Raise():
                yield node, "pass"


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def chosen(folder: Path, *, seed: int, count: int) -> list[Mutant]:
    """Mutants of a project, spread over its apps by their lines of code."""
    chance = Random(seed)
    sources: dict[str, str] = {}
    for app in APPS:
        for path in sorted((folder / app).rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            if not any(part in f"{name}/" for part in LEFT_OUT):
                sources[name] = path.read_text()
    files = sorted(sources)
    lengths = [len(sources[name].splitlines()) for name in files]
    found: dict[Mutant, None] = {}
    while len(found) < count:
        [name] = chance.choices(files, lengths)
        if possible := mutants_of(name, sources[name]):
            found[chance.choice(possible)] = None
    return list(found)


def tests_at(contexts: Path, mutant: Mutant) -> list[str]:
    """The tests that reach the line of a mutant, as coverage noted them.

    A line that is only read on import belongs to every test that reaches its module. Those come
    first that reach least besides: they are about it, and fast.
    """
    with sqlite3.connect(contexts) as line:
        reached = line.execute(
            "SELECT DISTINCT context.context, tono = ? FROM arc"
            " JOIN file ON file.id = file_id JOIN context ON context.id = context_id"
            " WHERE file.path LIKE ?",
            [mutant.line, f"%/{mutant.file}"],
        ).fetchall()
        lengths = dict(
            line.execute(
                "SELECT context.context, count(*) FROM arc"
                " JOIN context ON context.id = context_id GROUP BY context.context"
            )
        )
    at_line = {name for name, is_there in reached if is_there}
    if at_line == {""}:
        at_line = {name for name, _ in reached}
    return sorted(at_line - {""}, key=lambda name: (lengths[name], name))


def outcome(project: Path, mutant: Mutant, tests: list[str]) -> str:
    """`dead`, `alive`, `too long`, or `unreached` where no test comes to its line."""
    left = list(tests)
    while left:
        module = project / mutant.file
        kept = module.read_text()
        module.write_text(mutant.applied(kept))
        try:
            answer = _run(project, left)
        except subprocess.TimeoutExpired:
            return "too long"
        finally:
            module.write_text(kept)
        if answer.returncode == 0:
            return "alive"
        failed = FAILED.search(answer.stdout)
        sick = [test for test in left if failed and test.startswith(failed[1])]
        if not sick and len(left) > 1:  # Nothing began: each has to show by itself what fails.
            if outcome(project, mutant, left[:1]) == "dead":
                return "dead"
            sick = left[:1]
        elif _passes(project, sick or left):
            return "dead"
        left = [test for test in left if test not in (sick or left)]
    return "unreached"


def _passes(project: Path, tests: list[str]) -> bool:
    try:
        return _run(project, tests).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _run(project: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    command = [str(BIN_DIR / "pytest"), "-q", "-x", "-p", "no:cacheprovider", *tests]
    return subprocess.run(
        command, cwd=project, capture_output=True, text=True, timeout=MOST_SECONDS
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=["contexts", "run"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--tests", type=Path, default=PROJECT_DIR / "tests")
    given = parser.parse_args()
    contexts = given.tests / CONTEXTS
    if given.step == "run" and not contexts.exists():
        sys.exit(f"There is no {contexts}: write it first, with `contexts`.")
    with tempfile.TemporaryDirectory(prefix="spoil-five-mutants-") as folder:
        project = _copied(Path(folder) / "project", given.tests)
        if given.step == "contexts":
            return _write_contexts(project, contexts)
        lived = 0
        for mutant in chosen(PROJECT_DIR, seed=given.seed, count=given.count):
            found = outcome(project, mutant, tests_at(contexts, mutant)[:MOST_TESTS])
            lived += found != "dead"
            _say(f"{found:9} {mutant}")
    _say(f"{given.count} mutants, {given.count - lived} dead, {lived} not")
    return 0


def _copied(project: Path, tests: Path) -> Path:
    """Today's product beside these tests, in a folder that may be broken."""
    left_out = shutil.ignore_patterns("tests", ".data", ".venv", "__pycache__")
    shutil.copytree(PROJECT_DIR, project, ignore=left_out)
    shutil.copytree(tests, project / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    (project / "tests/tools").mkdir(exist_ok=True)
    shutil.copy(Path(__file__).parent / "contexts.py", project / "tests/tools")
    (project / ".venv").symlink_to(PROJECT_DIR / ".venv")
    return project


def _write_contexts(project: Path, contexts: Path) -> int:
    """Run all tests, each noted with the lines and branches that it reaches."""
    environment = os.environ | {"PYTEST_PLUGINS": "tests.tools.contexts"}
    tests = [str(BIN_DIR / "pytest"), "-q", *IN_PARALLEL]
    answer = subprocess.run(tests, cwd=project, env=environment)
    coverage = [str(BIN_DIR / "python"), "-m", "coverage"]
    subprocess.run([*coverage, "combine", "-q"], cwd=project, check=True)
    shutil.copy(project / ".coverage", contexts)
    subprocess.run([*coverage, "report", "--format=total", "--precision=2"], cwd=project)
    return answer.returncode


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 (a script for people)


if __name__ == "__main__":
    sys.exit(main())
