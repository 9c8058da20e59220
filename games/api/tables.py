"""Tables over the API."""

from functools import partial
from typing import Any, cast

from django.db import transaction
from django.db.models import QuerySet, Subquery
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from deploy.rest.clock import database_now
from deploy.rest.idempotency import DryRun, idempotent
from deploy.rights import Deed
from deploy.rows import few_of
from games.api.corrections import CorrectedSerializer, CorrectionsInput, corrections_of
from games.api.fairness import CommitmentInput, EntropySerializer, ProofSchema, StringInput
from games.api.results import (
    DealEntryInput,
    DealtBy,
    RecordedDealSerializer,
    ResultsSchema,
    next_deal,
    result_of,
    told_held_up,
)
from games.api.seats import author
from games.api.serializers import TableSerializer, WholeTableSerializer
from games.api.stewarding import STEWARD_DEEDS, StewardDoor
from games.api.telling import told_until
from games.api.totals import TotalsEntrySerializer, TotalsInput, totals_of
from games.kinds import paths_of_occasions
from games.models import Mode, Table
from games.models.table import TableQuerySet
from games.play.by_hand import record_deal, upcoming
from games.play.corrections import correct_results
from games.play.held_up import held_up
from games.play.strings import commit_string, open_string
from games.play.totals import enter_totals
from games.rights import (
    COME_BACK,
    CORRECT,
    CORRECT_CLOSED,
    ENTER_RESULT,
    GIVE_STRING,
    WATCH,
    WATCH_OPEN,
)
from games.sight.delay import table_as_of
from games.sight.entries import recorded_deals, recorded_totals, with_entries
from games.sight.revealing import reveal
from games.sight.strings import see_strings
from games.sight.tables import see_table
from games.tables.sittings import come_back
from games.tasks import hint
from ledger.models import Book


class TableFilters(filters.FilterSet):
    mode = filters.ChoiceFilter(choices=Mode.choices)
    is_open = filters.BooleanFilter(field_name="closed_at", lookup_expr="isnull")
    player = filters.NumberFilter(field_name="seats__player")
    club = filters.NumberFilter(field_name="club_book__club", method="filter_club")

    @classmethod
    def get_filters(cls) -> dict[str, filters.Filter]:
        """Also by what tables are part of: `night`, `tournament`."""
        wholes = {
            name: filters.NumberFilter(field_name=path, method="filter_whole")
            for name, path in paths_of_occasions().items()
        }
        found: dict[str, filters.Filter] = super().get_filters()
        return found | wholes

    def filter_club(self, tables: TableQuerySet, _: str, club: int) -> TableQuerySet:
        book = Book.objects.filter(club=club).values("pk")[:1]
        return tables.filter(club_book=Subquery(book))

    def filter_whole(self, tables: TableQuerySet, path: str, whole: int) -> TableQuerySet:
        """An index finds the few tables that are part of it."""
        its_own = Table.objects.filter(**{path: whole})
        return tables.filter(pk__in=few_of([its_own], "pk")).at_once()


