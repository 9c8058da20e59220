"""Clubs: their name, their clock, what a new member is given, and the rules they play by."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from unfold.admin import ModelAdmin

from clubs.admin.permissions import OfOwnClubs
from clubs.models import Club


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
