"""Who comes by a link: known by a cookie, for as long as the link stands.

Last in the list of ways in. Somebody with a token or a session of their own acts in their own name
and with their own rights, whatever link lies beside it: a link adds nothing to a login, and takes
nothing from it.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from clubs.links import find_link, links_that_stand
from clubs.models import LinkUser, NightLink
from deploy.rest.clock import database_now
from deploy.rights import Person

COOKIE = "night_link"
SIGNER = Signer(salt="clubs.by_link")


class ByLink(SessionAuthentication):
    """As a session is, with the CSRF token for whatever changes something."""

    def authenticate(self, request: Request) -> tuple[LinkUser, NightLink] | None:
        link = _link_in(request.COOKIES)
        if link is None:
            return None
        self.enforce_csrf(request)
        return link.user, link

    @staticmethod
    def holders(keys: Collection[Any]) -> dict[Any, Person]:
        """Who comes by each of these links now (`deploy.rest.authentication.Way`)."""
        return {link.pk: link.user for link in links_that_stand(keys, at=database_now())}


def came_by(request: HttpRequest) -> LinkUser | None:
    """Who asks for a page by a link; a page sees to the CSRF token itself."""
    link = _link_in(request.COOKIES)
    return link.user if link is not None else None


def keep(response: HttpResponseBase, link: NightLink, *, at: datetime) -> None:
    """Have the browser come by this link until it expires; no script reads the cookie."""
    response.set_cookie(
        COOKIE,
        cookie_of(link),
        max_age=link.expires_at - at,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def cookie_of(link: NightLink) -> str:
    """The value of its cookie: it names the link, and nobody else can write it."""
    return SIGNER.sign(bytes(link.digest).hex())


def put_away(response: HttpResponseBase) -> None:
    response.delete_cookie(COOKIE, samesite="Strict")


def _link_in(cookies: Mapping[str, str]) -> NightLink | None:
    """The link that the browser holds, if it stands."""
    digest = _read(cookies[COOKIE]) if COOKIE in cookies else None
    return find_link(digest, at=database_now()) if digest else None


def _read(cookie: str) -> bytes | None:
    """The digest of the link's secret; None where we did not write it."""
    try:
        return bytes.fromhex(SIGNER.unsign(cookie))
    except (BadSignature, ValueError):
        return None
