"""The books to look at, not to touch: chips move through the clubs' own actions."""

from datetime import UTC, datetime

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin, TabularInline

from ledger.models import Account, Book, Entry, Transfer
from ledger.sheets import sheet
from ledger.statements import statement, trial_balance

BEGINNING, END = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)


class ReadOnly:
    """Nobody adds, changes or deletes a row here; the database would refuse it anyway."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class OpenFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("open", "Open"), ("closed", "Closed")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() is None:
            return queryset
        return queryset.filter(closed_at__isnull=self.value() == "open")


class AccountInline(ReadOnly, TabularInline):
    model = Account
    fields = readonly_fields = ("name", "kind", "holder", "balance", "closed_at")
    show_change_link = True
    per_page = 20
    ordering = ("kind", "name")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("holder")


@admin.register(Book)
class BookAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "opened_at")
    search_fields = ("name",)
    date_hierarchy = "opened_at"
    ordering = ("name",)
    fields = ("name", "opened_at", "where_the_chips_are", "newest_seal")
    readonly_fields = ("where_the_chips_are", "newest_seal")
    inlines = (AccountInline,)

    @admin.display(description="Trial balance")
    def where_the_chips_are(self, book: Book) -> str:
        """Issued chips against purses, stacks, pools and funds; the rows sum to 0."""
        rows = ((kind.capitalize(), f"{chips:+}") for kind, chips in trial_balance(book).items())
        return format_html(
            "<table>{}</table>", format_html_join("", "<tr><th>{}</th><td>{}</td></tr>", rows)
        )

    @admin.display
    def newest_seal(self, book: Book) -> str:
        newest = book.seals.order_by("-number").first()
        return str(newest) if newest else "nothing is sealed yet"


@admin.register(Account)
class AccountAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "kind", "holder", "balance", "book", "closed_at")
    list_select_related = ("holder", "book")
    list_filter = ("kind", OpenFilter, "book")
    search_fields = ("name", "holder__name", "holder__username", "book__name")
    ordering = ("book", "kind", "name")
    fields = (
        "name",
        "book",
        "kind",
        "holder",
        "balance",
        "min_balance",
        "closed_at",
        "its_entries",
        "its_statement",
    )
    readonly_fields = ("its_entries", "its_statement")

    @admin.display(description="Entries")
    def its_entries(self, account: Account) -> str:
        address = reverse("admin:ledger_entry_changelist")
        return format_html(
            '<a href="{}?account__id__exact={}">{} entries</a>',
            address,
            account.pk,
            account.version,
        )

    @admin.display(description="Statement")
    def its_statement(self, account: Account) -> str:
        address = reverse("admin:ledger_account_statement", args=[account.pk])
        return format_html('<a href="{}">for a spreadsheet (CSV)</a>', address)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.statement_page)
        name = "ledger_account_statement"
        return [path("<int:pk>/statement.csv", page, name=name), *super().get_urls()]

    def statement_page(self, request: HttpRequest, pk: int) -> StreamingHttpResponse:
        """The whole life of the account, line by line."""
        account = get_object_or_404(Account, pk=pk)
        if not self.has_view_permission(request, account):
            raise PermissionDenied
        whole_life = statement(account, since=BEGINNING, until=END)
        return StreamingHttpResponse(
            sheet(whole_life),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="account-{pk}.csv"'},
        )


class EntryInline(ReadOnly, TabularInline):
    model = Entry
    fields = ("account", "chips", "balance_after")
    ordering = ("chips",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("account")


@admin.register(Transfer)
class TransferAdmin(ReadOnly, ModelAdmin):
    list_display = ("effective_at", "reason", "key", "memo", "actor", "book")
    list_select_related = ("actor", "book")
    list_filter = ("reason", "book")
    search_fields = ("key", "memo", "actor__name")
    date_hierarchy = "effective_at"
    show_full_result_count = False
    ordering = ("-pk",)
    fields = (
        "key",
        "book",
        "reason",
        "memo",
        "actor",
        "reverses",
        "effective_at",
        "recorded_at",
    )
    inlines = (EntryInline,)


@admin.register(Entry)
class EntryAdmin(ReadOnly, ModelAdmin):
    list_display = ("happened_at", "account", "reason", "memo", "chips", "balance_after")
    list_select_related = ("account", "transfer")
    list_filter = ("transfer__reason", "account__kind", "account__book")
    search_fields = ("account__name", "account__holder__name", "transfer__key", "transfer__memo")
    show_full_result_count = False
    ordering = ("-pk",)
    fields = ("transfer", "account", "seq", "chips", "balance_after")

    @admin.display(description="When", ordering="transfer__effective_at")
    def happened_at(self, entry: Entry) -> str:
        return f"{entry.transfer.effective_at:%Y-%m-%d %H:%M}"

    @admin.display(ordering="transfer__reason")
    def reason(self, entry: Entry) -> str:
        return entry.transfer.get_reason_display()

    @admin.display
    def memo(self, entry: Entry) -> str:
        return entry.transfer.memo
