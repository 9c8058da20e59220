"""How often somebody may ask; who asks too often is told how long to wait.

The counts are kept by each web process for itself: Redis carries only hints, and a service without
it still knows its limits.
"""

import hashlib
from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

if TYPE_CHECKING:  # Views load the throttles.
    from rest_framework.views import APIView


class ByPerson(UserRateThrottle):
    """Enough for a program that plays at many tables."""

    scope = "person"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class ByAddress(AnonRateThrottle):
    """Whoever does not say who he is."""

    scope = "stranger"


class SignInByAddress(AnonRateThrottle):
    """A hall full of people may stand behind one address."""

    scope = "sign_in_address"


class SignInByName(SimpleRateThrottle):
    """Guesses at one player's password, from wherever they come."""

    scope = "sign_in_name"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        name = request.data.get("username") if isinstance(request.data, dict) else None
        if not isinstance(name, str) or not name:
            return None
        ident = hashlib.sha256(name.encode()).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}
