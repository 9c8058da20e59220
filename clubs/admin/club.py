"""Clubs: their name, their clock, what a new member is given, and the rules they play by."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from clubs.admin.permissions import OfOwnClubs
from clubs.admin.refusals import Telling
from clubs.clubs import open_club
from clubs.models import Club, Player
from deploy.rest.clock import database_now
from games.engine import HouseRules
from games.engine.presets import PRESETS


class NewClub(forms.ModelForm):
    """A club with the house rules of a printed description, and somebody who owns it."""

    owner = forms.ModelChoiceField(
        Player.objects.filter(is_active=True, is_bot=False),
        to_field_name="username",
        widget=UnfoldAdminTextInputWidget,
        help_text="The user name of whoever is to run it.",
        error_messages={"invalid_choice": "Nobody has this user name."},
    )
    preset = forms.ChoiceField(
        choices=[(name, name.replace("_", " ").capitalize()) for name in PRESETS],
        label="House rules",
        widget=UnfoldAdminSelectWidget,
    )

    class Meta:
        model = Club
        fields = ("name", "owner", "preset", "time_zone", "opening_chips")


@admin.register(Club)
class ClubAdmin(Telling, OfOwnClubs, ModelAdmin):
    club_path = "pk"
    list_display = ("name", "time_zone", "opening_chips", "member_count")
    search_fields = ("name",)
    ordering = ("name",)
    readonly_fields = ("house_rules",)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return isinstance(request.user, Player) and request.user.is_superuser

    def get_fields(self, request: HttpRequest, obj: Club | None = None) -> tuple[str, ...]:
        if obj is None:
            return NewClub.Meta.fields
        rights = ("allows_gifts", "hosts_seat_bots")
        return ("name", "time_zone", "opening_chips", *rights, "house_rules")

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if not change:
            kwargs["form"] = NewClub
        return super().get_form(request, obj, change, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"opening_chips": HouseRules.preset("standard").opening_chips}

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        members = Count("members", filter=Q(members__left_at=None))
        return super().get_queryset(request).annotate(members_count=members)

    def save_model(
        self, request: HttpRequest, obj: Club, form: forms.ModelForm, change: bool
    ) -> None:
        """A new club is opened, so that it has its book and its owner."""
        if change:
            super().save_model(request, obj, form, change)
            return
        given = dict(form.cleaned_data)
        rules = HouseRules.preset(given.pop("preset"))
        obj.pk = open_club(**given, rules=rules, at=database_now()).pk

    @admin.display(description="Members", ordering="members_count")
    def member_count(self, club: Any) -> int:
        count: int = club.members_count
        return count

    @admin.display(description="House rules")
    def house_rules(self, club: Club) -> str:
        return format_html_join(" ", "<p>{}</p>", ((line,) for line in club.rules.describe()))
