"""The addresses of the API, for tests that walk all of them, and how each is described."""

from typing import Any

from jsonschema import Draft202012Validator

from deploy.rest.descriptions import parsed
from deploy.rest.examples import JSON, succeeded
from deploy.urls import OPENAPI

DOCUMENT: dict[str, Any] = parsed(OPENAPI.read_text())
PATHS: dict[str, dict[str, Any]] = DOCUMENT["paths"]
EVERY = [(method, path) for path, methods in PATHS.items() for method in methods]
EXPORT = "/api/v1/history/export"  # A text, of a table that has to be named.
OF_NOBODY = "/api/v1/rules/options"  # What house rules can be at all.
OWN = ("/api/v1/tokens", "/api/v1/sessions", "/api/v1/second-factor")  # Everybody has their own.


def described(name: str, part: str = "answer") -> dict[str, Any]:
    """The `answer` or the `body` of an operation, such as `GET /api/v1/deals/{id}`."""
    method, path = name.split(" ")
    operation = PATHS[path][method.lower()]
    place = succeeded(operation) if part == "answer" else operation["requestBody"]
    content: dict[str, Any] = place["content"][JSON]
    return content


def check(content: dict[str, Any], value: Any) -> None:
    """Raises:
    ValidationError: The value is not as it is described.
    """
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    Draft202012Validator(schema).validate(value)
