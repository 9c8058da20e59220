"""The tables of their tournaments for organisers, beside those of their clubs."""

from django.contrib import admin
from django.db.models import Q, QuerySet

from clubs.admin import ClubDealAdmin, ClubSeatAdmin, ClubTableAdmin
from clubs.models import Club
from games.models import Deal, Seat, Table


class CupTableAdmin(ClubTableAdmin):
    def of_clubs(self, clubs: QuerySet[Club]) -> Q:
        return super().of_clubs(clubs) | Q(round_table__round__tournament__club__in=clubs)


class CupSeatAdmin(ClubSeatAdmin):
    def of_clubs(self, clubs: QuerySet[Club]) -> Q:
        return super().of_clubs(clubs) | Q(table__round_table__round__tournament__club__in=clubs)


class CupDealAdmin(ClubDealAdmin):
    def of_clubs(self, clubs: QuerySet[Club]) -> Q:
        return super().of_clubs(clubs) | Q(table__round_table__round__tournament__club__in=clubs)


for _model, _door in ((Table, CupTableAdmin), (Seat, CupSeatAdmin), (Deal, CupDealAdmin)):
    admin.site.unregister(_model)
    admin.site.register(_model, _door)
