"""Descriptions of the API, read as data."""

import functools
from typing import Any

import yaml

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # In C it takes a quarter of the time.


@functools.lru_cache(maxsize=2)
def parsed(text: str | bytes) -> dict[str, Any]:
    """An OpenAPI description in YAML as data; whoever changes it copies it first."""
    document: dict[str, Any] = yaml.load(text, Loader)
    return document
