"""The second factor of a login: a code of an app, a passkey, or one of ten recovery codes.

With one switched on, a password alone opens no session and makes no token. The pages are
allauth's; programs come to the same flows from here.
"""

from datetime import datetime

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.internal.flows.reauthentication import (
    did_recently_reauthenticate,
    reauthenticate_by_password,
)
from allauth.account.models import EmailAddress
from allauth.core.exceptions import RateLimited
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.recovery_codes.internal.flows import generate_recovery_codes
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from allauth.mfa.totp.internal.flows import activate_totp, deactivate_totp
from allauth.mfa.webauthn.internal.flows import remove_authenticators
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from clubs.accounts.codes import CodeForm, seconds_left
from clubs.accounts.sessions import end_what_came_before
from clubs.errors import (
    NoSecondFactor,
    NotBegun,
    SecondFactorIsOn,
    SecondFactorLost,
    SecondFactorNeeded,
    TooManyTries,
    WrongCode,
)
from clubs.models import Player
from clubs.tokens import revoke_all
from deploy.unlocked import outside_locks

CODES = Authenticator.Type.RECOVERY_CODES


def begin(
    request: HttpRequest, player: Player, *, at: datetime, code: str | None = None
) -> tuple[str, str]:
    """A new secret for an app, and its address for a QR code; kept with the session.

    The caller has typed their password just now. That is enough only where there is no factor yet.

    Args:
        code: A recovery code, where the login has a passkey.

    Raises:
        SecondFactorIsOn: an app is set up already.
        SecondFactorNeeded: there is a passkey, and no code came.
        WrongCode, TooManyTries: as in `check_code`.
    """
    _check_has_no_app(player)
    if not player.has_second_factor():
        reauthenticate_by_password(request)
    elif code is not None:
        check_code(request, player, code=code, at=at)
    else:
        raise SecondFactorNeeded(
            "Your login has a passkey: send one of your recovery codes as `code`, too, or set up "
            "the app at /accounts/second-factor/."
        )
    secret = ActivateTOTPForm(user=player).secret
    return secret, get_adapter().build_totp_url(player, secret)


def switch_on(request: HttpRequest, player: Player, *, code: str, at: datetime) -> list[str]:
    """The app counts from now on; gives the recovery codes.

    All other sessions end, and with the first factor all tokens.

    Raises:
        NotBegun: nothing was begun in this session, or too long ago; no code was looked at.
        SecondFactorIsOn: as in `begin`.
        WrongCode: it is not the app's code of just now.
        TooManyTries: as in `check_code`.
    """
    _check_has_no_app(player)
    if SECRET_SESSION_KEY not in request.session or not did_recently_reauthenticate(request):
        raise NotBegun(
            "Nothing was begun here, or it took too long: begin again (`POST /second-factor`), and "
            "send the code within a few minutes."
        )
    form = ActivateTOTPForm(user=player, data={"code": code})
    _check(request, player, form, at=at)
    try:
        activate_totp(request, form)
    except IntegrityError:  # It was sent twice, and the other was quicker.
        _check_has_no_app(player)
        raise
    end_what_came_before(request, player)
    return unused_codes(player)


def check_code(
    request: HttpRequest, player: Player, *, code: str, at: datetime, is_signed_in: bool = True
) -> None:
    """See that the code is the app's of just now, or a recovery code that was not used; once.

    Args:
        is_signed_in: Whether they say again who they are, so that they may change their login.

    Raises:
        NoSecondFactor: there is none to check it by.
        SecondFactorLost: the service has lost the key to it, and it is no recovery code.
        WrongCode: it is neither.
        TooManyTries: five were wrong; no code was looked at.
    """
    if not player.has_second_factor():
        raise NoSecondFactor("Your login has no second factor: switch one on first.")
    form = CodeForm(user=player, data={"code": code})
    _check(request, player, form, at=at)
    post_authentication(request, form.authenticator, reauthenticated=is_signed_in)


def switch_off(request: HttpRequest, player: Player) -> None:
    """The password alone is enough from now on. A code was checked just now."""
    for app in player.second_factors().filter(type=Authenticator.Type.TOTP):
        deactivate_totp(request, app)
    remove_authenticators(request, player.second_factors())


def renew_codes(request: HttpRequest, player: Player) -> list[str]:
    """Ten new recovery codes; the old ones are worth nothing. A code was checked just now."""
    generate_recovery_codes(request)
    return unused_codes(player)


def unused_codes(player: Player) -> list[str]:
    """Those that still count; none where no key opens them."""
    kept = player.authenticator_set.filter(type=CODES).first()
    try:
        return RecoveryCodes(kept).get_unused_codes() if kept else []
    except SecondFactorLost:
        return []


@transaction.atomic
def reset(player: Player) -> int:
    """Take their second factor away and end their sessions and tokens; how many ways it had.

    For an operator who knows that it is them: their phone is lost, and their codes too. A mail
    tells them.
    """
    count: int = player.authenticator_set.all().delete()[0]
    if count:
        revoke_all(player)
        transaction.on_commit(lambda: _mail_reset(player), robust=True)
    return count


@outside_locks
def _mail_reset(player: Player) -> None:
    if email := EmailAddress.objects.get_primary_email(player):
        accounts = get_account_adapter()
        accounts.render_mail("mfa/email/second_factor_reset", email, {}).send()


def _check_has_no_app(player: Player) -> None:
    if player.has_app():
        raise SecondFactorIsOn("An app is set up already. Switch it off first to set up another.")


def _check(request: HttpRequest, player: Player, form: forms.Form, *, at: datetime) -> None:
    """Look at the code in the form; a wrong one is counted by allauth, in the shared cache."""
    try:
        is_right = form.is_valid()
    except RateLimited:
        is_right = False
    if is_right:
        return
    found = [error.code for error in form.errors.as_data().get("code", [])]
    if "too_many_login_attempts" in found or "rate_limited" in found:
        seconds = seconds_left(request, player, at=at)
        raise TooManyTries(f"Too many wrong codes: try again in {seconds} seconds.", wait=seconds)
    if SecondFactorLost.code in found:
        raise SecondFactorLost(str(form.errors["code"][0]))
    if "unverified_email" in found:
        raise WrongCode("Confirm your e-mail address first: open the link in the mail.")
    raise WrongCode("The code is wrong. Take the one that your app shows now, or a recovery code.")
