"""Every address as it is served, and beside them the least that the API can do: our peer."""

from typing import Any

from django.urls import include, path
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from games.models import Table

UserRateThrottle.THROTTLE_RATES = {"person": "1000000/min"}  # Counted, not met.


class LookUp(APIView):
    """Find the caller by their token, then one row by its key."""

    permission_classes = (IsAuthenticated,)  # Ours ask for a deed, and this has none.

    def get(self, request: Request, pk: int) -> Response:
        row: Any = get_object_or_404(Table.objects.values("id", "name"), pk=pk)
        return Response(row)


urlpatterns = [path("bare/<int:pk>", LookUp.as_view()), path("", include("deploy.urls"))]
