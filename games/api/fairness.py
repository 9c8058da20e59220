"""What makes deals fair, over the API: strings of the seats, proofs of cards, proofs of tables."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from games.api.house_rules import HouseRulesField
from games.api.serializers import Hash, OutcomeSchema
from games.models import EntropyString, Table
from games.sight.strings import StringsSight


class CommitmentInput(StrictSerializer):
    commitment = serializers.RegexField(
        r"^[0-9a-f]{64}\Z",
        max_length=64,
        help_text="SHA-256 of your string, as hexadecimal digits.",
        error_messages={"invalid": "Send 64 hexadecimal digits (0 to 9, a to f), the SHA-256."},
    )


class StringInput(StrictSerializer):
    text = serializers.CharField(
        max_length=64, trim_whitespace=False, help_text="The string that you committed to."
    )


class EntropyStringSerializer(serializers.ModelSerializer):
    """What a seat gave to the chance of its table; `text` is empty until it is opened."""

    commitment = Hash()

    class Meta:
        model = EntropyString
        fields = ("round", "seat", "player", "commitment", "text", "committed_at", "opened_at")
        read_only_fields = fields


class EntropySerializer(serializers.ModelSerializer):
    """How far the last round of strings has come, and all that was given so far."""

    strings = serializers.SerializerMethodField()

    class Meta:
        model = Table
        fields = ("anchor", "entropy_round", "entropy_phase", "entropy_until", "strings")
        read_only_fields = fields

    anchor = Hash()

    def to_representation(self, instance: StringsSight) -> Any:
        self._sight = instance
        return super().to_representation(instance.table)

    def get_strings(self, _: Table) -> list[dict[str, Any]]:
        return list(EntropyStringSerializer(self._sight.strings, many=True).data)


class CardProofSerializer(serializers.Serializer):
    """Proof that a card lies at a position of the pack, counted from 0 (docs/fairness.md)."""

    position = serializers.IntegerField()
    card = serializers.CharField()
    salt = Hash()
    path = serializers.ListField(child=Hash())


@extend_schema_serializer(component_name="RevealedDeal")
class RevealedDealSchema(serializers.Serializer):
    number = serializers.IntegerField()
    seat_numbers = serializers.ListField(child=serializers.IntegerField())
    dealer = serializers.IntegerField(help_text="The dealer's place in `seat_numbers`.")
    scores = serializers.ListField(child=serializers.IntegerField())
    seed = serializers.CharField(
        help_text="The seed of the chain. The pack's own seed is mixed from it."
    )
    entropy_round = serializers.IntegerField()
    commitment = serializers.CharField()
    cards_root = serializers.CharField(allow_null=True)
    actions = serializers.ListField(
        child=serializers.CharField(), help_text="Every action, silent ones included."
    )
    outcome = OutcomeSchema(allow_null=True, help_text="Null if the deal was taken back.")


@extend_schema_serializer(component_name="RevealedString")
class RevealedStringSchema(serializers.Serializer):
    round = serializers.IntegerField()
    seat = serializers.IntegerField()
    commitment = serializers.CharField()
    text = serializers.CharField(help_text="Empty if it was not opened.")


@extend_schema_serializer(component_name="Proof")
class ProofSchema(serializers.Serializer):
    """What `manage.py verify_deal --proof` reads; hashes and seeds as hexadecimal digits."""

    protocol = serializers.CharField()
    table = serializers.IntegerField()
    anchor = serializers.CharField()
    house_rules = HouseRulesField()
    seats = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The numbers of all seats that the table ever had, clockwise.",
    )
    strings = RevealedStringSchema(many=True)
    deals = RevealedDealSchema(many=True)