class TableViewSet(StewardDoor, viewsets.ReadOnlyModelViewSet):
    """The tables that the caller may watch, latest first."""

    queryset = Table.objects.all()
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = TableFilters
    deeds = {
        "list": (WATCH, WATCH_OPEN),
        "retrieve": (WATCH, WATCH_OPEN),
        "proof": (WATCH, WATCH_OPEN),
        "entropy": (WATCH, WATCH_OPEN),
        "commit_string": GIVE_STRING,
        "open_string": GIVE_STRING,
        "back": COME_BACK,
        "results": (WATCH, WATCH_OPEN),
        "enter_result": ENTER_RESULT,
        "correct": (CORRECT, CORRECT_CLOSED),
        "enter_totals": (CORRECT, CORRECT_CLOSED),
        **STEWARD_DEEDS,
    }

    def get_queryset(self) -> QuerySet[Table]:
        if self.action == "list":
            return Table.objects.visible_to(self.request.user).select_related("pool")
        return Table.objects.with_seats()  # At its row the matrix is asked who sees it.

    def get_serializer_class(self) -> type[Serializer]:
        return TableSerializer if self.action == "list" else WholeTableSerializer

    def deed_at(self, row: Any) -> Deed:
        if self.action in ("correct", "enter_totals") and row.closed_at is not None:
            return CORRECT_CLOSED
        return super().deed_at(row)

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page of rows as the caller is told of them."""
        page = super().paginate_queryset(queryset)
        return page and [table_as_of(table, told_until(table, self.request)) for table in page]

    def retrieve(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Show a table, and its deal with the caller's own view of it."""
        return self._whole(self.get_object())

    def _whole(self, table: Table) -> Response:
        until = told_until(table, self.request)
        sight = see_table(table, self.request.user.pk, until=until)
        return Response(WholeTableSerializer(sight).data)

    @extend_schema(responses=ProofSchema)
    @action(detail=True)
    def proof(self, request: Request, pk: str) -> Response:
        """Show the revealed seeds, strings and actions of a table, to recompute its deals."""
        table = self.get_object()
        return Response(reveal(table, until=told_until(table, self.request)))

    @extend_schema(responses=EntropySerializer)
    @action(detail=True)
    def entropy(self, request: Request, pk: str) -> Response:
        """Show the strings that seats gave for the packs, and what the table is waiting for."""
        return Response(EntropySerializer(see_strings(self.get_object())).data)

    @extend_schema(request=CommitmentInput, responses=EntropySerializer)
    @entropy.mapping.post
    def commit_string(self, request: Request, pk: str) -> Response:
        """Commit to a string of your own, which will be mixed into the next packs."""
        table, player_id = self.get_object(), cast(int, request.user.pk)
        given = CommitmentInput(data=request.data)
        given.is_valid(raise_exception=True)
        commitment = bytes.fromhex(given.validated_data["commitment"])
        table = commit_string(table, player_id=player_id, commitment=commitment, at=database_now())
        return self._told(table)

    @extend_schema(request=StringInput, responses=EntropySerializer)
    @action(detail=True, methods=["post"])
    def open_string(self, request: Request, pk: str) -> Response:
        """Open your string while `entropy_phase` is `opening`. The deal waits a few seconds."""
        table, player_id = self.get_object(), cast(int, request.user.pk)
        given = StringInput(data=request.data)
        given.is_valid(raise_exception=True)
        text = given.validated_data["text"]
        return self._told(open_string(table, player_id=player_id, text=text, at=database_now()))

    def _told(self, table: Table) -> Response:
        """How the round stands; a deal that waited for it is looked at after the commit."""
        if table.entropy_until is not None:
            transaction.on_commit(partial(hint, table.pk))
        return Response(EntropySerializer(see_strings(table)).data)

    @extend_schema(request=None, responses=WholeTableSerializer)
    @action(detail=True, methods=["post"])
    def back(self, request: Request, pk: str) -> Response:
        """Say that you are here again, after your time ran out."""
        come_back(self.get_object(), player_id=cast(int, request.user.pk))
        return self._whole(self.get_object())

    @extend_schema(parameters=[DealtBy], responses=ResultsSchema)
    @action(detail=True)
    def results(self, request: Request, pk: str) -> Response:
        """Show what was entered for each deal with real cards, and what may be entered next."""
        table = self.get_object()
        until = told_until(table, self.request)
        told = RecordedDealSerializer(recorded_deals(table, until=until), many=True).data
        following = upcoming(table) if until is None else None
        dealer = DealtBy.asked(request.query_params)
        shown = following and next_deal(table, following, dealer)
        waits = held_up(table) if until is None and following is None else None
        totals = recorded_totals(table) if until is None else ()
        return Response(
            {
                "next": shown,
                "held_up": told_held_up(waits),
                "results": told,
                "totals": TotalsEntrySerializer(totals, many=True).data,
            }
        )

    @extend_schema(request=DealEntryInput, responses=RecordedDealSerializer)
    @results.mapping.post
    @idempotent
    def enter_result(self, request: Request, pk: str) -> Response:
        """Enter how the next deal with real cards ended; its chips move at once.

        The same result for the same deal is harmless. Another one is refused.
        """
        table = self.get_object()
        given = DealEntryInput(data=request.data)
        given.is_valid(raise_exception=True)
        deal = record_deal(
            table,
            result_of(given.validated_data["result"]),
            number=given.validated_data["deal"],
            **author(request),
            at=database_now(),
        )
        told = with_entries(table.deals.filter(pk=deal.pk)).get()
        return Response(RecordedDealSerializer(told).data)

    @extend_schema(request=CorrectionsInput, responses=CorrectedSerializer)
    @action(detail=True, methods=["post"], url_path="corrections")
    @idempotent
    def correct(self, request: Request, pk: str) -> Response:
        """Put results of real cards right; what follows from them moves as one sum.

        Send all that belongs together at once: a later deal that becomes impossible is refused.
        After the table has closed organisers may do this for 30 days.
        """
        table = self.get_object()
        given = CorrectionsInput(data=request.data)
        given.is_valid(raise_exception=True)
        is_dry_run = given.validated_data.get("dry_run", False)
        corrected = correct_results(
            table,
            corrections_of(given.validated_data["results"]),
            **author(request),
            reason=given.validated_data["reason"],
            may_be_closed=table.closed_at is not None,
            is_dry_run=is_dry_run,
            at=database_now(),
        )
        answer = DryRun if is_dry_run else Response
        return answer(CorrectedSerializer(corrected).data)

    @extend_schema(request=TotalsInput, responses=CorrectedSerializer)
    @action(detail=True, methods=["post"], url_path="totals")
    @idempotent
    def enter_totals(self, request: Request, pk: str) -> Response:
        """Enter what an evening of real cards came to at a table where nobody keeps its deals.

        For each seat tell how many deals its side won, and the chips that lie before it; all chips
        must sum. Sent again with the version that you saw, totals are put right. After the table
        has closed organisers may do this for 30 days.
        """
        table = self.get_object()
        given = TotalsInput(data=request.data)
        given.is_valid(raise_exception=True)
        told = given.validated_data
        is_dry_run = told.get("dry_run", False)
        entered = enter_totals(
            table,
            totals_of(told["totals"]),
            version=told["version"],
            **author(request),
            reason=told.get("reason", ""),
            may_be_closed=table.closed_at is not None,
            is_dry_run=is_dry_run,
            at=database_now(),
        )
        answer = DryRun if is_dry_run else Response
        return answer(CorrectedSerializer(entered).data)
