"""The tables of their tournaments for organisers, beside those of their clubs."""

from django.contrib import admin

from clubs.admin import ClubDealAdmin, ClubTableAdmin
from games.admin import SeatAdmin
from games.models import Deal, Seat, Table

CUP = "round_table__round__tournament__club__book"


class CupTableAdmin(ClubTableAdmin):
    book_paths = (*ClubTableAdmin.book_paths, CUP)


class CupSeatAdmin(SeatAdmin):
    book_paths = (*SeatAdmin.book_paths, f"table__{CUP}")


class CupDealAdmin(ClubDealAdmin):
    book_paths = (*ClubDealAdmin.book_paths, f"table__{CUP}")


for _model, _door in ((Table, CupTableAdmin), (Seat, CupSeatAdmin), (Deal, CupDealAdmin)):
    admin.site.unregister(_model)
    admin.site.register(_model, _door)
