"""Dry runs over the API: a night's door tells what it would do, and does nothing."""

from collections.abc import Callable
from typing import Any, Final

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from clubs.api.door import ClubDoor
from clubs.api.night_serializers import NightRoundSerializer, WholeNightSerializer
from clubs.models import Member, Night, NightStatus
from clubs.rehearsing import rehearse
from deploy.rest.idempotency import DryRun
from ledger.kinds import AccountKind


class WaitingSerializer(serializers.Serializer):
    member = serializers.IntegerField(source="member_id")
    name = serializers.CharField(source="member.player.name")


class MovedChipsSerializer(serializers.Serializer):
    kind = serializers.ChoiceField([(kind.value, kind.value) for kind in AccountKind])
    name = serializers.CharField(help_text="Of the player, or of the pool.")
    member = serializers.SerializerMethodField(help_text="Null for a pool.")
    table = serializers.IntegerField(
        allow_null=True,
        help_text="Of a stack or a pool: its table, as it is called in the hall. Null for a purse, "
        "and for a pool that lies at no table of this night.",
    )
    chips = serializers.IntegerField(help_text="What it would gain; negative for what it gives.")
    balance = serializers.IntegerField(help_text="What it would hold then.")

    def get_member(self, moved: Any) -> int | None:
        members: dict[int, int] = self.context["member_of"]
        return members.get(moved.player_id)


class RehearsalSerializer(serializers.Serializer):
    """What a dry run tells: how the night would be. Nothing is changed."""

    status = serializers.ChoiceField(NightStatus.choices, source="night.status")
    round = serializers.SerializerMethodField(
        help_text="The round that would be played then, with the people who would sit at its open "
        "tables. Null where none would be."
    )
    waiting = WaitingSerializer(many=True, help_text="Who would be here without a seat.")
    moved = MovedChipsSerializer(
        many=True, source="changed", help_text="Who would gain or give chips in the end."
    )

    @extend_schema_field(NightRoundSerializer(allow_null=True))
    def get_round(self, rehearsal: Any) -> Any:
        if rehearsal.round is None:
            return None
        return NightRoundSerializer(rehearsal.round, context=self.context).data


NIGHT_OR_REHEARSAL: Final = PolymorphicProxySerializer(
    component_name="NightOrRehearsal",
    serializers=[WholeNightSerializer, RehearsalSerializer],
    resource_type_field_name=None,
)


class RehearsingDoor(ClubDoor):
    """A night at whose address deeds can be tried."""

    def carried_out(self, night: Night, deed: Callable[[], object], *, dry_run: bool) -> Response:
        """Do it and answer with the night; or only tell how it would be."""
        if not dry_run:
            deed()
            return self.answer_with(night)
        rehearsal = rehearse(night, deed)
        members = Member.objects.filter(club=night.club_id)
        attending = night.attendances.select_related("member__player")
        context = {
            "member_of": dict(members.values_list("player_id", "pk")),
            "members": {one.pk: one.member for one in attending},
        }
        return DryRun(RehearsalSerializer(rehearsal, context=context).data)
