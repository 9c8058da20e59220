"""`manage.py check_books`: recounts every book from its entries."""

from django.core.management.base import BaseCommand, CommandError

from ledger.audit import check_books
from ledger.models import Account, Book, Transfer


class Command(BaseCommand):
    help = "Recount every book from its entries; exit with 1 and the first bad row if one is wrong."

    def handle(self, *args: object, **options: object) -> None:
        findings = check_books()
        if findings:
            more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
            raise CommandError(f"The books do not hold: {findings[0]}{more}.")
        books, transfers = Book.objects.count(), Transfer.objects.count()
        self.stdout.write(f"The books balance: {books} books, {transfers} transfers.")
        for account in Account.objects.unexplained().select_related("book").order_by("pk"):
            chips = f"{account.balance:+} chips in {account} of {account.book}"
            self.stdout.write(f"Nobody has explained yet: {chips}.")
