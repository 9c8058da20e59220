"""What every list of the books has: parts to look at, not to touch."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from ledger.admin.deeds import UNLINKED


class PartOfARow:
    """Mixed into an inline: people who see the row see its parts, and nobody changes them here."""

    readonly_preprocess_fields = UNLINKED

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

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
