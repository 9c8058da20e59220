"""Members: who belongs to a club, what they may do there, and the chips they are handed."""

from collections.abc import Callable
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from clubs.admin.buttons import Buttons
from clubs.admin.chips import chips_view
from clubs.admin.invitation import code_page
from clubs.admin.looking_alike import asked_of, is_another
from clubs.admin.member_pages import leaving_view, name_view
from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.admin.refusals import Telling, refusals_shown
from clubs.admin.turning_away import turn_away_view
from clubs.admin.versions import Versions
from clubs.errors import ClubsError, NotAllowed
from clubs.invitations import invite
from clubs.member_names import alike, check_name
from clubs.members import add_member, bring_back, change_role
from clubs.models import ADDED, ORGANISING, Club, Member, Player, Role
from clubs.rights import (
    ADD_MEMBER,
    CHANGE_OFFICE,
    CHANGE_ROLE,
    CORRECT_NAME,
    INVITE,
    ISSUE,
    LET_BACK,
    LET_LEAVE,
    LOOK_AFTER_MEMBER,
    READMIT,
    REDEEM,
    TURN_AWAY,
)
from clubs.turning_away import readmit_member
from deploy.names import NameFormField
from deploy.rest.clock import database_now
from deploy.rest.moments import EARLIEST
from deploy.rights import Deed
from ledger.statements import statement, words

PAGE = '<a class="font-semibold text-primary-600" href="{}">{}, {}</a>'
LINES_SHOWN = 20


class NewMember(forms.ModelForm):
    """Somebody known by name alone; people with a login are invited instead."""

    name = NameFormField(
        max_length=100,
        widget=UnfoldAdminTextInputWidget,
        help_text="For somebody without a login. To add a player who has one, use Invitations.",
    )

    class Meta:
        model = Member
        fields = ("club", "name", "role")

    def clean(self) -> dict[str, Any] | None:
        """No two of one name; people who have that name are named, with their page."""
        given = super().clean() or {}
        club, name = given.get("club"), given.get("name")
        if club is not None and name:
            try:
                check_name(club, name, is_another=is_another(self.data))
            except ClubsError as refusal:
                self.add_error("name", _namesakes_told(club, name, refusal))
        return given

    def clean_role(self) -> Role:
        role = Role(self.cleaned_data["role"])
        if role not in ADDED:
            raise forms.ValidationError(
                "Choose guest, member or scorer. An owner can give them another role later."
            )
        return role


