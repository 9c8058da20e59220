"""Clubs, members, nights and accounts as JSON, and what the doors take in."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from clubs.api.door import ClubField, IsAnotherField, MemberField, NamedRow, caller
from clubs.models import ADDED, Club, Member, Player, Role
from clubs.models.club import MOST_REBUYS, check_time_zone
from clubs.models.rules import LONGEST_RULES_NAME
from clubs.rights import ADD_MEMBER
from deploy.rest.serializers import ChipsField, StrictSerializer
from games.api.house_rules import OptionsField, RulesetField
from games.engine import MOST_CHIPS
from games.engine.presets import PRESETS
from ledger.declarations import declared_reasons
from ledger.models import Account, Entry, Transfer
from ledger.rights import SEE_ACCOUNT
from ledger.statements import words

REASONS = [str(reason) for reason in declared_reasons()]


class DuesSerializer(serializers.Serializer):
    stake = serializers.IntegerField()
    dealer_extra = serializers.IntegerField()
    jink = serializers.IntegerField()


LIMITS = ("bot_stake_limit", "bot_extra_limit", "bot_jink_limit", "bot_loss_limit")


class ClubSerializer(serializers.ModelSerializer):
    house_rules = RulesetField(source="rules")
    bot_limits = DuesSerializer(help_text="The most that a deal may cost at a table with bots.")
    role = serializers.ChoiceField(
        Role.choices, source="my_role", allow_null=True, help_text="The caller's role in this club."
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
            "hosts_seat_bots",
            "bot_buy_in_chips",
            "bot_rebuys",
            *LIMITS,
            "bot_limits",
            "house_rules",
            "role",
            "version",
            "updated_at",
        )
        read_only_fields = fields


class HostLineSerializer(serializers.Serializer):
    """What bots brought to one host's free tables, and took home."""

    host = serializers.IntegerField(help_text="A player.")
    name = serializers.CharField()
    bots = serializers.IntegerField(help_text="How many times a bot sat down there.")
    brought_chips = serializers.IntegerField(help_text="What the bots that have gone home brought.")
    home_chips = serializers.IntegerField(help_text="What the same bots took home.")
    won_chips = serializers.IntegerField(help_text="What the house won. Negative if it lost.")
    in_play_chips = serializers.IntegerField(help_text="What the bots that sit there now brought.")


class HousePurseSerializer(serializers.Serializer):
    account = serializers.IntegerField()
    chips = serializers.IntegerField()
    hosts = HostLineSerializer(many=True, help_text="The host who cost the house most comes first.")


