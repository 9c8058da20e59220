"""The addresses of the API, for tests that walk all of them."""

from typing import Any

import yaml

from deploy.urls import OPENAPI

PATHS: dict[str, dict[str, Any]] = yaml.safe_load(OPENAPI.read_text())["paths"]
EVERY = [(method, path) for path, methods in PATHS.items() for method in methods]
EXPORT = "/api/v1/history/export"  # A text, of a table that has to be named.
OF_NOBODY = "/api/v1/rules/options"  # What house rules can be at all.
OWN = ("/api/v1/tokens", "/api/v1/sessions", "/api/v1/second-factor")  # Everybody has their own.
