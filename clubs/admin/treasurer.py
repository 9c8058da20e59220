"""The books of their clubs for organisers: the ledger's own pages, and nothing of others."""

from typing import Any

from django.contrib import admin
from django.db.models import Field, Model
from django.http import HttpRequest

from clubs.admin.permissions import OfOwnClubs
from clubs.models import Player
from ledger import admin as ledger
from ledger.models import Account, Book, Entry, Transfer


class OfOwnBooks(OfOwnClubs):
    """Organisers look, and post by hand in the accounts that they see."""

    club_path = "book__club"
    is_organisers = False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever runs the service sees the books of tournaments too, and where no club is yet."""
        runs_all = isinstance(request.user, Player) and request.user.is_superuser
        return runs_all or super().has_view_permission(request, obj)

    def has_post_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


class OwnBooksFilter(admin.RelatedFieldListFilter):
    """Offers the books that somebody sees, and no other book's name."""

    def field_choices(
        self, field: Field, request: HttpRequest, model_admin: admin.ModelAdmin
    ) -> list[tuple[str, Any]]:
        books = ClubBookAdmin(Book, admin.site).get_queryset(request).order_by("name")
        return [(str(book.pk), str(book)) for book in books]


class ClubBookAdmin(OfOwnBooks, ledger.BookAdmin):
    club_path = "club"


class ClubAccountAdmin(OfOwnBooks, ledger.AccountAdmin):
    list_filter = ("kind", ledger.OpenFilter, ("book", OwnBooksFilter))


class ClubTransferAdmin(OfOwnBooks, ledger.TransferAdmin):
    list_filter = ("reason", ("book", OwnBooksFilter))


class ClubEntryAdmin(OfOwnBooks, ledger.EntryAdmin):
    club_path = "account__book__club"
    list_filter = ("transfer__reason", "account__kind")


for _model, _door in (
    (Book, ClubBookAdmin),
    (Account, ClubAccountAdmin),
    (Transfer, ClubTransferAdmin),
    (Entry, ClubEntryAdmin),
):
    admin.site.unregister(_model)
    admin.site.register(_model, _door)
