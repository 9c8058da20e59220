"""Results of real cards over the API: what was entered, what may be entered next."""

from collections.abc import Mapping
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from deploy.rest.serializers import StrictSerializer
from games.api.bounds import MOST_DEAL, MOST_SEAT, MOST_SEATS
from games.api.totals import TotalsEntrySerializer
from games.engine import Ending, Offence, Outcome, offences
from games.engine.outcome import OutcomeKind
from games.evening.result import Result, endings_of
from games.models import Deal, ResultEntry, Table
from games.play.by_hand import Upcoming
from games.play.held_up import HeldUp, Offer
from games.play.lineup import LineUp
from games.seat_numbers import SeatNumber

MOST_TRICKS = 5
MOST_SCORE = 1_000
KINDS = get_args(OutcomeKind)
OFFENCES = get_args(Offence)


def _seat(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=MOST_SEAT, **options)


class BarredInput(StrictSerializer):
    seat = _seat()
    reason = serializers.ChoiceField(OFFENCES)


class TricksInput(StrictSerializer):
    seat = _seat()
    tricks = serializers.IntegerField(min_value=0, max_value=MOST_TRICKS)


class ScoreInput(StrictSerializer):
    seat = _seat()
    score = serializers.IntegerField(min_value=0, max_value=MOST_SCORE)


