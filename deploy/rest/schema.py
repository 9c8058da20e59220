"""What the OpenAPI document says of the frame: unknown fields, keys of orders, problems."""

from typing import Any

from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiParameter

from deploy.rest.idempotency import HEADER, KEY
from deploy.rest.preconditions import HEADER as IF_MATCH
from deploy.rest.problem_types import PAGES
from deploy.rest.problems import MEDIA_TYPE

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
TELLS_ETAG = {"get": "200", "post": "201", "patch": "200"}
PROBLEM = {
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


class FrameSchema(AutoSchema):
    """Knows the decorators of the frame."""

    def get_override_parameters(self) -> list[Any]:
        door = getattr(self.view, getattr(self.view, "action", None) or self.method.lower(), None)
        needs_key: bool | None = getattr(door, "needs_key", None)
        keys = [] if needs_key is None else [KEY_HEADERS[needs_key]]
        return [*keys, IF_MATCH_HEADER] if getattr(door, "needs_match", False) else keys


class TokenScheme(KnoxTokenScheme):
    """Described as knox's own."""

    target_class = "deploy.rest.authentication.Tokens"


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
    """Whatever is not said to succeed is a problem document."""
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    result["components"]["responses"] = {
        "Problem": {
            "description": "The request was refused, and nothing was done.",
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    }
    for path in result["paths"].values():
        for operation in path.values():
            problem = {"$ref": "#/components/responses/Problem"}
            named = [one["name"] for one in operation.get("parameters", [])]
            refusals = ("412", "428", "default") if IF_MATCH in named else ("default",)
            operation["responses"] |= dict.fromkeys(refusals, problem)
    return result


def add_etags(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """An answer that is a row with a version tells its ETag (`deploy.rest.preconditions`)."""
    schemas = result["components"]["schemas"]
    result["components"]["headers"] = {"ETag": ETAG}
    for path in result["paths"].values():
        for method, operation in path.items():
            answer = operation["responses"].get(TELLS_ETAG.get(method), {})
            shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
            row = schemas.get(shape.get("$ref", "").rpartition("/")[2], {})
            if "version" in row.get("properties", {}):
                answer["headers"] = {"ETag": {"$ref": "#/components/headers/ETag"}}
    return result