class MayBeNoChips(serializers.IntegerField):
    """A number of chips that nobody moves now: 0 is one, too."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_CHIPS, **options)


class ClubInput(StrictSerializer):
    name = serializers.CharField(max_length=100)
    time_zone = serializers.CharField(
        max_length=50, default="Europe/Dublin", validators=[check_time_zone]
    )
    opening_chips = MayBeNoChips(required=False)
    preset = serializers.ChoiceField(list(PRESETS), default="standard")
    house_rules = OptionsField(
        default=dict, help_text="Options that differ from the preset, by name."
    )
    rules_name = serializers.CharField(
        max_length=LONGEST_RULES_NAME,
        allow_blank=True,
        default="",
        help_text="What the club calls these rules.",
    )


class SettingsInput(StrictSerializer):
    """What a club decides for itself. A field that you leave out stays as it is."""

    name = serializers.CharField(max_length=100)
    time_zone = serializers.CharField(max_length=50, validators=[check_time_zone])
    opening_chips = MayBeNoChips(help_text="What a new member is given.")
    allows_gifts = serializers.BooleanField(help_text="Whether members may give each other chips.")
    hosts_seat_bots = serializers.BooleanField(
        help_text="Whether members may fill the free tables that they open with the club's bots."
    )
    bot_buy_in_chips = serializers.IntegerField(
        min_value=1,
        max_value=MOST_CHIPS,
        help_text="What a bot brings to a free table, out of the house purse.",
    )
    bot_rebuys = serializers.IntegerField(
        min_value=0,
        max_value=MOST_REBUYS,
        help_text="How often all bots of one free table together may buy in again.",
    )
    bot_stake_limit = MayBeNoChips(
        allow_null=True, help_text="The highest stake at a table with bots; null for the club's."
    )
    bot_extra_limit = MayBeNoChips(
        allow_null=True,
        help_text="The most that a dealer adds at a table with bots; null for the club's extra.",
    )
    bot_jink_limit = MayBeNoChips(
        allow_null=True,
        help_text="The most that a jink costs each at a table with bots; null for the club's rule.",
    )
    bot_loss_limit = MayBeNoChips(
        allow_null=True,
        help_text="What bots may lose at one host's tables in a week; null for ten buy-ins.",
    )


class PlayerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Player
        fields = ("id", "name", "is_bot")
        read_only_fields = fields


class MemberSerializer(serializers.ModelSerializer):
    player = PlayerSerializer()
    turned_away_at = serializers.SerializerMethodField(help_text="Only organisers see it.")
    turned_away_reason = serializers.SerializerMethodField(help_text="Only organisers see it.")
    note = serializers.SerializerMethodField(
        help_text="For the people at the door. Only organisers see it."
    )

    class Meta:
        model = Member
        fields = (
            *("id", "club", "player", "role", "purse", "joined_at", "left_at", "claimed_by"),
            *("turned_away_at", "turned_away_reason", "note", "version", "updated_at"),
        )
        read_only_fields = fields

    def get_turned_away_at(self, member: Any) -> datetime | None:
        at: datetime | None = member.turned_away_at
        return at if member.is_run_by_caller else None

    def get_turned_away_reason(self, member: Any) -> str | None:
        reason: str = member.turned_away_reason
        return reason if reason and member.is_run_by_caller else None

    def get_note(self, member: Any) -> str | None:
        note: str = member.note
        return note if member.is_run_by_caller else None


class MemberInput(StrictSerializer):
    """Somebody without a login."""

    club = ClubField(deed=ADD_MEMBER)
    name = serializers.CharField(max_length=100)
    role = serializers.ChoiceField(ADDED, default=Role.MEMBER)
    is_another = IsAnotherField()


class RoleInput(StrictSerializer):
    is_whole = True
    role = serializers.ChoiceField([role for role in Role if role != Role.VISITOR])


class LeaveInput(StrictSerializer):
    purse = serializers.ChoiceField(
        ["keep", "redeem"],
        default="keep",
        help_text="`keep` leaves the chips in the purse; `redeem` returns them to the bank.",
    )


class TurnAwayInput(StrictSerializer):
    reason = serializers.CharField(max_length=300, help_text="Only organisers see it.")


class ChipsInput(StrictSerializer):
    chips = ChipsField()
    memo = serializers.CharField(max_length=500, allow_blank=True, default="")


class AccountField(NamedRow):
    """An open account of a club whose accounts the caller sees."""

    default_error_messages = {"does_not_exist": "In your clubs there is no account {pk_value}."}

    def get_queryset(self) -> QuerySet[Account]:
        clubs = Club.objects.of(caller(self.context["request"]), SEE_ACCOUNT.sees)
        accounts = Account.objects.open().filter(book__club__in=clubs)
        return accounts.filter(book=self.context["view"].row.book_id)


class MoveInput(StrictSerializer):
    to = AccountField()
    chips = ChipsField()
    memo = serializers.CharField(
        max_length=300, help_text="Why the chips move. Both statements show it."
    )


class ReversalInput(StrictSerializer):
    memo = serializers.CharField(max_length=300, help_text="Why it is taken back.")


class FellowField(MemberField):
    """A member to whom chips can be given: nobody who only visits."""

    def get_queryset(self) -> QuerySet[Member]:
        return super().get_queryset().exclude(role=Role.VISITOR)


class GiftInput(StrictSerializer):
    to = FellowField(help_text="A member of the same club.")
    chips = ChipsField()
    memo = serializers.CharField(max_length=300, allow_blank=True, default="")


class LegSerializer(serializers.ModelSerializer):
    """What an account gained or gave, but not what it held then: a purse is its holder's own."""

    class Meta:
        model = Entry
        fields = ("account", "chips")
        read_only_fields = fields


class TransferSerializer(serializers.ModelSerializer):
    reason = serializers.ChoiceField(REASONS, source="reason_id")
    legs = LegSerializer(source="entries", many=True)

    class Meta:
        model = Transfer
        fields = (
            *("id", "reason", "memo", "actor", "effective_at", "recorded_at", "reverses", "legs"),
        )
        read_only_fields = fields
        extra_kwargs = {
            "actor": {"help_text": "Null where the service did it: `reason` and `memo` say why."}
        }


class AccountSerializer(serializers.ModelSerializer):
    chips = serializers.IntegerField(source="balance")
    club = serializers.IntegerField(
        source="book.club.pk",
        default=None,
        allow_null=True,
        help_text="Null for a tournament's playing chips.",
    )

    class Meta:
        model = Account
        fields = ("id", "club", "kind", "name", "holder", "chips", "closed_at")
        read_only_fields = fields


class EntrySerializer(serializers.ModelSerializer):
    at = serializers.DateTimeField(source="transfer.effective_at")
    reason = serializers.ChoiceField(REASONS, source="transfer.reason_id")
    words = serializers.SerializerMethodField(help_text="What happened, in plain words.")

    class Meta:
        model = Entry
        fields = ("id", "transfer", "seq", "at", "reason", "words", "chips", "balance_after")
        read_only_fields = fields

    def get_words(self, entry: Any) -> str:
        return words(entry)
