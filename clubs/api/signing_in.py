"""Signing in over the API: a token for a program, a session for a page."""

from collections.abc import Collection
from typing import Any, NoReturn

from allauth.usersessions.models import UserSession
from django.contrib.auth import logout
from django.db.models import QuerySet
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import AuthenticationFailed, NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from clubs.accounts.addresses import check_confirmed
from clubs.accounts.second_factor import check_code
from clubs.accounts.sessions import end_session, open_session, sessions_of, sign_out_elsewhere
from clubs.api.door import caller
from clubs.errors import SecondFactorNeeded
from clubs.models import Player, Token
from clubs.models.token import USUAL
from clubs.rights import REVOKE_ALL, SEE_ONESELF, SIGN_IN, SIGN_OUT
from clubs.signing_in import OWN_SESSION, sign_in
from clubs.tokens import make_token, revoke_token
from deploy.rest.addresses import address_of
from deploy.rest.authentication import is_token
from deploy.rest.clock import database_now
from deploy.rest.idempotency import shown_once, takes_key
from deploy.rest.rights import Deeds, roles_anywhere
from deploy.rest.serializers import StrictSerializer
from deploy.rights import Roles, Scope

DAYS = 90
LONGEST_DAYS = 365
LONGEST_CODE = 20


class SessionInput(StrictSerializer):
    username = serializers.CharField(
        max_length=254, help_text="The user name, or a confirmed e-mail address."
    )
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    code = serializers.CharField(
        max_length=LONGEST_CODE,
        required=False,
        help_text="Of the second factor, if it is on: what the app shows, or a recovery code.",
    )


class TokenInput(StrictSerializer):
    name = serializers.CharField(max_length=100, help_text="What it is for.")
    days = serializers.IntegerField(min_value=1, max_value=LONGEST_DAYS, default=DAYS)
    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope]),
        default=list(USUAL),
        allow_empty=False,
        max_length=len(Scope),
        help_text="What it may be used for. Each goes with `read`. `treasurer` takes user name "
        "and password.",
    )
    username = serializers.CharField(
        max_length=254,
        required=False,
        help_text="The user name or a confirmed e-mail address. Needed where there is no session.",
    )
    password = serializers.CharField(
        max_length=200,
        required=False,
        trim_whitespace=False,
        help_text="Needed where there is no session, where the login has no second factor, and for "
        "`treasurer`.",
    )
    code = serializers.CharField(
        max_length=LONGEST_CODE,
        required=False,
        help_text="Needed from a session where the login has a second factor: what the app shows "
        "now, or a recovery code.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "username" in attrs and "password" not in attrs:
            raise serializers.ValidationError("Send the password with the username.")
        return attrs


class TokenSerializer(serializers.ModelSerializer):
    id = serializers.CharField(source="token_key", help_text="The first letters of the token.")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry")
    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope]),
        help_text="What it may be used for.",
    )
    last_used_at = serializers.DateTimeField(
        allow_null=True, help_text="Within an hour; null if it was never used."
    )

    class Meta:
        model = Token
        fields: tuple[str, ...] = (
            "id",
            "name",
            "created_at",
            "expires_at",
            "scopes",
            "last_used_at",
        )
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="Shown only once: we keep only its hash.")

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "token")


class EndedSerializer(serializers.Serializer):
    """What signing out everywhere came to."""

    sessions = serializers.IntegerField(help_text="Sessions that have ended; yours goes on.")
    tokens = serializers.IntegerField(help_text="Tokens that have ended: all of them.")


class MeSerializer(serializers.ModelSerializer):
    class Meta:
        model = Player
        fields = ("id", "username", "name")
        read_only_fields = fields


class OpenSessionSerializer(serializers.ModelSerializer):
    address = serializers.IPAddressField(source="ip", help_text="From where it was opened.")
    browser = serializers.CharField(source="user_agent", help_text="As it names itself.")
    is_current = serializers.BooleanField(help_text="Whether it is the one that asks.")

    class Meta:
        model = UserSession
        fields = ("id", "created_at", "address", "browser", "is_current")
        read_only_fields = fields


class SigningIn(Deeds, GenericViewSet):
    """The caller is a stranger until they sign in; a token spares nobody the count of guesses."""

    def roles_at(self, row: Any) -> Roles:
        return roles_anywhere(self.request.user)  # A row of their own: a queryset holds no other.

    def who(self, username: str, password: str) -> Player:
        """Whose name or address, and password these are, and who has confirmed the address."""
        player = self.whose(username, password, address=address_of(self.request._request))
        if player is None:
            raise AuthenticationFailed("The user name or the password is wrong.")
        check_confirmed(self.request._request, player)
        return player

    def whose(self, username: str, password: str, *, address: str) -> Player | None:
        asked = self.request._request
        given = {"username": username, "password": password}
        return sign_in(asked, **given, address=address, at=database_now())

    def check_password(self, owner: Player, password: str) -> None:
        """See that it is that of the session's owner, who says again who they are."""
        if self.whose(owner.username, password, address=OWN_SESSION) is None:
            raise PermissionDenied("The password is wrong.")

    def check_code(self, player: Player, code: str | None, *, is_signed_in: bool) -> None:
        if code is None:
            raise SecondFactorNeeded(
                "Your login has a second factor: send the `code` that your app shows, or a recovery"
                " code, too."
            )
        asked = self.request._request
        check_code(asked, player, code=code, at=database_now(), is_signed_in=is_signed_in)


