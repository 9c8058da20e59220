"""What a program does for somebody who cannot sign in yet: sign-up, and a forgotten password.

The operator decides whether programs may (PROGRAMS_SIGN_UP), and who may sign up at all (SIGN_UP).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.accounts.forgotten import send_key, set_password
from clubs.accounts.signing_up import confirm, sign_up
from clubs.api.signing_in import SigningIn
from clubs.errors import SignUpClosed
from clubs.invitations import LONGEST_CODE, digest_of
from clubs.models import Player
from clubs.models.player import LONGEST_NAME
from clubs.rights import SIGN_IN, SIGN_UP
from deploy.rest.clock import database_now
from deploy.rest.serializers import StrictSerializer

LONGEST_ADDRESS = 254
LONGEST_KEY = 200
LONGEST_PASSWORD = 200


class SignUpInput(StrictSerializer):
    name = serializers.CharField(max_length=LONGEST_NAME, help_text="What others see.")
    email = serializers.EmailField(
        max_length=LONGEST_ADDRESS, help_text="Where the mail goes that confirms it."
    )
    password = serializers.CharField(max_length=LONGEST_PASSWORD, trim_whitespace=False)
    code = serializers.CharField(
        max_length=LONGEST_CODE,
        required=False,
        help_text="Of an invitation to a club, where nobody signs up without one.",
    )


class SignedUp(serializers.Serializer):
    email = serializers.EmailField(help_text="Where the mail went.")
    is_confirmation_needed = serializers.BooleanField(
        help_text="Whether nobody signs in before the address is confirmed."
    )
    username = serializers.CharField(
        allow_null=True,
        help_text="To sign in with, where nothing has to be confirmed. Elsewhere null: people sign "
        "in by the address that they confirm.",
    )


class KeyInput(StrictSerializer):
    key = serializers.CharField(
        max_length=LONGEST_KEY, help_text="The last part of the link in the mail."
    )


class Confirmed(serializers.Serializer):
    email = serializers.EmailField()


class AddressInput(StrictSerializer):
    email = serializers.EmailField(max_length=LONGEST_ADDRESS)


class NewPasswordInput(KeyInput):
    password = serializers.CharField(max_length=LONGEST_PASSWORD, trim_whitespace=False)


class PlayerViewSet(SigningIn):
    """Logins that people make for themselves. Nobody learns here which addresses have one."""

    queryset = Player.objects.none()
    serializer_class = SignedUp
    deeds = {
        "create": SIGN_UP,
        "confirm": SIGN_UP,
        "forgotten_password": SIGN_IN,
        "new_password": SIGN_IN,
    }

    @extend_schema(request=SignUpInput, responses={202: SignedUp})
    def create(self, request: Request) -> Response:
        """Sign up: a mail with a link goes to the address.

        Where mails are sent, the answer is the same for an address that has a login already: its
        owner gets another mail.
        """
        given = self._given(SignUpInput)
        code = given.pop("code", None)
        held = digest_of(code) if code else None
        with _faults_by_field():
            player = sign_up(request._request, **given, invitation=held, at=database_now())
        is_secret = settings.SENDS_MAIL  # Nobody learns that a taken address made no player.
        answer = {
            "email": given["email"],
            "is_confirmation_needed": settings.SENDS_MAIL,
            "username": None if is_secret or player is None else player.username,
        }
        return Response(SignedUp(answer).data, status=202)

    @extend_schema(request=KeyInput, responses=Confirmed)
    @action(detail=False, methods=["post"])
    def confirm(self, request: Request) -> Response:
        """Confirm an address by the key in the mail."""
        address = confirm(request._request, **self._given(KeyInput))
        return Response(Confirmed(address).data)

    @extend_schema(request=AddressInput, responses={202: None})
    @action(detail=False, methods=["post"], url_path="forgotten-password")
    def forgotten_password(self, request: Request) -> Response:
        """Send a mail with a key to a confirmed address; to any other, one that says so."""
        send_key(request._request, **self._given(AddressInput))
        return Response(status=202)

    @extend_schema(request=NewPasswordInput, responses={204: None})
    @action(detail=False, methods=["post"], url_path="new-password")
    def new_password(self, request: Request) -> Response:
        """Set a new password by the key in the mail; all sessions and tokens end."""
        with _faults_by_field():
            set_password(request._request, **self._given(NewPasswordInput))
        return Response(status=204)

    def _given(self, kind: type[StrictSerializer]) -> dict[str, Any]:
        if not settings.PROGRAMS_SIGN_UP:
            raise SignUpClosed("People do this on the pages of this service: programs may not.")
        shape = kind(data=self.request.data)
        shape.is_valid(raise_exception=True)
        given: dict[str, Any] = shape.validated_data
        return given


@contextmanager
def _faults_by_field() -> Iterator[None]:
    try:
        yield
    except ValidationError as faults:
        raise serializers.ValidationError(faults.message_dict) from faults
