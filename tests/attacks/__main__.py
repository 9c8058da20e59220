"""`python -m tests.attacks`: attacks a running instance, and tells what got through.

    OPERATOR_PASSWORD=... python -m tests.attacks --site http://127.0.0.1:8000 --operator nora

The operator is a superuser of the instance: the attacks make players and clubs of their own
through the admin and the API, and those stay there. Never run it where people play.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from cryptography.fernet import Fernet
from rich.console import Console
from rich.table import Table

from deploy.embedded.addresses import DATABASE as NAME
from deploy.embedded.addresses import SEALING, postgres_url
from tests.attacks.callers import Site
from tests.attacks.catalogue import ATTACKS, DATABASE, PROCESSES, Attack, Outcome, carry_out
from tests.attacks.every import IN_ORDER
from tests.attacks.stage import Stage

PASSWORD = "OPERATOR_PASSWORD"  # The name of the variable.


def main() -> int:
    given = _arguments()
    console = Console()
    chosen = [one for one in IN_ORDER if not given.names or one.name in given.names]
    if given.list:
        _print_list(console, chosen)
        return 0
    if given.data and not given.database:
        given.database = postgres_url(given.data, NAME)
    if given.database:
        set_up_django(given.database)
    with Site(given.site) as site:
        password = os.environ[PASSWORD]
        stage = Stage(
            site, given.operator, password, given.database, given.data, given.most_requests
        )
        outcomes = list(_carry_out_all(chosen, stage, given, console))
    _print_outcomes(console, outcomes)
    return 0 if all(one.was_held for one in outcomes) else 1


def _carry_out_all(
    chosen: list[Attack], stage: Stage, given: argparse.Namespace, console: Console
) -> Iterator[Outcome]:
    for one in chosen:
        if skipped := _skipped(one, given):
            console.print(f"{one.point} {one.name}: skipped, {skipped}", style="dim")
            continue
        if one.harms:
            console.print(f"{one.name} breaks something: {one.harms}", style="yellow")
        outcome = carry_out(one, stage)
        console.print(f"{one.point} {one.name}: {outcome}", markup=False)
        yield outcome


def set_up_django(database: str) -> None:
    """For the attacks that ask our own audit about this database."""
    os.environ |= {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    unused = {"REDIS_URL": "redis://none", "SECRET_KEY": "none"}  # Nothing here uses them,
    unused |= {name: Fernet.generate_key().decode() for name in SEALING}  # nor these.
    for name, value in unused.items():
        os.environ.setdefault(name, value)
    import django

    django.setup()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.attacks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS], metavar="NAME")
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    parser.add_argument(
        "--operator", default="operator", help=f"a superuser; the password is in {PASSWORD}"
    )
    parser.add_argument(DATABASE, default="", metavar="URL", help="as the owner of the tables")
    parser.add_argument(
        PROCESSES,
        type=Path,
        metavar="DIR",
        help="of an instance that `up` runs on this machine, with its database",
    )
    parser.add_argument(
        "--destructive", action="store_true", help="also what breaks something for a while"
    )
    parser.add_argument(
        "--most-requests",
        type=int,
        default=1_000_000,
        metavar="COUNT",
        help="a part of those attacks that send thousands",
    )
    parser.add_argument("--list", action="store_true", help="say what each attack does")
    given = parser.parse_args()
    if not given.list and PASSWORD not in os.environ:
        parser.error(f"put the operator's password into {PASSWORD}")
    return given


def _skipped(one: Attack, given: argparse.Namespace) -> str:
    """Why an attack is not carried out; empty where it is."""
    if one.harms and not given.destructive:
        return "it needs --destructive"
    missing = [name for name in one.needs if not getattr(given, name.strip("-"))]
    return f"it needs {' and '.join(missing)}" if missing else ""


def _print_list(console: Console, attacks: list[Attack]) -> None:
    for one in attacks:
        needs = " ".join([*one.needs, *(["--destructive"] if one.harms else [])])
        console.print(f"[bold]{one.point} {one.name}[/] [dim]{needs}[/]\n    {one.words}")


def _print_outcomes(console: Console, outcomes: list[Outcome]) -> None:
    table = Table("point", "attack", "outcome", "seconds")
    for one in outcomes:
        colour = "green" if one.was_held else "red"
        words = f"[{colour}]{str(one).replace('[', chr(92) + '[')}"
        table.add_row(one.attack.point, one.attack.name, words, f"{one.seconds:.1f}")
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
