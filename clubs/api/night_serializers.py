"""Nights as JSON, with their rounds."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.door import link_of
from clubs.models import (
    Attendance,
    Member,
    Night,
    NightPlace,
    NightRound,
    NightTable,
    RoundStatus,
)
from clubs.rights import DOOR_LINK
from games.api.house_rules import RulesetField
from games.models import TERMS


class NightSerializer(serializers.ModelSerializer):
    here = serializers.IntegerField(source="here_count", help_text="How many are checked in.")

    class Meta:
        model = Night
        fields = (
            *("id", "club", "starts_at", "venue", "status", "is_cancelled", "mode"),
            *("capacity", "here"),
            *("table_size", "deals_limit", "buy_in_chips", "closed_at"),
            *TERMS,
            *("version", "updated_at"),
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
    result = serializers.SerializerMethodField(
        help_text="Chips that they won or lost there. Null until these have gone home, and for a "
        "door link."
    )

    class Meta:
        model = NightPlace
        fields = ("member", "name", "seat", "table_place", "result", "left_at")
        read_only_fields = fields

    def get_result(self, place: NightPlace) -> int | None:
        request = self.context.get("request")
        link = link_of(request) if request else None
        return None if link and link.role in DOOR_LINK else place.result


class LaidTableSerializer(NightTableSerializer):
    places = NightPlaceSerializer(many=True)

    class Meta:
        model = NightTable
        fields = ("number", "table", "is_locked", "places")
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
        sitting = {
            place.attendance_id: place
            for one in night.rounds.all()
            if one.pk == night.current_round
            for table in one.tables.all()
            for place in table.places.all()
            if place.left_at is None and not _has_gone_home(one, place)
        }
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


def _has_gone_home(one: NightRound, place: NightPlace) -> bool:
    """Whether somebody waits, because their chips went home while the round is still played."""
    return one.status == RoundStatus.PLAYING and place.result is not None


def _current_tables(night: Any) -> list[NightTable]:
    rounds = [one for one in night.rounds.all() if one.pk == night.current_round]
    return [table for one in rounds for table in one.tables.all()]
