"""The one list of checks, for people, hooks and CI."""

import subprocess

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
