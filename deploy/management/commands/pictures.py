"""`manage.py pictures`: take the pictures of the guides anew."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.bench.browsers import NoChromium
from deploy.bench.ports import HOST, free_port
from deploy.bench.scratch import scratch_servers
from deploy.demo.web import wait_for_page
from deploy.management.pictures import take_pictures
from deploy.paths import PROJECT_DIR
from deploy.supervisor import Supervisor, whole_web, workers

FOLDER = PROJECT_DIR / "docs" / "pictures"


class Command(BaseCommand):
    help = "Takes the pictures of the guides anew, of an evening of the demo's club."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--folder", type=Path, default=FOLDER, help="default: docs/pictures")

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        with scratch_servers(), Supervisor(lambda *_: None) as supervisor:
            port = free_port()
            supervisor.start(whole_web(HOST, port), *workers())
            site = f"http://{HOST}:{port}"
            wait_for_page(f"{site}/livez", supervisor.check)
            try:
                for path in take_pictures(site, folder):
                    self.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} KB")
            except NoChromium as error:
                raise CommandError(str(error)) from error
