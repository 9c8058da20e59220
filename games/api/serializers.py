"""Tables and deals as JSON; of the cards nothing but the caller's own view."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from games.api.house_rules import HouseRulesField
from games.engine import HouseRules
from games.engine.outcome import OutcomeKind
from games.models import TERMS, Action, Deal, Seat, Table
from games.sight.deals import Sight
from games.sight.tables import TableSight

MOST_PLY = 1000  # Ten players do less than a tenth of it in a deal.
LONGEST_REASON = 200


class ActionInput(StrictSerializer):
    """What you do, and which state of the deal you saw."""

    ply = serializers.IntegerField(
        min_value=0, max_value=MOST_PLY, help_text="The ply of the view that you act on."
    )
    action = serializers.CharField(
        max_length=10, help_text="One of the view's `legal`, such as `play 5H` or `rob 8C`."
    )


class TakeBackInput(StrictSerializer):
    reason = serializers.CharField(
        max_length=LONGEST_REASON, help_text="Why. Everybody at the table can read it."
    )


@extend_schema_serializer(component_name="PlayedCard")
class PlayedCardSchema(serializers.Serializer):
    place = serializers.IntegerField()
    card = serializers.CharField()


@extend_schema_serializer(component_name="Trick")
class TrickSchema(serializers.Serializer):
    cards = PlayedCardSchema(many=True)
    winner = serializers.IntegerField()


@extend_schema_serializer(component_name="PublicAction")
class PublicActionSchema(serializers.Serializer):
    place = serializers.IntegerField()
    action = serializers.CharField(
        help_text="Only the player who put a card out sees which card it was."
    )


@extend_schema_serializer(component_name="Outcome")
class OutcomeSchema(serializers.Serializer):
    kind = serializers.ChoiceField(get_args(OutcomeKind))
    winners = serializers.ListField(child=serializers.IntegerField())
    tricks = serializers.ListField(child=serializers.IntegerField())
    barred = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    bonus_trick = serializers.IntegerField(allow_null=True)


@extend_schema_serializer(component_name="View")
class ViewSchema(serializers.Serializer):
    """What one seat, or a spectator, may know of a deal."""

    place = serializers.IntegerField(allow_null=True, help_text="Null for a spectator.")
    seats = serializers.IntegerField()
    dealer = serializers.IntegerField()
    turn_up = serializers.CharField()
    trumps = serializers.CharField()
    phase = serializers.ChoiceField(["ask", "answer", "rob", "play", "jink", "over"])
    to_act = serializers.IntegerField(allow_null=True)
    ply = serializers.IntegerField()
    hand = serializers.ListField(child=serializers.CharField())
    hand_counts = serializers.ListField(child=serializers.IntegerField())
    trick = PlayedCardSchema(many=True)
    tricks = TrickSchema(many=True)
    tricks_won = serializers.ListField(child=serializers.IntegerField())
    robbed_by = serializers.IntegerField(allow_null=True)
    announced_by = serializers.IntegerField(allow_null=True)
    put_aside = serializers.ListField(child=serializers.CharField())
    scores = serializers.ListField(child=serializers.IntegerField())
    bonus_trick = serializers.IntegerField(allow_null=True)
    actions = PublicActionSchema(many=True)
    legal = serializers.ListField(child=serializers.CharField())
    outcome = OutcomeSchema(allow_null=True)


@extend_schema_serializer(component_name="Choice")
class ChoiceSchema(serializers.Serializer):
    action = serializers.CharField(help_text="One of the view's `legal`, to be sent as it is.")
    text = serializers.CharField(help_text="The same for people: `Play the five of hearts`.")


@extend_schema_serializer(component_name="WithheldCard")
class WithheldCardSchema(serializers.Serializer):
    card = serializers.CharField()
    reason = serializers.CharField(help_text="Why it may not be played now.")
    rule = serializers.CharField(help_text="The number of the rule that forbids it.")


@extend_schema_serializer(component_name="Choices")
class ChoicesSchema(serializers.Serializer):
    """What the caller may do, in words; both lists are empty unless they have the turn."""

    legal = ChoiceSchema(many=True)
    withheld = WithheldCardSchema(many=True)


class HexField(serializers.Field):
    """Bytes as hexadecimal digits."""

    def to_representation(self, value: Any) -> str:
        return bytes(value).hex()


@extend_schema_field(serializers.CharField)
class Hash(HexField):
    pass


class DealSerializer(serializers.ModelSerializer):
    """A deal as everybody at its table may know it."""

    commitment = Hash(allow_null=True, help_text="SHA-256 of the pack's seed.")
    cards_root = Hash(allow_null=True, help_text="Commits to every single card of the pack.")
    outcome = serializers.SerializerMethodField()

    class Meta:
        model = Deal
        fields: tuple[str, ...] = (
            *("id", "table", "number", "seat_numbers", "dealer", "is_new_pool", "commitment"),
            *("cards_root", "entropy_round"),
            *("outcome", "dealt_at", "ended_at", "settled_at", "voided_at", "void_reason"),
        )
        read_only_fields = fields

    @extend_schema_field(OutcomeSchema(allow_null=True))
    def get_outcome(self, deal: Deal) -> dict[str, Any] | None:
        outcome: dict[str, Any] | None = deal.outcome_json
        return outcome


class SeenDealSerializer(DealSerializer):
    """A deal with what the caller sees of it from their seat, or as a spectator.

    Everybody in the view is named by their place in `seat_numbers`, counted from 0.
    """

    view = serializers.SerializerMethodField()
    choices = serializers.SerializerMethodField()
    turn_ends_at = serializers.SerializerMethodField(
        help_text="When the turn ends, including what is left of the seat's time bank."
    )

    class Meta(DealSerializer.Meta):
        fields = (*DealSerializer.Meta.fields, "turn_ends_at", "view", "choices")
        read_only_fields = fields

    def to_representation(self, instance: Sight) -> Any:
        self._sight = instance
        return super().to_representation(instance.deal)

    @extend_schema_field(ViewSchema(allow_null=True))
    def get_view(self, _: Deal) -> dict[str, Any] | None:
        return self._sight.view.to_json() if self._sight.view else None

    @extend_schema_field(ChoicesSchema())
    def get_choices(self, _: Deal) -> dict[str, Any]:
        return self._sight.choices.to_json()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_turn_ends_at(self, _: Deal) -> Any:
        ends_at = self._sight.turn_ends_at
        return serializers.DateTimeField().to_representation(ends_at) if ends_at else None


class ActionSerializer(serializers.ModelSerializer):
    """An action that everybody has seen; `place` counts the deal's `seat_numbers`, from 0."""

    action = serializers.CharField(source="told")

    class Meta:
        model = Action
        fields = ("ply", "place", "action", "by", "at")
        read_only_fields = fields


