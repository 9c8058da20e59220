"""What a device says of a passkey: checked, and refused in plain words where it is odd."""

import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms

from clubs.accounts.adapters import WRONG_PASSKEY

NOT_OF_A_DEVICE = (
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)
"""What fido2 raises when it reads what no device would send."""


class KeptJson(json.JSONDecoder):
    """JSON that the database can keep; anything else is none."""

    def decode(self, s: str, *where: Any) -> Any:
        try:
            found = super().decode(s, *where)
            text = json.dumps(found, allow_nan=False, ensure_ascii=False)
            is_kept = b"\\u0000" not in text.encode()  # Half a letter has no bytes.
        except (RecursionError, ValueError):
            is_kept = False
        if not is_kept:
            raise json.JSONDecodeError("It cannot be kept", s, 0)
        return found


class PasskeyForm(forms.Form):
    credential = forms.JSONField(
        decoder=KeptJson,
        widget=forms.HiddenInput,
        error_messages={"invalid": WRONG_PASSKEY, "required": WRONG_PASSKEY},
    )


class AddPasskeyForm(PasskeyForm, AddWebAuthnForm):
    def clean(self) -> dict[str, Any]:
        with _plain_words():
            given: dict[str, Any] = super().clean()
            return given


class AnswerForm(PasskeyForm):
    """Mixed into allauth's forms in which a passkey answers."""

    def clean_credential(self) -> Any:
        with _plain_words():
            return super().clean_credential()  # type: ignore[misc]  # The form's.


class FactorForm(AnswerForm, AuthenticateWebAuthnForm):
    pass


class SignInForm(AnswerForm, LoginWebAuthnForm):
    pass


class AgainForm(AnswerForm, ReauthenticateWebAuthnForm):
    pass


@contextmanager
def _plain_words() -> Iterator[None]:
    """Say that the passkey is wrong: allauth speaks of a code, and crashes where it is odd.

    Raises:
        ValidationError: it is; or there were too many tries.
    """
    adapter = get_adapter()
    try:
        yield
    except NOT_OF_A_DEVICE as odd:
        raise adapter.validation_error("wrong_passkey") from odd
    except forms.ValidationError as refusal:
        if refusal.code != "incorrect_code":
            raise
        raise adapter.validation_error("wrong_passkey") from refusal
