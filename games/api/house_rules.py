"""House rules as the API tells them: every option by its name, and the version of their form."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

from games.engine import OPTIONS, HouseRules, Ruleset
from games.engine.options import Option
from games.engine.rulesets import CHOSEN_OPTIONS
from games.engine.versions import VERSION


class HouseRulesField(serializers.JSONField):
    """The options of the house rules of a table, in the newest version."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, **options)

    def to_representation(self, value: Any) -> Any:
        assert isinstance(value, HouseRules | Ruleset)
        return {"version": VERSION, **value.options()}


class RulesetField(HouseRulesField):
    """The options of a set of rules: the number at the table may yet decide about the sides."""


class OptionsField(serializers.DictField):
    """Some options of a set of rules, by name; what is left out stays as it is."""


class HouseRulesFieldSchema(OpenApiSerializerFieldExtension):
    """Described option by option."""

    target_class = HouseRulesField
    options = OPTIONS

    def get_name(self) -> str:
        return "HouseRules"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        version = {
            "type": "integer",
            "const": VERSION,
            "description": "The form of house rules. You may leave it out of what you send: then "
            "it is the newest.",
        }
        options = {option.name: _described(option) for option in self.options.values()}
        return {
            "type": "object",
            "description": "Every option by its name.",
            "properties": {"version": version, **options},
            "required": ["version", *options],
        }


class RulesetFieldSchema(HouseRulesFieldSchema):
    target_class = RulesetField
    options = CHOSEN_OPTIONS

    def get_name(self) -> str:
        return "Ruleset"


class OptionsFieldSchema(OpenApiSerializerFieldExtension):
    """Described option by option, none of which is needed."""

    target_class = OptionsField

    def get_name(self) -> str:
        return "SomeHouseRules"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        options = {option.name: _described(option) for option in CHOSEN_OPTIONS.values()}
        for described in options.values():
            del described["default"]  # It stays as it is in the rules that one starts from.
        version = {"type": "integer", "minimum": 1, "maximum": VERSION}
        return {
            "type": "object",
            "description": "Some options by their names, in the form of this version.",
            "properties": {"version": version, **options},
            "additionalProperties": False,
        }


def _described(option: Option) -> dict[str, Any]:
    """A list of values stands within `oneOf`: it stays with its option and needs no name."""
    words = {"description": f"RULES.md {option.rule}", "default": option.default}
    if option.values == (False, True):
        return {"type": "boolean", **words}
    one = "string" if isinstance(option.default, str) else "integer"
    kinds = [one, "null"] if None in option.values else one
    if option.is_number:
        return {"type": kinds, "minimum": 0, **words}
    texts = [value for value in option.values if isinstance(value, str)]
    others = [value for value in option.values if not isinstance(value, str)]
    lists: list[dict[str, Any]] = [
        {"type": kinds, "enum": others},
        {"type": "string", "enum": texts},
    ]
    return {"oneOf": [each for each in lists if each["enum"]], **words}
