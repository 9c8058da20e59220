"""A code that counts once, for as long as the app's code of before counts beside that of now."""

import math
from datetime import datetime
from typing import Any

from allauth.core.internal.ratelimit import get_cache_key, get_rates
from allauth.mfa import app_settings
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django import forms
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest

from clubs.errors import SecondFactorLost
from clubs.models import Player

KEPT = "clubs_cache"  # As `CACHES` names it.


def forget_counts(*, at: datetime) -> int:
    """Delete counts of codes, and codes that were used, once they say nothing; how many."""
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {KEPT} WHERE expires < %s", [at])
        deleted: int = cursor.rowcount
        return deleted


def seconds_left(request: HttpRequest, player: Player, *, at: datetime) -> int:
    """How long until a code of theirs is looked at again, as `ACCOUNT_RATE_LIMITS` bounds it."""
    counted: dict[str, Any] = {"app": "allauth.account", "action": "login_failed"}
    [rate] = get_rates(**counted)
    key = get_cache_key(request, **counted, rate=rate, key=f"mfa-auth-user-{player.pk}")
    tries = cache.get(key, [])  # When they were, the newest first.
    if len(tries) < rate.amount:
        return 1  # Others of theirs are looked at just now.
    again_at: float = tries[rate.amount - 1] + rate.duration
    return max(1, math.ceil(again_at - at.timestamp()))


class Once:
    """Mixed into allauth's forms, which remember a used code for one half minute alone."""

    def clean_code(self) -> str:
        form: Any = self
        try:
            code: str = super().clean_code()  # type: ignore[misc]  # The form's.
        except SecondFactorLost as lost:  # The app's; recovery codes have another key, too.
            code = form.cleaned_data["code"]
            if not _is_recovery_code(form, code):
                raise forms.ValidationError(str(lost), code=lost.code) from lost
        if form.authenticator.type == Authenticator.Type.TOTP:
            counts = 1 + 2 * app_settings.TOTP_TOLERANCE
            used = TOTP(form.authenticator)._get_used_cache_key(code)
            cache.touch(used, counts * app_settings.TOTP_PERIOD)
        return code


def _is_recovery_code(form: Any, code: str) -> bool:
    """Tell whether it is an unused one, and use it up."""
    kept = Authenticator.objects.filter(user=form.user, type=Authenticator.Type.RECOVERY_CODES)
    form.authenticator = kept.first()
    try:
        return form.authenticator is not None and RecoveryCodes(form.authenticator).validate_code(
            code
        )
    except SecondFactorLost:
        return False


class CodeForm(Once, AuthenticateForm):
    pass


class CodeAgainForm(Once, ReauthenticateForm):
    pass
