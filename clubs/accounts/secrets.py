"""Secrets that are used or shown again, sealed at rest.

An app's secret opens with SECOND_FACTOR_KEYS alone. Recovery codes are sealed twice, with
SECRET_KEY too, and count as long as either key is there.
"""

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

from clubs.errors import SecondFactorLost

BETWEEN = "."  # No letter of a sealed text.


def seal_app(secret: str) -> str:
    """Seal the secret of an app with the first of SECOND_FACTOR_KEYS."""
    return MultiFernet(_factor_keys()).encrypt(secret.encode()).decode()


def seal_codes(seed: str) -> str:
    """Seal the seed of recovery codes, so that either of two keys opens it."""
    return BETWEEN.join((seal_app(seed), seal_shown(seed)))


def unseal_factor(sealed: str) -> str:
    """Open the secret of an app, or the seed of recovery codes.

    Raises:
        SecondFactorLost: none of the keys opens it.
    """
    keys = MultiFernet([*_factor_keys(), _secret_key()])
    for part in sealed.split(BETWEEN):
        try:
            return keys.decrypt(part.encode()).decode()
        except InvalidToken:
            continue
    raise SecondFactorLost(
        "The service has lost the key to your second factor's codes. Use a recovery code or a "
        "passkey, or ask the person who runs the service to take the second factor away."
    )


def seal_shown(text: str) -> str:
    """Seal what a session keeps until a page shows it: its key ends the session with itself."""
    return _secret_key().encrypt(text.encode()).decode()


def unseal_shown(sealed: str) -> str:
    return _secret_key().decrypt(sealed.encode()).decode()


def _factor_keys() -> list[Fernet]:
    return [Fernet(key) for key in settings.SECOND_FACTOR_KEYS]


def _secret_key() -> Fernet:
    digest = salted_hmac("clubs.accounts.secrets", "", algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(digest))
