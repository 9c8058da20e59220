"""What follows the `?` of an address of the API: parameters that it has, each of its own type.

An address has the parameters that the API's description gives it, so that a slip of the pen never
passes for a list of everything.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import yaml
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.dateparse import parse_datetime

from deploy.rest.problem_types import INVALID
from deploy.rest.problems import MEDIA_TYPE, document

PREFIX = "/api/v1/"
TRUTHS = {"true", "false", "1", "0"}
WHOLE = re.compile(r"-?[0-9]{1,18}")
Parameters = dict[str, dict[str, Any]]


class KnownQueries:
    """Middleware that refuses parameters which the address does not have, and bad values."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: object
    ) -> HttpResponse | None:
        if not request.META.get("QUERY_STRING") or not request.path.startswith(PREFIX):
            return None
        request.encoding = "utf-8"  # Whatever the body's label says.
        known = _parameters(request.path, "get" if request.method == "HEAD" else request.method)
        errors = {} if known is None else _errors(request, known)
        if not errors:
            return None
        detail = f"Not right in the address: {', '.join(errors)}."
        body = document(INVALID, detail, errors=errors)
        return JsonResponse(body, status=body["status"], content_type=MEDIA_TYPE)


def _errors(request: HttpRequest, known: Parameters) -> dict[str, list[str]]:
    """What is wrong, by parameter."""
    errors = {}
    for name, values in request.GET.lists():
        if name not in known:
            listed = f"These are known here: {', '.join(sorted(known))}."
            errors[name] = [f"No such parameter. {listed if known else 'None is known here.'}"]
        elif len(values) > 1:
            errors[name] = ["Give it once."]
        elif wanted := _wanted(values[0], known[name]):
            errors[name] = [f"Give {wanted}."]
    return errors


def _wanted(value: str, schema: dict[str, Any]) -> str | None:
    """What stands in the description, if the value is not of that kind."""
    if "enum" in schema:
        return None if value in schema["enum"] else f"one of {', '.join(schema['enum'])}"
    if schema["type"] == "boolean":
        return None if value.lower() in TRUTHS else "true or false"
    if schema["type"] == "integer":
        return _wanted_number(value, schema)
    if schema.get("format") == "date-time" and not _is_moment(value):
        return "a time such as 2027-01-08T20:00:00Z (a + is written as %2B in an address)"
    return None


def _wanted_number(value: str, schema: dict[str, Any]) -> str | None:
    least, most = schema.get("minimum"), schema.get("maximum")
    if WHOLE.fullmatch(value):
        number = int(value)
        if (least is None or number >= least) and (most is None or number <= most):
            return None
    return "a whole number" if most is None else f"a whole number from {least} to {most}"


def _is_moment(value: str) -> bool:
    try:
        return parse_datetime(value) is not None
    except ValueError:  # Of the right shape, but there is no such day.
        return False


def _parameters(path: str, method: str | None) -> Parameters | None:
    """By name what the address has; None where there is no such address or method."""
    for pattern, methods in _described():
        if pattern.fullmatch(path):
            return methods.get((method or "").lower())
    return None


@cache
def _described() -> list[tuple[re.Pattern[str], dict[str, Parameters]]]:
    """Every address of the description as a pattern, those without a placeholder first."""
    # PyYAML's reader in C takes a tenth of the time; not every machine has it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    paths = yaml.load(settings.OPENAPI.read_text(), loader)["paths"]
    return [
        (
            re.compile("[^/.]+".join(map(re.escape, re.split(r"{\w+}", path)))),
            {method: _in_query(operation) for method, operation in methods.items()},
        )
        for path, methods in sorted(paths.items(), key=lambda one: "{" in one[0])
    ]


def _in_query(operation: dict[str, Any]) -> Parameters:
    given = operation.get("parameters", [])
    return {one["name"]: one["schema"] for one in given if one["in"] == "query"}
