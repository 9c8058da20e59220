"""What house rules can be: every option with its values in words, and every preset, for forms."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from deploy.rest.rights import Deeds
from games.api.house_rules import RulesetField
from games.engine import MOST_CHIPS, PRESET_NAMES, PRESET_SENTENCES, PRESETS, Ruleset
from games.engine.questions import Question, questions
from games.engine.rulesets import options_from
from games.engine.versions import VERSION
from games.models import Rating
from games.rights import SEE_RULES_OPTIONS


class ValueSerializer(serializers.Serializer):
    value = serializers.JSONField(help_text="As you send it: text, a number, true, false or null.")
    sentence = serializers.CharField(help_text="What it means, for players.")


class OptionSerializer(serializers.Serializer):
    name = serializers.CharField(help_text="As `options` of house rules have it.")
    title = serializers.CharField(help_text="Its name, for people.")
    rule = serializers.CharField(help_text="The number of its rule.")
    section = serializers.CharField(help_text="The part of the rules that it belongs to.")
    values = ValueSerializer(
        many=True, help_text="Those with a sentence of their own; empty where any number will do."
    )
    number_sentence = serializers.CharField(
        help_text="Where it takes a number of chips, what that means, with … for the number; else "
        "empty."
    )
    most = serializers.IntegerField(
        allow_null=True, help_text="The highest number of chips; null where it takes none."
    )
    counts_only = serializers.CharField(
        help_text="Where the preset keeps it from counting, what it needs to count; else empty."
    )


class PresetSerializer(serializers.Serializer):
    preset = serializers.ChoiceField(list(PRESETS))
    title = serializers.CharField(help_text="What people call it.")
    sentence = serializers.CharField(help_text="How it differs from the others.")
    options = RulesetField()


class RulesOptionsSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="The form of house rules.")
    options = OptionSerializer(many=True)
    presets = PresetSerializer(many=True)


class RulesViewSet(Deeds, viewsets.GenericViewSet):
    """House rules in general, whoever plays by them."""

    deeds = {"known": SEE_RULES_OPTIONS}
    queryset = Rating.objects.none()  # Of no row.
    pagination_class = None

    @extend_schema(
        operation_id="rules_options",
        responses=RulesOptionsSerializer,
        parameters=[
            OpenApiParameter(
                "preset",
                str,
                enum=list(PRESETS),
                description="Sentences are told beside the other options of this preset; without "
                "it, of `standard`.",
            )
        ],
    )
    @action(detail=False, url_path="options")
    def known(self, request: Request) -> Response:
        """List all options of house rules with their values, and all presets, to build a form.

        `sides` can be `by_number` only with a preset that has pairs at some tables.
        """
        preset = request.query_params.get("preset", "standard")
        asked = questions(Ruleset(preset).options(), options_from(preset))
        told = {
            "version": VERSION,
            "options": [_told(question) for question in asked],
            "presets": [
                {
                    "preset": name,
                    "title": PRESET_NAMES[name],
                    "sentence": PRESET_SENTENCES[name],
                    "options": Ruleset(name),
                }
                for name in PRESETS
            ],
        }
        return Response(RulesOptionsSerializer(told).data)


def _told(question: Question) -> dict[str, Any]:
    option = question.option
    values = zip(option.values, question.choices, strict=True)
    return {
        "name": option.name,
        "title": option.label,
        "rule": option.rule,
        "section": question.section,
        "values": [{"value": value, "sentence": choice.sentence} for value, choice in values],
        "number_sentence": question.number_sentence,
        "most": MOST_CHIPS if option.is_number else None,
        "counts_only": question.counts_only,
    }
