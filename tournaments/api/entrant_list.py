"""The list of entrants over the API: everybody whom a number can name, each with their state."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from tournaments.entrant_list import people_of, state_of_person, states_of
from tournaments.entrant_states import State
from tournaments.models import Entrant, EntrantMember, LetGo
from tournaments.rights import SEE

LIST_DEEDS: Final = {"entrants": SEE}
STATES: Final = [one.value for one in State]
STATE: Final = OpenApiParameter(
    "state",
    str,
    enum=STATES,
    description="Only those in this state; with `substituted` those one of whom has a substitute.",
)


class EntrantMemberSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="player.name")
    is_house_bot = serializers.SerializerMethodField(
        help_text="Whether it is one of the club's own bots, which are no members."
    )
    state = serializers.SerializerMethodField(
        help_text="That of the entrant, or `substituted`: somebody plays in their place."
    )

    class Meta:
        model = EntrantMember
        fields = ("member", "name", "bot_level", "is_house_bot", "state", "joined_at", "left_at")
        read_only_fields = fields

    def get_is_house_bot(self, one: EntrantMember) -> bool:
        return one.bot_id is not None

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, one: EntrantMember) -> str:
        return state_of_person(one, self.context["states"][one.entrant_id]).value


class EntrantSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="__str__", help_text="Of all who play as it.")
    state = serializers.SerializerMethodField(
        help_text="Where they stand. `out`: no round is to come for them, though they did not "
        "withdraw before. `left`: they withdrew."
    )
    members = serializers.SerializerMethodField(
        help_text="Who plays, one, or two or three together; then who had played until somebody "
        "took their place."
    )
    let_go = serializers.ChoiceField(
        [("", "nobody let them go"), *LetGo.choices], help_text="Why they were let go."
    )
    withdrawn_at = serializers.DateTimeField(
        allow_null=True, help_text="When they withdrew, were let go or refused."
    )
    refusal = serializers.CharField(
        help_text="Why they were not let in: only organisers and they themselves see it."
    )

    class Meta:
        model = Entrant
        fields = (
            *("id", "name", "state", "members", "entered_at", "checked_in_at", "withdrawn_at"),
            *("has_left", "let_go", "refusal", "missed_rounds", "late_points"),
        )
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, entrant: Entrant) -> str:
        return self.context["states"][entrant.pk].value

    @extend_schema_field(EntrantMemberSerializer(many=True))
    def get_members(self, entrant: Entrant) -> Any:
        people = people_of(entrant)
        return EntrantMemberSerializer(people, many=True, context=self.context).data


class ListDoor(ClubDoor):
    """A tournament whose entrants are listed."""

    @extend_schema(responses=EntrantSerializer(many=True), parameters=[STATE], filters=False)
    @action(detail=True, filterset_class=None, ordering=("pk",))
    def entrants(self, request: Request, pk: str) -> Response:
        """List everybody who has entered, asked or waits, or did before, by number.

        Organisers see who was not let in; everybody else only if it was they themselves.
        """
        tournament = self.get_object()
        states, wanted = states_of(tournament), _wanted(request)
        listed = tournament.entrants.listed_for(caller(request)).named()
        if wanted == State.SUBSTITUTED:
            listed = listed.with_substitutes()
        elif wanted is not None:
            listed = listed.filter(pk__in=[one for one, at in states.items() if at == wanted])
        page = self.paginate_queryset(listed) or []
        context = {"states": states}
        return self.get_paginated_response(EntrantSerializer(page, many=True, context=context).data)


def _wanted(request: Request) -> State | None:
    """Read the state that somebody asks for; None for every state.

    Raises:
        ValidationError: there is no such state.
    """
    given = request.query_params.get("state")
    if given is None:
        return None
    try:
        return State(serializers.ChoiceField(STATES).run_validation(given))
    except serializers.ValidationError as refusal:
        raise serializers.ValidationError({"state": refusal.detail}) from refusal
