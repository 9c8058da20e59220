"""What the OpenAPI document says of the frame: unknown fields, keys of orders, problems."""

from typing import Any

from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiParameter

from deploy.rest import refusals
from deploy.rest.conditional import HEADER as IF_NONE_MATCH
from deploy.rest.conditional import LETTERS
from deploy.rest.idempotency import HEADER, KEY
from deploy.rest.preconditions import HEADER as IF_MATCH
from deploy.rest.rights import Deeds, deeds_of, scopes_needed
from deploy.rights import LINKS, Role

KEY_HEADERS = {
    needs_key: OpenApiParameter(
        HEADER,
        type={"type": "string", "pattern": f"^{KEY.pattern}$"},
        location=OpenApiParameter.HEADER,
        required=needs_key,
        description="A new one for each order, such as a UUID. Repeat it when you repeat "
        "the order.",
    )
    for needs_key in (True, False)
}
IF_MATCH_HEADER = OpenApiParameter(
    IF_MATCH,
    type={"type": "string", "pattern": rf'^(\*|"[1-9][0-9]{{0,9}}(-[0-9a-f]{{{LETTERS}}})?")$'},
    location=OpenApiParameter.HEADER,
    required=True,
    description="The ETag of what you saw, or its `version` alone in quotes. `*` changes it "
    "however it is now.",
)
ETAG = {
    "description": "Changes whenever the answer does: send it as If-None-Match when you ask again. "
    "Of a row with a `version` it begins with that: send it as If-Match when you change the row.",
    "schema": {"type": "string"},
}
SUCCESSES = {
    ("get", "200"): "What you asked for.",
    ("patch", "200"): "It is changed. This is how it is now.",
    ("post", "200"): "It is done. This is how it is now.",
    ("post", "201"): "It is made. This is it.",
    ("post", "202"): "It is taken on: a mail says how it goes on.",
}
"""Where a door says nothing else about its answer."""

IF_NONE_MATCH_HEADER = {
    "name": IF_NONE_MATCH,
    "in": "header",
    "description": "The ETag of an answer that you have: 304 without a body if it still holds.",
    "schema": {"type": "string"},
}
NOT_MODIFIED = {"description": "The answer that you have still holds."}
LINK_COOKIE = "linkCookie"
TOKEN = KnoxTokenScheme.name
TELLS_ETAG = {"get": "200", "post": "201", "patch": "200"}
TELLING_ETAG = {"ETag": {"$ref": "#/components/headers/ETag"}}


class FrameSchema(AutoSchema):
    """Knows the decorators of the frame."""

    def get_override_parameters(self) -> list[Any]:
        door = getattr(self.view, getattr(self.view, "action", None) or self.method.lower(), None)
        needs_key: bool | None = getattr(door, "needs_key", None)
        keys = [] if needs_key is None else [KEY_HEADERS[needs_key]]
        return [*keys, IF_MATCH_HEADER] if getattr(door, "needs_match", False) else keys

    def get_summary(self) -> str:
        """The first sentence of what it says; where that is of a list, that this is one of it."""
        given: str | None = super().get_summary()
        said = " ".join(self.get_description().partition("\n\n")[0].split())
        first = said.partition(". ")[0].rstrip(".")
        is_row = getattr(self.view, "action", None) == "retrieve" and first.startswith("The ")
        one = first.partition(", ")[0].replace("The ", "One of the ", 1)
        return given or (one if is_row else first)

    def get_auth(self) -> list[dict[str, Any]]:
        """A link is a way in only where it lends something; a token names the scope it needs.

        There is none where strangers may, signed in or not. Generators of clients demand a token
        wherever one way is named, even beside `{}`, and let callers send one where none is.
        """
        ways: list[dict[str, Any]] = super().get_auth()
        view: Any = self.view
        deeds = deeds_of(view, view.action) if isinstance(view, Deeds) else ()
        may = {role for deed in deeds for role in deed.may}
        if Role.ANONYMOUS in may:
            return []
        scoped = [{TOKEN: [scope.value]} for scope in scopes_needed(deeds, self.method)]
        lent = [way for way in ways if LINK_COOKIE not in way or may & LINKS]
        return [each for way in lent for each in (scoped if TOKEN in way else [way])]


class TokenScheme(KnoxTokenScheme):
    """Described as knox's own."""

    target_class = "deploy.rest.authentication.Tokens"


class LinkScheme(OpenApiAuthenticationExtension):
    """The cookie of a link to a night."""

    target_class = "clubs.by_link.ByLink"
    name = LINK_COOKIE
    priority = 1  # Before that of sessions, from which it is derived.

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "apiKey", "in": "cookie", "name": "night_link"}


class StrictSerializerSchema(OpenApiSerializerExtension):
    """Fields that nobody knows are refused."""

    target_class = "deploy.rest.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        if self.target.is_whole:
            self.target.partial = False
        # The extension's own default would describe the class that it is registered for.
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


class RowSchema(OpenApiSerializerFieldExtension):
    """A row is named by its id, a whole number."""

    target_class = "rest_framework.relations.PrimaryKeyRelatedField"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        return {"type": "integer"}


def add_problems(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Whatever is not said to succeed is a problem document; every answer has an id.

    Where nobody has to be signed in, it says so.
    """
    result["components"].setdefault("schemas", {})["Problem"] = refusals.SHAPE
    result["components"]["responses"] = refusals.components()
    result["components"].setdefault("headers", {}).update(refusals.HEADERS)
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            operation.setdefault("security", [])  # The generator leaves an empty list out.
            for status, answer in operation["responses"].items():
                answer["description"] = answer.get("description") or SUCCESSES[method, status]
                answer["headers"] = refusals.headers(refusals.RATES)
            named = [one["name"] for one in operation.get("parameters", [])]
            found = refusals.statuses(method, path, needs_match=IF_MATCH in named)
            operation["responses"] |= {one: refusals.reference(one) for one in found}
    return result


def add_etags(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """What is read tells its ETag and takes it back (`deploy.rest.conditional`).

    What made or changed a row with a version tells it too (`deploy.rest.preconditions`).
    """
    components = result["components"]
    components.setdefault("headers", {})["ETag"] = ETAG
    components["responses"]["NotModified"] = _with_headers(NOT_MODIFIED)
    for path in result["paths"].values():
        for method, operation in path.items():
            answer = operation["responses"].get(TELLS_ETAG.get(method), {})
            if method == "get":
                operation.setdefault("parameters", []).append(IF_NONE_MATCH_HEADER)
                operation["responses"]["304"] = {"$ref": "#/components/responses/NotModified"}
            if method == "get" or _is_versioned(answer, components["schemas"]):
                answer["headers"] |= TELLING_ETAG
    return result


def _with_headers(answer: dict[str, Any]) -> dict[str, Any]:
    return answer | {"headers": refusals.headers(refusals.RATES) | TELLING_ETAG}


def _is_versioned(answer: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Whether it is a row that has a version."""
    shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
    row = schemas.get(shape.get("$ref", "").rpartition("/")[2], {})
    return "version" in row.get("properties", {})
