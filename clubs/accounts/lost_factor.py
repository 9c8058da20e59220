"""Pages of a second factor whose key is lost: a sentence, in the place of a fault of ours."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from clubs.errors import SecondFactorLost


class LostFactor:
    """Middleware; where a code is typed the form says it (`clubs.accounts.codes`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        if not isinstance(error, SecondFactorLost):
            return None
        messages.error(request, str(error))
        return redirect("own-login")