@extend_schema_serializer(component_name="RecordedResult")
class ResultInput(StrictSerializer):
    """How a deal ended; everybody is named by the number of their seat at the table."""

    kind = serializers.ChoiceField(
        KINDS,
        help_text="In a game for points `scored`: who got out follows from the tricks or scores.",
    )
    winner = _seat(required=False, allow_null=True, help_text="A seat of the side that won.")
    barred = serializers.ListField(
        child=BarredInput(),
        required=False,
        max_length=MOST_SEATS,
        help_text="Who lost the right to win in this deal.",
    )
    tricks = serializers.ListField(
        child=TricksInput(),
        required=False,
        max_length=MOST_SEATS,
        help_text="Those of a side at any of its seats. Only a game for points needs them.",
    )
    scores = serializers.ListField(
        child=ScoreInput(),
        required=False,
        max_length=MOST_SEATS,
        help_text="Instead of tricks: what each side stands at after the deal.",
    )
    bonus = _seat(
        required=False,
        allow_null=True,
        help_text="A seat of the side that took the trick with the best trump, where that scores.",
    )
    dealer = _seat(
        required=False,
        allow_null=True,
        help_text="Who dealt: in the first deal, as the cards fell, or if somebody dealt out of "
        "turn. Otherwise it follows from the deal before.",
    )
    is_dealt_again = serializers.BooleanField(
        required=False,
        help_text="After a misdeal the same dealer deals again. What they put in for it, if "
        "anything, follows from the rules of the table.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """By seat, as `result_of` reads it."""
        told = dict(attrs)
        for name, what in (("barred", "reason"), ("tricks", "tricks"), ("scores", "score")):
            lines = attrs.get(name, [])
            told[name] = {SeatNumber(line["seat"]): line[what] for line in lines}
            if len(told[name]) < len(lines):
                raise serializers.ValidationError({name: ["Name every seat once."]})
        return told

    def to_representation(self, instance: Result) -> dict[str, Any]:
        """A result as somebody might have sent it."""
        told = instance.to_json()
        for name, what in (("barred", "reason"), ("tricks", "tricks"), ("scores", "score")):
            told[name] = [{"seat": int(seat), what: one} for seat, one in told[name].items()]
        return told


def result_of(told: dict[str, Any]) -> Result:
    """The result that a valid `ResultInput` tells."""
    return Result(**told)


class DealEntryInput(StrictSerializer):
    """The result of the next deal."""

    deal = serializers.IntegerField(
        min_value=1, max_value=MOST_DEAL, help_text="The number of the deal that is meant."
    )
    result = ResultInput()


class ResultEntrySerializer(serializers.ModelSerializer):
    """What somebody entered for a deal."""

    result = serializers.SerializerMethodField(help_text="null: there was no such deal.")
    by_name = serializers.CharField(source="by.name", allow_null=True, default=None)

    class Meta:
        model = ResultEntry
        fields = ("version", "result", "by", "by_name", "at", "reason")
        read_only_fields = fields

    @extend_schema_field(ResultInput(allow_null=True))
    def get_result(self, entry: ResultEntry) -> dict[str, Any] | None:
        result = entry.result
        return None if result is None else ResultInput().to_representation(result)


@extend_schema_serializer(component_name="SeatOfDeal")
class LineSchema(serializers.Serializer):
    seat = serializers.IntegerField()
    put_in = serializers.IntegerField(help_text="In chips, before the deal.")
    gained = serializers.IntegerField(help_text="In chips, at its end.")
    score = serializers.IntegerField(allow_null=True, help_text="After it, in a game for points.")
    is_winner = serializers.BooleanField()
    is_barred = serializers.BooleanField()


class RecordedDealSerializer(serializers.ModelSerializer):
    """A deal with real cards as its newest entry has it, and all its entries."""

    deal = serializers.IntegerField(source="number")
    version = serializers.SerializerMethodField(help_text="Counts its entries.")
    kind = serializers.SerializerMethodField()
    dealer = serializers.SerializerMethodField(help_text="The number of the seat.")
    seats = serializers.SerializerMethodField(help_text="Who was dealt in.")
    entries = ResultEntrySerializer(many=True, read_only=True)

    class Meta:
        model = Deal
        fields = ("deal", "version", "kind", "dealer", "is_new_pool", "seats", "entries")
        read_only_fields = fields

    def get_version(self, deal: Deal) -> int:
        return max((entry.version for entry in deal.entries.all()), default=0)

    @extend_schema_field(serializers.ChoiceField(KINDS, allow_null=True))
    def get_kind(self, deal: Deal) -> str | None:
        return None if deal.voided_at or not deal.outcome else deal.outcome.kind

    def get_dealer(self, deal: Deal) -> int:
        return int(deal.seat_numbers[deal.dealer])

    @extend_schema_field(LineSchema(many=True))
    def get_seats(self, deal: Deal) -> list[dict[str, Any]]:
        outcome = deal.outcome
        if outcome is None or deal.voided_at is not None:
            return []
        return [_line(deal, outcome, place) for place in range(len(deal.seat_numbers))]


def _line(deal: Deal, outcome: Outcome, place: int) -> dict[str, Any]:
    return {
        "seat": deal.seat_numbers[place],
        "put_in": deal.contributions[place],
        "gained": deal.gains[place],
        "score": outcome.scores[place] if outcome.scores else None,
        "is_winner": place in outcome.winners,
        "is_barred": place in outcome.barred,
    }


@extend_schema_serializer(component_name="PossibleEnding")
class EndingSchema(serializers.Serializer):
    """A way in which the deal may have ended, as long as nobody else is barred."""

    kind = serializers.ChoiceField(KINDS)
    winners = serializers.ListField(
        child=serializers.IntegerField(), help_text="A seat of each side that may have won."
    )
    is_counted = serializers.BooleanField(help_text="Tell the tricks or the scores.")
    may_deal_again = serializers.BooleanField()


@extend_schema_serializer(component_name="SeatOfNextDeal")
class NextLineSchema(serializers.Serializer):
    seat = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    puts_in = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)
    is_barred = serializers.BooleanField(help_text="By a misdeal before.")


@extend_schema_serializer(component_name="NextDeal")
class NextDealSchema(serializers.Serializer):
    """Who plays the next deal, and the results that are accepted for it."""

    deal = serializers.IntegerField()
    dealer = serializers.IntegerField(help_text="Unless the result names another.")
    dealers = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The seats that the result may name as dealer; `?dealer=` shows the deal as they "
        "deal it.",
    )
    is_new_pool = serializers.BooleanField()
    seats = NextLineSchema(many=True)
    endings = EndingSchema(many=True)
    offences = serializers.ListField(child=serializers.ChoiceField(OFFENCES))


class DealtBy(serializers.Serializer):
    dealer = _seat(required=False, help_text="Show the next deal as if this seat deals it.")

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> SeatNumber | None:
        """The seat that deals, if somebody asks for one."""
        given = cls(data=query)
        given.is_valid(raise_exception=True)
        return given.validated_data.get("dealer")


@extend_schema_serializer(component_name="SeatOfBrokenSide")
class SideSeatSchema(serializers.Serializer):
    seat = serializers.IntegerField(source="number")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    side = serializers.IntegerField()


@extend_schema_serializer(component_name="HeldUp")
class HeldUpSchema(serializers.Serializer):
    """The people without whom no deal is dealt."""

    missing = SideSeatSchema(many=True, help_text="Some of them may have gone home.")
    waiting = SideSeatSchema(many=True, help_text="Their partners, who could play.")
    offers = serializers.ListField(
        child=serializers.ChoiceField([one.value for one in Offer]),
        help_text="What lets the table go on: a `substitute` takes the place of who is missing, "
        "the side is let to `sit_out`, or people `move` to another table.",
    )
    sentence = serializers.CharField(help_text="The same in words.")


@extend_schema_serializer(component_name="Results")
class ResultsSchema(serializers.Serializer):
    next = NextDealSchema(allow_null=True, help_text="null: nothing can be entered.")
    held_up = HeldUpSchema(
        allow_null=True,
        help_text="Of a table online, too: a side is not whole, and no deal is dealt. Else null.",
    )
    results = RecordedDealSerializer(many=True)
    totals = TotalsEntrySerializer(
        many=True, help_text="What was entered instead of deals; the last entry counts."
    )


def next_deal(table: Table, upcoming: Upcoming, dealer: SeatNumber | None) -> dict[str, Any]:
    """The next deal of a table as `NextDealSchema` describes it, if this seat deals.

    Raises:
        NotDealtIn: they cannot deal.
    """
    lineup = upcoming.dealt_by(dealer)
    lines = [
        {
            "seat": seat.number,
            "player": seat.player_id,
            "name": str(seat.player),
            "puts_in": lineup.contributions[place],
            "score": lineup.scores[place] if lineup.scores else None,
            "is_barred": place in lineup.barred,
        }
        for place, seat in enumerate(lineup.seats)
    ]
    return {
        "deal": lineup.number,
        "dealer": lineup.numbers[lineup.dealer],
        "dealers": list(upcoming.by_dealer),
        "is_new_pool": lineup.is_new_pool,
        "seats": lines,
        "endings": [_ending(lineup, each) for each in endings_of(table.rules, lineup)],
        "offences": offences(table.rules),
    }


def told_held_up(waits: HeldUp | None) -> dict[str, Any] | None:
    """A table that waits, as `HeldUpSchema` describes it."""
    if waits is None:
        return None
    told: dict[str, Any] = {
        "missing": waits.missing,
        "waiting": waits.waiting,
        "offers": list(Offer),
        "sentence": waits.sentence,
    }
    return dict(HeldUpSchema(told).data)


def _ending(lineup: LineUp, ending: Ending) -> dict[str, Any]:
    return {
        "kind": ending.kind,
        "winners": [lineup.numbers[place] for place in ending.winners],
        "is_counted": ending.is_counted,
        "may_deal_again": ending.may_deal_again,
    }
