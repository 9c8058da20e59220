"""What the doors take in: only fields that are known, each of its own JSON type."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from django.core.validators import MaxValueValidator, MinValueValidator
from rest_framework import serializers
from rest_framework.settings import api_settings

from deploy.names import neat, refusal
from deploy.rest.moments import BOUNDS

AnyField: TypeAlias = "serializers.Field[Any, Any, Any, Any]"
JSON_TYPES: dict[type[serializers.Field[Any, Any, Any, Any]], tuple[type, ...]] = {
    serializers.BooleanField: (bool,),
    serializers.CharField: (str,),
    serializers.DateTimeField: (str,),
    serializers.FloatField: (int, float),
    serializers.IntegerField: (int,),
    serializers.PrimaryKeyRelatedField: (int,),
}
MOST_NAMED = 10
LONGEST_NAME = 100
UNKNOWN = "There is no such field."
WRONG_TYPE = "This is of the wrong JSON type."


class StrictSerializer(serializers.Serializer[Any]):
    """Input of a door, shape only: it refuses unknown fields, and `"5"` where 5 is meant."""

    default_error_messages = {
        "invalid": "Send a JSON object with the fields that are described, not this {datatype}."
    }

    def get_fields(self) -> dict[str, "serializers.Field[Any, Any, Any, Any]"]:
        """The fields; one with choices names them when it refuses another, a moment has bounds."""
        fields = super().get_fields()
        for field in fields.values():
            if isinstance(field, serializers.DateTimeField):
                field.validators = [*field.validators, *BOUNDS]
            if isinstance(field, serializers.IntegerField):
                _say_bounds(field)
            if isinstance(field, serializers.ChoiceField):
                known = ", ".join(str(choice) for choice in field.choices)
                field.error_messages["invalid_choice"] = f'"{{input}}" is none of {known}.'
        return fields

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is None and self.root is self:
            message = self.error_messages["invalid"].format(datatype="null")
            raise serializers.ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [message]})
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return super().to_internal_value(data)  # Refuses it.
        fields = {name: field for name, field in self.fields.items() if not field.read_only}
        errors: dict[str, list[str]] = _unknown([name for name in data if name not in fields])
        errors |= {
            name: [WRONG_TYPE]
            for name, field in fields.items()
            if name in data and not _is_of_type(field, data[name])
        }
        texts = {name: data[name] for name, field in fields.items() if _is_text(field, data, name)}
        errors |= {name: [message] for name, text in texts.items() if (message := refusal(text))}
        if errors:
            raise serializers.ValidationError(errors)
        return super().to_internal_value({**data, **{name: neat(texts[name]) for name in texts}})


def _say_bounds(field: serializers.IntegerField) -> None:
    """Let the field say all that it wants, whichever of its bounds is broken."""
    least = "" if field.min_value is None else f" from {field.min_value:,}"
    most = "" if field.max_value is None else f" to {field.max_value:,}"
    message = f"Must be a whole number{least}{most}."
    field.error_messages["invalid"] = message
    for bound in field.validators:
        if isinstance(bound, MinValueValidator | MaxValueValidator):
            bound.message = message


def _unknown(names: list[Any]) -> dict[str, list[str]]:
    """A few of them by name, however many there are."""
    errors = {str(name)[:LONGEST_NAME]: [UNKNOWN] for name in names[:MOST_NAMED]}
    if len(names) > MOST_NAMED:
        more = f"There are {len(names) - MOST_NAMED} more fields that do not exist."
        errors[api_settings.NON_FIELD_ERRORS_KEY] = [more]
    return errors


def _is_text(field: AnyField, data: Mapping[str, Any], name: str) -> bool:
    """Whether people read it: passwords and strings of chance are as they are."""
    is_written = isinstance(field, serializers.CharField) and field.trim_whitespace
    return is_written and isinstance(data.get(name), str)


def _is_of_type(field: "serializers.Field[Any, Any, Any, Any]", value: object) -> bool:
    """REST framework itself reads numbers from texts, texts from numbers, and `yes` as true."""
    if value is None:
        return True  # The field says whether it may be null.
    if isinstance(field, serializers.ListField):
        return isinstance(value, list) and all(_is_of_type(field.child, item) for item in value)
    if isinstance(field, serializers.DictField):
        return isinstance(value, dict) and all(_is_of_type(field.child, v) for v in value.values())
    if isinstance(field, serializers.ManyRelatedField):
        child = field.child_relation
        return isinstance(value, list) and all(_is_of_type(child, item) for item in value)
    for kind, types in JSON_TYPES.items():
        if isinstance(field, kind):
            return isinstance(value, types) and (bool in types or not isinstance(value, bool))
    return True
