"""`manage.py export_book`: a whole book as a beancount journal."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.beancount import journal
from ledger.models import Book


class Command(BaseCommand):
    help = "Print a book as a beancount journal, for `bean-check` or a spreadsheet of your own."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("book", type=int, help="the number of the book, as in the admin")

    def handle(self, *args: object, book: int, **options: object) -> None:
        found = Book.objects.filter(pk=book).first()
        if found is None:
            raise CommandError(f"There is no book {book}.")
        for line in journal(found):
            self.stdout.write(line)
