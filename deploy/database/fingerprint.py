"""The fingerprint of a schema: a digest of all that decides what `migrate` makes of nothing.

Where two checkouts have the same fingerprint, an empty database becomes the same in both.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import django
from django.apps import apps
from django.contrib.auth.management import _get_all_permissions  # type: ignore[attr-defined]

from ledger.apps import GRANTS
from ledger.declarations import WORDS, declared_reasons


def fingerprint() -> str:
    """The digest of every part, as hexadecimal text."""
    return digest_of(parts())


def digest_of(found: Iterator[tuple[str, bytes]]) -> str:
    """The digest of named parts: their names, their contents and their order count."""
    digest = hashlib.sha256()
    for name, content in found:
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def parts() -> Iterator[tuple[str, bytes]]:
    """Name and content of every part.

    They are Django itself, which names constraints; the migrations of every installed app with
    their SQL; and what `post_migrate` writes: permissions with their content types, reasons of
    transfers, and grants.
    """
    yield "django", django.__version__.encode()
    for config in apps.get_app_configs():
        folder = Path(config.path) / "migrations"
        for file in sorted(folder.rglob("*")):
            if file.suffix in {".py", ".sql"}:
                yield f"{config.name}/{file.relative_to(folder)}", file.read_bytes()
    yield "permissions", "\n".join(_permissions()).encode()
    yield "reasons", "\n".join(_reasons()).encode()
    yield "grants", GRANTS.read_bytes()


def _permissions() -> Iterator[str]:
    for model in apps.get_models():
        for codename, name in _get_all_permissions(model._meta):
            yield f"{model._meta.label_lower} {codename} {name}"


def _reasons() -> Iterator[str]:
    for reason in declared_reasons():
        yield f"{reason} {[getattr(reason, word) for word in WORDS]}"
