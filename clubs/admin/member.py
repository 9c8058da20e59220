"""Members: who belongs to a club, what he may do there, and the chips he is handed."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from clubs.admin.buttons import Buttons
from clubs.admin.chips import chips_view
from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.admin.refusals import Telling, told
from clubs.members import change_role, join_club, leave_club, walk_in
from clubs.models import Member, Player, Role
from deploy.rest.clock import database_now
from ledger.statements import statement, words

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
LINES_SHOWN = 20


class NewMember(forms.ModelForm):
    """Somebody with a login by his user name, or anybody else by his name alone."""

    name = forms.CharField(
        required=False,
        max_length=100,
        widget=UnfoldAdminTextInputWidget,
        help_text="Of somebody new, who does not log in.",
    )
    username = forms.CharField(
        required=False,
        label="Or user name",
        widget=UnfoldAdminTextInputWidget,
        help_text="Of somebody who logs in already.",
    )

    class Meta:
        model = Member
        fields = ("club", "name", "username", "role")

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if bool(given.get("name")) == bool(given.get("username")):
            raise forms.ValidationError("Write either a name or a user name.")
        return given

    def clean_role(self) -> Role:
        role = Role(self.cleaned_data["role"])
        if role in (Role.OWNER, Role.ORGANISER):
            raise forms.ValidationError("Let him join first; an owner may then give him this role.")
        return role

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if username and not Player.objects.filter(username=username).exists():
            raise forms.ValidationError("Nobody has this user name.")
        return username


@admin.register(Member)
class MemberAdmin(Telling, Buttons, OfOwnClubs, ModelAdmin):
    list_display = ("name", "role", "held_chips", "club")
    list_select_related = ("player", "club", "purse")
    list_filter = (("club", OwnClubsFilter), "role", ("left_at", admin.EmptyFieldListFilter))
    search_fields = ("player__name", "player__username")
    ordering = ("player__name", "pk")
    autocomplete_fields = ("club",)
    readonly_fields = ("name", "club", "held_chips", "next_step", "joined_at", "left_at", "latest")
    actions = ("chips", "leave")

    def get_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        if obj is None:
            return NewMember.Meta.fields
        return ("name", "club", "held_chips", "next_step", "role", "joined_at", "left_at", "latest")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Member | None = None
    ) -> tuple[str, ...]:
        return () if obj is None else self.readonly_fields

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if not change:
            kwargs["form"] = NewMember
        return super().get_form(request, obj, change, **kwargs)

    def buttons(self, row: Member) -> tuple[str, ...]:
        return ("chips", "leave") if row.left_at is None else ("chips",)

    @admin.display(description="Name", ordering="player__name")
    def name(self, member: Member) -> str:
        return str(member)

    @admin.display(description="Chips", ordering="purse__balance")
    def held_chips(self, member: Member) -> int:
        return member.purse.balance

    @admin.display(description="What moved, and what the purse held then")
    def latest(self, member: Member) -> str:
        lines = statement(member.purse, since=LONG_AGO, until=database_now()).lines
        shown = [
            {
                "at": entry.transfer.effective_at,
                "words": words(entry),
                "balance": entry.balance_after,
            }
            for entry in lines.order_by("-seq")[:LINES_SHOWN]
        ]
        return render_to_string("clubs/statement.html", {"lines": shown})

    def save_model(
        self, request: HttpRequest, obj: Member, form: forms.ModelForm, change: bool
    ) -> None:
        assert isinstance(request.user, Player)
        if change:
            change_role(obj, Role(form.cleaned_data["role"]), by=request.user)
            return
        given, at = form.cleaned_data, database_now()
        if given["name"]:
            member = walk_in(obj.club, name=given["name"], role=given["role"], at=at)
        else:
            player = Player.objects.get(username=given["username"])
            member = join_club(obj.club, player=player, role=given["role"], at=at)
        obj.pk, obj.player = member.pk, member.player

    @admin.action(description="Hand out or take back chips")
    def chips(self, request: HttpRequest, members: QuerySet[Member]) -> HttpResponse:
        which = "&".join(f"member={pk}" for pk in members.values_list("pk", flat=True))
        return redirect(f"{reverse('admin:clubs_member_chips')}?{which}")

    @admin.action(description="Has left the club")
    def leave(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        for member in members:
            with told(request):
                leave_club(member, at=database_now())
                messages.success(request, f"{member} has left; the purse stays.")

    def get_urls(self) -> list[URLPattern]:
        def page(request: HttpRequest) -> HttpResponse:
            return chips_view(self, request)

        view: Callable[..., HttpResponse] = self.admin_site.admin_view(page)
        return [path("chips/", view, name="clubs_member_chips"), *super().get_urls()]
