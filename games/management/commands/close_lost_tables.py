"""`manage.py close_lost_tables`: close tables whose cards no key opens, every chip home."""

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.rest.clock import database_now
from games.errors import GamesError
from games.tables.keys import tables_without_keys
from games.tables.stewarding import close_without_cards
from ledger.errors import LedgerError

REASON = "The keys of the cards are lost: the deal cannot be played on."


class Command(BaseCommand):
    help = (
        "Takes back the deal in play at each open table whose cards no key of SEED_KEYS opens, and"
        " closes it: stakes go back, the pool is shared out, stacks go home. Needs no key."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--by", required=True, metavar="USERNAME", help="who decides it")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: object, by: str, yes: bool, **options: object) -> None:
        actor = get_user_model()._default_manager.filter(is_superuser=True, username=by).first()
        if actor is None:
            raise CommandError(f"{by} is no operator: name a superuser.")
        tables = tables_without_keys()
        if not tables:
            self.stdout.write("The keys open the cards of every open table: nothing to do.")
            return
        for table in tables:
            self.stdout.write(f"{table} (table {table.pk}): no key opens its cards")
        if (
            not yes
            and input("Close these tables for good and send all chips home? [y/N] ").lower() != "y"
        ):
            raise CommandError("Nothing was closed.")
        stays = 0
        for table in tables:
            try:
                close_without_cards(table, actor_id=actor.pk, reason=REASON, at=database_now())
                self.stdout.write(f"{table} (table {table.pk}) is closed.")
            except (GamesError, LedgerError) as refusal:
                stays += 1
                self.stderr.write(f"{table} (table {table.pk}) stays open: {refusal}")
        if stays:
            raise CommandError(f"{stays} of {len(tables)} tables stay open; see above.")
