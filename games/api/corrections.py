"""Putting results of real cards right over the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from games.api.bounds import LONGEST_REASON, MOST_DEAL, MOST_SEAT, MOST_SEATS
from games.api.results import ResultInput, result_of
from games.evening.slots import Correction
from games.play.corrected_chips import Missing, PaidBack
from games.play.corrections import Corrected
from games.play.differences import Change
from games.seat_numbers import SeatNumber

MOST_AT_ONCE = 50


class CorrectionInput(StrictSerializer):
    """What is to count for one deal."""

    deal = serializers.IntegerField(
        min_value=1,
        max_value=MOST_DEAL,
        help_text="Its number; for one more at the end, the number after the last.",
    )
    version = serializers.IntegerField(
        min_value=0, max_value=MOST_DEAL, help_text="The entry that you saw, 0 where there is none."
    )
    result = ResultInput(
        allow_null=True, help_text="null strikes the deal: its number is free again."
    )
    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_SEAT),
        required=False,
        min_length=2,
        max_length=MOST_SEATS,
        help_text="Who was dealt in; left out, as before, or as in the deal beside it.",
    )
    is_forgotten = serializers.BooleanField(
        required=False,
        help_text="It was played before the deal of this number, which moves on by one with all "
        "that follow, as far as the next free number. `version` is that deal's.",
    )


class CorrectionsInput(StrictSerializer):
    reason = serializers.CharField(
        max_length=LONGEST_REASON, help_text="Why; everybody at the table can read it."
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only show what would move: nothing is changed."
    )
    results = serializers.ListField(child=CorrectionInput(), min_length=1, max_length=MOST_AT_ONCE)


def corrections_of(results: list[dict[str, Any]]) -> list[Correction]:
    """The corrections that a valid `CorrectionsInput` tells."""
    return [
        Correction(
            deal=one["deal"],
            version=one["version"],
            result=None if one["result"] is None else result_of(one["result"]),
            seats=tuple(map(SeatNumber, one["seats"])) if "seats" in one else None,
            is_forgotten=one.get("is_forgotten", False),
        )
        for one in results
    ]


@extend_schema_serializer(component_name="CorrectedSeat")
class CorrectedSeatSerializer(serializers.Serializer[Change]):
    seat = serializers.IntegerField(source="seat.number")
    player = serializers.IntegerField(source="seat.player_id")
    name = serializers.CharField(source="seat.player.name")
    before = serializers.IntegerField(help_text="The stack; at a closed table what went home.")
    after = serializers.IntegerField()


@extend_schema_serializer(component_name="MissingChips")
class MissingChipsSerializer(serializers.Serializer[Missing]):
    account = serializers.IntegerField(source="account.pk")
    name = serializers.CharField(source="account.name")
    chips = serializers.IntegerField(
        help_text="They come from the corrections; negative: they go there, the purse is closed."
    )


@extend_schema_serializer(component_name="ChipsPaidBack")
class PaidBackSerializer(serializers.Serializer[PaidBack]):
    account = serializers.IntegerField(source="account.pk")
    name = serializers.CharField(source="account.name")
    chips = serializers.IntegerField(help_text="They go from this purse to the corrections.")
    left = serializers.IntegerField(help_text="What it still owes them after that.")


@extend_schema_serializer(component_name="PuttingIn")
class PuttingInSchema(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    chips = serializers.IntegerField()


@extend_schema_serializer(component_name="DealToCome")
class DealToComeSchema(serializers.Serializer[Any]):
    dealer = serializers.IntegerField(help_text="The number of the seat.")
    puts_in = PuttingInSchema(many=True)


@extend_schema_serializer(component_name="Corrected")
class CorrectedSerializer(serializers.Serializer[Corrected]):
    """What was put right, or would be."""

    deals = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers with a new entry."
    )
    seats = CorrectedSeatSerializer(source="changes", many=True)
    pool_before = serializers.IntegerField()
    pool_after = serializers.IntegerField()
    missing = MissingChipsSerializer(
        source="lending.missing",
        many=True,
        help_text="What purses of people who have gone home do not hold any more.",
    )
    paid_back = PaidBackSerializer(
        source="lending.paid_back",
        many=True,
        help_text="What purses get here, and had lacked in an earlier correction.",
    )
    next = serializers.SerializerMethodField(
        help_text="null: the table has closed, or keeps totals."
    )

    @extend_schema_field(DealToComeSchema(allow_null=True))
    def get_next(self, corrected: Corrected) -> dict[str, Any] | None:
        line = corrected.upcoming
        if line is None or not line.numbers:
            return None
        puts_in = zip(line.numbers, line.contributions, strict=True)
        return {
            "dealer": line.numbers[line.dealer],
            "puts_in": [{"seat": seat, "chips": chips} for seat, chips in puts_in],
        }
