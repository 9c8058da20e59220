"""Tournaments, their rounds and standings as JSON, and what the door takes in."""

from typing import Any

from rest_framework import serializers

from clubs.api.door import ClubField, MemberField
from deploy.rest.serializers import StrictSerializer
from games.api.terms import TermsInput
from games.bots import BOT_CHOICES
from games.models import TERMS
from tournaments.models import Entrant, Place, Round, RoundTable, Tournament

MOST_CHIPS = 1_000_000


class TournamentSerializer(serializers.ModelSerializer):
    entrants = serializers.IntegerField(source="entrants_count", help_text="How many are in.")
    prize_chips = serializers.IntegerField(
        source="fund.balance", help_text="What is in the fund: all of it until it is paid out."
    )

    class Meta:
        model = Tournament
        fields = (
            *("id", "club", "name", "status", "starts_at", "entrants", "entry_chips"),
            *("prize_chips", "prize_percents", "starting_stack", "rounds_count"),
            *("deals_a_round", "table_size"),
            *TERMS,
        )
        read_only_fields = fields


class EntrantSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="member.player.name")

    class Meta:
        model = Entrant
        fields = ("id", "member", "name", "bot_level", "entered_at")
        read_only_fields = fields


class WholeTournamentSerializer(TournamentSerializer):
    house_rules = serializers.JSONField(source="rules_json", help_text="Every option by its name.")
    entered = EntrantSerializer(many=True, source="entrants_in", help_text="Who is in, by entry.")

    class Meta:
        model = Tournament
        fields = (*TournamentSerializer.Meta.fields, "house_rules", "entered")
        read_only_fields = fields


class TournamentInput(TermsInput):
    club = ClubField()
    name = serializers.CharField(max_length=100)
    rounds_count = serializers.IntegerField(min_value=1, max_value=100)
    deals_a_round = serializers.IntegerField(min_value=1, max_value=1000)
    starting_stack = serializers.IntegerField(min_value=1, max_value=MOST_CHIPS)
    entry_chips = serializers.IntegerField(min_value=0, max_value=MOST_CHIPS, required=False)
    table_size = serializers.IntegerField(min_value=2, max_value=10, required=False)
    prize_percents = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        allow_empty=False,
        max_length=100,
        required=False,
        help_text="What the first, second, ... place is worth; together 100.",
    )
    starts_at = serializers.DateTimeField(
        allow_null=True, required=False, help_text="Left out, an organiser starts it."
    )


class EntryInput(StrictSerializer):
    """Nobody named: the caller himself. Organisers may name any member of their club."""

    member = MemberField(required=False)
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, required=False, help_text="Who plays for the member named, if not he."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "bot_level" in attrs and "member" not in attrs:
            raise serializers.ValidationError(
                {"bot_level": ["Only an organiser gives a member a bot: name the member."]}
            )
        return attrs


class WithdrawalInput(StrictSerializer):
    """Nobody named: the caller himself. Organisers may name any member of their club."""

    member = MemberField(required=False)


class PlaceSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="entrant.member.player.name")

    class Meta:
        model = Place
        fields = ("seat", "entrant", "name", "chips", "deals_won")
        read_only_fields = fields


class RoundTableSerializer(serializers.ModelSerializer):
    places = PlaceSerializer(many=True)

    class Meta:
        model = RoundTable
        fields = ("number", "table", "places")
        read_only_fields = fields


class RoundSerializer(serializers.ModelSerializer):
    seed = serializers.CharField(help_text="Makes the draw again; 63 bits, so it is a text.")
    tables = RoundTableSerializer(many=True)

    class Meta:
        model = Round
        fields = (
            *("number", "seed", "repeat_meetings", "least_repeats"),
            *("started_at", "finished_at", "tables"),
        )
        read_only_fields = fields


class ResultSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="Equals share one.")
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    chips = serializers.IntegerField(help_text="Won or lost in the rounds that are over.")
    deals_won = serializers.IntegerField()
    prize_chips = serializers.IntegerField()
