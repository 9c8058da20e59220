"""The wishes of a night over the API."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import MOST_ID, ClubDoor, MembersField, doer
from clubs.models import Night, WishKind
from clubs.rights import ASK_FOR_SEATS, SEE_WISHES
from clubs.wishes import drop_wish, state_wish
from deploy.rest.clock import database_now
from deploy.rest.idempotency import repeatable
from deploy.rest.serializers import StrictSerializer

WISH_DEEDS: Final = {
    "wishes": SEE_WISHES,
    "state_wish": ASK_FOR_SEATS,
    "drop_wish": ASK_FOR_SEATS,
}
PEOPLE: Final = {WishKind.TOGETHER: 2, WishKind.APART: 2, WishKind.TABLE: 1, WishKind.SEAT: 1}
"""How many people a wish is about at the least."""


class WishSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(WishKind.choices)
    members = serializers.ListField(child=serializers.IntegerField())
    table = serializers.IntegerField(allow_null=True, help_text="As it is called in the hall.")
    seat = serializers.IntegerField(allow_null=True, help_text="Its number, from 0.")


class WishesSerializer(serializers.Serializer):
    """What every draw of a night keeps to."""

    wishes = WishSerializer(many=True)


class WishInput(StrictSerializer):
    kind = serializers.ChoiceField(WishKind.choices)
    members = MembersField()
    table = serializers.IntegerField(
        min_value=1,
        max_value=1000,
        allow_null=True,
        default=None,
        help_text="For a fixed table: its number, as it is called in the hall.",
    )
    seat = serializers.IntegerField(
        min_value=0,
        max_value=9,
        allow_null=True,
        default=None,
        help_text="For a fixed seat: its number at whatever table, from 0.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        kind = WishKind(attrs["kind"])
        if len(attrs["members"]) < PEOPLE[kind]:
            raise serializers.ValidationError({"members": ["Name two people or more."]})
        for name, its_kind in (("table", WishKind.TABLE), ("seat", WishKind.SEAT)):
            if kind == its_kind and attrs[name] is None:
                raise serializers.ValidationError({name: ["Say which one."]})
            if kind != its_kind and attrs[name] is not None:
                message = f"Leave this out, or let the kind be {its_kind.value!r}."
                raise serializers.ValidationError({name: [message]})
        return attrs


class DropWishInput(StrictSerializer):
    wish = serializers.IntegerField(min_value=1, max_value=MOST_ID, help_text="Its id.")


class WishesDoor(ClubDoor):
    """A night at whose address its wishes stand, too."""

    @extend_schema(responses=WishesSerializer)
    @action(detail=True, url_path="wishes")
    def wishes(self, request: Request, pk: str) -> Response:
        """What every draw of this night keeps to."""
        return _wishes_of(self.get_object())

    @extend_schema(request=WishInput, responses={200: WishesSerializer})
    @wishes.mapping.post
    @repeatable
    def state_wish(self, request: Request, pk: str) -> Response:
        """Keep people together or apart, or give them a fixed table or seat, from the next draw.

        If a draw cannot keep all wishes, it is refused with `wishes_unkept` and says which.
        """
        night, given = self.get_object(), self.given(WishInput)
        kind, members = WishKind(given.pop("kind")), given.pop("members")
        state_wish(night, kind, members, **given, by=doer(request), at=database_now())
        return _wishes_of(night)

    @extend_schema(request=DropWishInput, responses=WishesSerializer)
    @action(detail=True, methods=["post"], url_path="wishes/drop")
    def drop_wish(self, request: Request, pk: str) -> Response:
        """Forget a wish."""
        night = self.get_object()
        drop_wish(night, self.given(DropWishInput)["wish"], by=doer(request), at=database_now())
        return _wishes_of(night)


def _wishes_of(night: Night) -> Response:
    rows = night.wishes.order_by("pk").prefetch_related("people")
    wishes = [
        {
            "id": wish.pk,
            "kind": wish.kind,
            "members": sorted(one.member_id for one in wish.people.all()),
            "table": wish.table_number,
            "seat": wish.seat_number,
        }
        for wish in rows
    ]
    return Response(WishesSerializer({"wishes": wishes}).data)
