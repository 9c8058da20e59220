"""Tournaments, their rounds and standings as JSON, and what the door takes in."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.door import ClubField, MemberField
from clubs.api.rules import StartInput
from deploy.rest.serializers import StrictSerializer
from games.api.house_rules import RulesetField
from games.api.terms import TermsInput
from games.bots import BOT_CHOICES
from games.engine import MOST_CHIPS
from games.models import TERMS
from tournaments.formats import FIRST_FORMAT
from tournaments.formats.settings import DEALS, ROUNDS, STACK, TABLE_SIZE
from tournaments.models import (
    Entrant,
    Round,
    RoundSeat,
    RoundTable,
    Tournament,
)
from tournaments.rights import ANNOUNCE


class TournamentSerializer(serializers.ModelSerializer):
    format = serializers.CharField(help_text="How it is drawn and ranked.")
    format_settings = serializers.DictField(
        child=serializers.IntegerField(), help_text="The format's own settings."
    )
    entrants = serializers.IntegerField(source="entrants_count", help_text="How many have entered.")
    prize_chips = serializers.IntegerField(
        source="fund.balance", help_text="What is in the fund, until it is paid out."
    )

    class Meta:
        model = Tournament
        fields = (
            *("id", "club", "name", "status", "starts_at", "entrants", "entry_chips"),
            *("format", "format_settings"),
            *("prize_chips", "prize_percents", "starting_stack", "rounds_count"),
            *("deals_a_round", "table_size"),
            *TERMS,
            "version",
        )
        read_only_fields = fields


class EntrantSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="member.player.name")

    class Meta:
        model = Entrant
        fields = ("id", "member", "name", "bot_level", "entered_at")
        read_only_fields = fields


class MeasureSerializer(serializers.Serializer):
    key = serializers.CharField(help_text="Its name in the figures of the standings.")
    name = serializers.CharField()
    short_name = serializers.CharField()
    counts = serializers.CharField(help_text="What it counts, in a sentence.")


class WholeTournamentSerializer(TournamentSerializer):
    house_rules = RulesetField(source="rules")
    entered = EntrantSerializer(
        many=True,
        source="entrants_in",
        help_text="Everybody who has entered, in the order of entry.",
    )

    measures = MeasureSerializer(
        many=True, source="played_as.measures", help_text="What decides the rank, in this order."
    )

    class Meta:
        model = Tournament
        fields = (*TournamentSerializer.Meta.fields, "house_rules", "measures", "entered")
        read_only_fields = fields


class AnnouncementInput(TermsInput):
    """An announcement. A field that you leave out gets its default, or stays as it is."""

    name = serializers.CharField(max_length=100)
    format = serializers.CharField(
        max_length=30,
        required=False,
        help_text=f"How it is drawn and ranked; {FIRST_FORMAT} if you leave it out.",
    )
    format_settings = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text="The format's own settings; one that you leave out has its default.",
    )
    rounds_count = serializers.IntegerField(min_value=ROUNDS.least, max_value=ROUNDS.most)
    deals_a_round = serializers.IntegerField(min_value=DEALS.least, max_value=DEALS.most)
    starting_stack = serializers.IntegerField(min_value=STACK.least, max_value=STACK.most)
    entry_chips = serializers.IntegerField(min_value=0, max_value=MOST_CHIPS, required=False)
    table_size = serializers.IntegerField(
        min_value=TABLE_SIZE.least, max_value=TABLE_SIZE.most, required=False
    )
    prize_percents = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        allow_empty=False,
        max_length=100,
        required=False,
        help_text="Percent of the fees for the first rank, the second and so on; together 100.",
    )
    starts_at = serializers.DateTimeField(
        allow_null=True, required=False, help_text="If you leave it out, an organiser starts it."
    )


class TournamentInput(StartInput, AnnouncementInput):
    """It is played by the club's house rules of this moment, unless you name others."""

    club = ClubField(deed=ANNOUNCE)


class EntryInput(StrictSerializer):
    """If you leave out `member`, this is for the caller. Organisers can name any member."""

    member = MemberField(required=False)
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, required=False, help_text="The bot that plays for the member named."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "bot_level" in attrs and "member" not in attrs:
            raise serializers.ValidationError(
                {"bot_level": ["Only an organiser gives a member a bot: name the member."]}
            )
        return attrs


class WithdrawalInput(StrictSerializer):
    """If you leave out `member`, this is for the caller. Organisers can name any member."""

    member = MemberField(required=False)


class RoundSeatSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="entrant.member.player.name")

    class Meta:
        model = RoundSeat
        fields = ("seat", "entrant", "name", "chips", "deals_won", "tricks")
        read_only_fields = fields


class RoundTableSerializer(serializers.ModelSerializer):
    seats = RoundSeatSerializer(many=True)

    class Meta:
        model = RoundTable
        fields = ("number", "table", "seats")
        read_only_fields = fields


class RepeatMeetingSerializer(serializers.Serializer):
    entrants = serializers.SerializerMethodField(help_text="The two who meet again.")
    names = serializers.ListField(child=serializers.CharField(), help_text="Theirs.")
    times = serializers.IntegerField(help_text="At how many tables they have met before.")

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_entrants(self, meeting: Any) -> list[int]:
        return [entrant.pk for entrant in meeting.entrants]


class RoundSerializer(serializers.ModelSerializer):
    seed = serializers.CharField(
        help_text="The seed of the draw: with it anybody can repeat the draw. It is text because "
        "some programs cannot hold 63-bit numbers."
    )
    meets_again = serializers.SerializerMethodField(
        help_text="Who was drawn to one table, and has met before in this tournament."
    )
    tables = RoundTableSerializer(many=True)

    class Meta:
        model = Round
        fields = (
            *("number", "seed", "repeat_meetings", "least_repeats", "meets_again"),
            *("started_at", "finished_at", "tables"),
        )
        read_only_fields = fields

    @extend_schema_field(RepeatMeetingSerializer(many=True))
    def get_meets_again(self, round: Any) -> Any:
        meetings = self.context["meets_again"][round.number]
        return RepeatMeetingSerializer(meetings, many=True).data


class ResultSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="Equal entrants share a rank.")
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    chips = serializers.IntegerField(help_text="Won or lost in the rounds that are over.")
    deals_won = serializers.IntegerField()
    figures = serializers.DictField(
        child=serializers.IntegerField(), help_text="What each measure counts, by its key."
    )
    prize_chips = serializers.IntegerField()
