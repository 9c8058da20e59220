"""Totals of real cards over the API: what an evening came to where nobody keeps its deals."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from games.api.bounds import LONGEST_REASON, MOST_DEAL, MOST_SEAT
from games.engine import MOST_CHIPS
from games.evening.totals import Total, Totals
from games.models import TotalsEntry
from games.seat_numbers import SeatNumber

MOST_TOTALS = 100  # Who left and came back has two.


@extend_schema_serializer(component_name="Total")
class TotalInput(StrictSerializer):
    seat = serializers.IntegerField(min_value=0, max_value=MOST_SEAT)
    deals_won = serializers.IntegerField(
        min_value=0, max_value=MOST_DEAL, help_text="By their side."
    )
    chips = serializers.IntegerField(
        min_value=0, max_value=MOST_CHIPS, help_text="Before them at the end, or taken home."
    )


@extend_schema_serializer(component_name="Totals")
class TotalsOfTable(StrictSerializer):
    """What the evening came to at a table."""

    deals = serializers.IntegerField(
        min_value=1, max_value=MOST_DEAL, help_text="How many were played, spoilt ones too."
    )
    of_seats = serializers.ListField(
        child=TotalInput(),
        max_length=MOST_TOTALS,
        help_text="Who went home early may be left out.",
    )
    pool = serializers.IntegerField(
        min_value=0, max_value=MOST_CHIPS, default=0, help_text="Chips that still lie in the pool."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        seats = [line["seat"] for line in attrs["of_seats"]]
        if len(set(seats)) < len(seats):
            raise serializers.ValidationError({"of_seats": ["Name every seat once."]})
        return attrs

    def to_representation(self, instance: Totals) -> dict[str, Any]:
        """Totals as somebody might have sent them."""
        seats = [
            {"seat": int(number), **vars(total)}
            for number, total in sorted(instance.of_seats.items())
        ]
        return {"deals": instance.deals, "of_seats": seats, "pool": instance.pool}


class TotalsInput(StrictSerializer):
    version = serializers.IntegerField(
        min_value=0, max_value=MOST_DEAL, help_text="The entry that you saw, 0 where there is none."
    )
    totals = TotalsOfTable(
        allow_null=True, help_text="null takes them back: the table keeps its deals again."
    )
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        required=False,
        help_text="Why they are put right; everybody at the table can read it. "
        "The first totals need none.",
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only show what would move: nothing is changed."
    )


def totals_of(told: dict[str, Any] | None) -> Totals | None:
    """The totals that a valid `TotalsOfTable` tells."""
    if told is None:
        return None
    seats = {
        SeatNumber(line["seat"]): Total(line["deals_won"], line["chips"])
        for line in told["of_seats"]
    }
    return Totals(deals=told["deals"], of_seats=seats, pool=told["pool"])


class TotalsEntrySerializer(serializers.ModelSerializer):
    """What somebody entered for a table; the last entry counts."""

    totals = serializers.SerializerMethodField(help_text="null: they were taken back.")
    by_name = serializers.CharField(source="by.name")

    class Meta:
        model = TotalsEntry
        fields = ("version", "totals", "by", "by_name", "at", "reason")
        read_only_fields = fields

    @extend_schema_field(TotalsOfTable(allow_null=True))
    def get_totals(self, entry: TotalsEntry) -> dict[str, Any] | None:
        totals = entry.totals
        return None if totals is None else TotalsOfTable().to_representation(totals)
