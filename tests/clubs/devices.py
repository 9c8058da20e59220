"""A device that holds a passkey, as a browser would ask it."""

import hashlib
import json
from typing import Any, Final

from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.webauthn.internal.auth import STATE_SESSION_KEY
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256, CoseKey
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from clubs.models import Player

HERE: Final = "testserver"
FLAG = AuthenticatorData.FLAG
ASKED = FLAG.UP | FLAG.UV  # Somebody is there, and the device knows them.


class Device:
    """One passkey of one player."""

    def __init__(self, player: Player) -> None:
        self.handle = user_pk_to_url_str(player).encode()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.number = b"a passkey of a test"

    def registers(self, browser: Client) -> dict[str, Any]:
        """The answer to the challenge of the page that adds a passkey."""
        browser.get("/accounts/second-factor/passkeys/add/")
        public: CoseKey = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(Aaguid.NONE, self.number, public)
        about = AuthenticatorData.create(_digest(), ASKED | FLAG.AT, 0, credential)
        attested = AttestationObject.create("none", about, {})
        told = _told(browser, "webauthn.create")
        return self._sent(clientDataJSON=told, attestationObject=attested)

    def signs(self, browser: Client, page: str) -> dict[str, Any]:
        """The answer to the challenge of a page that signs in, or asks again."""
        browser.get(page, headers={"Accept": "application/json"})
        about = AuthenticatorData.create(_digest(), ASKED, 1)
        told = _told(browser, "webauthn.get")
        signature = self.key.sign(about + told.hash, ec.ECDSA(hashes.SHA256()))
        return self._sent(
            clientDataJSON=told,
            authenticatorData=about,
            signature=signature,
            userHandle=self.handle,
        )

    def _sent(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": websafe_encode(self.number),
            "rawId": websafe_encode(self.number),
            "type": "public-key",
            "response": {name: websafe_encode(part) for name, part in response.items()},
            "clientExtensionResults": {"credProps": {"rk": True}},
        }


def post_credential(browser: Client, page: str, credential: Any, **more: str) -> Any:
    return browser.post(page, {"credential": json.dumps(credential), **more})


def _digest() -> bytes:
    return hashlib.sha256(HERE.encode()).digest()


def _told(browser: Client, kind: str) -> CollectedClientData:
    challenge = browser.session[STATE_SESSION_KEY]["challenge"]
    return CollectedClientData.create(kind, challenge, f"https://{HERE}")