class TokenViewSet(mixins.ListModelMixin, SigningIn):
    """The caller's tokens, newest first. By a token one sees and revokes that token alone."""

    queryset = Token.objects.none()
    serializer_class = TokenSerializer
    lookup_field = "token_key"
    ordering = ("-created", "digest")
    deeds = {
        "list": SEE_ONESELF,
        "create": SIGN_IN,
        "destroy": SIGN_OUT,
        "revoke_all": REVOKE_ALL,
    }

    def get_queryset(self) -> QuerySet:
        tokens = Token.objects.filter(user=caller(self.request))
        used = self.request.auth
        return tokens.filter(pk=used.pk) if isinstance(used, Token) else tokens

    @extend_schema(request=TokenInput, responses={201: NewTokenSerializer})
    @takes_key
    def create(self, request: Request) -> Response:
        """Make a token, with user name and password or from a session.

        A session alone makes none: send the `password` again, or the `code` of a second factor.
        """
        shape = TokenInput(data=request.data)
        shape.is_valid(raise_exception=True)
        given = shape.validated_data
        scopes = [Scope(scope) for scope in given["scopes"]]
        owner = self._in_session(request)
        if owner is None or "username" in given:
            request.user = self._named(given, owner)
        if request.user == owner:
            self._ask_again(owner, given, Scope.TREASURER in scopes)
        return self._make(request, name=given["name"], days=given["days"], scopes=scopes)

    @shown_once(spent=["code"])
    def _make(
        self, request: Request, *, name: str, days: int, scopes: Collection[Scope]
    ) -> Response:
        """Once a key of theirs, now that it is known who asks."""
        token, text = make_token(caller(request), name=name, days=days, scopes=scopes)
        return Response({**TokenSerializer(token).data, "token": text}, status=201)

    def _in_session(self, request: Request) -> Player | None:
        """The player whose session asks; None for a stranger, or who came by a token or a link."""
        is_session = request.auth is None and isinstance(request.user, Player)
        return caller(request) if is_session else None

    def _named(self, given: dict[str, Any], in_session: Player | None) -> Player:
        """The player who sent their password; with a second factor that alone makes no token."""
        if "username" not in given:
            if is_token(self.request.auth):
                raise PermissionDenied(
                    "A token cannot make another token: send your user name and password."
                )
            _refuse("Required, because there is no session.", "username", "password")
        player = self.who(given["username"], given["password"])
        if player != in_session and player.has_second_factor():
            raise SecondFactorNeeded(
                "Your login has a second factor: log in with its code (`POST /sessions`), and make "
                "the token from that session."
            )
        return player

    def _ask_again(self, owner: Player, given: dict[str, Any], is_for_chips: bool) -> None:
        """See that whoever sits at this session is its owner: a stolen one makes no token.

        A token outlives the session, so each is asked for by itself.
        """
        has_factor = owner.has_second_factor()
        if "password" not in given and (is_for_chips or not has_factor):
            what = "A token for `treasurer`" if is_for_chips else "A token"
            _refuse(f"{what} takes your password, from a session too.", "password")
        if "password" in given and "username" not in given:  # Else it was looked at by name.
            self.check_password(owner, given["password"])
        if has_factor:
            self.check_code(owner, given.get("code"), is_signed_in=True)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, token_key: str) -> Response:
        """Revoke a token."""
        revoke_token(self.get_object())
        return Response(status=204)

    @extend_schema(request=None, responses=EndedSerializer)
    @action(detail=False, methods=["post"], url_path="revoke-all")
    def revoke_all(self, request: Request) -> Response:
        """End every token of the caller, and every session except the one in use; say how many.

        It takes a session: who has stolen a token cannot keep it and lock its owner out.
        """
        ended = sign_out_elsewhere(request._request, caller(request))
        return Response(EndedSerializer(ended).data)


def _refuse(why: str, *fields: str) -> NoReturn:
    raise serializers.ValidationError({name: [why] for name in fields})


class SessionViewSet(mixins.ListModelMixin, SigningIn):
    """Where the caller is signed in, newest first. By a token one sees no session.

    Whatever a session changes it sends with the CSRF cookie's token.
    """

    queryset = UserSession.objects.none()
    serializer_class = OpenSessionSerializer
    lookup_value_regex = r"current|\d{1,18}"
    ordering = ("-created_at", "-pk")
    deeds = {
        "list": SEE_ONESELF,
        "create": SIGN_IN,
        "retrieve": SEE_ONESELF,
        "destroy": SIGN_OUT,
    }

    def get_queryset(self) -> QuerySet:
        if self.request.auth is not None:
            return UserSession.objects.none()  # A token sees itself alone.
        standing = sessions_of(caller(self.request))
        return UserSession.objects.filter(pk__in=[one.pk for one in standing])

    @extend_schema(request=SessionInput, responses={201: MeSerializer})
    def create(self, request: Request) -> Response:
        """Log in; with a second factor, by a code of it, too."""
        shape = SessionInput(data=request.data)
        shape.is_valid(raise_exception=True)
        given = shape.validated_data
        player = self.who(given["username"], given["password"])
        if player.has_second_factor():
            self.check_code(player, given.get("code"), is_signed_in=False)
        open_session(request._request, player)
        return Response(MeSerializer(player).data, status=201)

    @extend_schema(responses=MeSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show who the caller is."""
        if pk != "current":
            raise NotFound  # Of others the list tells all that there is.
        get_token(request._request)  # Sets the CSRF cookie.
        return Response(MeSerializer(caller(request)).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Log out, or end another session of the caller's."""
        if pk == "current":
            logout(request._request)
        else:
            end_session(self.get_object())
        return Response(status=204)
