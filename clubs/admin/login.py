"""The admin's own forms that take a password: both count who guesses."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from unfold.forms import AdminOwnPasswordChangeForm, AuthenticationForm

from clubs.admin.asking_again import OWN_SESSION, note_password
from clubs.by_invitation import PAGE
from clubs.errors import TooManyTries
from clubs.models import Player
from clubs.signing_in import sign_in
from deploy.rest.addresses import address_of
from deploy.rest.clock import database_now


def _checked(request: HttpRequest | None, name: str, password: str, address: str) -> Player | None:
    try:
        return sign_in(
            request, username=name, password=password, address=address, at=database_now()
        )
    except TooManyTries as refusal:
        raise forms.ValidationError(str(refusal), code="too_many_tries") from refusal


class LoginForm(AuthenticationForm):
    def clean(self) -> dict[str, Any]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if name and password:
            address = address_of(self.request)
            self.user_cache = _checked(self.request, name, password, address)
            if self.user_cache is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(self.user_cache)
            note_password(self.request, self.user_cache)
        return self.cleaned_data

    def confirm_login_allowed(self, user: Any) -> None:
        """Somebody who is led back to a page outside the admin needs no role to sign in."""
        asked = self.request.POST.get("next") or self.request.GET.get("next") or ""
        if asked == reverse(PAGE) and user.is_active:
            return
        super().confirm_login_allowed(user)


class OwnPasswordForm(AdminOwnPasswordChangeForm):
    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        if _checked(None, self.user.get_username(), password, OWN_SESSION) is None:
            raise forms.ValidationError(
                self.error_messages["password_incorrect"], code="password_incorrect"
            )
        return password


admin.site.login_form = LoginForm


@admin.site.admin_view
def own_password(request: HttpRequest) -> HttpResponseBase:
    """The admin's page, with our form: unfold's own takes no other."""
    page = PasswordChangeView.as_view(
        form_class=OwnPasswordForm,
        success_url=reverse("admin:password_change_done"),
        extra_context=admin.site.each_context(request),
    )
    return page(request)
