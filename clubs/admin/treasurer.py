"""The books of their clubs for organisers: the ledger's own pages, and nothing of others."""

from typing import Any

from django.contrib import admin
from django.db.models import Field
from django.http import HttpRequest

from ledger import admin as ledger
from ledger.models import Account, Book, Entry, Transfer


class OwnBooksFilter(admin.RelatedFieldListFilter):
    """Offers the books that somebody sees, and no other book's name."""

    def field_choices(
        self, field: Field, request: HttpRequest, model_admin: admin.ModelAdmin
    ) -> list[tuple[str, Any]]:
        books = ledger.BookAdmin(Book, admin.site).get_queryset(request).order_by("name")
        return [(str(book.pk), str(book)) for book in books]


class ClubAccountAdmin(ledger.AccountAdmin):
    list_filter = ("kind", ledger.OpenFilter, ("book", OwnBooksFilter))


class ClubTransferAdmin(ledger.TransferAdmin):
    list_filter = ("reason", ("book", OwnBooksFilter))


class ClubEntryAdmin(ledger.EntryAdmin):
    list_filter = ("transfer__reason", "account__kind")


for _model, _door in (
    (Account, ClubAccountAdmin),
    (Transfer, ClubTransferAdmin),
    (Entry, ClubEntryAdmin),
):
    admin.site.unregister(_model)
    admin.site.register(_model, _door)
