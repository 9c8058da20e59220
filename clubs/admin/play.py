"""The tables of their clubs for organisers: the games' own pages, and nothing of others."""

from django.contrib import admin
from django.http import HttpRequest

from clubs.admin.treasurer import OfOwnBooks, OwnBooksFilter
from games import admin as games
from games.models import Deal, Seat, Table


class OfOwnTables(OfOwnBooks):
    """Organisers look, and see to order."""

    def has_steward_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


class ClubTableAdmin(OfOwnTables, games.TableAdmin):
    list_filter = (games.OpenFirst, "mode", ("book", OwnBooksFilter))


class ClubSeatAdmin(OfOwnTables, games.SeatAdmin):
    club_path = "table__book__club"


class ClubDealAdmin(OfOwnTables, games.DealAdmin):
    club_path = "table__book__club"
    list_filter = (games.InPlayFilter, "is_new_pool")


for _model, _door in ((Table, ClubTableAdmin), (Seat, ClubSeatAdmin), (Deal, ClubDealAdmin)):
    admin.site.unregister(_model)
    admin.site.register(_model, _door)
