"""The partners of a night over the API: agreed, wanted and answered, cut, ended."""

from typing import Any, Final

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import (
    MOST_MEMBERS,
    ClubDoor,
    MemberField,
    MembersField,
    SeedField,
    caller,
    doer,
)
from clubs.models import FormedBy, Member, Night, Partner, Partnership
from clubs.partnerships import (
    answer_partner,
    cut_partners,
    end_partnership,
    form_partnerships,
    want_partner,
)
from clubs.rights import ANSWER_NIGHT, FORM_PARTNERS, SEE_NIGHT
from clubs.sides import partnerships_of
from deploy.rest.clock import database_now
from deploy.rest.idempotency import repeatable
from deploy.rest.serializers import StrictSerializer

PARTNER_DEEDS: Final = {
    "partners": SEE_NIGHT,
    "form_partners": FORM_PARTNERS,
    "cut_partners": FORM_PARTNERS,
    "end_partners": FORM_PARTNERS,
    "want_partner": ANSWER_NIGHT,
    "answer_partner": ANSWER_NIGHT,
}


class PartnerSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="member.player.name")
    cards = serializers.SerializerMethodField(
        help_text="What they cut; after each tie one more card. Empty where nobody cut."
    )

    class Meta:
        model = Partner
        fields = ("member", "name", "cards")
        read_only_fields = fields

    def get_cards(self, partner: Partner) -> list[str]:
        return partner.cards.split()


class PartnershipSerializer(serializers.ModelSerializer):
    partners = PartnerSerializer(many=True)

    class Meta:
        model = Partnership
        fields = ("partners", "formed_by", "formed_at", "from_on", "until_on", "seed")
        read_only_fields = fields
        extra_kwargs = {
            "from_on": {"help_text": "The first day of its season; null: for this night alone."}
        }


class WantingSerializer(serializers.Serializer):
    member = serializers.IntegerField()
    name = serializers.CharField()


class PartnersSerializer(serializers.Serializer):
    """Who are partners on a night, and who looks for one."""

    partnerships = PartnershipSerializer(many=True)
    wanting = WantingSerializer(many=True)


class PartnersInput(StrictSerializer):
    partners = serializers.ListField(
        child=MembersField(),
        allow_empty=False,
        max_length=MOST_MEMBERS // 2,
        help_text="Two or three members each.",
    )
    formed_by = serializers.ChoiceField(
        [FormedBy.AGREEMENT, FormedBy.HALL],
        default=FormedBy.AGREEMENT,
        help_text="`hall`: they have cut in the hall.",
    )
    until = serializers.DateField(
        allow_null=True,
        default=None,
        help_text="The last day of their season. Null: they are partners for this night alone.",
    )


class CutInput(StrictSerializer):
    members = MembersField(
        allow_null=True,
        default=None,
        help_text="Who draws. Null: all who are checked in and have no partner here.",
    )
    seed = SeedField(help_text="The same seed cuts the same for the same people.")


class EndPartnersInput(StrictSerializer):
    member = MemberField()


class WantPartnerInput(StrictSerializer):
    needs_partner = serializers.BooleanField(default=True)


class AnswerPartnerInput(StrictSerializer):
    member = MemberField(help_text="Who looks for a partner.")


class PartnersDoor(ClubDoor):
    """A night at whose address its partners stand, too."""

    @extend_schema(responses=PartnersSerializer)
    @action(detail=True, url_path="partners")
    def partners(self, request: Request, pk: str) -> Response:
        """Who are partners on this night, and who looks for one."""
        return _partners_of(self.get_object())

    @extend_schema(request=PartnersInput, responses={200: PartnersSerializer})
    @partners.mapping.post
    @repeatable
    def form_partners(self, request: Request, pk: str) -> Response:
        """Let people play together, as they agreed or as they cut in the hall.

        Rounds that are drawn already and part them are drawn again before they are played.
        """
        night, given = self.get_object(), self.given(PartnersInput)
        groups = given.pop("partners")
        form_partnerships(night, groups, by=doer(request), at=database_now(), **given)
        return _partners_of(night)

    @extend_schema(request=CutInput, responses=PartnersSerializer)
    @action(detail=True, methods=["post"], url_path="partners/cut")
    @repeatable
    def cut_partners(self, request: Request, pk: str) -> Response:
        """Cut for partners: everybody draws a card, and ranked neighbours play together.

        Aces are high. Equal ranks draw again among themselves (rule 1.3). It is refused where the
        house rules of the night let people agree on their partners (`partners_by`).
        """
        night = self.get_object()
        cut_partners(night, by=doer(request), at=database_now(), **self.given(CutInput))
        return _partners_of(night)

    @extend_schema(request=EndPartnersInput, responses=PartnersSerializer)
    @action(detail=True, methods=["post"], url_path="partners/end")
    def end_partners(self, request: Request, pk: str) -> Response:
        """End the partnership that somebody has on this night. One of a season ends for good."""
        night = self.get_object()
        member = self.given(EndPartnersInput)["member"]
        end_partnership(night, member, by=doer(request), at=database_now())
        return _partners_of(night)

    @extend_schema(request=WantPartnerInput, responses=PartnersSerializer)
    @action(detail=True, methods=["post"], url_path="partners/want")
    def want_partner(self, request: Request, pk: str) -> Response:
        """Say that you need a partner for this night, or no longer need one."""
        night = self.get_object()
        member, given = self._own_member(night), self.given(WantPartnerInput)
        want_partner(night, member, by=doer(request), at=database_now(), **given)
        return _partners_of(night)

    @extend_schema(request=AnswerPartnerInput, responses=PartnersSerializer)
    @action(detail=True, methods=["post"], url_path="partners/answer")
    def answer_partner(self, request: Request, pk: str) -> Response:
        """Become the partner of somebody who needs one."""
        night = self.get_object()
        member = self.given(AnswerPartnerInput)["member"]
        answer_partner(night, member, by=self._own_member(night), at=database_now())
        return _partners_of(night)

    def _own_member(self, night: Night) -> Member:
        return get_object_or_404(night.club.members.belonging(), player=caller(self.request))


def _partners_of(night: Night) -> Response:
    wanting = night.attendances.filter(needs_partner=True).select_related("member__player")
    told: Any = {
        "partnerships": partnerships_of(night),
        "wanting": [
            {"member": one.member_id, "name": str(one.member)}
            for one in wanting.order_by("member__player__sort_name", "pk")
        ],
    }
    return Response(PartnersSerializer(told).data)
