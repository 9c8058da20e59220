"""`manage.py reset_second_factor`: somebody has lost their phone, and their recovery codes too."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.accounts.second_factor import reset
from clubs.models import Player


class Command(BaseCommand):
    help = (
        "Takes the second factor away from a player, and ends their sessions and tokens. Be sure"
        " that it is them who ask: from then on their password is enough."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the user name of the player")

    def handle(self, *args: object, username: str, **options: object) -> None:
        player = Player.objects.filter(username=username).first()
        if player is None:
            raise CommandError(f"Nobody has the user name {username}.")
        if not reset(player):
            raise CommandError(f"{player} ({username}) has no second factor. Nothing was changed.")
        self.stdout.write(
            f"{player} ({username}) has no second factor now, and is signed out everywhere. Their "
            "tokens have ended. They sign in with their password, and should switch on another one."
        )
