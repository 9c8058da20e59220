"""What the OpenAPI document says of answers that refuse: which there are, and their headers."""

from typing import Any, Final

from deploy.rest.problem_types import PAGES
from deploy.rest.problems import MEDIA_TYPE

SHAPE: Final = {
    "type": "object",
    "description": f"A refusal (RFC 9457). Every kind has a page under {PAGES}.",
    "required": ["type", "title", "status", "detail", "code", "request_id"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "examples": [f"{PAGES}stale-ply"]},
        "title": {"type": "string", "examples": ["The deal has gone on since you looked."]},
        "status": {"type": "integer", "examples": [409]},
        "detail": {"type": "string", "description": "For the person who asked."},
        "code": {"type": "string", "description": "For programs.", "examples": ["stale_ply"]},
        "request_id": {"type": "string", "description": "Finds the request in the log."},
        "errors": {"type": "object", "description": "What is wrong, by field."},
    },
    "additionalProperties": {},
}
HEADERS: Final = {
    "RequestId": {
        "description": "Finds the request in the log.",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "How many requests are left (`r`), and in how many seconds there is one "
        "more (`t`). Each web process counts for itself.",
        "schema": {"type": "string", "examples": ['"person";r=1187;t=42']},
    },
    "RateLimitPolicy": {
        "description": "How many requests you may send (`q`) within any period of `w` seconds.",
        "schema": {"type": "string", "examples": ['"person";q=1200;w=60']},
    },
    "RetryAfter": {
        "description": "How many seconds to wait before the request is sent again.",
        "schema": {"type": "integer"},
    },
    "WWWAuthenticate": {
        "description": "How a program says who it is.",
        "schema": {"type": "string"},
    },
}
RATES: Final = {"RateLimit": "RateLimit", "RateLimit-Policy": "RateLimitPolicy"}
"""On answers to requests that came as far as the door of an address; each of these is counted."""

RESPONSES: Final[dict[str, tuple[str, str, dict[str, str]]]] = {
    "400": (
        "Invalid",
        "A parameter, a field or the whole request is wrong; `errors` say what.",
        RATES,
    ),
    "401": (
        "NotSignedIn",
        "The request does not say who you are, or the token has expired.",
        {"WWW-Authenticate": "WWWAuthenticate", **RATES},
    ),
    "403": ("NotAllowed", "You may see it, but you may not do that.", RATES),
    "404": ("NotFound", "It does not exist, or you cannot see it.", RATES),
    "409": (
        "Conflict",
        "It cannot be done as things stand now; `code` and `detail` say why.",
        RATES,
    ),
    "412": ("ChangedSince", "The row has changed since you saw it.", RATES),
    "428": ("MatchNeeded", "If-Match is missing.", RATES),
    "429": ("TooMany", "Too many requests.", {"Retry-After": "RetryAfter", **RATES}),
    "default": ("Problem", "The request was refused, and nothing was done.", {}),
}
"""By status the name of the refusal, what it says, and its own headers."""


def statuses(method: str, path: str, *, needs_match: bool) -> list[str]:
    """With which statuses an operation may refuse; `default` stands for the rare ones."""
    found = ["400", "401", "403"]
    if "{" in path:
        found.append("404")
    if method != "get":
        found.append("409")
    if needs_match:
        found += ["412", "428"]
    return [*found, "429", "default"]


def reference(status: str) -> dict[str, str]:
    """As an operation names the refusal."""
    return {"$ref": f"#/components/responses/{RESPONSES[status][0]}"}


def components() -> dict[str, Any]:
    """The refusals by name."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        name: {
            "description": said,
            "headers": headers(own),
            "content": content,
        }
        for name, said, own in RESPONSES.values()
    }


def headers(own: dict[str, str]) -> dict[str, dict[str, str]]:
    """Those of every answer, and some of its own."""
    named = {"X-Request-ID": "RequestId", **own}
    return {header: {"$ref": f"#/components/headers/{shape}"} for header, shape in named.items()}
