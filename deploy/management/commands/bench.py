"""`manage.py bench PART`: measure a part of the service beside its peers."""

import importlib
import json
import pkgutil
import sys
from typing import Final, cast

from django.core.management.base import BaseCommand, CommandParser
from rich.console import Console
from rich.table import Table

from deploy.bench import parts
from deploy.bench.measures import Measure, Part

UNWRAPPED: Final = 10_000
"""A width that no table needs: what a file or a program reads keeps a measure on one line."""


class Command(BaseCommand):
    help = "Prints measure, ours, peer, ratio, goal, holds; exits 1 when a goal is missed."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        names = sorted(module.name for module in pkgutil.iter_modules(parts.__path__))
        parser.add_argument("part", choices=names, help="what to measure: %(choices)s")
        parser.add_argument("--quick", action="store_true", help="end within a minute")
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: object, **options: object) -> None:
        part = cast(Part, importlib.import_module(f"{parts.__name__}.{options['part']}"))
        console = _console(stderr=True)
        measures: list[Measure] = []
        with console.status("measuring ..."):
            for measure in part.measures(is_quick=bool(options["quick"])):
                if measure.name not in {told.name for told in measures}:  # Once, of many peers.
                    console.print(f"{measure.name}: {_figure(measure.ours)}")
                measures.append(measure)
        if options["json"]:
            self.stdout.write(json.dumps([_row(measure) for measure in measures], indent=1))
        else:
            _console().print(_table(measures))
        if any(measure.holds is False for measure in measures):
            sys.exit(1)


def _console(*, stderr: bool = False) -> Console:
    """As wide as the terminal, where there is one."""
    console = Console(stderr=stderr)
    return console if console.is_terminal else Console(stderr=stderr, width=UNWRAPPED)


def _row(measure: Measure) -> dict[str, object]:
    return {
        "measure": measure.name,
        "ours": measure.ours,
        "peer": measure.peer,
        "peer_name": measure.peer_name,
        "ratio": measure.ratio,
        "goal": measure.goal.text if measure.goal else None,
        "holds": measure.holds,
    }


def _table(measures: list[Measure]) -> Table:
    table = Table("measure", "ours", "peer", "ratio", "goal", "holds")
    for measure in measures:
        peer = f"{_figure(measure.peer)} {measure.peer_name}".strip()
        table.add_row(
            measure.name,
            _figure(measure.ours),
            peer,
            _figure(measure.ratio),
            measure.goal.text if measure.goal else "",
            {True: "yes", False: "NO", None: ""}[measure.holds],
        )
    return table


def _figure(number: float | None) -> str:
    return "" if number is None else f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"
