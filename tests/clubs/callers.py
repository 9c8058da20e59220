"""Programs at the API of clubs and of what clubs hold: one for each kind of person."""

from typing import Any

from rest_framework.response import Response
from rest_framework.test import APIClient

from clubs.members import join_club
from clubs.models import Club, Player, Role
from tests.clubs.factories import AT, PlayerFactory, owner_of

OWNER, ORGANISER, MEMBER, STRANGER = "owner", "organiser", "member", "stranger"
WHO = [OWNER, ORGANISER, MEMBER, STRANGER]


class Caller(APIClient):
    """Somebody at the API; what moves chips is sent with a new key each time."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player
        self.force_authenticate(player)
        self.sent = 0

    def order(self, path: str, body: dict[str, Any] | None = None, *, key: str = "") -> Response:
        self.sent += 1
        headers = {"Idempotency-Key": key or f"order-{self.sent}"}
        return self.post(f"/api/v1/{path}", body or {}, format="json", headers=headers)

    def change(self, path: str, body: dict[str, Any], *, seen: str = "") -> Response:
        """Changed as it is now, or as it was when they saw this ETag."""
        path = f"/api/v1/{path}"
        seen = seen or self.get(path).headers["ETag"]
        return self.patch(path, body, format="json", headers={"If-Match": seen})


def callers_of(club: Club) -> dict[str, Caller]:
    """One of each kind, by their role in the club."""
    organiser, member, stranger = PlayerFactory.create_batch(3)
    join_club(club, player=organiser, role=Role.ORGANISER, at=AT)
    join_club(club, player=member, at=AT)
    return {
        OWNER: Caller(owner_of(club)),
        ORGANISER: Caller(organiser),
        MEMBER: Caller(member),
        STRANGER: Caller(stranger),
    }
