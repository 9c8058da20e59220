"""Doors that only the tests have, each as an app would write it."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.viewsets import GenericViewSet, ViewSet

from clubs.models import Player
from deploy.rest.bodies import reads
from deploy.rest.idempotency import idempotent
from deploy.rest.serializers import StrictSerializer
from games.engine import Card, IllegalAction
from games.errors import NumberUnplayable, StalePly
from ledger.models import Account, Book
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE

FEW_BYTES = 100


class Inner(StrictSerializer):
    chips = serializers.IntegerField(min_value=1)


class Order(StrictSerializer):
    chips = serializers.IntegerField(min_value=1)
    memo = serializers.CharField(required=False, allow_null=True)
    is_bold = serializers.BooleanField(required=False)
    seats = serializers.ListField(child=serializers.IntegerField(), required=False)
    suit = serializers.ChoiceField(["hearts", "spades"], required=False)
    cut = serializers.ChoiceField(choices=["", "high", "low"], required=False)
    inner = Inner(required=False)


class Refusals(ViewSet):
    """Fails in the way that its address names."""

    permission_classes = [AllowAny]

    def retrieve(self, request: Request, pk: str) -> Response:
        errors: dict[str, Exception] = {
            "stale": StalePly("The deal is at ply 13 by now.", ply=13),
            "number": NumberUnplayable("This number cannot play.", people=5, possible=[4, 6]),
            "rule": IllegalAction("hearts were led and you can follow.", rule="5.2"),
            "http404": Http404("secret reason"),
            "denied": PermissionDenied("Only organisers do that."),
            "throttled": Throttled(wait=7.2),
            "crash": ZeroDivisionError("5H is in the hand of seat 3"),
        }
        if pk == "unreadable":
            Card.parse("99X")
        raise errors[pk]

    def create(self, request: Request) -> Response:
        order = Order(data=request.data)
        order.is_valid(raise_exception=True)
        return Response(order.validated_data)


class Orders(ViewSet):
    """Moves chips of the one book that a test has made."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=Order, responses={201: dict[str, str]})
    @idempotent
    def create(self, request: Request) -> Response:
        order = Order(data=request.data)
        order.is_valid(raise_exception=True)
        book = Book.objects.get()
        bank, purse = book.accounts.get(kind="bank"), book.accounts.get(kind="purse")
        chips = order.validated_data["chips"]
        transfer = post_transfer(
            Posting(
                book_id=book.pk,
                reason=ISSUE,
                key=f"form:{request.headers['Idempotency-Key']}",
                legs={bank.pk: -chips, purse.pk: chips},
            ),
            at=book.opened_at,
        )
        return Response({"transfer": transfer.pk, "at": transfer.effective_at}, status=201)

    @action(detail=False, methods=["post"])
    @reads(FEW_BYTES)
    def few(self, request: Request) -> Response:
        return Response(request.data)

    @action(detail=False, methods=["post"])
    @idempotent
    def nothing(self, request: Request) -> Response:
        return Response(status=204)

    @action(detail=False, methods=["post"])
    @idempotent
    def refused(self, request: Request) -> Response:
        Player.objects.update(name="changed")
        return Response({"detail": "no"}, status=409)


class AccountSerializer(serializers.ModelSerializer[Account]):
    class Meta:
        model = Account
        fields = ["name"]


class Accounts(GenericViewSet[Account]):
    permission_classes = [IsAuthenticated]
    queryset = Account.objects.all()
    serializer_class = AccountSerializer

    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


def crash_with_cards(request: HttpRequest) -> HttpResponse:
    hand = ["9" + suit for suit in "DS"]
    return HttpResponse(len(hand) / 0)


def crash(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


router = SimpleRouter(trailing_slash=False)
router.register("refusals", Refusals, "refusal")
router.register("orders", Orders, "order")
router.register("accounts", Accounts, "account")
urlpatterns = [
    path("api/v1/", include(router.urls)),
    path("api/crash", crash),
    path("api/v1/crash-with-cards", crash_with_cards),
    path("admin/crash", crash),
]
handler400 = "deploy.rest.problems.handle_400"
handler403 = "deploy.rest.problems.handle_403"
handler404 = "deploy.rest.problems.handle_404"
handler500 = "deploy.rest.problems.handle_500"
