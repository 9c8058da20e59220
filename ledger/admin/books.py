"""Books: where the chips are, for a treasurer who never heard of double entry."""

from datetime import timedelta
from operator import itemgetter
from typing import Any, Final

from django.contrib import admin
from django.db.models import Field, QuerySet
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from unfold.admin import ModelAdmin, TabularInline

from ledger.admin.deeds import ByDeed
from ledger.admin.read_only import PartOfARow
from ledger.audit import doubt
from ledger.beancount import journal
from ledger.kinds import AccountKind
from ledger.lending import debtors
from ledger.models import Account, Book
from ledger.rights import SEE_BOOK
from ledger.rounds import WELL, ages
from ledger.statements import newest_lines, trial_balance, words

LINES_SHOWN = 12


class AccountInline(PartOfARow, TabularInline):
    model = Account
    fields = readonly_fields = ("name", "kind", "holder", "balance", "closed_at")
    show_change_link = True
    per_page = 20
    ordering = ("kind", "holder__sort_name", "name", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("holder")


@admin.register(Book)
class BookAdmin(ByDeed, ModelAdmin):
    deeds = {"see": SEE_BOOK, "journal": SEE_BOOK}
    book_paths = ("pk",)
    list_display = ("name", "issued_chips", "opened_at")
    search_fields = ("name__parts",)
    most_searched = None
    date_hierarchy = "opened_at"
    ordering = ("name",)
    fields = (
        *("name", "opened_at", "where_the_chips_are", "newest_seal", "looked_after"),
        "as_a_journal",
    )
    readonly_fields = ("where_the_chips_are", "newest_seal", "looked_after", "as_a_journal")
    inlines = (AccountInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).with_issued_chips()  # type: ignore[attr-defined]

    @admin.display(description="Chips in issue", ordering="issued_chips")
    def issued_chips(self, book: Book) -> int:
        issued: int = book.issued_chips  # type: ignore[attr-defined]
        return issued

    @admin.display(description="Trial balance")
    def where_the_chips_are(self, book: Book) -> str:
        """Issued chips against purses, stacks, pools and funds."""
        chips = trial_balance(book)
        issued = -chips.pop(AccountKind.BANK)
        corrections = book.accounts.get(kind=AccountKind.CORRECTION)
        newest = newest_lines(corrections, LINES_SHOWN) if corrections.balance else []
        context = {
            "issued": issued,
            "kinds": [(kind, kind.sentence, held) for kind, held in chips.items()],
            "total": sum(chips.values()),
            "unexplained": chips[AccountKind.CORRECTION],
            "corrections": [(line.transfer.effective_at, words(line)) for line in newest],
            "debtors": debtors(book),
            "doubt": doubt(),
        }
        return render_to_string("ledger/trial_balance.html", context)

    @admin.display
    def newest_seal(self, book: Book) -> str:
        newest = book.seals.order_by("-number").first()
        return str(newest) if newest else "nothing is sealed yet"

    @admin.display(description="Looked after")
    def looked_after(self, book: Book) -> str:
        """When the books were last sealed and audited, and what holds it up."""
        return render_to_string("ledger/rounds.html", _looked_after())

    @admin.display(description="Export")
    def as_a_journal(self, book: Book) -> str:
        address = reverse("admin:ledger_book_journal", args=[book.pk])
        links = [("A journal for beancount", address)]
        return render_to_string("ledger/links.html", {"links": links})

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.journal_view)
        return [path("<int:pk>/journal", page, name="ledger_book_journal"), *super().get_urls()]

    def journal_view(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        book = self.get_object(request, str(pk))
        assert isinstance(book, Book)
        name = f'attachment; filename="book-{pk}.beancount"'
        return StreamingHttpResponse(
            (f"{line}\n" for line in journal(book)),
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": name},
        )


def _looked_after() -> dict[str, object]:
    now = ages()
    is_well = now.seals == now.audit == WELL
    return {
        "lines": [
            ("Last seal", ago(now.sealed)),
            ("Last round of sealing", ago(now.looked)),
            ("Last audit", ago(now.audited)),
        ],
        "trouble": "" if is_well else f"Sealing: {now.seals}. Audit: {now.audit}. {now.obstacle}",
    }


def ago(age: timedelta | None) -> str:
    """How long ago that is, as one says it."""
    if age is None:
        return "never"
    minutes = int(age.total_seconds() // 60)
    for size, unit in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            count = minutes // size
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now" if minutes >= 0 else "in the future: a clock was set back"


MOST_OFFERED: Final = 100
"""Books among which a filter lets somebody choose; a tournament has one of its own."""


class OwnBooksFilter(admin.RelatedFieldListFilter):
    """Offers the newest books that somebody sees, and no other book's name."""

    def field_choices(
        self, field: Field, request: HttpRequest, model_admin: admin.ModelAdmin
    ) -> list[tuple[str, Any]]:
        books = BookAdmin(Book, admin.site).get_queryset(request).order_by("-pk")
        newest = books.values_list("pk", "name")[:MOST_OFFERED]
        return sorted(((str(pk), name) for pk, name in newest), key=itemgetter(1))
