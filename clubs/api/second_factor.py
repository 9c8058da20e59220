"""A second factor over the API, from a session: switched on, used, switched off."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.accounts import second_factor
from clubs.api.door import caller
from clubs.api.signing_in import LONGEST_CODE, SigningIn
from clubs.models import Player
from clubs.rights import KEEP_LOGIN, SEE_ONESELF
from deploy.rest.clock import database_now
from deploy.rest.serializers import StrictSerializer


class PasswordInput(StrictSerializer):
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    code = serializers.CharField(
        max_length=LONGEST_CODE,
        required=False,
        help_text="One of the recovery codes. Needed where the login has a passkey.",
    )


class CodeInput(StrictSerializer):
    code = serializers.CharField(
        max_length=LONGEST_CODE, help_text="What the app shows now, or a recovery code."
    )


class SecondFactorSerializer(serializers.Serializer):
    is_on = serializers.BooleanField()
    is_demanded = serializers.BooleanField(
        help_text="Whether they organise, and can do so only after they switch one on."
    )
    recovery_codes_left = serializers.IntegerField()


class BegunSerializer(serializers.Serializer):
    secret = serializers.CharField(help_text="What people type into their app.")
    address = serializers.CharField(help_text="The same for a QR code (`otpauth://`).")


class RecoveryCodesSerializer(serializers.Serializer):
    recovery_codes = serializers.ListField(
        child=serializers.CharField(), help_text="Shown once. Each opens the login once."
    )


class SecondFactorViewSet(SigningIn):
    """The second factor of the caller's login. No token changes it."""

    queryset = Player.objects.none()
    serializer_class = SecondFactorSerializer
    lookup_value_regex = "current"
    deeds = {
        "retrieve": SEE_ONESELF,
        "create": KEEP_LOGIN,
        "switch_on": KEEP_LOGIN,
        "recovery_codes": KEEP_LOGIN,
        "switch_off": KEEP_LOGIN,
    }

    def retrieve(self, request: Request, pk: str) -> Response:
        """Show whether it is on."""
        owner = caller(request)
        told = {
            "is_on": owner.has_second_factor(),
            "is_demanded": owner.is_short_of_factor(),
            "recovery_codes_left": len(second_factor.unused_codes(owner)),
        }
        return Response(SecondFactorSerializer(told).data)

    @extend_schema(request=PasswordInput, responses={200: BegunSerializer})
    def create(self, request: Request) -> Response:
        """Begin: a secret for an app. It counts once a code of it was sent (`switch-on`).

        A login with a passkey sends one of its recovery codes, too.
        """
        owner = self._owner()
        given = self._given(PasswordInput)
        self.check_password(owner, given["password"])
        secret, address = second_factor.begin(
            request._request, owner, code=given.get("code"), at=database_now()
        )
        return Response({"secret": secret, "address": address})

    @extend_schema(request=CodeInput, responses=RecoveryCodesSerializer)
    @action(detail=False, methods=["post"], url_path="switch-on")
    def switch_on(self, request: Request) -> Response:
        """Switch it on with the app's first code; all other sessions end.

        So do all tokens, if it is the first factor. It follows the beginning within five minutes.
        """
        owner, given = self._owner(), self._given(CodeInput)
        codes = second_factor.switch_on(request._request, owner, **given, at=database_now())
        return Response({"recovery_codes": codes})

    @extend_schema(request=CodeInput, responses=RecoveryCodesSerializer)
    @action(detail=False, methods=["post"], url_path="recovery-codes")
    def recovery_codes(self, request: Request) -> Response:
        """Make ten new recovery codes; the old ones are worth nothing."""
        owner = self._checked()
        return Response({"recovery_codes": second_factor.renew_codes(request._request, owner)})

    @extend_schema(request=CodeInput, responses={204: None})
    @action(detail=False, methods=["post"], url_path="switch-off")
    def switch_off(self, request: Request) -> Response:
        """Switch it off: the password alone is enough from now on."""
        second_factor.switch_off(request._request, self._checked())
        return Response(status=204)

    def _owner(self) -> Player:
        if self.request.auth is not None:
            raise PermissionDenied("A token cannot do this: log in with `POST /sessions`.")
        return caller(self.request)

    def _checked(self) -> Player:
        """The owner, who sent a good code."""
        owner, given = self._owner(), self._given(CodeInput)
        second_factor.check_code(self.request._request, owner, **given, at=database_now())
        return owner

    def _given(self, kind: type[StrictSerializer]) -> dict[str, Any]:
        shape = kind(data=self.request.data)
        shape.is_valid(raise_exception=True)
        given: dict[str, Any] = shape.validated_data
        return given
