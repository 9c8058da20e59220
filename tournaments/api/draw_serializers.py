"""Draws as JSON, and what their doors take in."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from tournaments.draw_documents import told
from tournaments.models import DrawStatus, RoundDraw

MOST_NUMBER = 32_767
"""What the columns hold."""


class DrawnEntrantSerializer(serializers.Serializer):
    entrant = serializers.IntegerField()
    name = serializers.CharField()


class DrawnCompanySerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="From 1.")
    entrants = DrawnEntrantSerializer(many=True, help_text="In the order of the seats.")


class RoundDrawSerializer(serializers.ModelSerializer):
    """A draw with names; the context has them as `names`, by entrant."""

    round = serializers.IntegerField(source="round_number")
    stage = serializers.IntegerField(source="stage.number", help_text="Of which stage, from 1.")
    draw = serializers.IntegerField(
        source="number", help_text="Which draw of this round, from 1: all of them are kept."
    )
    seed = serializers.CharField(
        help_text="The seed of the draw. It is text because some programs cannot hold 63-bit "
        "numbers."
    )
    tables = serializers.SerializerMethodField(help_text="After the moves by hand.")
    byes = serializers.SerializerMethodField(help_text="Who has no opponents in this round.")
    sits_out = serializers.SerializerMethodField(help_text="Who has no seat, and no points for it.")
    moves = serializers.SerializerMethodField(help_text="The moves by hand, in words.")

    class Meta:
        model = RoundDraw
        fields = (
            *("round", "stage", "draw", "status", "seed", "planner", "repeat_meetings"),
            *("least_repeats", "drawn_at", "publishes_at", "published_at"),
            *("tables", "byes", "sits_out", "moves"),
        )
        read_only_fields = fields

    @extend_schema_field(DrawnCompanySerializer(many=True))
    def get_tables(self, draw: RoundDraw) -> Any:
        return [
            {"number": number, "entrants": [self._named(one) for one in table]}
            for number, table in enumerate(draw.laid.tables, start=1)
        ]

    @extend_schema_field(DrawnEntrantSerializer(many=True))
    def get_byes(self, draw: RoundDraw) -> Any:
        return [self._named(bye.entrant) for bye in draw.laid.byes]

    @extend_schema_field(DrawnEntrantSerializer(many=True))
    def get_sits_out(self, draw: RoundDraw) -> Any:
        return [self._named(one) for one in draw.laid.sits_out]

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_moves(self, draw: RoundDraw) -> Any:
        return [told(move, self.context["names"]) for move in draw.moves]

    def _named(self, entrant: int) -> dict[str, Any]:
        return {"entrant": entrant, "name": self.context["names"][entrant]}


class MovedDrawSerializer(serializers.Serializer):
    repeats_before = serializers.IntegerField()
    repeats_after = serializers.IntegerField()
    draw = RoundDrawSerializer(help_text="As it is now.")


class DrawDocumentSerializer(serializers.Serializer):
    """All that anybody needs to draw again; `manage.py verify_draw --document FILE` does it."""

    tournament = serializers.IntegerField()
    name = serializers.CharField()
    round = serializers.IntegerField()
    stage = serializers.IntegerField()
    draw = serializers.IntegerField(help_text="Which draw of this round, from 1.")
    status = serializers.ChoiceField(DrawStatus.choices)
    planner = serializers.IntegerField(help_text="The version of the planner that drew it.")
    seed = serializers.CharField()
    drawn_at = serializers.DateTimeField()
    publishes_at = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    repeat_meetings = serializers.IntegerField()
    least_repeats = serializers.IntegerField(help_text="Any draw has at least this many.")
    inputs = serializers.DictField(help_text="All that the draw follows from.")
    drawn = serializers.DictField(help_text="Who sits where, as it was drawn.")
    moves = serializers.ListField(child=serializers.DictField(), help_text="By hand, in order.")
    played = serializers.DictField(help_text="Who sits where, after the moves.")
    names = serializers.DictField(child=serializers.CharField(), help_text="By entrant.")


class SeenDrawInput(StrictSerializer):
    """If you name the draw that you saw, nothing is done once another one waits."""

    draw = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)


class MoveInDrawInput(SeenDrawInput):
    """Two change places (`entrant` and `other`), or one goes to a table (`entrant`, `to_table`)."""

    entrant = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    other = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    to_table = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("other" in attrs) == ("to_table" in attrs):
            raise serializers.ValidationError(
                {"other": ["Name either another entrant or a table."]}
            )
        return attrs
