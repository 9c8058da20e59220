"""The tables of their clubs for organisers: the games' own pages, and nothing of others."""

from django.contrib import admin
from django.http import HttpRequest

from clubs.admin.treasurer import OfOwnBooks, OwnBooksFilter
from clubs.models import FreeTable
from games import admin as games
from games.models import Deal, Seat, Table


class OfOwnTables(OfOwnBooks):
    """Organisers look, and see to order."""

    def has_steward_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


class ClubTableAdmin(OfOwnTables, games.TableAdmin):
    """The lobby: also who may sit down, and whom to ask."""

    list_display = (*games.TableAdmin.list_display, "open_to")
    list_select_related = ("pool", "free_table__host")
    list_filter = (
        *(games.OpenFirst, "mode", "free_table__access"),
        ("book", OwnBooksFilter),
    )
    fields = ("open_to", *games.TableAdmin.fields)
    readonly_fields = ("open_to", *games.TableAdmin.readonly_fields)

    @admin.display(description="Who may sit down", empty_value="whom the host has seated")
    def open_to(self, table: Table) -> str | None:
        try:
            free: FreeTable = table.free_table
        except FreeTable.DoesNotExist:
            return None
        return f"{free.get_access_display()}; {free.host} is the host"


class ClubSeatAdmin(OfOwnTables, games.SeatAdmin):
    club_path = "table__book__club"


class ClubDealAdmin(OfOwnTables, games.DealAdmin):
    club_path = "table__book__club"
    list_filter = (games.InPlayFilter, "is_new_pool")


for _model, _door in ((Table, ClubTableAdmin), (Seat, ClubSeatAdmin), (Deal, ClubDealAdmin)):
    admin.site.unregister(_model)
    admin.site.register(_model, _door)
