"""How often somebody may ask; who asks too often is told how long to wait.

The counts are kept by each web process for itself: Redis carries only hints, and a service without
it still knows its limits. Guesses at passwords are counted in the database (`clubs.signing_in`).
"""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from deploy.rest.addresses import address_of

if TYPE_CHECKING:  # Views load the throttles.
    from rest_framework.views import APIView


class ByPerson(UserRateThrottle):
    """Enough for a program that plays at many tables."""

    scope = "person"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class ByAddress(AnonRateThrottle):
    """Requests that do not say who sends them."""

    scope = "stranger"

    def get_ident(self, request: Request) -> str:
        return address_of(request._request)
