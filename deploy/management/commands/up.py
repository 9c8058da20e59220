"""`manage.py up`: the whole service in one terminal."""

import time

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.text import Text

from deploy.supervisor import PortTaken, ProgramDied, Supervisor, whole_web, workers

WATCH_SECONDS = 0.5
COLOURS = {
    "web": "green",
    "worker": "cyan",
    "bots": "blue",
    "beat": "magenta",
    "sweep": "yellow",
}


class Command(BaseCommand):
    help = (
        "Migrates, then runs web with live, workers, beat and sweep until Ctrl-C, or until one of"
        " them ends soon after its start."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: object, host: str, port: int, **options: object) -> None:
        console = Console()
        call_command("migrate", verbosity=0)

        def hear(name: str, line: str) -> None:
            console.print(Text.assemble((f"{name:>6} ", COLOURS[name]), line), soft_wrap=True)

        try:
            with Supervisor(hear) as supervisor:
                supervisor.start(whole_web(host, port), *workers())
                console.print(f"http://{host}:{port}/ is up; Ctrl-C stops everything.")
                while True:
                    supervisor.check()
                    time.sleep(WATCH_SECONDS)
        except KeyboardInterrupt:
            console.print("Stopped.")
        except (PortTaken, ProgramDied) as error:
            raise CommandError(str(error)) from error
