"""`manage.py check_books`: recounts every book from its entries."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.audit import check_books, remember_audit
from ledger.models import Account, Book, Transfer
from ledger.seals import Head, missing
from ledger.seals import heads as newest_heads


class Command(BaseCommand):
    help = "Recount every book from its entries; exit with 1 and the first bad row if one is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--heads", type=Path, metavar="FILE", help="add the newest seal of each book to it"
        )
        parser.add_argument(
            "--known", type=Path, metavar="FILE", help="compare with the seals kept in this file"
        )
        parser.add_argument(
            "--audit",
            action="store_true",
            help="count this as the daily audit: a fault stops all buy-ins, a clean audit allows "
            "them again",
        )

    def handle(
        self,
        *args: object,
        heads: Path | None,
        known: Path | None,
        audit: bool,
        **options: object,
    ) -> None:
        findings = check_books()
        if audit:
            remember_audit(findings)
        faults = [str(finding) for finding in findings]
        if not any("cannot be read" in fault for fault in faults):
            faults += _gone(known)
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise CommandError(f"The books do not balance: {faults[0]}{more}.")
        books, transfers = Book.objects.count(), Transfer.objects.count()
        self.stdout.write(f"The books balance: {books} books, {transfers} transfers.")
        for account in Account.objects.unexplained().select_related("book").order_by("pk"):
            chips = f"{account.balance:+} chips in {account} of {account.book}"
            self.stdout.write(f"Nobody has explained yet: {chips}.")
        if heads:
            with heads.open("a") as file:
                file.writelines(f"{head}\n" for head in newest_heads())


def _gone(known: Path | None) -> list[str]:
    published = [Head.parse(text) for text in known.read_text().splitlines()] if known else []
    return [fault for head in published if (fault := missing(head))]
