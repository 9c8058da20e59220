"""Every refusal as a problem document (RFC 9457), from one exception handler.

`type` is the address of a page that explains the problem, `code` is for programs, `detail` for
the person who asked, `errors` names the fields to correct, `request_id` finds the log.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from deploy.rest.errors import StaleVersion
from deploy.rest.preconditions import etag_of
from deploy.rest.problem_types import (
    BAD_REQUEST,
    NOT_FOUND,
    PERMISSION_DENIED,
    SERVER_ERROR,
    TOO_LARGE,
    ProblemType,
    problem_type,
)
from deploy.rest.request_ids import request_id

MEDIA_TYPE = "application/problem+json"
API = "/api/"
WHOLE = "non_field_errors"  # What is wrong with the body as a whole.
MOST_TOLD = 5  # Faults in the detail; `errors` has all of them.
LONGEST_FAULT = 200
SAY_WHO = "Send a token in the header, as `Authorization: Token …`, or log in."


def answer_problem(error: Exception, _context: Mapping[str, Any]) -> Response | None:
    """REST framework's exception handler; None lets what is our own fault crash and be seen."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    elif isinstance(error, RequestDataTooBig):
        return _response(document(TOO_LARGE, str(error)))
    elif isinstance(error, DataError):  # A moment of the year 0, a number of forty digits.
        return _response(document(BAD_REQUEST, "A value is too large to look up."))
    kind = problem_type(type(error))
    if kind is None:
        return None
    answer = _response(document(kind, _detail(error), **_members(error)))
    if header := getattr(error, "auth_header", None):
        answer["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        answer["Retry-After"] = str(int(wait))
    if isinstance(error, StaleVersion):
        answer["ETag"] = etag_of(error.version)
    return answer


def document(kind: ProblemType, detail: str, **members: object) -> dict[str, Any]:
    """A problem as JSON; members of its own never hide those that every problem has."""
    common = {
        "type": kind.page,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "code": kind.code,
        "request_id": request_id(),
    }
    return common | {name: value for name, value in members.items() if name not in common}


def _response(body: dict[str, Any]) -> Response:
    return Response(body, status=body["status"], content_type=MEDIA_TYPE)


def _detail(error: Exception) -> str:
    if isinstance(error, exceptions.NotAuthenticated):
        return SAY_WHO
    if not isinstance(error, exceptions.ValidationError):
        return str(getattr(error, "sentence", error))  # The rule stands beside it.
    faults = [_cut(fault) for fault in _faults(_errors(error))]
    more = [f"{len(faults) - MOST_TOLD} more in errors"] if len(faults) > MOST_TOLD else []
    return "; ".join(faults[:MOST_TOLD] + more) + "."


def _faults(errors: Any, field: str = "") -> Iterator[str]:
    """The first message of each field, as `inner.chips: must be a whole number from 1`."""
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            yield from _faults(inner, _path(field, name))
    elif isinstance(errors, list) and any(isinstance(one, Mapping) for one in errors):
        for index, inner in enumerate(errors):
            yield from _faults(inner, _path(field, index))
    else:
        first = str(errors[0] if isinstance(errors, list) else errors).removesuffix(".")
        yield f"{field}: {first[:1].lower()}{first[1:]}" if field else first


def _path(field: str, name: object) -> str:
    if name == WHOLE:
        return field
    return f"{field}.{name}" if field else str(name)


def _cut(fault: str) -> str:
    return fault if len(fault) <= LONGEST_FAULT else f"{fault[: LONGEST_FAULT - 1]}…"


def _errors(error: exceptions.ValidationError) -> dict[str, Any]:
    """What is wrong, by field."""
    if isinstance(error.detail, dict):
        return error.detail
    return {WHOLE: error.detail}


def _members(error: Exception) -> dict[str, object]:
    """The error's own attributes, such as the current ply, or the rule that forbids it."""
    if isinstance(error, exceptions.ValidationError):
        return {"errors": _errors(error)}
    return {
        name: value
        for name, value in vars(error).items()
        if _is_plain(value) and name not in {"auth_header", "detail", "wait"}
    }


def _is_plain(value: object) -> bool:
    """Whether it is a text, a number, or a list of these."""
    if isinstance(value, list):
        return all(isinstance(one, str | int) for one in value)
    return isinstance(value, str | int)


def handle_400(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith(API):
        return defaults.bad_request(request, exception)
    if isinstance(exception, RequestDataTooBig):
        return _plain(TOO_LARGE)
    return _plain(BAD_REQUEST)


def handle_403(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(API):
        return _plain(PERMISSION_DENIED)
    return defaults.permission_denied(request, exception)


def handle_404(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(API):
        return _plain(NOT_FOUND)
    return defaults.page_not_found(request, exception)


def handle_500(request: HttpRequest) -> HttpResponse:
    if request.path.startswith(API):
        return _plain(SERVER_ERROR)
    return defaults.server_error(request)


def refuse(request: HttpRequest, kind: ProblemType, detail: str, **members: object) -> HttpResponse:
    """The answer of a middleware that lets no view be reached: a document, or a plain sentence."""
    if not request.path.startswith(API):
        return HttpResponse(detail, status=kind.status, content_type="text/plain; charset=utf-8")
    body = document(kind, detail, **members)
    return JsonResponse(body, status=kind.status, content_type=MEDIA_TYPE)


def _plain(kind: ProblemType) -> HttpResponse:
    """The answer where no view of the API was reached; it repeats nothing of the request."""
    return JsonResponse(document(kind, kind.title), status=kind.status, content_type=MEDIA_TYPE)