class SeatSerializer(serializers.ModelSerializer):
    table_place = serializers.IntegerField(
        source="place",
        help_text="Round the table, clockwise from 0; seats of people who went home keep theirs.",
    )
    name = serializers.CharField(source="player.name")
    stack = serializers.IntegerField(source="stack.balance", help_text="In chips.")

    class Meta:
        model = Seat
        fields = (
            *(
                "number",
                "table_place",
                "player",
                "name",
                "stack",
                "side",
                "bot_level",
                "is_away",
                "is_sitting_out",
                "is_leaving",
                "bank_seconds",
            ),
            *("bought_chips", "more_chips", "cashed_chips"),
        )
        read_only_fields = fields


class TableSerializer(serializers.ModelSerializer):
    pool = serializers.IntegerField(source="pool.balance", help_text="In chips.")

    class Meta:
        model = Table
        fields: tuple[str, ...] = (
            "id",
            "name",
            "mode",
            "status",
            "pool",
            "deals_limit",
            "seats_limit",
            "paused_at",
            "opened_at",
            "closed_at",
        )
        read_only_fields = fields


class WholeTableSerializer(TableSerializer):
    """A table with its seats, its rules, and its deal in play, or else its last one."""

    anchor = Hash(help_text="What the seeds of all deals hash to (docs/fairness.md).")
    house_rules = HouseRulesField(source="rules")
    rules_in_words = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField(
        help_text="Who sits there. At a closed table: everybody who ever sat there."
    )
    deal = serializers.SerializerMethodField()

    class Meta:
        model = Table
        fields = (
            *TableSerializer.Meta.fields,
            *TERMS,
            *("next_deal_at", "bot_seconds", "is_all_in", "anchor", "entropy_phase", "house_rules"),
            *("rules_in_words", "seats", "deal"),
        )
        read_only_fields = fields

    def to_representation(self, instance: TableSight) -> Any:
        self._sight = instance
        return super().to_representation(instance.table)

    def get_rules_in_words(self, table: Table) -> list[str]:
        rules: HouseRules = table.rules
        return list(rules.describe())

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, _: Table) -> Any:
        return SeatSerializer(self._sight.seats, many=True).data

    @extend_schema_field(SeenDealSerializer(allow_null=True))
    def get_deal(self, _: Table) -> Any:
        return SeenDealSerializer(self._sight.deal).data if self._sight.deal else None
