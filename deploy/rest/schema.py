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
from deploy.rest.idempotency import HEADER, KEY
from deploy.rest.preconditions import HEADER as IF_MATCH
from deploy.rest.rights import Deeds, deeds_of, scopes_needed
from deploy.rights import LINKS

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
    type={"type": "string", "pattern": r'^(\*|"[1-9][0-9]{0,9}")$'},
    location=OpenApiParameter.HEADER,
    required=True,
    description="The ETag of what you saw: its `version` in quotes. `*` changes it however "
    "it is now.",
)
ETAG = {
    "description": "The `version` in quotes. Send it as If-Match when you change the row.",
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

LINK_COOKIE = "linkCookie"
TOKEN = KnoxTokenScheme.name
TELLS_ETAG = {"get": "200", "post": "201", "patch": "200"}


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
        """A link is a way in only where it lends something; a token names the scope it needs."""
        ways: list[dict[str, Any]] = super().get_auth()
        view: Any = self.view
        deeds = deeds_of(view, view.action) if isinstance(view, Deeds) else ()
        may = {role for deed in deeds for role in deed.may}
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
    """Whatever is not said to succeed is a problem document; every answer has an id."""
    result["components"].setdefault("schemas", {})["Problem"] = refusals.SHAPE
    result["components"]["responses"] = refusals.components()
    result["components"].setdefault("headers", {}).update(refusals.HEADERS)
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            for status, answer in operation["responses"].items():
                answer["description"] = answer.get("description") or SUCCESSES[method, status]
                answer["headers"] = refusals.headers(refusals.RATES)
            named = [one["name"] for one in operation.get("parameters", [])]
            found = refusals.statuses(method, path, needs_match=IF_MATCH in named)
            operation["responses"] |= {one: refusals.reference(one) for one in found}
    return result


def add_etags(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """An answer that is a row with a version tells its ETag (`deploy.rest.preconditions`)."""
    schemas = result["components"]["schemas"]
    result["components"].setdefault("headers", {})["ETag"] = ETAG
    for path in result["paths"].values():
        for method, operation in path.items():
            answer = operation["responses"].get(TELLS_ETAG.get(method), {})
            shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
            row = schemas.get(shape.get("$ref", "").rpartition("/")[2], {})
            if "version" in row.get("properties", {}):
                answer["headers"]["ETag"] = {"$ref": "#/components/headers/ETag"}
    return result
