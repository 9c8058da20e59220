"""The one list of checks, for people, hooks and CI."""

import os
import subprocess
from collections.abc import Sequence

from deploy.embedded.addresses import is_embedded
from deploy.paths import BIN_DIR, PROJECT_DIR

CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy", "."),
    ("lint-imports",),
)
TESTS = ("pytest",)
IN_PARALLEL = ("--numprocesses=logical", "--maxprocesses=4", "--dist=worksteal")


def passes(program: str, *arguments: str) -> bool:
    """Run a program of this environment in the project's folder; whether it was content."""
    print("$", program, *arguments, flush=True)  # noqa: T201 (a terminal's own words)
    return subprocess.run([str(BIN_DIR / program), *arguments], cwd=PROJECT_DIR).returncode == 0


def tests_pass(arguments: Sequence[str]) -> bool:
    """Run the tests; every argument is pytest's, and `--changed` a plugin's of ours."""
    several = IN_PARALLEL if is_embedded(os.environ) and not _are_few(arguments) else ()
    plugin = ("-p", "tests.tools.changed") if "--changed" in arguments else ()
    return passes(*TESTS, *plugin, *several, *arguments)


def _are_few(arguments: Sequence[str]) -> bool:
    """Return True if only files are named: another process takes longer to begin than their tests.

    Servers named by you are shared, so there is one process then too.
    """
    named = [PROJECT_DIR / word.partition("::")[0] for word in arguments if word[:1] != "-"]
    found = [path for path in named if path.exists()]
    return bool(found) and all(path.is_file() for path in found)
