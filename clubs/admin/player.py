"""Players, for operators: names, logins, rights."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from clubs.accounts.addresses import is_confirmed
from clubs.admin.versions import Versions
from clubs.models import Player, Token
from clubs.rights import CHANGE_PLAYERS, SEE_PLAYERS
from clubs.tokens import revoke_all
from ledger.admin import ByDeed


class OwnName:
    """Mixed into the forms of players: no two user names that people take for one."""

    def clean_username(self) -> str:
        form: Any = self
        name: str = form.cleaned_data["username"]
        others = Player.objects.exclude(pk=form.instance.pk)
        if others.filter(username__iexact=name).exists():
            raise ValidationError("Another player has this user name, perhaps with other capitals.")
        return name


class Changes(OwnName, UserChangeForm):
    pass


class Creation(OwnName, UserCreationForm):
    pass


# Rights follow from roles: a group would give none. Addresses, factors and sessions are each
# player's own, and no form shows a secret.
admin.site.unregister([Group, EmailAddress, Authenticator, UserSession])


@admin.register(Player)
class PlayerAdmin(Versions, ByDeed, UserAdmin, ModelAdmin):
    deeds = {
        "see": SEE_PLAYERS,
        "add": CHANGE_PLAYERS,
        "change": CHANGE_PLAYERS,
        "password_change": CHANGE_PLAYERS,
        "sign_out": CHANGE_PLAYERS,
    }
    book_paths = ()
    form = Changes
    add_form = Creation
    change_password_form = AdminPasswordChangeForm
    actions = ("sign_out",)
    list_display = ("name", "username", "email", "is_bot", "is_superuser", "is_active", "joined_at")
    list_filter = ("is_bot", "is_superuser", "is_active")
    search_fields = ("name_parts", "username", "email")
    most_searched = None
    ordering = ("sort_name", "pk")
    readonly_fields = ("address", "has_factor", "last_login", "joined_at", "tokens")
    fieldsets = (
        (None, {"fields": ("name", "username", "address", "password", "has_factor")}),
        ("Rights", {"fields": ("is_active", "is_superuser", "is_bot")}),
        ("Dates", {"fields": ("last_login", "joined_at")}),
        ("Programs", {"fields": ("tokens",)}),
    )
    add_fieldsets = (
        (None, {"fields": ("name", "username", "usable_password", "password1", "password2")}),
    )

    @admin.display(description="E-mail address, which they change themselves")
    def address(self, player: Player) -> str:
        if not player.email:
            return "none"
        return f"{player.email} ({'confirmed' if is_confirmed(player) else 'not confirmed'})"

    @admin.display(description="Second factor", boolean=True)
    def has_factor(self, player: Player) -> bool:
        return player.has_second_factor()

    @admin.display(description="Tokens, and when each was last used (right to the hour)")
    def tokens(self, player: Player) -> str:
        theirs = Token.objects.filter(user=player).order_by("-created", "digest")
        return render_to_string("clubs/tokens.html", {"tokens": theirs})

    @admin.action(description="Sign out everywhere, and end all tokens")
    def sign_out(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        names = [str(revoke_all(player)) for player in players]
        messages.success(request, f"Signed out, and all tokens ended: {', '.join(names)}.")
