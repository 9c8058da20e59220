"""Free tables as JSON, and what their door takes in."""

from typing import Any

from rest_framework import serializers

from clubs.api.door import ClubField
from clubs.api.rules import StartInput
from clubs.free_tables import FreeTableSight
from clubs.models import Access, FreeTable
from clubs.rights import OPEN_FREE_TABLE
from deploy.rest.serializers import ChipsField, StrictSerializer
from games.api.terms import TermsInput
from games.bots import BOT_CHOICES, FIRST_BOT


class FreeTableInput(StartInput, TermsInput):
    club = ClubField(deed=OPEN_FREE_TABLE)
    name = serializers.CharField(max_length=100)
    access = serializers.ChoiceField(Access.choices, default=Access.MEMBERS)
    seats_limit = serializers.IntegerField(min_value=2, max_value=10, default=5)
    bot_seconds = serializers.FloatField(min_value=0, max_value=30, default=1.5)
    deals_limit = serializers.IntegerField(
        min_value=1, max_value=900, allow_null=True, default=None
    )


class BuyInInput(StrictSerializer):
    chips = ChipsField()


class InvitationInput(BuyInInput):
    code = serializers.CharField(max_length=16)


class BotInput(StrictSerializer):
    bot_level = serializers.ChoiceField(BOT_CHOICES, default=FIRST_BOT)


class FreeTableSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="table.name")
    status = serializers.CharField(source="table.status")
    seats_limit = serializers.IntegerField(source="table.seats_limit")
    people = serializers.IntegerField(source="people_count")
    bots = serializers.IntegerField(source="bots_count")
    pool = serializers.SerializerMethodField(help_text="In chips.")
    is_paused = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(help_text="Only the host sees it.")

    class Meta:
        model = FreeTable
        fields = (
            *("id", "club", "table", "host", "name", "access", "status", "seats_limit"),
            *("people", "bots", "pool", "is_paused", "code", "rematch_of"),
        )
        read_only_fields = fields

    def to_representation(self, instance: FreeTableSight) -> Any:
        self._sight = instance
        return super().to_representation(instance.free)

    def get_is_paused(self, free: FreeTable) -> bool:
        return free.table.paused_at is not None

    def get_pool(self, _: FreeTable) -> int:
        return self._sight.pool_chips

    def get_code(self, _: FreeTable) -> str | None:
        return self._sight.code