@admin.register(Member)
class MemberAdmin(Telling, Buttons, Versions, OfOwnClubs, ModelAdmin):
    deeds = {
        "see": LOOK_AFTER_MEMBER,
        "add": ADD_MEMBER,
        "change": (CHANGE_ROLE, CHANGE_OFFICE),
        "change_officer": CHANGE_OFFICE,
        "chips": (ISSUE, REDEEM),
        "issue": ISSUE,
        "redeem": REDEEM,
        "leave": LET_LEAVE,
        "bring_back": LET_BACK,
        "correct_name": CORRECT_NAME,
        "name": CORRECT_NAME,
        "invite_to_claim": INVITE,
        "turn_away": TURN_AWAY,
        "readmit": READMIT,
    }
    list_display = ("name", "standing", "held_chips", "club")
    list_select_related = ("player", "club", "purse")
    list_filter = (
        ("club", OwnClubsFilter),
        "role",
        ("left_at", admin.EmptyFieldListFilter),
        ("turned_away_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("player__name_parts",)
    most_searched = None
    ordering = ("player__sort_name", "pk")
    autocomplete_fields = ("club",)
    readonly_fields = (
        *("name", "club", "held_chips", "next_step", "joined_at", "left_at"),
        *("turned_away_at", "turned_away_by", "turned_away_reason", "latest"),
    )
    actions = (
        *("chips", "leave", "bring_back", "correct_name"),
        *("invite_to_claim", "turn_away", "readmit"),
    )

    def deeds_at(self, name: str, row: Model | None) -> tuple[Deed, ...]:
        deeds = super().deeds_at(name, row)
        return tuple(map(row.deed_on, deeds)) if isinstance(row, Member) else deeds

    def check_officer(self, request: HttpRequest, name: str, member: Member) -> None:
        """See that somebody may do this to a member, who may be an organiser or owner.

        Raises:
            NotAllowed: they are, and answer to owners.
        """
        if not self.may(request, name, member):
            raise NotAllowed(
                f"{member} has the role {member.get_role_display()}: ask an owner of the club."
            )

    def get_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        if obj is None:
            return NewMember.Meta.fields
        steps = ("next_step",) if self.may(request, "change", obj) else ()
        barred = ("turned_away_at", "turned_away_by", "turned_away_reason")
        return (
            *("name", "club", "held_chips", *steps, "role", "joined_at", "left_at"),
            *(barred if obj.turned_away_at else ()),
            "latest",
        )

    def get_readonly_fields(
        self, request: HttpRequest, obj: Member | None = None
    ) -> tuple[str, ...]:
        return () if obj is None else self.readonly_fields

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if not change:
            kwargs["form"] = NewMember
        form = super().get_form(request, obj, change, **kwargs)
        if change and "role" in form.base_fields and not self.may(request, "change_officer", obj):
            form.base_fields["role"].choices = [
                (role.value, role.label) for role in Role if role not in ORGANISING
            ]
        return form

    def buttons(self, row: Member) -> tuple[str, ...]:
        door = "readmit" if row.turned_away_at else "turn_away"
        is_offline = not row.player.is_bot and not row.player.has_usable_password()
        claim = ("invite_to_claim",) if is_offline and not row.turned_away_at else ()
        name = ("correct_name",) if is_offline else ()
        if row.left_at is None:
            return ("chips", "leave", *name, *claim, door)
        return ("chips", door) if row.turned_away_at else ("bring_back", "chips", door)

    @admin.display(description="Name", ordering="player__sort_name")
    def name(self, member: Member) -> str:
        return str(member)

    @admin.display(description="Role", ordering="role")
    def standing(self, member: Member) -> str:
        return standing_of(member)

    @admin.display(description="Chips", ordering="purse__balance")
    def held_chips(self, member: Member) -> int:
        return member.purse.balance

    @admin.display(description="What moved, and the balance after it")
    def latest(self, member: Member) -> str:
        zone = ZoneInfo(member.club.time_zone)
        lines = statement(member.purse, since=EARLIEST, until=database_now(), zone=zone).lines
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
        if change:
            role = Role(form.cleaned_data.get("role", obj.role))
            change_role(obj, role, at=database_now())
            return
        given = form.cleaned_data
        member = add_member(
            obj.club,
            name=given["name"],
            role=given["role"],
            is_another=is_another(request.POST),
            at=database_now(),
        )
        obj.pk, obj.player = member.pk, member.player

    @admin.action(description="Hand out or take back chips")
    def chips(self, request: HttpRequest, members: QuerySet[Member]) -> HttpResponse:
        return _on_to("chips", members)

    @admin.action(description="Note that they have left the club")
    def leave(self, request: HttpRequest, members: QuerySet[Member]) -> HttpResponse:
        return _on_to("leave", members)

    @admin.action(description="Back again")
    def bring_back(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        for member in members.exclude(left_at=None):
            with refusals_shown(request):
                back = bring_back(member, at=database_now())
                chips = back.purse.balance
                messages.success(request, f"{back} is back, with {chips} chips in the old purse.")

    @admin.action(description="Correct the name")
    def correct_name(self, request: HttpRequest, members: QuerySet[Member]) -> HttpResponse | None:
        if members.count() != 1:
            messages.error(request, "Choose one member at a time: each has their own name.")
            return None
        return _on_to("name", members)

    @admin.action(description="Invite to claim this row with a login")
    def invite_to_claim(
        self, request: HttpRequest, members: QuerySet[Member]
    ) -> HttpResponse | None:
        assert isinstance(request.user, Player)
        if members.count() != 1:
            messages.error(request, "Choose one member at a time: each gets their own code.")
            return None
        member = members.get()
        with refusals_shown(request):
            role, at = Role(member.role), database_now()
            self.check_officer(request, "invite_to_claim", member)
            made = invite(member.club, role=role, member=member, by=request.user, at=at)
            return code_page(self, request, *made)
        return None

    @admin.action(description="Turn away from the club")
    def turn_away(self, request: HttpRequest, members: QuerySet[Member]) -> HttpResponse:
        return _on_to("turn_away", members)

    @admin.action(description="Readmit")
    def readmit(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        for member in members.exclude(turned_away_at=None):
            with refusals_shown(request):
                self.check_officer(request, "readmit", member)
                readmit_member(member)
                messages.success(request, f"{member} is readmitted.")

    def get_urls(self) -> list[URLPattern]:
        def view(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
            shown: Callable[..., HttpResponse] = self.admin_site.admin_view(partial(page, self))
            return shown

        return [
            path("chips/", view(chips_view), name="clubs_member_chips"),
            path("turn-away/", view(turn_away_view), name="clubs_member_turn_away"),
            path("leave/", view(leaving_view), name="clubs_member_leave"),
            path("name/", view(name_view), name="clubs_member_name"),
            *super().get_urls(),
        ]


def standing_of(member: Member) -> str:
    """Their role, or why they have none any more."""
    if member.turned_away_at:
        return "turned away"
    return "has left" if member.left_at else member.get_role_display()


def _namesakes_told(club: Club, name: str, refusal: ClubsError) -> SafeString:
    """Say why the name is not taken, with the pages of the people who have it, and what to do."""
    pages = format_html_join(
        ", ",
        PAGE,
        (
            (
                reverse("admin:clubs_member_change", args=[one.pk]),
                str(one),
                standing_of(one),
            )
            for one in alike(club, name)
        ),
    )
    return format_html("{} There is already: {}.{}", refusal, pages, asked_of(refusal))


def _on_to(page: str, members: QuerySet[Member]) -> HttpResponse:
    """On to a page of its own, which asks first."""
    which = "&".join(f"member={pk}" for pk in members.values_list("pk", flat=True))
    return redirect(f"{reverse(f'admin:clubs_member_{page}')}?{which}")
