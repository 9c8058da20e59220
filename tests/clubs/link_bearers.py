"""People who come by links to a night: browsers with a cookie, and nothing else."""

from datetime import timedelta
from typing import Any

from rest_framework.response import Response
from rest_framework.test import APIClient

from clubs.links import give_link
from clubs.models import LinkPurpose, Night, NightLink
from deploy.rest.clock import database_now
from deploy.rights import Doer
from tests.clubs.factories import owner_of

FOR_A_DAY = timedelta(days=1)


def given(
    night: Night, purpose: LinkPurpose, *, table: int | None = None, by: int | None = None
) -> tuple[NightLink, str]:
    """A link that stands now, by the owner of the club unless somebody else is named."""
    now = database_now()
    return give_link(
        night,
        purpose=purpose,
        table_number=table,
        expires_at=now + FOR_A_DAY,
        by=Doer(by or owner_of(night.club).pk),
        at=now,
    )


class Bearer(APIClient):
    """A browser that has entered by a link and keeps to its rules: CSRF is enforced."""

    def __init__(self, secret: str) -> None:
        super().__init__(enforce_csrf_checks=True)
        self.entered = self.post("/api/v1/links/enter", {"secret": secret})
        self.sent = 0

    def ask(self, path: str) -> Response:
        return self.get(f"/api/v1/{path}")

    def order(self, path: str, body: dict[str, Any] | None = None, *, key: str = "") -> Response:
        self.sent += 1
        token = self.cookies["csrftoken"].value if "csrftoken" in self.cookies else ""
        headers = {"Idempotency-Key": key or f"order-{self.sent}", "X-CSRFToken": token}
        return self.post(f"/api/v1/{path}", body or {}, headers=headers)


def bearer(night: Night, purpose: LinkPurpose, *, table: int | None = None) -> Bearer:
    """Somebody who has entered by a new link."""
    return Bearer(given(night, purpose, table=table)[1])
