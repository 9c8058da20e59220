"""A forgotten password: a mail to its confirmed address, and the new one by the key in it."""

from allauth.account.forms import ResetPasswordKeyForm, UserTokenForm, default_token_generator
from allauth.account.internal.flows.password_reset import finalize_password_reset
from allauth.core.ratelimit import consume
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from clubs.accounts.forms import ForgottenForm
from clubs.errors import TooManyTries, UnknownKey


def send_key(request: HttpRequest, *, email: str) -> None:
    """The mail goes out; nobody learns here whether the address has a login.

    Raises:
        TooManyTries: too many mails went to this address, or were asked for from where they ask.
    """
    if not consume(request, action="reset_password", key=email.lower()):
        raise TooManyTries("That was too often: try again in a minute.", wait=60)
    form = ForgottenForm(data={"email": email})
    if form.is_valid():
        form.save(request, token_generator=default_token_generator)


def set_password(request: HttpRequest, *, key: str, password: str) -> None:
    """A new password for the player that the key of a mail stands for.

    Every session and token of theirs ends. A second factor is asked for as before.

    Raises:
        UnknownKey: it is none of ours, or too old, or was used.
        ValidationError: the password is too easy to guess.
    """
    whose, _, secret = key.partition("-")
    asked = UserTokenForm(data={"uidb36": whose, "key": secret})
    if not asked.is_valid():
        raise UnknownKey("This link is used or too old. Ask for another mail.")
    player = asked.reset_user
    assert player is not None  # The form has found them.
    data = {"password1": password, "password2": password}
    form = ResetPasswordKeyForm(data=data, user=player, temp_key=secret)
    if not form.is_valid():
        raise ValidationError({"password": form.errors.as_data()["password1"]})
    form.save()
    finalize_password_reset(request, player)
