"""`manage.py play`: sit down in the terminal against bots."""

from random import Random

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console

from games.bots import BOTS, FIRST_BOT
from games.engine import HouseRules, ImpossibleRules
from games.engine.presets import PRESETS
from games.management.practice import PracticeTable


class Command(BaseCommand):
    help = "One person against bots, by the house rules of any preset: a way to learn the game."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", default="standard", choices=PRESETS, help="%(choices)s")
        parser.add_argument("--seats", type=int, default=5, help="2 to 10, you included")
        parser.add_argument("--level", default=FIRST_BOT, choices=BOTS, help="of bots: %(choices)s")
        parser.add_argument(
            "--deals", type=int, default=100, help="get up after this number of deals"
        )
        parser.add_argument(
            "--seed", type=int, help="deal the same cards as the last game with this number"
        )

    def handle(self, *args: object, **options: object) -> None:
        seats, seed = options["seats"], options["seed"]
        assert isinstance(seats, int)
        assert isinstance(seed, int | None)
        console = Console()
        try:
            table = PracticeTable(
                rules=HouseRules.preset(str(options["preset"]), seats),
                seats=seats,
                chance=Random(seed),
                console=console,
                ask=console.input,
                level=str(options["level"]),
            )
        except ImpossibleRules as error:
            raise CommandError(str(error)) from error
        table.play(int(str(options["deals"])))
