"""Clubs, members, nights and accounts as JSON, and what the doors take in."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from clubs.api.door import ClubField, MemberField, caller
from clubs.models import Answer, Attendance, Club, Member, Night, NightTable, Player, Role
from clubs.models.club import check_time_zone
from deploy.rest.serializers import StrictSerializer
from games.api.terms import TermsInput
from games.bots import BOT_CHOICES
from games.engine.presets import PRESETS
from games.models import TERMS, Mode
from ledger.kinds import Reason
from ledger.models import Account, Entry, Transfer
from ledger.statements import words


class ClubSerializer(serializers.ModelSerializer):
    house_rules = serializers.JSONField(source="rules_json", help_text="Every option by its name.")
    role = serializers.ChoiceField(
        Role.choices, source="my_role", allow_null=True, help_text="The caller's own."
    )

    class Meta:
        model = Club
        fields = (
            "id",
            "name",
            "slug",
            "time_zone",
            "opening_chips",
            "allows_gifts",
            "house_rules",
            "role",
        )
        read_only_fields = fields


class ClubInput(StrictSerializer):
    name = serializers.CharField(max_length=100)
    time_zone = serializers.CharField(default="Europe/Dublin", validators=[check_time_zone])
    opening_chips = serializers.IntegerField(min_value=0, max_value=1_000_000, required=False)
    preset = serializers.ChoiceField(list(PRESETS), default="standard")
    house_rules = serializers.DictField(
        default=dict, help_text="Options that differ from the preset, by their names."
    )


class PlayerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Player
        fields = ("id", "name", "is_bot")
        read_only_fields = fields


class MemberSerializer(serializers.ModelSerializer):
    player = PlayerSerializer()

    class Meta:
        model = Member
        fields = ("id", "club", "player", "role", "purse", "joined_at", "left_at")
        read_only_fields = fields


class MemberInput(StrictSerializer):
    """Somebody with a login, by `username`; or anybody else, by `name` alone."""

    club = ClubField()
    username = serializers.SlugRelatedField(
        slug_field="username", queryset=Player.objects.all(), required=False
    )
    name = serializers.CharField(max_length=100, required=False)
    role = serializers.ChoiceField([Role.SCORER, Role.MEMBER, Role.GUEST], default=Role.MEMBER)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("username" in attrs) == ("name" in attrs):
            raise serializers.ValidationError("Give either a username or a name.")
        return attrs


class RoleInput(StrictSerializer):
    role = serializers.ChoiceField(Role.choices)


class ChipsInput(StrictSerializer):
    chips = serializers.IntegerField(min_value=1, max_value=1_000_000_000)
    memo = serializers.CharField(max_length=500, allow_blank=True, default="")


class NightSerializer(serializers.ModelSerializer):
    here = serializers.IntegerField(source="here_count", help_text="How many are checked in.")

    class Meta:
        model = Night
        fields = (
            *("id", "club", "starts_at", "place", "status", "mode", "capacity", "here"),
            *("table_size", "deals_limit", "buy_in_chips", "closed_at"),
            *TERMS,
        )
        read_only_fields = fields


class AttendanceSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="member.player.name")
    table = serializers.IntegerField(
        source="night_table.number", default=None, help_text="As it is called in the hall."
    )

    class Meta:
        model = Attendance
        fields = ("member", "name", "answer", "checked_in_at", "table", "seat", "bot_level")
        read_only_fields = fields


class NightTableSerializer(serializers.ModelSerializer):
    class Meta:
        model = NightTable
        fields = ("number", "table")
        read_only_fields = fields


class WholeNightSerializer(NightSerializer):
    house_rules = serializers.JSONField(source="rules_json")
    attendances = AttendanceSerializer(many=True)
    tables = NightTableSerializer(many=True)

    class Meta:
        model = Night
        fields = (*NightSerializer.Meta.fields, "house_rules", "attendances", "tables")
        read_only_fields = fields


class PlanInput(TermsInput):
    """How a night is planned; what is left out has its default, or stays as it is."""

    starts_at = serializers.DateTimeField()
    place = serializers.CharField(max_length=100, allow_blank=True, required=False)
    capacity = serializers.IntegerField(
        min_value=2, max_value=10_000, allow_null=True, required=False
    )
    table_size = serializers.IntegerField(min_value=2, max_value=10, required=False)
    mode = serializers.ChoiceField(Mode.choices, required=False)
    deals_limit = serializers.IntegerField(
        min_value=1, max_value=1000, allow_null=True, required=False
    )
    buy_in_chips = serializers.IntegerField(
        min_value=1, max_value=1_000_000_000, allow_null=True, required=False
    )


class NightInput(PlanInput):
    club = ClubField()


class AnswerInput(StrictSerializer):
    answer = serializers.ChoiceField([Answer.GOING, Answer.MAYBE, Answer.NO])


class CheckInInput(StrictSerializer):
    members = MemberField(many=True, allow_empty=False)
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, allow_blank=True, default="", help_text="Who plays for them, if not they."
    )


class CheckOutInput(StrictSerializer):
    member = MemberField()


class WelcomeInput(StrictSerializer):
    name = serializers.CharField(max_length=100)


class AccountField(serializers.PrimaryKeyRelatedField):
    """An open account of a club that the caller runs, by its id."""

    default_error_messages = {"does_not_exist": "Your clubs have no account {pk_value}."}

    def get_queryset(self) -> QuerySet[Account]:
        clubs = Club.objects.run_by(caller(self.context["request"]))
        return Account.objects.open().filter(book__club__in=clubs)


class MoveInput(StrictSerializer):
    to = AccountField()
    chips = serializers.IntegerField(min_value=1, max_value=1_000_000_000)
    memo = serializers.CharField(max_length=300, help_text="Why; it stands in both statements.")


class ReversalInput(StrictSerializer):
    memo = serializers.CharField(max_length=300, help_text="Why it is taken back.")


class GiftInput(StrictSerializer):
    to = serializers.PrimaryKeyRelatedField(
        queryset=Member.objects.active(), help_text="A member of the same club."
    )
    chips = serializers.IntegerField(min_value=1, max_value=1_000_000_000)
    memo = serializers.CharField(max_length=300, allow_blank=True, default="")


class LegSerializer(serializers.ModelSerializer):
    """What an account gained or gave, but not what it held then: a purse is its holder's own."""

    class Meta:
        model = Entry
        fields = ("account", "chips")
        read_only_fields = fields


class TransferSerializer(serializers.ModelSerializer):
    reason = serializers.ChoiceField([one.value for one in Reason])
    legs = LegSerializer(source="entries", many=True)

    class Meta:
        model = Transfer
        fields = ("id", "reason", "memo", "actor", "effective_at", "reverses", "legs")
        read_only_fields = fields


class AccountSerializer(serializers.ModelSerializer):
    chips = serializers.IntegerField(source="balance")
    club = serializers.IntegerField(
        source="book.club.pk",
        default=None,
        allow_null=True,
        help_text="None for a tournament's playing chips.",
    )

    class Meta:
        model = Account
        fields = ("id", "club", "kind", "name", "holder", "chips", "closed_at")
        read_only_fields = fields


class EntrySerializer(serializers.ModelSerializer):
    at = serializers.DateTimeField(source="transfer.effective_at")
    reason = serializers.ChoiceField([one.value for one in Reason], source="transfer.reason")
    words = serializers.SerializerMethodField(help_text="What happened, in plain words.")

    class Meta:
        model = Entry
        fields = ("id", "transfer", "seq", "at", "reason", "words", "chips", "balance_after")
        read_only_fields = fields

    def get_words(self, entry: Any) -> str:
        return words(entry)
