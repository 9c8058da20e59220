"""Links to a night over the API: given and revoked by organisers, entered by anybody."""

from typing import Any, Final

from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from clubs.api.door import MOST_ID, ClubDoor, doer
from clubs.by_link import keep, put_away
from clubs.links import WELCOMES, count_welcomes, enter, give_link, revoke_link
from clubs.models import LinkPurpose, Night, NightLink
from clubs.models.night_link import MOST_WELCOMES
from clubs.rights import (
    ENTER_BY_LINK,
    GIVE_LINK,
    LEAVE_LINK,
    REVOKE_LINK,
    SEE_HELD_LINK,
    SEE_LINKS,
)
from deploy.rest.clock import database_now
from deploy.rest.idempotency import shown_once
from deploy.rest.rights import Deeds, roles_anywhere
from deploy.rest.serializers import StrictSerializer
from deploy.rights import Roles

LINK_DEEDS: Final = {"links": SEE_LINKS, "give_link": GIVE_LINK, "revoke_link": REVOKE_LINK}
PAGE: Final = "/link"
LONGEST_SECRET: Final = 64
MOST_TABLE: Final = 1000


class LinkSerializer(serializers.ModelSerializer):
    table = serializers.IntegerField(
        source="table_number", allow_null=True, help_text="As it is called in the hall."
    )
    given_by = serializers.CharField(source="giver.name")
    welcomes_left = serializers.IntegerField(
        allow_null=True, help_text="Of a door link: how many more people it may welcome; else null."
    )

    class Meta:
        model = NightLink
        fields: tuple[str, ...] = (
            *("id", "night", "purpose", "table", "given_by", "made_at", "expires_at"),
            *("revoked_at", "most_welcomes", "welcomes_left"),
        )
        read_only_fields = fields


class LinksSerializer(serializers.Serializer):
    """The links to a night, the newest first. Their secrets are kept nowhere."""

    links = LinkSerializer(many=True)


class NewLinkSerializer(LinkSerializer):
    secret = serializers.CharField(help_text="Shown only once: we keep only its hash.")
    url = serializers.CharField(
        help_text="The page that enters by it. The secret stands behind `#`: browsers send that to "
        "no server."
    )

    class Meta(LinkSerializer.Meta):
        fields = (*LinkSerializer.Meta.fields, "secret", "url")


class HeldLinkSerializer(LinkSerializer):
    """The link by which somebody came."""

    club = serializers.CharField(source="night.club.name")

    class Meta(LinkSerializer.Meta):
        fields = ("night", "club", "purpose", "table", "given_by", "expires_at", "welcomes_left")
        read_only_fields = fields


class LinkInput(StrictSerializer):
    purpose = serializers.ChoiceField(LinkPurpose.choices)
    table = serializers.IntegerField(
        source="table_number",
        min_value=1,
        max_value=MOST_TABLE,
        allow_null=True,
        default=None,
        help_text="Of a scorer: the only table that they see, in every round. Null: all tables.",
    )
    most_welcomes = serializers.IntegerField(
        min_value=1,
        max_value=MOST_WELCOMES,
        allow_null=True,
        default=None,
        help_text="Of a door link: how many people it welcomes where the night has no capacity. "
        f"Null: {WELCOMES}. A night with a capacity lets it fill the free places.",
    )
    expires_at = serializers.DateTimeField(
        allow_null=True,
        default=None,
        help_text="Null: 12 hours after the night begins. 48 hours after it at the latest. "
        "It ends when the night closes, but for that of a hall screen.",
    )


class RevokeInput(StrictSerializer):
    link = serializers.IntegerField(min_value=1, max_value=MOST_ID, help_text="Its id.")


class SecretInput(StrictSerializer):
    secret = serializers.CharField(max_length=LONGEST_SECRET)


class LinksDoor(ClubDoor):
    """A night at whose address its links stand, too."""

    @extend_schema(responses=LinksSerializer)
    @action(detail=True, url_path="links")
    def links(self, request: Request, pk: str) -> Response:
        """Every link that was given to this night."""
        return _links_of(self.get_object())

    @extend_schema(request=LinkInput, responses={201: NewLinkSerializer})
    @links.mapping.post
    @shown_once(put_away='POST {path}/revoke {{"link": {id}}}')
    def give_link(self, request: Request, pk: str) -> Response:
        """Give somebody without a login a part of the evening: scores, the door, or the screen.

        The answer has its secret, which is never shown again. The link stands until it expires, you
        revoke it, or you may no longer give one yourself.
        """
        night, given = self.get_object(), self.given(LinkInput)
        purpose = LinkPurpose(given.pop("purpose"))
        link, secret = give_link(
            night, purpose=purpose, **given, by=doer(request), at=database_now()
        )
        url = f"{request.build_absolute_uri(PAGE)}#{secret}"
        told: dict[str, Any] = {**LinkSerializer(_told(link)).data, "secret": secret, "url": url}
        return Response(told, status=201)

    @extend_schema(request=RevokeInput, responses=LinksSerializer)
    @action(detail=True, methods=["post"], url_path="links/revoke")
    def revoke_link(self, request: Request, pk: str) -> Response:
        """Shut a link at once. Streams that are open by it end within ten seconds."""
        night = self.get_object()
        number = self.given(RevokeInput)["link"]
        revoke_link(night, number, by=doer(request), at=database_now())
        return _links_of(night)


class LinkViewSet(Deeds, GenericViewSet):
    """Coming by a link, and putting it away: the cookie of a browser, as a session is."""

    queryset = NightLink.objects.none()
    serializer_class = HeldLinkSerializer
    lookup_value_regex = "current"
    deeds = {"enter": ENTER_BY_LINK, "leave": LEAVE_LINK, "retrieve": SEE_HELD_LINK}

    def roles_at(self, row: Any) -> Roles:
        return roles_anywhere(self.request.user)

    @extend_schema(request=SecretInput, responses=HeldLinkSerializer)
    @action(detail=False, methods=["post"])
    def enter(self, request: Request) -> Response:
        """Exchange the secret of a link for a cookie. Whatever it changes needs the CSRF token.

        An unknown secret, an expired link and a revoked one get the same answer. If you are signed
        in, you go on acting in your own name.
        """
        shape = SecretInput(data=request.data)
        shape.is_valid(raise_exception=True)
        at = database_now()
        link = enter(shape.validated_data["secret"], at=at)
        response = Response(HeldLinkSerializer(_told(link)).data)
        get_token(request._request)  # Sets the CSRF cookie.
        keep(response, link, at=at)
        return response

    @extend_schema(request=None, responses={204: None})
    @action(detail=False, methods=["post"])
    def leave(self, request: Request) -> Response:
        """Put the link away: the browser forgets it."""
        response = Response(status=204)
        put_away(response)
        return response

    def retrieve(self, request: Request, pk: str) -> Response:
        """Show the link by which you came. If you are signed in, there is none."""
        self.ask(SEE_HELD_LINK, None)
        get_token(request._request)
        link = request.auth
        assert isinstance(link, NightLink)  # The right to see it says so.
        return Response(HeldLinkSerializer(_told(link)).data)


def _links_of(night: Night) -> Response:
    links = count_welcomes(night.links.select_related("giver").order_by("-pk"), night)
    return Response(LinksSerializer({"links": links}).data)


def _told(link: NightLink) -> NightLink:
    """With all that an answer tells of it."""
    link = NightLink.objects.select_related("giver", "night__club").get(pk=link.pk)
    return count_welcomes([link], link.night)[0]
