"""Transfers and their legs, and taking one back."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from unfold.admin import ModelAdmin, TabularInline

from ledger.admin.books import OwnBooksFilter
from ledger.admin.by_hand import transfers_by_hand
from ledger.admin.deeds import ByDeed
from ledger.admin.read_only import PartOfARow
from ledger.errors import NotByHand
from ledger.models import Entry, Transfer
from ledger.reversals import check_by_hand
from ledger.rights import REVERSE, SEE_TRANSFER
from ledger.wording import BY_ITSELF


class EntryInline(PartOfARow, TabularInline):
    model = Entry
    fields = ("account", "chips", "balance_after")
    ordering = ("chips",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).select_related("account")


@admin.register(Transfer)
class TransferAdmin(ByDeed, ModelAdmin):
    deeds = {"see": SEE_TRANSFER, "take_back": REVERSE, "reverse": REVERSE}
    list_display = ("effective_at", "reason", "key", "memo", "by", "book")
    list_select_related = ("actor", "book", "reason")
    list_filter: tuple[Any, ...] = ("reason", "effective_at", ("book", OwnBooksFilter))
    search_fields = ("key", "memo", "actor__name_parts")
    ordering = ("-pk",)
    fields = (
        "key",
        "book",
        "reason",
        "memo",
        "by",
        "reverses",
        "effective_at",
        "recorded_at",
        "to_do",
    )
    readonly_fields = ("by", "to_do")
    actions = ("take_back",)
    inlines = (EntryInline,)

    @admin.display(description="By whom", ordering="actor__name")
    def by(self, transfer: Transfer) -> str:
        return str(transfer.actor or BY_ITSELF)

    @admin.display(description="By hand")
    def to_do(self, transfer: Transfer) -> str:
        back = Transfer.objects.filter(reverses=transfer).select_related("actor").first()
        if back is not None:
            return f"{back.actor} has taken it back: {back.memo}"
        try:
            check_by_hand(transfer)
        except NotByHand as refusal:
            return str(refusal)
        address = f"{reverse('admin:ledger_transfer_reverse')}?row={transfer.pk}"
        return render_to_string("ledger/links.html", {"links": [("Take it back", address)]})

    @admin.action(description="Take them back")
    def take_back(self, request: HttpRequest, rows: QuerySet[Transfer]) -> HttpResponse:
        which = "&".join(f"row={pk}" for pk in rows.order_by("pk").values_list("pk", flat=True))
        return redirect(f"{reverse('admin:ledger_transfer_reverse')}?{which}")

    def get_urls(self) -> list[URLPattern]:
        def page(request: HttpRequest) -> HttpResponse:
            return transfers_by_hand(self, request)

        guarded: Callable[..., HttpResponse] = self.admin_site.admin_view(page)
        return [path("reverse/", guarded, name="ledger_transfer_reverse"), *super().get_urls()]


@admin.register(Entry)
class EntryAdmin(ByDeed, ModelAdmin):
    deeds = {"see": SEE_TRANSFER}
    book_paths = ("account__book",)
    list_display = ("transfer__effective_at", "account", "reason", "memo", "chips", "balance_after")
    list_select_related = ("account", "transfer__reason")
    list_filter: tuple[Any, ...] = ("transfer__reason", "account__kind")
    search_fields = (
        "account__name",
        "account__holder__name_parts",
        "transfer__key",
        "transfer__memo",
    )
    ordering = ("-pk",)
    fields = ("transfer", "account", "seq", "chips", "balance_after")

    @admin.display(ordering="transfer__reason")
    def reason(self, entry: Entry) -> str:
        return str(entry.transfer.reason)

    @admin.display
    def memo(self, entry: Entry) -> str:
        return entry.transfer.memo
