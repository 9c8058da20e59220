"""Clubs and their members."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Model, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.html import format_html_join
from unfold.admin import ModelAdmin

from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.members import join_club
from clubs.models import Club, Member, Role
from deploy.rest.clock import database_now


@admin.register(Club)
class ClubAdmin(OfOwnClubs, ModelAdmin):
    club_path = "pk"
    list_display = ("name", "time_zone", "opening_chips", "member_count")
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name", "time_zone", "opening_chips", "house_rules")
    readonly_fields = ("house_rules",)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        members = Count("members", filter=Q(members__left_at=None))
        return super().get_queryset(request).annotate(members_count=members)

    @admin.display(description="Members", ordering="members_count")
    def member_count(self, club: Any) -> int:
        count: int = club.members_count
        return count

    @admin.display(description="House rules")
    def house_rules(self, club: Club) -> str:
        return format_html_join(" ", "<p>{}</p>", ((line,) for line in club.rules.describe()))


@admin.register(Member)
class MemberAdmin(OfOwnClubs, ModelAdmin):
    list_display = ("player", "club", "role", "chips", "joined_at", "left_at")
    list_select_related = ("player", "club", "purse")
    list_filter = (("club", OwnClubsFilter), "role", ("left_at", admin.EmptyFieldListFilter))
    search_fields = ("player__name", "player__username")
    ordering = ("player__name", "pk")
    fields = ("club", "player", "role", "chips", "joined_at", "left_at")
    autocomplete_fields = ("club", "player")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Member | None = None
    ) -> tuple[str, ...]:
        return ("chips", "joined_at", "left_at", *(("club", "player") if obj else ()))

    @admin.display(description="Chips", ordering="purse__balance")
    def chips(self, member: Member) -> int | None:
        return member.purse.balance if member.pk else None

    def save_model(self, request: HttpRequest, obj: Member, form: ModelForm, change: bool) -> None:
        """A new member is joined to the club, so that he has a purse and his opening chips."""
        if change:
            super().save_model(request, obj, form, change)
            return
        role = Role(obj.role)
        obj.pk = join_club(obj.club, player=obj.player, role=role, at=database_now()).pk
