"""What the doors take in: only fields that are known, each of its own JSON type."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from django.core.validators import MaxValueValidator, MinValueValidator
from rest_framework import serializers
from rest_framework.settings import api_settings

from deploy.names import neat, refusal
from deploy.rest.moments import BOUNDS
from ledger.chips import FEWEST_MOVED, MOST_MOVED

AnyField: TypeAlias = "serializers.Field[Any, Any, Any, Any]"
JSON_TYPES: dict[type[AnyField], tuple[tuple[type, ...], str]] = {
    serializers.BooleanField: ((bool,), "Must be true or false, without quotes."),
    serializers.CharField: ((str,), "Must be text in quotes."),
    serializers.DateTimeField: (
        (str,),
        "Must be a time in quotes, such as 2026-03-17T20:00:00Z.",
    ),
    serializers.FloatField: ((int, float), "Must be a number, without quotes."),
    serializers.IntegerField: ((int,), ""),  # It says so itself, with its bounds.
    serializers.PrimaryKeyRelatedField: ((int,), "Must be a whole number, without quotes."),
}
MOST_NAMED = 10
LONGEST_NAME = 100
UNKNOWN = "There is no such field."
NO_LIST, NO_OBJECT = "Must be a list.", "Must be an object."


class ChipsField(serializers.IntegerField):
    """A number of chips that somebody moves (`ledger.chips`)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=FEWEST_MOVED, max_value=MOST_MOVED, **options)


class StrictSerializer(serializers.Serializer[Any]):
    """A field that is not listed here is refused, and so is `"5"` where 5 is meant."""

    is_whole = False
    """Whether a PATCH needs the fields that a POST would need."""
    default_error_messages = {
        "invalid": "Send a JSON object with the fields that are described, not this {datatype}."
    }

    def get_fields(self) -> dict[str, "serializers.Field[Any, Any, Any, Any]"]:
        """The fields; one with choices names them when it refuses another, a moment has bounds."""
        fields = super().get_fields()
        for field in fields.values():
            if isinstance(field, serializers.DateTimeField):
                field.validators = [*field.validators, *BOUNDS]
            for number in (field, getattr(field, "child", None)):
                if isinstance(number, serializers.IntegerField):
                    _say_bounds(number)
            if isinstance(field, serializers.ChoiceField):
                known = ", ".join(str(choice) for choice in field.choices if choice != "")
                known += ", or empty" if "" in field.choices else ""
                shown = f"{{input!s:.{LONGEST_NAME}}}"
                field.error_messages["invalid_choice"] = f'"{shown}" is not one of {known}.'
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
            name: [fault]
            for name, field in fields.items()
            if name in data and (fault := _fault(field, data[name]))
        }
        errors |= {
            name: [str(fields[name].error_messages["required"])] for name in self._left_out(data)
        }
        texts = {name: data[name] for name, field in fields.items() if _is_text(field, data, name)}
        errors |= {name: [message] for name, text in texts.items() if (message := refusal(text))}
        if errors:
            raise serializers.ValidationError(errors)
        return super().to_internal_value({**data, **{name: neat(texts[name]) for name in texts}})

    def _left_out(self, data: Mapping[str, Any]) -> list[str]:
        """What is missing where only some fields of the whole are sent: its parts are whole."""
        if self.root is self or not getattr(self.root, "partial", False):
            return []
        return [name for name, field in self.fields.items() if field.required and name not in data]


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


def _fault(field: AnyField, value: object) -> str:
    """What a value of the wrong JSON type must be instead; empty where its type is right.

    REST framework itself reads numbers from texts, texts from numbers, and `yes` as true.
    """
    if value is None:
        return ""  # The field says whether it may be null.
    if isinstance(field, serializers.ListField | serializers.ManyRelatedField):
        child = field.child if isinstance(field, serializers.ListField) else field.child_relation
        return _first(child, value) if isinstance(value, list) else NO_LIST
    if isinstance(field, serializers.DictField):
        return _first(field.child, value.values()) if isinstance(value, dict) else NO_OBJECT
    for kind, (types, words) in JSON_TYPES.items():
        if isinstance(field, kind):
            is_right = isinstance(value, types) and (bool in types or not isinstance(value, bool))
            return "" if is_right else words or str(field.error_messages["invalid"])
    return ""


def _first(child: AnyField, values: Iterable[object]) -> str:
    """The first fault among the values of a list or an object."""
    return next((fault for value in values if (fault := _fault(child, value))), "")
