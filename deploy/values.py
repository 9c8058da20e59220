"""Values of settings that are more than a text: read at the start, refused in words."""

import re
from base64 import urlsafe_b64decode
from ipaddress import ip_network
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

KEY_BYTES = 32
MAKE_A_KEY = (
    'python3 -c "import base64, secrets; '
    'print(base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())"'
)
IS_HOST = re.compile(r"\*|\.?[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]+)*\.?|\[[0-9A-Fa-f:.]+\]")
"""A name, a number, or an IPv6 address in brackets; `.name` is it and all below, `*` any."""

OF_REDIS = ("redis://", "rediss://", "unix://")


def read_keys(name: str, texts: list[str], *, apart_from: dict[str, list[str]]) -> list[str]:
    """Keys of Fernet, none of which is repeated in a refusal.

    Args:
        apart_from: The keys of other settings, by their names.

    Raises:
        ImproperlyConfigured: there is none, or one is no key, or is a key of another setting.
    """
    for number, text in enumerate(texts, start=1):
        if not _is_key(text):
            raise ImproperlyConfigured(f"{name}: key {number} is no key. Make one: {MAKE_A_KEY}")
        for other, theirs in apart_from.items():
            if text in theirs:
                raise ImproperlyConfigured(
                    f"{name}: key {number} is a key of {other}, too. Make another: {MAKE_A_KEY}"
                )
    if not texts:
        raise ImproperlyConfigured(f"{name} has no key. Make one: {MAKE_A_KEY}")
    return texts


def read_hosts(name: str, texts: list[str]) -> list[str]:
    """The names by which people reach the service, without scheme, port and path.

    Raises:
        ImproperlyConfigured: there is none, or one is no such name.
    """
    example = "Give the names by which people reach the service, by commas, such as cards.example."
    if not texts:
        raise ImproperlyConfigured(f"Set {name} in the environment. {example}")
    for text in texts:
        if not IS_HOST.fullmatch(text):
            raise ImproperlyConfigured(f"{name}: {text!r} is no host name. {example}")
    return texts


def read_networks(name: str, texts: list[str]) -> list[str]:
    """Networks, as `ipaddress` reads them.

    Raises:
        ImproperlyConfigured: one is no network.
    """
    for text in texts:
        try:
            ip_network(text)
        except ValueError as error:
            raise ImproperlyConfigured(
                f"{name}: {text!r} is no network ({error}). Name networks by commas, such as "
                "10.0.0.0/8,192.0.2.7/32."
            ) from None
    return texts


def read_database(name: str, text: str) -> dict[str, Any]:
    """The parts of an address of PostgreSQL; a refusal does not repeat it, for its password.

    Raises:
        ImproperlyConfigured: it is no address, or names no database.
    """
    example = "such as postgresql://user:password@host:5432/database"
    try:
        parts = conninfo_to_dict(text)
    except ProgrammingError:
        raise ImproperlyConfigured(f"{name} is no address of PostgreSQL, {example}.") from None
    if not parts.get("dbname"):
        raise ImproperlyConfigured(f"{name} names no database. Give its address, {example}.")
    return dict(parts)


def read_redis(name: str, text: str) -> str:
    """The address of Redis or Valkey.

    Raises:
        ImproperlyConfigured: it is none.
    """
    if not text.startswith(OF_REDIS):
        raise ImproperlyConfigured(
            f"{name} is no address of Redis, such as redis://host:6379/0 or unix:///path?db=0."
        )
    return text


def _is_key(text: str) -> bool:
    try:
        return len(urlsafe_b64decode(text.encode())) == KEY_BYTES
    except ValueError:
        return False
