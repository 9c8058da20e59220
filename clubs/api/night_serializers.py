"""Nights as JSON with their rounds, and what their doors take in."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.door import MOST_ID, ClubField, MemberField, MembersField, SeedField
from clubs.api.rules import RulesInput
from clubs.draws import MOST_ROUNDS
from clubs.models import Answer, Attendance, Member, Night, NightPlace, NightRound, NightTable
from clubs.rights import PLAN_NIGHT
from deploy.rest.serializers import ChipsField, StrictSerializer
from games.api.house_rules import RulesetField
from games.api.terms import TermsInput
from games.bots import BOT_CHOICES
from games.models import TERMS, Mode


class NightSerializer(serializers.ModelSerializer):
    here = serializers.IntegerField(source="here_count", help_text="How many are checked in.")

    class Meta:
        model = Night
        fields = (
            *("id", "club", "starts_at", "venue", "status", "mode", "capacity", "here"),
            *("table_size", "deals_limit", "buy_in_chips", "closed_at"),
            *TERMS,
            "version",
        )
        read_only_fields = fields


class AttendanceSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="member.player.name")
    table = serializers.SerializerMethodField(
        help_text="As it is called in the hall, in the round that is played; else in the next one "
        "drawn, else in the last."
    )
    seat = serializers.SerializerMethodField(help_text="Its number at that table, from 0.")

    class Meta:
        model = Attendance
        fields = ("member", "name", "answer", "checked_in_at", "table", "seat", "bot_level")
        read_only_fields = fields

    def get_table(self, attendance: Attendance) -> int | None:
        place = self._place_of(attendance)
        return place.table.number if place else None

    def get_seat(self, attendance: Attendance) -> int | None:
        place = self._place_of(attendance)
        return place.number if place else None

    def _place_of(self, attendance: Attendance) -> NightPlace | None:
        places: dict[int, NightPlace] = self.context["places"]
        return places.get(attendance.pk)


class NightTableSerializer(serializers.ModelSerializer):
    class Meta:
        model = NightTable
        fields = ("number", "table")
        read_only_fields = fields


class NightPlaceSerializer(serializers.ModelSerializer):
    member = serializers.IntegerField(source="attendance.member_id")
    name = serializers.CharField(source="attendance.member.player.name")
    seat = serializers.IntegerField(source="number", help_text="Of the seat, from 0.")
    table_place = serializers.IntegerField(help_text="Round the table, clockwise from 0.")
    result = serializers.IntegerField(
        allow_null=True,
        help_text="Chips that they won or lost there. Null until these have gone home.",
    )

    class Meta:
        model = NightPlace
        fields = ("member", "name", "seat", "table_place", "result", "left_at")
        read_only_fields = fields


class LaidTableSerializer(NightTableSerializer):
    places = NightPlaceSerializer(many=True)

    class Meta:
        model = NightTable
        fields = ("number", "table", "places")
        read_only_fields = fields


class MeetingSerializer(serializers.Serializer):
    members = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField(), help_text="Theirs.")
    times = serializers.IntegerField(help_text="At how many tables they have met before.")


class NightRoundSerializer(serializers.ModelSerializer):
    meets_again = serializers.SerializerMethodField(
        help_text="Who was drawn to one table, and has met before: tonight, or for the first "
        "round in earlier nights."
    )
    tables = LaidTableSerializer(many=True)

    class Meta:
        model = NightRound
        fields = (
            *("number", "status", "seed", "repeat_meetings", "least_repeats", "meets_again"),
            *("finished_at", "tables"),
        )
        read_only_fields = fields

    @extend_schema_field(MeetingSerializer(many=True))
    def get_meets_again(self, drawn: Any) -> Any:
        member_of: dict[int, Member] = self.context["members"]
        return [
            {
                "members": [member_of[one].pk for one in again["people"]],
                "names": [member_of[one].player.name for one in again["people"]],
                "times": again["times"],
            }
            for again in drawn.meets_again
        ]


class WholeNightSerializer(NightSerializer):
    house_rules = RulesetField(source="rules")
    attendances = serializers.SerializerMethodField()
    tables = serializers.SerializerMethodField(
        help_text="Those of the round that is played; else of the next one drawn, else of the last."
    )
    rounds = serializers.SerializerMethodField()

    class Meta:
        model = Night
        fields = (*NightSerializer.Meta.fields, "house_rules", "attendances", "tables", "rounds")
        read_only_fields = fields

    @extend_schema_field(AttendanceSerializer(many=True))
    def get_attendances(self, night: Any) -> Any:
        places = [place for table in _current_tables(night) for place in table.places.all()]
        sitting = {place.attendance_id: place for place in places if place.left_at is None}
        context = {**self.context, "places": sitting}
        return AttendanceSerializer(night.attendances.all(), many=True, context=context).data

    @extend_schema_field(NightRoundSerializer(many=True))
    def get_rounds(self, night: Any) -> Any:
        members = {one.pk: one.member for one in night.attendances.all()}
        context = {**self.context, "members": members}
        return NightRoundSerializer(night.rounds.all(), many=True, context=context).data

    @extend_schema_field(NightTableSerializer(many=True))
    def get_tables(self, night: Any) -> Any:
        return NightTableSerializer(_current_tables(night), many=True).data


def _current_tables(night: Any) -> list[NightTable]:
    rounds = [one for one in night.rounds.all() if one.pk == night.current_round]
    return [table for one in rounds for table in one.tables.all()]


class PlanInput(TermsInput):
    """The plan of a night. A field that you leave out gets its default, or stays as it is."""

    starts_at = serializers.DateTimeField()
    venue = serializers.CharField(max_length=100, allow_blank=True, required=False)
    capacity = serializers.IntegerField(
        min_value=2, max_value=10_000, allow_null=True, required=False
    )
    table_size = serializers.IntegerField(min_value=2, max_value=10, required=False)
    mode = serializers.ChoiceField(Mode.choices, required=False)
    deals_limit = serializers.IntegerField(
        min_value=1, max_value=1000, allow_null=True, required=False
    )
    buy_in_chips = ChipsField(allow_null=True, required=False)


class NightInput(PlanInput):
    club = ClubField(deed=PLAN_NIGHT)
    rules = RulesInput(
        required=False,
        help_text="House rules of its own, as in `PATCH /nights/{id}/rules`. Where you name no "
        "start, they start from the club's.",
    )


class AnswerInput(StrictSerializer):
    answer = serializers.ChoiceField([Answer.GOING, Answer.MAYBE, Answer.NO])


class CheckInInput(StrictSerializer):
    members = MembersField()
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, allow_blank=True, default="", help_text="The bot that plays for them."
    )


class CheckOutInput(StrictSerializer):
    member = MemberField()


class WelcomeInput(StrictSerializer):
    name = serializers.CharField(max_length=100)


class SeatingInput(StrictSerializer):
    """What to draw. Leave both out to draw the next round, or all that are drawn, once more."""

    rounds = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        allow_null=True,
        default=None,
        help_text="How many rounds are drawn ahead.",
    )
    seed = SeedField(help_text="The same seed draws the same for the same people.")


class RoundInput(StrictSerializer):
    round = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, help_text="The number of the round that ends."
    )


class MayWaitInput(StrictSerializer):
    may_wait = serializers.BooleanField(
        default=False,
        help_text="Do it even if that number cannot play by the rules: the table then waits for "
        "others.",
    )


class TableField(serializers.IntegerField):
    """A table of the round that is played, as it is called in the hall."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_ID, **options)


class JoinInput(MayWaitInput):
    members = MembersField()
    table = TableField(
        allow_null=True,
        default=None,
        help_text="Null: the table with the fewest people that can play with them.",
    )
    after = MemberField(
        allow_null=True,
        default=None,
        help_text="To whose left they sit down, or whose chair they take if that person has left. "
        "Null: to the right of all who came before.",
    )


class AnotherTableInput(StrictSerializer):
    members = MembersField(help_text="Clockwise.")


class LeaveTableInput(MayWaitInput):
    members = MembersField()
    goes_home = serializers.BooleanField(default=False, help_text="Take back their check-ins, too.")
    substitute = MemberField(
        allow_null=True,
        default=None,
        help_text="Who takes the chair of the last of them, with chips of their own.",
    )


class MoveToInput(MayWaitInput):
    member = MemberField()
    table = TableField()
    after = MemberField(allow_null=True, default=None, help_text="To whose left they sit down.")
    with_purse = serializers.BooleanField(
        default=False, help_text="They bring all that is in their purse, too."
    )


class TopUpInput(StrictSerializer):
    member = MemberField()
    chips = ChipsField()
