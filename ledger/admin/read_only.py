"""What every list of the books has: rows to look at, not to touch."""

from django.contrib import admin
from django.contrib.auth.models import PermissionsMixin
from django.db.models import Model, QuerySet
from django.http import HttpRequest


class ReadOnly:
    """Nobody adds, changes or deletes a row here; the database would refuse it anyway."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class PartOfARow:
    """Mixed into an inline: whoever sees the row sees its parts."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True


class MovedByHand:
    """Mixed into an admin with actions that post; `permissions=["post"]` asks it."""

    def has_post_permission(self, request: HttpRequest) -> bool:
        """Whether he may move chips by hand, in the accounts that he sees."""
        return isinstance(request.user, PermissionsMixin) and request.user.has_perm(
            "ledger.add_transfer"
        )


class OpenFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("open", "Open"), ("closed", "Closed")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() is None:
            return queryset
        return queryset.filter(closed_at__isnull=self.value() == "open")
