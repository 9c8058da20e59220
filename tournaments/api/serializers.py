"""Tournaments, their rounds and standings as JSON, and what the door takes in."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.door import ClubField
from clubs.api.rules import StartInput
from deploy.rest.serializers import StrictSerializer
from games.api.house_rules import RulesetField
from games.api.terms import TermsInput
from games.engine import MOST_CHIPS
from games.models import TERMS
from tournaments.api.entrant_list import STATES
from tournaments.api.entrants import EntryTermsInput
from tournaments.api.prizes import PrizeCategorySerializer, PrizesInput
from tournaments.api.scheduling import BreakInput, BreaksInput
from tournaments.entrant_states import State
from tournaments.formats import FIRST_FORMAT
from tournaments.formats.settings import DEALS, MEMBERS, MINUTES, ROUNDS, STACK, TABLE_SIZE
from tournaments.models import (
    CUT_TIES,
    ENTRY_TERMS,
    MOST_GRACE_MINUTES,
    MOST_MINUTES,
    USUAL_GRACE_MINUTES,
    Bye,
    Carries,
    Round,
    RoundSeat,
    RoundTable,
    Stage,
    Tournament,
)
from tournaments.promises import PRIZE_FIELDS, prize_plan
from tournaments.results import Result
from tournaments.rights import ANNOUNCE
from tournaments.stages import MOST_STAGES, STAGE_FIELDS
from tournaments.waits import told_wait

MOST_CUT = 32_767
"""What the column holds."""


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer"},
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}},
        ]
    }
)
class SettingField(serializers.JSONField):
    """A setting of a format: a whole number, a word, or words in an order."""


class MeasureSerializer(serializers.Serializer):
    key = serializers.CharField(help_text="Its name in the figures of the standings.")
    name = serializers.CharField()
    short_name = serializers.CharField()
    counts = serializers.CharField(help_text="What it counts, in a sentence.")
    decimals = serializers.IntegerField(
        help_text="How many digits of its figures stand behind the point: with 2, 640 means 6.4."
    )


class StageSerializer(serializers.ModelSerializer):
    format = serializers.CharField(help_text="How it is drawn and ranked.")
    format_settings = serializers.DictField(
        child=SettingField(), help_text="The format's own settings."
    )
    measures = serializers.SerializerMethodField(help_text="What decides the rank, in this order.")
    seed = serializers.CharField(
        allow_null=True,
        help_text="The seed of its lots, once it has begun. It is text because some programs "
        "cannot hold 63-bit numbers.",
    )

    class Meta:
        model = Stage
        fields = ("number", *STAGE_FIELDS, "seed", "measures", "started_at", "finished_at")
        read_only_fields = fields

    @extend_schema_field(MeasureSerializer(many=True))
    def get_measures(self, stage: Stage) -> Any:
        return MeasureSerializer(stage.played_as.measures(stage.plan), many=True).data


class TournamentSerializer(serializers.ModelSerializer):
    prize_categories = serializers.SerializerMethodField()
    stages = StageSerializer(
        many=True, source="stages_in_order", help_text="What is played, in this order."
    )
    breaks = BreakInput(many=True, help_text="After which rounds, and for how many minutes.")
    entrants = serializers.IntegerField(
        source="entrants_count", help_text="How many have entered and have a place."
    )
    needs_code = serializers.SerializerMethodField(
        help_text="Whether people need an invitation code to enter by themselves."
    )
    prize_chips = serializers.SerializerMethodField(
        help_text="All that the fund holds for prizes, or has paid. Fees of entrants without a "
        "place do not count."
    )

    class Meta:
        model = Tournament
        fields = (
            *("id", "club", "name", "status", "opens_at", "check_in_minutes", "starts_at"),
            "check_in_grace_minutes",
            *("finished_at", "payout_minutes", "draw_minutes", "is_public"),
            *("entrants", "members_count"),
            *("entry_chips", "prize_chips", *PRIZE_FIELDS, "stages"),
            *(name for name in ENTRY_TERMS if name != "invitation_code"),
            *("needs_code", "breaks", "break_until", "paused_at", "ends_early"),
            *TERMS,
            *("version", "updated_at"),
        )
        read_only_fields = fields

    @extend_schema_field(PrizeCategorySerializer(many=True))
    def get_prize_categories(self, tournament: Tournament) -> Any:
        codes = prize_plan(tournament).codes
        announced = zip(codes, tournament.prize_categories, strict=True)
        told = [{"code": code, **one} for code, one in announced]
        return PrizeCategorySerializer(told, many=True).data

    def get_prize_chips(self, tournament: Any) -> int:
        outside: int = tournament.outside_count * tournament.members_count
        chips: int = tournament.fund.balance + tournament.paid_chips
        return chips - outside * tournament.entry_chips

    def get_needs_code(self, tournament: Tournament) -> bool:
        return bool(tournament.invitation_code)


class WholeTournamentSerializer(TournamentSerializer):
    waits_for = serializers.SerializerMethodField(
        help_text="What it waits for after its start, in a sentence; empty if for nothing."
    )
    house_rules = RulesetField(source="rules")
    invitation_code = serializers.CharField(
        source="shown_code",
        help_text="Only organisers see it; empty for everybody else, and if nobody needs one.",
    )

    class Meta:
        model = Tournament
        fields = (
            *TournamentSerializer.Meta.fields,
            "waits_for",
            *("invitation_code", "house_rules"),
        )
        read_only_fields = fields

    def get_waits_for(self, tournament: Tournament) -> str:
        return told_wait(tournament)


class StageInput(StrictSerializer):
    """A stage. What you leave out has its default."""

    format = serializers.CharField(
        max_length=30,
        required=False,
        help_text=f"How it is drawn and ranked; {FIRST_FORMAT} if you leave it out.",
    )
    format_settings = serializers.DictField(
        child=SettingField(),
        required=False,
        help_text="The format's own settings; one that you leave out has its default.",
    )
    rounds_count = serializers.IntegerField(
        min_value=ROUNDS.least, max_value=ROUNDS.most, required=False
    )
    deals_a_round = serializers.IntegerField(
        min_value=DEALS.least, max_value=DEALS.most, required=False
    )
    round_minutes = serializers.IntegerField(
        min_value=MINUTES.least,
        max_value=MINUTES.most,
        allow_null=True,
        required=False,
        help_text="How many minutes a round lasts. Then each table ends the deal in play. A round"
        " that the clock ends needs no `deals_a_round`.",
    )
    starting_stack = serializers.IntegerField(
        min_value=STACK.least, max_value=STACK.most, required=False
    )
    table_size = serializers.IntegerField(
        min_value=TABLE_SIZE.least, max_value=TABLE_SIZE.most, required=False
    )
    carries = serializers.ChoiceField(
        Carries.choices,
        required=False,
        help_text="How much of what was scored in the stages before counts in this one.",
    )
    cut = serializers.IntegerField(
        min_value=2,
        max_value=MOST_CUT,
        allow_null=True,
        required=False,
        help_text="How many of the stage before go on to this one; leave it out for all of them.",
    )
    cut_ties = serializers.ChoiceField(
        [(ties.value, words) for ties, words in CUT_TIES.items()],
        required=False,
        help_text="Who goes on if several people have equal points at the cut.",
    )


class AnnouncementInput(StageInput, EntryTermsInput, BreaksInput, PrizesInput, TermsInput):
    """An announcement. A field that you leave out gets its default, or stays as it is.

    A tournament of one stage has the fields of the stage beside its name. One of several has all of
    them in `stages`.
    """

    name = serializers.CharField(max_length=100)
    stages = serializers.ListField(
        child=StageInput(),
        allow_empty=False,
        max_length=MOST_STAGES,
        required=False,
        help_text="All stages, in the order in which they are played.",
    )
    entry_chips = serializers.IntegerField(
        min_value=0,
        max_value=MOST_CHIPS,
        required=False,
        help_text="The fee of each member who plays.",
    )
    members_count = serializers.IntegerField(
        min_value=MEMBERS.least,
        max_value=MEMBERS.most,
        required=False,
        help_text="How many play together as one entrant: 1, or 2 for pairs, or 3 for threes.",
    )
    opens_at = serializers.DateTimeField(
        allow_null=True,
        required=False,
        help_text="When members can enter. If you leave it out: as soon as it is announced.",
    )
    check_in_minutes = serializers.IntegerField(
        min_value=0,
        max_value=MOST_MINUTES,
        allow_null=True,
        required=False,
        help_text="How long before the start the check-in begins. Whoever does not check in "
        "before it starts is let go, and gets the fee back. If you leave it out, none begins by "
        "itself.",
    )
    check_in_grace_minutes = serializers.IntegerField(
        min_value=0,
        max_value=MOST_GRACE_MINUTES,
        required=False,
        help_text="How long after the start it waits for those who have not checked in; "
        f"{USUAL_GRACE_MINUTES} if you leave it out. Then it starts without them, if at least "
        "half are here.",
    )
    starts_at = serializers.DateTimeField(
        allow_null=True, required=False, help_text="If you leave it out, an organiser starts it."
    )
    is_public = serializers.BooleanField(
        required=False, help_text="Whether people who have not signed in read its board."
    )
    payout_minutes = serializers.IntegerField(
        min_value=0,
        max_value=MOST_MINUTES,
        required=False,
        help_text="How long the prizes wait for an organiser to confirm them. Then they are paid; "
        "with 0, which is the default, at once.",
    )
    draw_minutes = serializers.IntegerField(
        min_value=0,
        max_value=MOST_MINUTES,
        required=False,
        help_text="How long a draw waits for an organiser to confirm it. Then its tables open; "
        "with 0, which is the default, at once.",
    )


class TournamentInput(StartInput, AnnouncementInput):
    """It is played by the club's house rules of this moment, unless you name others."""

    club = ClubField(deed=ANNOUNCE)
    is_draft = serializers.BooleanField(
        required=False, help_text="Only organisers see a draft, until one of them announces it."
    )


class RoundSeatSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="member.player.name", help_text="Who sits there.")

    class Meta:
        model = RoundSeat
        fields = (*("seat", "entrant", "name", "chips", "deals_won", "tricks", "deals", "jinks"),)
        read_only_fields = fields


class RoundTableSerializer(serializers.ModelSerializer):
    seats = RoundSeatSerializer(many=True)

    class Meta:
        model = RoundTable
        fields = ("number", "table", "seats")
        read_only_fields = fields


class ByeSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="entrant.__str__")
    points = serializers.IntegerField(
        source="round.bye_points",
        allow_null=True,
        help_text="The mean of what those made who played the round, or what the format gives "
        "for a bye, in the unit of the format's points; null until the round is over.",
    )

    class Meta:
        model = Bye
        fields = ("entrant", "name", "points", "reason")
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
    stage = serializers.IntegerField(source="stage.number", help_text="Of which stage, from 1.")
    tables = RoundTableSerializer(many=True)
    byes = ByeSerializer(many=True, help_text="Who has no opponents in this round.")

    class Meta:
        model = Round
        fields = (
            *("number", "stage", "seed", "repeat_meetings", "least_repeats", "meets_again"),
            *("started_at", "ends_at", "called_at", "finished_at", "tables", "byes"),
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
    state = serializers.SerializerMethodField(help_text="Where they stand now.")
    has_left = serializers.BooleanField(
        help_text="They went while a round was in play or to come for them; no prize is theirs."
    )
    stage = serializers.IntegerField(help_text="The last stage that they have come to.")
    chips = serializers.IntegerField(help_text="Won or lost in the rounds that are over.")
    deals_won = serializers.IntegerField()
    figures = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="What each measure of that stage counts, by its key.",
    )
    reason = serializers.CharField(help_text="Why they stand there, in words.")
    prize_chips = serializers.IntegerField(help_text="0 after an earlier round.")
    corrections = serializers.IntegerField(help_text="How many in the log concern them.")

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, line: Result) -> str:
        states: Mapping[int, State] = self.context["states"]
        return states[line.entrant].value
