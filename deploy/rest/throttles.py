"""How often somebody may ask; who asks too often is told how long to wait.

The counts are kept by each web process for itself: Redis carries only hints, and a service without
it still knows its limits. Guesses at passwords are counted in the database (`clubs.signing_in`).
"""

from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Final

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from deploy.rest.addresses import address_of

if TYPE_CHECKING:  # Views load the throttles.
    from rest_framework.views import APIView

cache = caches["process"]
"""Of this process alone."""

POLICY: Final = "RateLimit-Policy"
LEFT: Final = "RateLimit"
_NOTED: Final = "rate_limit_headers"


class Told(SimpleRateThrottle):
    """Notes with the request how many more there may be (draft-ietf-httpapi-ratelimit-headers).

    `q` requests within any `w` seconds; `r` of them are left, and in `t` seconds there is one more.
    """

    cache = cache
    num_requests: int
    duration: int
    history: list[float]
    now: float

    def allow_request(self, request: Request, view: "APIView") -> bool:
        is_allowed: bool = super().allow_request(request, view)
        if getattr(self, "key", None) is not None:
            setattr(request._request, _NOTED, self._headers())
        return is_allowed

    def _headers(self) -> dict[str, str]:
        most, seconds = self.num_requests, self.duration
        oldest = self.history[-1] if self.history else self.now
        left, wait = most - len(self.history), max(ceil(oldest + seconds - self.now), 0)
        return {
            POLICY: f'"{self.scope}";q={most};w={seconds}',
            LEFT: f'"{self.scope}";r={left};t={wait}',
        }


class ByPerson(Told, UserRateThrottle):
    """Enough for a program that plays at many tables."""

    scope = "person"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class ByAddress(Told, AnonRateThrottle):
    """Requests that do not say who sends them."""

    scope = "stranger"

    def get_ident(self, request: Request) -> str:
        return address_of(request._request)


class Counted:
    """Mixed into a viewset: a request is counted before it is refused, whoever sends it.

    REST framework counts last, so that who guesses at tokens would never be stopped.
    """

    def perform_authentication(self, request: Request) -> None:
        try:
            super().perform_authentication(request)  # type: ignore[misc]  # The view's own.
        finally:  # A token that is none leaves a stranger.
            super().check_throttles(request)  # type: ignore[misc]

    def check_throttles(self, request: Request) -> None:
        """Once is enough."""


class RateLimits:
    """Middleware that tells what a throttle has noted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        for name, value in getattr(request, _NOTED, {}).items():
            answer.headers[name] = value
        return answer
