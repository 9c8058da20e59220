"""What follows the `?` of an address of the API: parameters that it has, each of its own type.

An address has the parameters of its view (filters, pages, what an action names), read from the view
as the API's description is, so that a slip of the pen never passes for a list of everything.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_datetime
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry

from deploy.rest.moments import SPAN, is_within
from deploy.rest.problem_types import ADDRESS_TOO_LONG, INVALID, NOT_FOUND
from deploy.rest.problems import API, refuse

PREFIX = "/api/v1/"
MOST_OF_API = 4096
MOST_OF_PAGES = 8192  # The admin asks about as many rows as a page of a list has.
MOST_PARAMETERS = 200
TRUTHS = {"true", "false", "1", "0"}
WHOLE = re.compile(r"-?[0-9]{1,18}")
Parameters = dict[str, dict[str, Any]]


class KnownQueries:
    """Middleware that refuses parameters which the address does not have, and bad values.

    It also refuses an address with a line break.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, _args: object, _kwargs: object
    ) -> HttpResponse | None:
        query = request.META.get("QUERY_STRING", "")
        most = MOST_OF_API if request.path.startswith(API) else MOST_OF_PAGES
        if len(query) > most or query.count("&") >= MOST_PARAMETERS:
            detail = (
                f"The part after the ? may have {most} characters and {MOST_PARAMETERS} parameters "
                "at most: ask for less at a time."
            )
            return refuse(request, ADDRESS_TOO_LONG, detail)
        if "\n" in request.path:  # The end of a pattern reads over it.
            return refuse(request, NOT_FOUND, "An address cannot contain a line break.")
        if not query or not request.path.startswith(PREFIX):
            return None
        method = (request.method or "").lower()
        known = _parameters(view, "get" if method == "head" else method)
        errors = {} if known is None else _errors(request, known)
        if not errors:
            return None
        detail = f"Check these in the address: {', '.join(errors)}."
        return refuse(request, INVALID, detail, errors=errors)


def _errors(request: HttpRequest, known: Parameters) -> dict[str, list[str]]:
    """What is wrong, by parameter."""
    errors = {}
    for name, values in request.GET.lists():
        if name not in known:
            listed = f"This address takes {', '.join(sorted(known))}."
            errors[name] = [
                f"There is no such parameter. {listed if known else 'This address takes none.'}"
            ]
        elif len(values) > 1:
            errors[name] = ["Give it only once."]
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
        return f"a time {SPAN}, such as 2027-01-08T20:00:00Z (a + is written as %2B)"
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
        moment = parse_datetime(value)
    except ValueError:  # Of the right shape, but there is no such day.
        return False
    return moment is not None and is_within(moment)


@cache
def _parameters(view: Any, method: str) -> Parameters | None:
    """By name what the address has; None where it has no such method."""
    methods = getattr(view, "actions", None) or view.cls.http_method_names
    if method not in methods:
        return None
    generator = SchemaGenerator()  # Holds the schema of the view, which only refers to it.
    asked = generator.create_view(view, method.upper())
    operation = asked.schema.get_operation("", "", "", method.upper(), ComponentRegistry())
    given = operation.get("parameters", [])
    return {one["name"]: one["schema"] for one in given if one["in"] == "query"}
