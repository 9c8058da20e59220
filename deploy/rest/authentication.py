"""Tokens in the header, as knox reads them; bytes that are no text are no token."""

from typing import Any

from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed


class Tokens(TokenAuthentication):
    def authenticate_credentials(self, token: bytes) -> Any:
        if not token.isascii():
            raise AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)

    def validate_user(self, auth_token: Any) -> Any:
        if not auth_token.still_stands:  # The password was changed since.
            raise AuthenticationFailed("Invalid token.")
        return super().validate_user(auth_token)
