"""Invitations: made and withdrawn here; the code is shown once."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import SimpleLazyObject
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from clubs.admin.permissions import OfOwnClubs, OwnClubsFilter
from clubs.admin.refusals import Telling
from clubs.by_invitation import link_of
from clubs.errors import NotAllowed
from clubs.invitations import DAYS, invite, inviting, withdraw_invitation
from clubs.models import ORGANISING, Invitation, Player, Role
from clubs.qr_codes import code_of
from clubs.rights import INVITE, INVITE_OFFICER, SEE_INVITATION, WITHDRAW_INVITATION
from deploy.rest.clock import database_now
from deploy.rights import may

LONGEST_DAYS = 90
FOR_OWNERS = "Choose guest, member or scorer. Ask an owner of the club to invite others."


class NewInvitation(forms.ModelForm):
    days = forms.IntegerField(
        min_value=1,
        max_value=LONGEST_DAYS,
        initial=DAYS,
        label="Days until it expires",
        widget=UnfoldAdminIntegerFieldWidget,
    )

    class Meta:
        model = Invitation
        fields = ("club", "role", "days")


def code_page(
    model_admin: ModelAdmin, request: HttpRequest, invitation: Invitation, code: str
) -> HttpResponse:
    """The code of a new invitation, and what to do with it: this page is the only one."""
    link = link_of(request, code)
    context = {
        **model_admin.admin_site.each_context(request),
        "title": "The invitation is made",
        "invitation": invitation,
        "link": link,
        "code": SimpleLazyObject(lambda: code_of(link)),
    }
    # Rendered when nothing is locked any more. Nobody stores pages of the admin.
    return TemplateResponse(request, "clubs/invitation.html", context)


@admin.register(Invitation)
class InvitationAdmin(Telling, OfOwnClubs, ModelAdmin):
    deeds = {
        "see": SEE_INVITATION,
        "add": INVITE,
        "add_officer": INVITE_OFFICER,
        "withdraw": WITHDRAW_INVITATION,
    }
    list_display = ("role", "member", "state", "created_by", "created_at", "expires_at", "club")
    list_select_related = ("club", "member__player", "created_by", "accepted_by")
    list_filter = (("club", OwnClubsFilter), "role")
    ordering = ("-pk",)
    actions = ("withdraw",)
    readonly_fields = (
        *("club", "role", "member", "state", "created_by", "created_at", "expires_at"),
        *("accepted_by", "accepted_at", "withdrawn_at"),
    )

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return NewInvitation.Meta.fields if obj is None else self.readonly_fields

    def get_readonly_fields(
        self, request: HttpRequest, obj: Model | None = None
    ) -> tuple[str, ...]:
        return () if obj is None else self.readonly_fields

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if not change:
            kwargs["form"] = NewInvitation
        form = super().get_form(request, obj, change, **kwargs)
        if "role" in form.base_fields and not self.may(request, "add_officer"):
            role = form.base_fields["role"]
            role.choices = [one for one in role.choices if one[0] not in ORGANISING]
            role.error_messages["invalid_choice"] = FOR_OWNERS
        return form

    def save_model(
        self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool
    ) -> None:
        assert isinstance(request.user, Player)
        given = form.cleaned_data
        club, role = given["club"], Role(given["role"])
        if not may(request.user.roles_in([club.book_id]), inviting(role)):
            raise NotAllowed(
                f"You cannot invite anybody to be {role.label}: ask an owner of {club}."
            )
        made, obj.code = invite(
            club,
            role=role,
            days=given["days"],
            by=request.user,
            at=database_now(),
        )
        obj.pk, obj.expires_at = made.pk, made.expires_at

    def response_add(self, request: HttpRequest, obj: Any, *_: Any) -> HttpResponse:
        return code_page(self, request, obj, obj.code)

    @admin.display(description="State")
    def state(self, invitation: Invitation) -> str:
        if invitation.accepted_by is not None:
            return f"accepted by {invitation.accepted_by}"
        if invitation.withdrawn_at is not None:
            return "withdrawn"
        return "open" if invitation.expires_at > database_now() else "too old"

    @admin.action(description="Withdraw")
    def withdraw(self, request: HttpRequest, invitations: QuerySet[Invitation]) -> None:
        for invitation in invitations:
            withdraw_invitation(invitation, at=database_now())
        messages.success(request, "Withdrawn: nobody can use these codes any more.")
