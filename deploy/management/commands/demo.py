"""`manage.py demo`: a whole club night and a tournament, through real worker processes."""

import time
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from rich.console import Console

from clubs.nights import close_night
from deploy.demo.club import DemoClub, open_demo_club
from deploy.demo.cup import follow_cup, start_cup
from deploy.demo.night import follow_night, start_night
from deploy.demo.report import report_books, report_deals, report_purses, report_standings
from deploy.demo.tonight import open_tonight
from deploy.demo.web import wait_for_page
from deploy.mails import MARK
from deploy.rest.clock import database_now
from deploy.supervisor import PortTaken, ProgramDied, Supervisor, whole_web, workers
from games.models import Deal

HOST = "127.0.0.1"
WATCH_SECONDS = 0.5


class Command(BaseCommand):
    help = "Runs a club night and a tournament with bots, then opens tonight's desk and stays up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--exit", action="store_true", help="end when the evening is over")

    def handle(self, *args: object, port: int, **options: object) -> None:
        self.console = Console()
        call_command("migrate", verbosity=0)
        log = settings.DATA_DIR / "demo.log"
        try:
            with log.open("a") as file:

                def hear(name: str, line: str) -> None:
                    file.write(f"{name} {line}\n")
                    file.flush()
                    if line.startswith(MARK):
                        self.console.print(line, markup=False, highlight=False, soft_wrap=True)

                with Supervisor(hear) as supervisor:
                    self._run(supervisor, f"http://{HOST}:{port}", stays=not options["exit"])
        except KeyboardInterrupt:
            self.console.print("Stopped.")
        except PortTaken as error:
            raise CommandError(str(error)) from error
        except ProgramDied as error:
            raise CommandError(f"{error}\n{_tail(log)}") from error

    def _run(self, supervisor: Supervisor, site: str, *, stays: bool) -> None:
        supervisor.start(whole_web(HOST, int(site.rpartition(":")[2])))
        wait_for_page(f"{site}/livez", supervisor.check)
        self.console.print(f"The web is up: [link]{site}/admin/[/] and [link]{site}/api/docs/[/]")
        demo = open_demo_club(at=database_now())
        self._greet(demo)
        supervisor.start(*workers())
        night = start_night(demo, at=database_now())
        follow_night(night, console=self.console, check=supervisor.check)
        close_night(night, at=database_now())
        cup = start_cup(demo, at=database_now())
        follow_cup(cup, console=self.console, check=supervisor.check)
        tonight = open_tonight(demo, at=database_now())
        report_standings(cup, self.console)
        report_purses(demo.club, self.console)
        books = [demo.club.book, cup.book]
        report_deals(Deal.objects.filter(table__book__in=books), self.console)
        holds = report_books(self.console)
        if not holds:
            raise CommandError("The books do not balance.")
        self._hand_over(demo, f"{site}{reverse('desk', args=[tonight.pk])}")
        if stays:
            self.console.print(f"Still up: {site}/admin/ and {site}/api/docs/; Ctrl-C ends it.")
            while True:
                supervisor.check()
                time.sleep(WATCH_SECONDS)

    def _greet(self, demo: DemoClub) -> None:
        self.console.print(f"{demo.club} has {len(demo.members)} members. Two of them can log in:")
        for login in demo.logins:
            self.console.print(f"  {login.username} / {login.password}   {login.can}")

    def _hand_over(self, demo: DemoClub, desk: str) -> None:
        """The last words: where a newcomer goes on."""
        login = demo.logins[0]
        self.console.print(
            f"Tonight's night is open, and half of the people are here. Go on at its desk:\n"
            f"  [link]{desk}[/]   {login.username} / {login.password}"
        )


def _tail(log: Path) -> str:
    return "\n".join(log.read_text().splitlines()[-15:])
