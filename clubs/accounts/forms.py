"""What allauth's pages ask in our way."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, ResetPasswordForm, SignupForm
from allauth.account.internal.flows.email_verification import get_address_for_user
from allauth.account.models import EmailAddress
from allauth.account.utils import has_verified_email
from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.models import Player


class SignUpForm(SignupForm):
    """It asks for the name that others see, too. Only a confirmed address is taken."""

    name = Player._meta.get_field("name").formfield(
        label=_("Your name"),
        help_text=_("As it is called out in the hall. Others see it."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["name", "email", "password1"]

    def validate_unique_email(self, value: str) -> str:
        """Where mails are sent, the owner of a taken address learns it by mail, and nobody here."""
        is_taken = EmailAddress.objects.filter(email=value, verified=True).exists()
        if is_taken and not settings.SENDS_MAIL:
            raise get_adapter().validation_error("email_taken")
        self.account_already_exists = is_taken
        return value

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        """Make the login; for an address that is taken take it back, and mail the address's owner.

        Both cost the same work, so that the time of an answer tells nobody which it was.
        """
        is_taken, self.account_already_exists = self.account_already_exists, False
        with transaction.atomic():
            player = self.save(request)
            assert isinstance(player, Player)
            if is_taken:
                self.read_as_for_new(player)
                transaction.set_rollback(True)
        if not is_taken:
            return player, None
        self.account_already_exists = True
        taken: tuple[Any, Any] = super().try_save(request)
        return taken

    def read_as_for_new(self, player: Player) -> None:
        """Ask what the page asks of a new login before its mail goes out."""
        has_verified_email(player)
        address = get_address_for_user(player)
        assert address is not None  # It was made with the login.
        str(address.user)


class ProgramSignUpForm(SignUpForm):
    """Fields that a program sends instead of the page's form."""

    def read_as_for_new(self, player: Player) -> None:
        """Ask nothing: `clubs.accounts.signing_up` mails a new login without a look at it."""


class ForgottenForm(ResetPasswordForm):
    """A confirmed address alone gets the mail: one that somebody typed may be anybody's."""

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        confirmed = EmailAddress.objects.filter(email=email, verified=True)
        found = confirmed.filter(user__is_active=True, user__is_bot=False).select_related("user")
        self.users = [one.user for one in found]
        return email


class PasswordForm(ChangePasswordForm):
    """Tries at the old password are counted as at the sign-in."""

    def clean_oldpassword(self) -> Any:
        adapter = get_adapter()
        assert self.user is not None  # The page is for people who have signed in.
        if not adapter.reauthenticate(self.user, self.cleaned_data["oldpassword"]):
            raise adapter.validation_error("enter_current_password")
        return self.cleaned_data["oldpassword"]
