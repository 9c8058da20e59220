"""What browsers may do with an answer: what it loads and runs, what it may ask of the machine,
and whether it may be kept.

Strict unless said otherwise. The library for it, django-csp, and Django 6's own do the same with
nonces, which no page of ours needs.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

POLICY: Final = "Content-Security-Policy"
NOTHING: Final = "'none'"
OURS: Final = "'self'"

STRICT: Final = {
    "default-src": NOTHING,
    "script-src": OURS,
    "style-src": OURS,
    "img-src": f"{OURS} data:",  # Swagger's arrows are in its style sheet.
    "font-src": OURS,
    "connect-src": OURS,
    "form-action": OURS,
    "frame-ancestors": NOTHING,
    "base-uri": NOTHING,
}
# unfold bundles Alpine, whose attributes are evaluated and whose styles stand in the page.
OF_UNFOLD: Final = {
    "script-src": f"{OURS} 'unsafe-eval'",
    "style-src": f"{OURS} 'unsafe-inline'",
}
UNUSED: Final = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone"
PASSKEYS: Final = "publickey-credentials-create=(self), publickey-credentials-get=(self)"
PERMISSIONS: Final = ", ".join(
    [*(f"{name}=()" for name in f"{UNUSED} midi payment usb".split()), PASSKEYS]
)
ADMIN: Final = "/admin/"
DESK: Final = "/admin/desk/"
"""Pages of our own within the admin, without unfold."""

ACCOUNTS: Final = "/accounts/"
HALL: Final = "/hall/"
"""The screens of halls."""

PRIVATE: Final = ("/api/v1/", ACCOUNTS, ADMIN, HALL)
"""What is each caller's own: secrets, hands, purses, lists of people."""


class Headers:
    """Middleware; a view that says something of its own is left with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        answer.headers.setdefault(POLICY, policy_of(request))
        answer.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if request.path.startswith(PRIVATE):
            answer.headers["Cache-Control"] = "no-store, private"
        return answer


def policy_of(request: HttpRequest) -> str:
    """The policy of an address; the admin's pages are unfold's, but for the desk."""
    is_unfolds = request.path.startswith(ADMIN) and not request.path.startswith(DESK)
    rules = STRICT | (OF_UNFOLD if is_unfolds else {})
    return "; ".join(f"{name} {sources}" for name, sources in rules.items())
