"""Programs that play over HTTP."""

from typing import Any

from django.contrib.auth import get_user_model
from rest_framework.response import Response
from rest_framework.test import APIClient

from games.models import Deal


def client_of(player_id: int) -> APIClient:
    client = APIClient()
    client.force_authenticate(get_user_model().objects.get(pk=player_id))
    return client


def act(deal: Deal, player_id: int, **body: Any) -> Response:
    answer: Response = client_of(player_id).post(f"/api/v1/deals/{deal.pk}/actions", body)
    return answer


def get(path: str, player_id: int) -> Any:
    return client_of(player_id).get(f"/api/v1/{path}").json()


def headers_of(answer: Response) -> dict[str, str]:
    """All but those that tell of the asker's own requests: which this is, and how many are left."""
    own = {"X-Request-ID", "RateLimit"}
    return {name: value for name, value in answer.headers.items() if name not in own}


def players(deal: Deal) -> list[int]:
    """The players by their places."""
    seats = {seat.number: seat.player_id for seat in deal.table.seats.all()}
    return [seats[number] for number in deal.seat_numbers]
