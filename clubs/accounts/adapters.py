"""What allauth asks of us: who may sign up, whose password it is, how secrets are kept."""

import re
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth
from allauth.mfa.adapter import DefaultMFAAdapter
from django import forms
from django.contrib import messages
from django.contrib.sites.shortcuts import get_current_site
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.accounts.secrets import seal_app, seal_codes, unseal_factor
from clubs.accounts.signing_up import is_open
from clubs.accounts.typed import note_password
from clubs.by_invitation import held_by
from clubs.errors import TooManyTries
from clubs.models import Player
from clubs.outbox import post_mail
from clubs.signing_in import OWN_SESSION, sign_in
from deploy.rest.addresses import address_of
from deploy.rest.clock import database_now

NAMES_TRIED = 5
SEED_OF_CODES = re.compile(r"[0-9a-f]{80}")  # An app's secret is capitals and some digits.

WRONG = _("The user name or the address, or the password, is wrong.")
WRONG_PASSKEY = _("That passkey did not work. Try again, or take another way.")


class Accounts(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This login was closed. Ask the person who runs the service."),
        "duplicate_email": _("This is your address already."),
        "email_taken": _("This address has a login already: sign in, or ask for a new password."),
        "email_password_mismatch": WRONG,
        "enter_current_password": _("This is not your password."),
        "incorrect_code": _("The code is wrong. Take the one that your app shows now."),
        "incorrect_password": _("The password is wrong."),
        "invalid_or_expired_key": _("This link is used or too old. Ask for another one."),
        "invalid_password_reset": _("This link is used or too old. Ask for another one."),
        "rate_limited": _("That was too often. Wait a few minutes, then try again."),
        "too_many_login_attempts": _("Too many wrong codes: try again in 15 minutes."),
        "username_password_mismatch": WRONG,
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return is_open(held_by(request), at=database_now())

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """A login with a user name of its own, even where two take the same one at once."""
        user.name = form.cleaned_data["name"]
        user.signed_up_at = database_now()
        tried = 0
        while True:
            try:
                with transaction.atomic():
                    return super().save_user(request, user, form, commit)
            except IntegrityError:
                tried += 1
                if tried == NAMES_TRIED:
                    raise

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """Of the name, not of the address, which is nobody else's business."""
        user.username = user.username or self.generate_unique_username([user.name, "player"])

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Player | None:
        """One count of failures for every way in, as `clubs.signing_in` keeps it.

        Raises:
            ValidationError: too many were wrong; the password was not looked at.
        """
        name = credentials.get("username") or credentials["email"]
        own = request.user.is_authenticated and _is_name_of(request.user, name)
        address = OWN_SESSION if own else address_of(request)
        try:
            player = sign_in(
                request,
                username=name,
                password=credentials["password"],
                address=address,
                at=database_now(),
            )
        except TooManyTries as refusal:
            raise forms.ValidationError(str(refusal), code="too_many_tries") from refusal
        if player is not None:
            note_password(request, player, at=database_now())
        return player

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Whoever confirms an address first has it, even if two do so at once."""
        try:
            with transaction.atomic():
                return super().confirm_email(request, email_address)
        except IntegrityError:  # Another login was quicker, or this one went meanwhile.
            email_address.verified = False
            told = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, told, {"email": email_address.email})
            return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """The page of their login, which says that it is done."""
        return reverse("own-login")

    def get_login_stages(self) -> list[str]:
        return ["clubs.accounts.stages.Confirmation", "allauth.mfa.stages.AuthenticateStage"]

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """With a second factor, the password alone changes nothing of the login."""
        methods = super().get_reauthentication_methods(user)
        by_factor = [one for one in methods if one["id"] != "reauthenticate"]
        if by_factor and not user.has_app():
            by_factor.reverse()  # The passkey comes before the recovery codes.
        return by_factor or methods

    def is_ajax(self, request: HttpRequest) -> bool:
        """Programs have our API; a page's script asks here for the challenge of a passkey alone."""
        return request.path == reverse("mfa_login_webauthn") and super().is_ajax(request)

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request).partition("/")[0]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Every mail of the service is written here, and sent by the sweep (`clubs.outbox`)."""
        request = allauth.request
        given = {
            "request": request,
            "email": email,
            "current_site": get_current_site(request),
            **context,
        }
        message = self.render_mail(template_prefix, email, given)
        post_mail(message, kind=template_prefix, at=database_now())


def _is_name_of(player: Any, typed: str) -> bool:
    return bool(player.get_username().casefold() == typed.casefold())


class SecondFactors(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("The code is wrong. Take the one that your app shows now."),
        "unverified_email": _("Confirm your e-mail address first: open the link in the mail."),
        "wrong_passkey": WRONG_PASSKEY,
    }

    def get_totp_issuer(self) -> str:
        return "Spoil Five"

    def encrypt(self, text: str) -> str:
        """Seal the secret of an app, or the seed of recovery codes; its letters say which."""
        return seal_codes(text) if SEED_OF_CODES.fullmatch(text) else seal_app(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal_factor(encrypted_text)

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        return gettext("My passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Spoil Five"}
