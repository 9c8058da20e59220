"""Seeds at rest: sealed with the first of settings.SEED_KEYS, opened with any of them."""

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def seal(seed: bytes) -> bytes:
    return _fernet().encrypt(seed)


def unseal(sealed: bytes | memoryview) -> bytes:
    return _fernet().decrypt(bytes(sealed))


def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])
