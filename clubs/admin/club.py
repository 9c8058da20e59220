"""Clubs: their name, their clock, what a new member is given, and the rules they play by."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from clubs.admin.permissions import OfOwnClubs
from clubs.admin.refusals import Telling
from clubs.admin.versions import Versions
from clubs.clubs import open_club
from clubs.house import HostLine, lines_by_host
from clubs.models import Club, Member, Player
from clubs.models.rules import OPENING_CHIPS
from clubs.rights import CHANGE_CLUB, LOOK_AFTER_CLUB, OPEN_CLUB
from deploy.rest.clock import database_now
from games.engine import OPTIONS, Ruleset
from games.engine.presets import PRESETS


class NewClub(forms.ModelForm):
    """A club with the house rules of a printed description, and somebody who owns it."""

    owner = forms.ModelChoiceField(
        Player.objects.filter(is_active=True, is_bot=False),
        to_field_name="username",
        widget=UnfoldAdminTextInputWidget,
        help_text="The user name of the club's first owner.",
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
class ClubAdmin(Telling, Versions, OfOwnClubs, ModelAdmin):
    deeds = {"see": LOOK_AFTER_CLUB, "add": OPEN_CLUB, "change": CHANGE_CLUB}
    book_paths = ("book",)
    list_display = ("name", "time_zone", "opening_chips", "member_count")
    search_fields = ("name",)
    ordering = ("name",)
    readonly_fields = ("rules_now", "house_purse_now", "house_by_host")

    def get_fields(self, request: HttpRequest, obj: Club | None = None) -> tuple[str, ...]:
        if obj is None:
            return NewClub.Meta.fields
        limits = ("bot_buy_in_chips", "bot_stake_limit", "bot_extra_limit", "bot_jink_limit")
        losses = ("bot_loss_limit",)
        house = ("house_purse_now", "house_by_host")
        rights = ("allows_gifts", "hosts_seat_bots")
        return (
            "name",
            "time_zone",
            "opening_chips",
            *rights,
            *limits,
            *losses,
            *house,
            "rules_now",
        )

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if not change:
            kwargs["form"] = NewClub
        return super().get_form(request, obj, change, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"opening_chips": OPTIONS[OPENING_CHIPS].default}

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        members = Count("members", filter=Q(members__in=Member.objects.belonging()))
        return super().get_queryset(request).annotate(members_count=members)

    def save_model(
        self, request: HttpRequest, obj: Club, form: forms.ModelForm, change: bool
    ) -> None:
        """Open a new club with its book and its owner."""
        if change:
            super().save_model(request, obj, form, change)
            return
        given = dict(form.cleaned_data)
        rules = Ruleset(given.pop("preset"))
        obj.pk = open_club(**given, rules=rules, at=database_now()).pk

    @admin.display(description="Members", ordering="members_count")
    def member_count(self, club: Any) -> int:
        count: int = club.members_count
        return count

    @admin.display(description="House rules")
    def rules_now(self, club: Club) -> str:
        return format_html_join(" ", "<p>{}</p>", ((line,) for line in club.rules.sentences()))

    @admin.display(description="House purse")
    def house_purse_now(self, club: Club) -> str:
        purse = club.house_purse
        address = reverse("admin:ledger_account_change", args=[purse.pk])
        words = f"{purse.balance} chips: issue more, redeem some, or read its statement"
        return format_html('<a href="{}">{}</a>', address, words)

    @admin.display(description="Won and lost by host")
    def house_by_host(self, club: Club) -> str:
        lines = lines_by_host(club)
        if not lines:
            return "No bot has sat down yet."
        return format_html_join("", "<p>{}</p>", ((_words(line),) for line in lines))


def _words(line: HostLine) -> str:
    result = f"lost {-line.won_chips}" if line.won_chips < 0 else f"won {line.won_chips}"
    times = "once" if line.bots == 1 else f"{line.bots} times"
    in_play = f", {line.in_play_chips} in play now" if line.in_play_chips else ""
    return (
        f"{line.name}'s tables: the house {result} of the {line.brought_chips} chips that its "
        f"bots brought; bots sat down {times}{in_play}."
    )
