"""Prizes as JSON: what is announced, and who gets what."""

from typing import Any

from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from games.engine import MOST_CHIPS
from tournaments.prizes import GROUPS, MEASURES, ODD_CHIPS, TIES


class PrizeCategorySerializer(serializers.Serializer):
    code = serializers.CharField(help_text="By which prizes name it.")
    name = serializers.CharField()
    measure = serializers.CharField(help_text="What decides; empty if the standings decide.")
    group = serializers.CharField(help_text="Who can win it; empty if everybody can.")
    chips = serializers.IntegerField()
    percent = serializers.IntegerField()


class PrizeCategoryInput(StrictSerializer):
    name = serializers.CharField(max_length=60, help_text="What it is for, such as Most jinks.")
    measure = serializers.ChoiceField(
        [("", "the standings"), *((key, one.name) for key, one in MEASURES.items())],
        required=False,
        help_text="What decides, over all stages; empty if the standings decide.",
    )
    group = serializers.ChoiceField(
        [("", "everybody"), *((group.value, words) for group, words in GROUPS.items())],
        required=False,
        help_text="Who can win it.",
    )
    chips = serializers.IntegerField(
        min_value=0, max_value=MOST_CHIPS, required=False, help_text="Fixed; they are paid first."
    )
    percent = serializers.IntegerField(
        min_value=0, max_value=100, required=False, help_text="Of what fixed prizes leave."
    )
    code = serializers.CharField(
        max_length=60, required=False, help_text="It follows from the rest; what you send is left."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Leave out the code, so that an announcement can be sent as it was read."""
        attrs.pop("code", None)
        return attrs


class PrizesInput(StrictSerializer):
    prize_percents = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        max_length=100,
        required=False,
        help_text="Percent of what fixed prizes leave, for the first rank, the second and so on; "
        "together 100, with those of the categories. If you name no prize at all: 50, 30, 20.",
    )
    fixed_prizes = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_CHIPS),
        max_length=100,
        required=False,
        help_text="Fixed chips for the first rank, the second and so on; they are paid first.",
    )
    prize_categories = serializers.ListField(
        child=PrizeCategoryInput(),
        max_length=20,
        required=False,
        help_text="Prizes for the best at something: the most jinks, the best guest.",
    )
    prize_ties = serializers.ChoiceField(
        [(ties.value, words) for ties, words in TIES.items()],
        required=False,
        help_text="What entrants get if they share a place.",
    )
    odd_chips = serializers.ChoiceField(
        [(odd.value, words) for odd, words in ODD_CHIPS.items()],
        required=False,
        help_text="Who gets the odd chips of a prize that is shared.",
    )
    prizes_for_who_left = serializers.BooleanField(
        required=False,
        help_text="Whether who left before the end, or never came, keeps the prize of their rank.",
    )


class WinnerSerializer(serializers.Serializer):
    member = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class PrizeSerializer(serializers.Serializer):
    entrant = serializers.IntegerField()
    name = serializers.CharField(help_text="Of the entrant.")
    members = WinnerSerializer(many=True, help_text="Who share it.")
    rank = serializers.IntegerField(help_text="In the standings.")
    place = serializers.IntegerField(
        allow_null=True,
        help_text="Among those who take prizes, the first one if several are shared; null for a "
        "category.",
    )
    category = serializers.CharField(
        help_text="For what: `place`, or the `code` of a category of the tournament."
    )
    category_name = serializers.CharField(help_text="Empty for a place.")
    chips = serializers.IntegerField()
    reason = serializers.CharField(help_text="Why they get it, in words.")
