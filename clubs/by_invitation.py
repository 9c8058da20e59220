"""The invitation that a browser holds: its link, and a cookie that keeps it through a sign-in.

The code stands behind `#` in the link, so no server writes it into a log.
"""

from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from clubs.invitations import digest_of

PAGE: Final = "invited"
COOKIE: Final = "invitation"
KEPT_SECONDS: Final = 60 * 60  # Long enough to make a login and to confirm an address.
SAME_SITE: Final = "Lax"  # Somebody who comes back from a mail has it still.
SIGNER: Final = Signer(salt="clubs.by_invitation")


def link_of(request: HttpRequest, code: str) -> str:
    """The address to hand on: browsers send no server what stands behind `#`."""
    return f"{request.build_absolute_uri(reverse(PAGE))}#{code}"


def keep(response: HttpResponseBase, code: str) -> None:
    """Have the browser hold the digest of this code, whether or not it is a good one."""
    response.set_cookie(
        COOKIE,
        SIGNER.sign(digest_of(code).hex()),
        max_age=KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=SAME_SITE,
    )


def put_away(response: HttpResponseBase) -> None:
    response.delete_cookie(COOKIE, samesite=SAME_SITE)


def held_by(request: HttpRequest) -> bytes | None:
    """The digest of the code that the browser holds; None where we did not write it."""
    try:
        return bytes.fromhex(SIGNER.unsign(request.COOKIES[COOKIE]))
    except (KeyError, BadSignature, ValueError):
        return None
