"""Seeds at rest: sealed with the first of settings.SEED_KEYS, opened with any of them."""

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from games.errors import CardsLost


def seal(seed: bytes) -> bytes:
    return _fernet().encrypt(seed)


def unseal(sealed: bytes | memoryview) -> bytes:
    """
    Raises:
        CardsLost: none of the keys opens it.
    """
    try:
        return _fernet().decrypt(bytes(sealed))
    except (InvalidToken, ValueError):
        raise CardsLost(
            "The service does not have the key that these cards were sealed with: the operator"
            " has to put the old keys back, or close the table without its cards."
        ) from None


def check_keys() -> None:
    """See that the settings hold keys at all.

    Raises:
        CardsLost: one of them is none.
    """
    try:
        _fernet()
    except ValueError as error:
        raise CardsLost(f"SEED_KEYS holds something that is no key ({error}).") from None


def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])
