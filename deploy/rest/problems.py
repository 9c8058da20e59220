"""Every refusal as a problem document (RFC 9457), from one exception handler.

`type` is the address of a page that explains the problem, `code` is for programs, `detail` for
the person who asked, `errors` tells the fields that are not right, `request_id` finds the log.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

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
SAY_WHO = "Send a token in the header, as `Authorization: Token …`, or log in."
RULE = re.compile(r"Rule (\d+(?:\.\d+)?)")


def answer_problem(error: Exception, _context: Mapping[str, Any]) -> Response | None:
    """REST framework's exception handler; None lets what is our own fault crash and be seen."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    elif isinstance(error, RequestDataTooBig):
        return _response(document(TOO_LARGE, str(error)))
    elif isinstance(error, DataError):  # A moment of the year 0, a number of forty digits.
        return _response(document(BAD_REQUEST, "A value is beyond what can be looked up."))
    kind = problem_type(type(error))
    if kind is None:
        return None
    answer = _response(document(kind, _detail(error), **_members(error)))
    if header := getattr(error, "auth_header", None):
        answer["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        answer["Retry-After"] = str(int(wait))
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
        return str(error)
    errors = _errors(error)
    whole = errors.get(WHOLE, [])
    fields = ", ".join(name for name in errors if name != WHOLE)
    return " ".join([*([f"Not right: {fields}."] if fields else []), *map(str, whole)])


def _errors(error: exceptions.ValidationError) -> dict[str, Any]:
    """What is wrong, by field."""
    if isinstance(error.detail, dict):
        return error.detail
    return {WHOLE: error.detail}


def _members(error: Exception) -> dict[str, object]:
    """The error's own attributes, such as the current ply, and the rule that a message names."""
    if isinstance(error, exceptions.ValidationError):
        return {"errors": _errors(error)}
    members: dict[str, object] = {
        name: value
        for name, value in vars(error).items()
        if isinstance(value, str | int) and name not in {"auth_header", "detail", "wait"}
    }
    if not isinstance(error, exceptions.APIException) and (named := RULE.match(str(error))):
        members["rule"] = named[1]
    return members


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


def _plain(kind: ProblemType) -> HttpResponse:
    """The answer where no view of the API was reached; it repeats nothing of the request."""
    body = document(kind, kind.title)
    return JsonResponse(body, status=kind.status, content_type=MEDIA_TYPE)
