"""Books: where the chips are, for a treasurer who never heard of double entry."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from unfold.admin import ModelAdmin, TabularInline

from ledger.admin.read_only import PartOfARow, ReadOnly
from ledger.audit import doubt
from ledger.kinds import AccountKind
from ledger.models import Account, Book
from ledger.statements import trial_balance


class AccountInline(PartOfARow, ReadOnly, TabularInline):
    model = Account
    fields = readonly_fields = ("name", "kind", "holder", "balance", "closed_at")
    show_change_link = True
    per_page = 20
    ordering = ("kind", "name")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("holder")


@admin.register(Book)
class BookAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "issued_chips", "opened_at")
    search_fields = ("name",)
    date_hierarchy = "opened_at"
    ordering = ("name",)
    fields = ("name", "opened_at", "where_the_chips_are", "newest_seal")
    readonly_fields = ("where_the_chips_are", "newest_seal")
    inlines = (AccountInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).with_issued_chips()

    @admin.display(description="Chips in issue", ordering="issued_chips")
    def issued_chips(self, book: Book) -> int:
        issued: int = book.issued_chips  # type: ignore[attr-defined]
        return issued

    @admin.display(description="Trial balance")
    def where_the_chips_are(self, book: Book) -> str:
        """Issued chips against purses, stacks, pools and funds."""
        chips = trial_balance(book)
        issued = -chips.pop(AccountKind.BANK)
        context = {
            "issued": issued,
            "kinds": [(kind, kind.sentence, held) for kind, held in chips.items()],
            "total": sum(chips.values()),
            "unexplained": chips[AccountKind.CORRECTION],
            "doubt": doubt(),
        }
        return render_to_string("ledger/trial_balance.html", context)

    @admin.display
    def newest_seal(self, book: Book) -> str:
        newest = book.seals.order_by("-number").first()
        return str(newest) if newest else "nothing is sealed yet"
