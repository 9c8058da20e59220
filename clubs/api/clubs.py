"""Clubs over the API."""

from collections.abc import Callable
from dataclasses import asdict

from django.db.models import OuterRef, QuerySet, Subquery
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import caller
from clubs.api.papers import CLUB_PAPER_DEEDS, ClubPapersDoor
from clubs.api.rules import (
    RULES_DEEDS,
    KeptNameInput,
    RevisionSerializer,
    RulesDoor,
    shown_revision,
)
from clubs.api.serializers import (
    ChipsInput,
    ClubInput,
    ClubSerializer,
    HousePurseSerializer,
    SettingsInput,
)
from clubs.api.updates import UpdatedFilters
from clubs.clubs import change_club, open_club
from clubs.house import empty_house_purse, fill_house_purse, lines_by_host
from clubs.house_rules import CLUB_RULES
from clubs.kept_rules import keep_again, kept_rules, remove_kept
from clubs.models import Club, Member, Player
from clubs.revisions import step_from_club, steps
from clubs.rights import (
    CHANGE_CLUB,
    CHANGE_RULES,
    EMPTY_HOUSE_PURSE,
    FILL_HOUSE_PURSE,
    OPEN_CLUB,
    SEE_CLUB,
    SEE_HOUSE_PURSE,
    SEE_RULES,
)
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.preconditions import if_match, matched
from games.engine import Ruleset
from ledger.models import Account


class ClubViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubPapersDoor, RulesDoor):
    """The clubs that the caller belongs to."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer
    filterset_class = UpdatedFilters
    ordering = ("name", "pk")
    holder = CLUB_RULES
    deeds = {
        **RULES_DEEDS,
        **CLUB_PAPER_DEEDS,
        "rules_history": SEE_RULES,
        "kept_rules": SEE_RULES,
        "remove_kept_rules": CHANGE_RULES,
        "keep_rules_again": CHANGE_RULES,
        "list": SEE_CLUB,
        "retrieve": SEE_CLUB,
        "create": OPEN_CLUB,
        "partial_update": CHANGE_CLUB,
        "house_purse": SEE_HOUSE_PURSE,
        "fill_house_purse": FILL_HOUSE_PURSE,
        "empty_house_purse": EMPTY_HOUSE_PURSE,
    }

    def visible_to(self, player: Player) -> QuerySet:
        mine = Member.objects.belonging().filter(player=player, club=OuterRef("pk"))
        role = Subquery(mine.values("role")[:1])
        return (
            Club.objects.visible_to(player).select_related("house_rules__by").annotate(my_role=role)
        )

    @extend_schema(request=ClubInput, responses={201: ClubSerializer})
    @idempotent
    def create(self, request: Request) -> Response:
        """Open a club, with a book of chips; the caller owns it. For operators."""
        given = self.given(ClubInput)
        rules = Ruleset(given.pop("preset"), given.pop("house_rules"))
        rules.check_chips()
        club = open_club(**given, owner=caller(request), rules=rules, at=database_now())
        return self.answer_with(club, status=201)

    @extend_schema(request=SettingsInput)
    @if_match
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change what the club decides for itself, such as its name or its bots. For organisers.

        Its house rules are changed by `PATCH /clubs/{id}/rules`.
        """
        club, settings = self.get_object(), self.given(SettingsInput, partial=True)
        return self.answer_with(change_club(matched(request, club), **settings))

    @extend_schema(responses=HousePurseSerializer)
    @action(detail=True, url_path="house-purse")
    def house_purse(self, request: Request, pk: str) -> Response:
        """Show the house purse, and what bots won and lost, host by host. For organisers."""
        return self._house_purse(self.get_object())

    @extend_schema(request=ChipsInput, responses=HousePurseSerializer)
    @house_purse.mapping.post
    @idempotent
    def fill_house_purse(self, request: Request, pk: str) -> Response:
        """Issue chips into the house purse. For organisers."""
        return self._exchange(fill_house_purse)

    @extend_schema(request=ChipsInput, responses=HousePurseSerializer)
    @action(detail=True, methods=["post"], url_path="house-purse/redeem")
    @idempotent
    def empty_house_purse(self, request: Request, pk: str) -> Response:
        """Take chips back from the house purse into the club's bank. For organisers."""
        return self._exchange(empty_house_purse)

    @extend_schema(responses=RevisionSerializer(many=True), filters=False)
    @action(detail=True, url_path="rules/history", ordering=("-number",))
    def rules_history(self, request: Request, pk: str) -> Response:
        """List what the club has played by, latest first, and what each change changed."""
        club = self.get_object()
        revisions = self.paginate_queryset(club.rules_revisions.of_club().told()) or []
        told = [shown_revision(club, step) for step in steps(revisions)]
        return self.get_paginated_response(RevisionSerializer(told, many=True).data)

    @extend_schema(responses=RevisionSerializer(many=True), filters=False)
    @action(detail=True, url_path="rules/kept", pagination_class=None)
    def kept_rules(self, request: Request, pk: str) -> Response:
        """List the rules that the club has kept under a name, to choose them again."""
        return self._kept(self.get_object())

    @extend_schema(request=KeptNameInput, responses=RevisionSerializer(many=True), filters=False)
    @action(detail=True, methods=["post"], url_path="rules/kept/remove", pagination_class=None)
    def remove_kept_rules(self, request: Request, pk: str) -> Response:
        """Remove a name from the list of kept rules. For organisers.

        It does not change how anybody plays, and the history stays. Rules that are saved under the
        name afterwards are kept again.
        """
        club, given = self.get_object(), self.given(KeptNameInput)
        remove_kept(club, **given, by=caller(request), at=database_now())
        return self._kept(club)

    @extend_schema(request=KeptNameInput, responses=RevisionSerializer(many=True), filters=False)
    @action(detail=True, methods=["post"], url_path="rules/kept/keep", pagination_class=None)
    def keep_rules_again(self, request: Request, pk: str) -> Response:
        """Take back that a name was removed from the list of kept rules. For organisers."""
        club, given = self.get_object(), self.given(KeptNameInput)
        keep_again(club, **given, by=caller(request), at=database_now())
        return self._kept(club)

    def _kept(self, club: Club) -> Response:
        told = [shown_revision(club, step_from_club(club, one)) for one in kept_rules(club)]
        return Response(RevisionSerializer(told, many=True).data)

    def _exchange(self, way: Callable[..., object]) -> Response:
        club, given = self.get_object(), self.given(ChipsInput)
        way(club, **given, key=self.order_key(), actor=caller(self.request), at=database_now())
        return self._house_purse(club)

    def _house_purse(self, club: Club) -> Response:
        purse = Account.objects.get(pk=club.house_purse_id)
        lines = [asdict(line) | {"won_chips": line.won_chips} for line in lines_by_host(club)]
        answer = {"account": purse.pk, "chips": purse.balance, "hosts": lines}
        return Response(HousePurseSerializer(answer).data)
