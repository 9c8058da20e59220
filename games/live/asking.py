"""Who asks for a stream, and whether they may hear it: by the API's authenticators."""

import io
from http import HTTPStatus
from typing import Any, cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import Http404, HttpResponse
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.settings import api_settings

from deploy.rest.problems import answer_problem
from deploy.rest.requests import StreamRequest, is_utf_8
from games.models import Table

Scope = dict[str, Any]


class _Unknown(exceptions.NotAuthenticated):
    def __init__(self, auth_header: str | None) -> None:
        super().__init__()
        self.auth_header = auth_header


def caller(scope: Scope) -> AbstractBaseUser:
    """Who asks, by their token or their session.

    Raises:
        APIException: nobody the service knows, or not as one asks for a stream.
    """
    asked = StreamRequest(scope, io.BytesIO())
    asked.get_host()  # Refuses a name that is not ours.
    SessionMiddleware(_nothing).process_request(asked)
    AuthenticationMiddleware(_nothing).process_request(asked)
    kinds = cast(list[type[BaseAuthentication]], api_settings.DEFAULT_AUTHENTICATION_CLASSES)
    authenticators = [kind() for kind in kinds]
    request = Request(asked, authenticators=authenticators)
    if not is_utf_8(asked):
        raise exceptions.UnsupportedMediaType(str(asked.META.get("CONTENT_TYPE")))
    if request.method != "GET":
        raise exceptions.MethodNotAllowed(str(request.method))
    if not request.user.is_authenticated:
        raise _Unknown(authenticators[0].authenticate_header(request))
    return cast(AbstractBaseUser, request.user)


def caller_at(scope: Scope, table_id: int) -> AbstractBaseUser:
    """Who asks, if they may see the table.

    Raises:
        Http404: there is no such table, or it is not.
    """
    user = caller(scope)
    if not Table.objects.visible_to(user).filter(pk=table_id).exists():
        raise Http404
    return user


def is_told_later(user: AbstractBaseUser, table_id: int) -> bool:
    """Whether they are a spectator of a table that is delayed for spectators."""
    delayed = Table.objects.told_later_to(user)
    return bool(delayed.filter(pk=table_id).exists())


def last_id(scope: Scope) -> str:
    """The last event that they have, to go on from."""
    return next(
        (value.decode("latin-1") for name, value in scope["headers"] if name == b"last-event-id"),
        "",
    )


def refusal(error: Exception) -> tuple[int, dict[str, str], dict[str, Any]]:
    """The status, headers and body of a problem document; what is our own fault crashes."""
    answer = answer_problem(error, {})
    if answer is None:
        raise error
    return answer.status_code, {name.lower(): value for name, value in answer.items()}, answer.data


def _nothing(_: object) -> HttpResponse:
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
