"""The tables of their clubs for organisers: the games' own pages, and nothing of others."""

from django.contrib import admin

from clubs.admin.treasurer import OwnBooksFilter
from clubs.models import FreeTable
from games import admin as games
from games.models import Deal, Table


class ClubTableAdmin(games.TableAdmin):
    """The lobby: also who may sit down, and whom to ask."""

    list_display = (*games.TableAdmin.list_display, "open_to")
    list_select_related = ("pool", "free_table__host")
    list_filter = (
        *(games.OpenFirst, "mode", "free_table__access"),
        ("book", OwnBooksFilter),
    )
    fields = ("open_to", *games.TableAdmin.fields)
    readonly_fields = ("open_to", *games.TableAdmin.readonly_fields)

    @admin.display(
        description="Who may sit down", empty_value="the people whom the host has seated"
    )
    def open_to(self, table: Table) -> str | None:
        try:
            free: FreeTable = table.free_table
        except FreeTable.DoesNotExist:
            return None
        return f"{free.get_access_display()}; {free.host} is the host"


class ClubDealAdmin(games.DealAdmin):
    list_filter = (games.InPlayFilter, "is_new_pool")


for _model, _door in ((Table, ClubTableAdmin), (Deal, ClubDealAdmin)):
    admin.site.unregister(_model)
    admin.site.register(_model, _door)
