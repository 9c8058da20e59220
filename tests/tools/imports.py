"""The graph of the project: who uses what, by imports, by names of templates and of other files.

It errs on the side of more: whoever asks over HTTP reaches every address, and whoever starts a
process reaches everything.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

ROOTS: Final = ("clubs", "deploy", "docs", "games", "ledger", "tests", "tournaments")
EVERY_ADDRESS: Final = "deploy/urls.py"
ASK: Final = frozenset({"django.test", "rest_framework.test", "playwright.sync_api", "httpx"})
START: Final = frozenset({"subprocess", "deploy.supervisor", "deploy.embedded.processes"})
OF_EVERY_RUN: Final = ("tests/conftest.py", "tests/servers.py", "tests/templates.py")
"""Every test uses them, and what they start is their own."""

NAMED: Final = re.compile(r"[\w.-]+\.[a-z0-9]+")
SHORTEST_NAME: Final = 5


class Project:
    """The files of a project, and by which others each is reached.

    Files are named by their path below the folder, such as `clubs/nights.py`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, set[str]] = {}
        found = (path for root in ROOTS for path in (folder / root).rglob("*") if path.is_file())
        self.files = {
            path.relative_to(folder).as_posix(): path
            for path in found
            if "__pycache__" not in path.parts and "node_modules" not in path.parts
        }

    def tests(self) -> set[str]:
        """The files that hold tests."""
        return {
            name
            for name, path in self.files.items()
            if name.startswith("tests/") and path.match("test_*.py")
        }

    def reached_by(self, changed: Iterable[str]) -> set[str]:
        """The files that use one of these, directly or by others; they count too."""
        found: set[str] = set()
        waiting = list(changed)
        if any(not name.startswith(("tests/", "docs/")) for name in waiting):
            waiting += self._starting
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._users[name]
        return found

    def is_named(self, file: str) -> bool:
        """Return True if any other file names it; else nobody can tell who reads it."""
        return bool(self._users[file])

    @cached_property
    def _users(self) -> dict[str, set[str]]:
        """By file the files that use it."""
        users: defaultdict[str, set[str]] = defaultdict(set)
        for name in self.files:
            for used in self._uses(name):
                users[used].add(name)
        return users

    @cached_property
    def _starting(self) -> list[str]:
        """Those of tests that start processes of ours."""
        return [
            name
            for name in self.files
            if name.startswith("tests/") and name.endswith(".py") and name not in OF_EVERY_RUN
            if START & self._modules(name)
        ]

    def _uses(self, name: str) -> Iterator[str]:
        if name in OF_EVERY_RUN:
            return
        if name.endswith(".py"):
            yield from self._imports(name)
            yield from self._conftests(name)
        for word in set(NAMED.findall(self._text(name))):
            if len(word) >= SHORTEST_NAME:
                yield from self._by_last_name[word] - {name}

    def _imports(self, name: str) -> Iterator[str]:
        for module in self._modules(name):
            yield from self._files_of(module)
        if ASK & self._modules(name):
            yield EVERY_ADDRESS

    def _modules(self, name: str) -> set[str]:
        """The modules that a module imports, remembered."""
        if name not in self._read:
            self._read[name] = set(_imported(ast.parse(self._text(name))))
        return self._read[name]

    def _files_of(self, module: str) -> Iterator[str]:
        """The file of a module and those of the packages around it."""
        parts = module.split(".")
        for length in range(1, len(parts) + 1):
            path = "/".join(parts[:length])
            for name in (f"{path}.py", f"{path}/__init__.py"):
                if name in self.files:
                    yield name

    def _conftests(self, name: str) -> Iterator[str]:
        for folder in Path(name).parents:
            conftest = (folder / "conftest.py").as_posix()
            if conftest in self.files and conftest != name:
                yield conftest

    @cached_property
    def _by_last_name(self) -> defaultdict[str, set[str]]:
        """By its last name every file that is no module, since strings name those."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for name, path in self.files.items():
            if path.suffix != ".py":
                found[path.name].add(name)
        return found

    def _text(self, name: str) -> str:
        try:
            return self.files[name].read_text()
        except UnicodeDecodeError:
            return ""


def _imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports anywhere, and what may be modules in `from` imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)
