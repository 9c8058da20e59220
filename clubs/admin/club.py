"""Clubs: their name, their clock, what a new member is given, and the rules they play by."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminTextInputWidget

from clubs.admin.permissions import OfOwnClubs
from clubs.admin.refusals import Telling
from clubs.admin.rules import rules_page, wall_page
from clubs.admin.versions import Versions
from clubs.clubs import change_club, open_club
from clubs.house import HostLine, lines_by_host
from clubs.house_rules import CLUB_RULES, sentences_for
from clubs.models import Club, MadeFor, Member, Player
from clubs.models.rules import OPENING_CHIPS
from clubs.revisions import steps
from clubs.rights import CHANGE_CLUB, CHANGE_RULES, LOOK_AFTER_CLUB, OPEN_CLUB
from deploy.rest.clock import database_now
from deploy.rows import count_of
from games.engine import OPTIONS, PRESET_NAMES, PRESET_SENTENCES, Ruleset

MOST_CHANGES = 20
"""Of the rules, on the page of a club."""


class NewClub(forms.ModelForm):
    """A club with the house rules of a printed description, and somebody who owns it."""

    owner = forms.ModelChoiceField(
        Player.objects.filter(is_active=True, is_bot=False),
        to_field_name="username",
        widget=UnfoldAdminTextInputWidget,
        help_text="The user name of the club's first owner; Players has all of them.",
        error_messages={
            "invalid_choice": "Nobody has this user name. Add a login for them under Players first."
        },
    )
    preset = forms.ChoiceField(
        choices=[
            (name, f"{PRESET_NAMES[name]}: {sentence}")
            for name, sentence in PRESET_SENTENCES.items()
        ],
        initial="standard",
        label="House rules",
        widget=UnfoldAdminRadioSelectWidget,
        help_text="Any of them can be changed afterwards, on the club's page.",
    )

    class Meta:
        model = Club
        fields = ("name", "owner", "preset", "time_zone", "opening_chips")


@admin.register(Club)
class ClubAdmin(Telling, Versions, OfOwnClubs, ModelAdmin):
    deeds = {
        "see": LOOK_AFTER_CLUB,
        "add": OPEN_CLUB,
        "change": CHANGE_CLUB,
        "rules": CHANGE_RULES,
        "wall": LOOK_AFTER_CLUB,
    }
    book_paths = ("book",)
    list_display = ("name", "time_zone", "opening_chips", "member_count")
    search_fields = ("name__parts",)
    most_searched = None
    ordering = ("name",)
    list_select_related = ("house_rules",)
    readonly_fields = (
        *("rules_now", "printed_rules", "rules_history"),
        *("house_purse_now", "house_by_host"),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Club | None = None) -> Any:
        if obj is None:
            return [(None, {"fields": NewClub.Meta.fields})]
        brought = ("bot_buy_in_chips", "bot_rebuys")
        limits = ("bot_stake_limit", "bot_extra_limit", "bot_jink_limit")
        house = ("bot_loss_limit", "house_purse_now", "house_by_host")
        rights = ("opening_chips", "allows_gifts", "hosts_seat_bots")
        return [
            ("The club", {"fields": ("name", "time_zone", *rights)}),
            ("House rules", {"fields": ("rules_now", "printed_rules", "rules_history")}),
            ("Bots", {"fields": (*brought, *limits, *house)}),
        ]

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if not change:
            kwargs["form"] = NewClub
        return super().get_form(request, obj, change, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"opening_chips": OPTIONS[OPENING_CHIPS].default}

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        members = Member.objects.belonging().filter(club=OuterRef("pk"))
        return super().get_queryset(request).annotate(members_count=count_of(members, "club"))

    def save_model(
        self, request: HttpRequest, obj: Club, form: forms.ModelForm, change: bool
    ) -> None:
        """Open a new club with its book and its owner, or change what an old one decides."""
        if change:
            change_club(obj, **{name: form.cleaned_data[name] for name in form.changed_data})
            return
        given = dict(form.cleaned_data)
        rules = Ruleset(given.pop("preset"))
        obj.pk = open_club(**given, rules=rules, at=database_now()).pk

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/rules/", wrap(self.rules_view), name="clubs_club_rules"),
            path("<int:pk>/wall/", wrap(self.wall_view), name="clubs_club_wall"),
            *super().get_urls(),
        ]

    def rules_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        club = self._club(request, "rules", pk)
        back = reverse("admin:clubs_club_change", args=[pk])
        return rules_page(
            request, club, CLUB_RULES, self.admin_site.each_context(request), back=back
        )

    def wall_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        return wall_page(request, self._club(request, "wall", pk))

    def _club(self, request: HttpRequest, deed: str, pk: int) -> Club:
        """A club that the person sees, if they may do this to it."""
        rows = self.get_queryset(request).filter(pk=pk)
        self.ask(request, deed, rows)
        club: Club = get_object_or_404(rows.select_related("house_rules"))
        return club

    @admin.display(description="Members", ordering="members_count")
    def member_count(self, club: Any) -> int:
        count: int = club.members_count
        return count

    @admin.display(description="What is played")
    def rules_now(self, club: Club) -> str:
        told = {
            "club": club,
            "sentences": sentences_for(club, club.house_rules.ruleset, made_for=MadeFor.CLUB),
        }
        return render_to_string("clubs/club_rules.html", told)

    @admin.display(description="Printed rules")
    def printed_rules(self, _: Club) -> str:
        """What the club could start from."""
        rows = ((PRESET_NAMES[name], words) for name, words in PRESET_SENTENCES.items())
        told = format_html_join("", "<p><b>{}</b><br>{}</p>", rows)
        return format_html('<div class="flex flex-col gap-3">{}</div>', told)

    @admin.display(description="What changed when")
    def rules_history(self, club: Club) -> str:
        revisions = list(club.rules_revisions.of_club().told()[: MOST_CHANGES + 1])
        told = {
            "club": club,
            "steps": steps(revisions)[:MOST_CHANGES],
            "has_more": len(revisions) > MOST_CHANGES,
        }
        return render_to_string("clubs/rules_history.html", told)

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
