"""Pages of people's own logins: allauth's, each with its deed, and ours beside them.

An address that is not listed here cannot be reached, whatever else allauth has.
"""

from typing import Any

from allauth.account import views as account
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from allauth.mfa.base import views as factors
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as keys
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path, re_path
from django.utils.decorators import method_decorator

from clubs.accounts.sessions import end_what_came_before
from clubs.pages.own_login import own_login_page, player_of, sessions_page, token_page, tokens_page
from clubs.rights import KEEP_LOGIN, SIGN_IN, SIGN_OUT, SIGN_UP
from deploy.rest.pages import stands_for
from deploy.rights import Deed


class NewFactor:
    """Mixed into allauth's pages that add a factor: whoever has not passed it is signed out."""

    def form_valid(self, form: Any) -> HttpResponse:
        page: Any = self
        try:
            answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]  # The page's.
        except IntegrityError:  # It was sent twice, and the other was quicker.
            return redirect("mfa_index")
        end_what_came_before(page.request, player_of(page.request))
        return answer


class SetUpApp(NewFactor, totp.ActivateTOTPView):
    def dispatch(self, request: HttpRequest, *given: Any, **named: Any) -> HttpResponseBase:
        """Whoever has an app is told so; allauth would ask them to switch it off."""
        if player_of(request).has_app():
            return redirect("mfa_index")
        return super().dispatch(request, *given, **named)


class AddKey(NewFactor, keys.AddWebAuthnView):
    pass


@method_decorator(reauthentication_required(app="allauth.account"), name="get")
class SetPassword(account.PasswordSetView):
    """For whoever signs in without one. Their passkey is asked for first."""

    def post(self, request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        """Typed too late, it is typed again: allauth would keep it with the session meanwhile."""
        if is_reauthentication_required(request, app="allauth.account"):
            return redirect("account_set_password")
        answer: HttpResponse = super().post(request, *given, **named)
        return answer


HERE = "accounts/"


def _page(deed: Deed, address: str, view: Any, name: str) -> URLPattern:
    route = re_path if "(?P" in address else path
    whose = login_required(view) if deed == KEEP_LOGIN else view
    return route(f"{HERE}{address}", stands_for(deed)(whose), name=name)


ALLAUTH = [
    _page(SIGN_IN, "login/", account.login, "account_login"),
    _page(SIGN_IN, "code/", factors.authenticate, "mfa_authenticate"),
    _page(SIGN_IN, "passkey/", keys.login_webauthn, "mfa_login_webauthn"),
    _page(SIGN_IN, "closed/", account.account_inactive, "account_inactive"),
    _page(SIGN_IN, "forgotten/", account.password_reset, "account_reset_password"),
    _page(SIGN_IN, "forgotten/sent/", account.password_reset_done, "account_reset_password_done"),
    _page(
        SIGN_IN,
        r"forgotten/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        "account_reset_password_from_key",
    ),
    _page(
        SIGN_IN,
        "forgotten/done/",
        account.password_reset_from_key_done,
        "account_reset_password_from_key_done",
    ),
    _page(SIGN_UP, "sign-up/", account.signup, "account_signup"),
    _page(SIGN_UP, "confirm/", account.email_verification_sent, "account_email_verification_sent"),
    _page(SIGN_UP, r"confirm/(?P<key>[-:\w]+)/$", account.confirm_email, "account_confirm_email"),
    _page(SIGN_OUT, "logout/", account.logout, "account_logout"),
    _page(KEEP_LOGIN, "again/", account.reauthenticate, "account_reauthenticate"),
    _page(KEEP_LOGIN, "again/code/", factors.reauthenticate, "mfa_reauthenticate"),
    _page(
        KEEP_LOGIN, "again/passkey/", keys.reauthenticate_webauthn, "mfa_reauthenticate_webauthn"
    ),
    _page(KEEP_LOGIN, "address/", account.email, "account_email"),
    _page(KEEP_LOGIN, "password/", account.password_change, "account_change_password"),
    _page(KEEP_LOGIN, "password/set/", SetPassword.as_view(), "account_set_password"),
    _page(KEEP_LOGIN, "second-factor/", factors.index, "mfa_index"),
    _page(KEEP_LOGIN, "second-factor/app/", SetUpApp.as_view(), "mfa_activate_totp"),
    _page(KEEP_LOGIN, "second-factor/app/off/", totp.deactivate_totp, "mfa_deactivate_totp"),
    _page(KEEP_LOGIN, "second-factor/codes/", codes.view_recovery_codes, "mfa_view_recovery_codes"),
    _page(
        KEEP_LOGIN,
        "second-factor/codes/new/",
        codes.generate_recovery_codes,
        "mfa_generate_recovery_codes",
    ),
    _page(KEEP_LOGIN, "second-factor/passkeys/", keys.list_webauthn, "mfa_list_webauthn"),
    _page(KEEP_LOGIN, "second-factor/passkeys/add/", AddKey.as_view(), "mfa_add_webauthn"),
    _page(
        KEEP_LOGIN,
        "second-factor/passkeys/<int:pk>/",
        keys.edit_webauthn,
        "mfa_edit_webauthn",
    ),
    _page(
        KEEP_LOGIN,
        "second-factor/passkeys/<int:pk>/remove/",
        keys.remove_webauthn,
        "mfa_remove_webauthn",
    ),
]

addresses = [
    *ALLAUTH,
    path(HERE, own_login_page, name="own-login"),
    path(f"{HERE}sessions/", sessions_page, name="own-sessions"),
    path(f"{HERE}tokens/", tokens_page, name="own-tokens"),
    path(f"{HERE}tokens/<slug:token_key>/", token_page, name="own-token"),
]
