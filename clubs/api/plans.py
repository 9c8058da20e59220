"""Rounds that are drawn, changed by hand over the API: swapped, placed, locked, handed in whole."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import MOST_ID, ClubDoor, MemberField, doer
from clubs.api.night_inputs import TableField
from clubs.api.night_serializers import MeetingSerializer, WholeNightSerializer
from clubs.locks import lock_table
from clubs.models import Night
from clubs.rehearsing import taken_back
from clubs.reseating import MOST_TABLES, HandMade, Reseated, place_person, seat_by_hand
from clubs.rights import REPAIR_ROUNDS, SEAT_NIGHT, SEE_NIGHT
from clubs.sitting_out import sit_out
from clubs.swaps import swap_people
from deploy.rest.clock import database_now
from deploy.rest.idempotency import DryRun, repeatable
from deploy.rest.serializers import StrictSerializer

MOST_ROUND: Final = 2**15 - 1

PLAN_DEEDS: Final = {
    "rounds": SEE_NIGHT,
    "seat_by_hand": SEAT_NIGHT,
    "swap": SEAT_NIGHT,
    "place": SEAT_NIGHT,
    "lock": SEAT_NIGHT,
    "sit_out": REPAIR_ROUNDS,
}


class DrawnInput(StrictSerializer):
    round = serializers.IntegerField(min_value=1, max_value=MOST_ID)
    dry_run = serializers.BooleanField(default=False, help_text="Only tell what would be.")


class SwapInput(DrawnInput):
    one = MemberField()
    other = MemberField()


class PlaceInput(DrawnInput):
    member = MemberField()
    table = TableField()
    after = MemberField(
        allow_null=True, default=None, help_text="To whose left they sit; null: after all others."
    )


class LockInput(StrictSerializer):
    round = serializers.IntegerField(min_value=1, max_value=MOST_ID)
    table = TableField()
    is_locked = serializers.BooleanField(default=True, help_text="False: let it change again.")


class SitOutInput(StrictSerializer):
    round = serializers.IntegerField(min_value=1, max_value=MOST_ID, help_text="The next one.")
    member = MemberField()


class DrawnTableInput(StrictSerializer):
    number = serializers.IntegerField(
        min_value=1, max_value=MOST_TABLES, help_text="As it is called in the hall."
    )
    is_locked = serializers.BooleanField(default=False)
    members = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_ID),
        max_length=10,
        allow_empty=False,
        help_text="Who sits there, clockwise.",
    )


class DrawnRoundInput(StrictSerializer):
    number = serializers.IntegerField(min_value=1, max_value=MOST_ROUND)
    tables = DrawnTableInput(many=True, allow_empty=False)


class SeatingByHandInput(StrictSerializer):
    rounds = DrawnRoundInput(many=True, allow_empty=False)
    dry_run = serializers.BooleanField(default=False, help_text="Only tell what would be.")

    def validate_rounds(self, rounds: Any) -> Any:
        if len({one["number"] for one in rounds}) < len(rounds):
            raise serializers.ValidationError("Name each round once.")
        return rounds


class DrawnTableSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="As it is called in the hall.")
    is_locked = serializers.BooleanField()
    members = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who sits there, clockwise."
    )


class DrawnRoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    tables = DrawnTableSerializer(many=True)


class DrawnRoundsSerializer(serializers.Serializer):
    """The rounds that are drawn and not played yet, as they can be handed in again."""

    rounds = DrawnRoundSerializer(many=True)


class ReseatedSerializer(serializers.Serializer):
    """What a change by hand does to a round."""

    round = serializers.IntegerField(help_text="Its number.")
    before = serializers.IntegerField(
        allow_null=True,
        help_text="How many pairs at the tables of this round have met before, as it was drawn. "
        "Null where it was not drawn.",
    )
    after = serializers.IntegerField(help_text="The same after the change.")
    meets_again = MeetingSerializer(many=True, help_text="Who they are after the change.")


class ReseatedRoundsSerializer(serializers.Serializer):
    rounds = ReseatedSerializer(many=True)


class PlansDoor(ClubDoor):
    """A night at whose address its drawn rounds are changed by hand."""

    @extend_schema(responses=DrawnRoundsSerializer)
    @action(detail=True, url_path="rounds")
    def rounds(self, request: Request, pk: str) -> Response:
        """The rounds that are drawn and not played yet: the document that a POST takes."""
        night = self.get_object()
        return Response(DrawnRoundsSerializer({"rounds": _drawn(night)}).data)

    @extend_schema(request=SeatingByHandInput, responses={200: ReseatedRoundsSerializer})
    @rounds.mapping.post
    @repeatable
    def seat_by_hand(self, request: Request, pk: str) -> Response:
        """Seat everybody who is here as you say, in drawn rounds or in the next ones.

        Name all tables of a round, and everybody who is checked in. Wishes do not count.
        """
        night, given = self.get_object(), self.given(SeatingByHandInput)
        wanted = {
            one["number"]: [HandMade(**table) for table in one["tables"]] for one in given["rounds"]
        }
        deed = partial(seat_by_hand, night, wanted, by=doer(request), at=database_now())
        reseated, answer = _tried(deed, dry_run=given["dry_run"])
        told = {"rounds": _told(night, reseated)}
        return answer(ReseatedRoundsSerializer(told).data)

    @extend_schema(request=SwapInput, responses=ReseatedSerializer)
    @action(detail=True, methods=["post"])
    @repeatable
    def swap(self, request: Request, pk: str) -> Response:
        """Let two people trade places in a drawn round. Partners go with them."""
        return self._reseated(request, SwapInput, swap_people, "one", "other")

    @extend_schema(request=PlaceInput, responses=ReseatedSerializer)
    @action(detail=True, methods=["post"])
    @repeatable
    def place(self, request: Request, pk: str) -> Response:
        """Give somebody another place in a drawn round, or a first one. Partners go with them.

        The sizes of its tables may then differ by more than one.
        """
        return self._reseated(request, PlaceInput, place_person, "member")

    @extend_schema(request=LockInput, responses=WholeNightSerializer)
    @action(detail=True, methods=["post"])
    def lock(self, request: Request, pk: str) -> Response:
        """Lock a table of a drawn round: drawing again and repairing leave its people there."""
        night, given = self.get_object(), self.given(LockInput)
        number = given.pop("round")
        lock_table(night, number=number, **given, by=doer(request), at=database_now())
        return self.answer_with(night)

    @extend_schema(request=SitOutInput, responses=WholeNightSerializer)
    @action(detail=True, methods=["post"], url_path="sit-out")
    @repeatable
    def sit_out(self, request: Request, pk: str) -> Response:
        """Let somebody who stays here sit out the next drawn round. The gap is closed."""
        night, given = self.get_object(), self.given(SitOutInput)
        by, at = doer(request), database_now()
        sit_out(night, given["member"], number=given["round"], by=by, at=at)
        return self.answer_with(night)

    def _reseated(
        self,
        request: Request,
        kind: type[DrawnInput],
        change: Callable[..., Reseated],
        *named: str,
    ) -> Response:
        night, given = self.get_object(), self.given(kind)
        people = [given.pop(name) for name in named]
        number, dry_run = given.pop("round"), given.pop("dry_run")
        deed = partial(change, night, *people, number=number, **given)
        done = partial(deed, by=doer(request), at=database_now())
        reseated, answer = _tried(done, dry_run=dry_run)
        return answer(ReseatedSerializer(_told(night, [reseated])[0]).data)


def _tried(deed: Callable[[], Any], *, dry_run: bool) -> tuple[Any, type[Response]]:
    """What a change did or would do, and the kind of answer that tells it."""
    return (taken_back(deed), DryRun) if dry_run else (deed(), Response)


def _drawn(night: Night) -> list[dict[str, Any]]:
    rounds = night.rounds.drafted().prefetch_related("tables")
    places = [place for drawn in rounds for place in drawn.places.round_the_tables().told()]
    members: dict[int, list[int]] = {}
    for place in places:
        members.setdefault(place.table_id, []).append(place.attendance.member_id)
    return [
        {
            "number": drawn.number,
            "tables": [
                {
                    "number": table.number,
                    "is_locked": table.is_locked,
                    "members": members[table.pk],
                }
                for table in sorted(drawn.tables.all(), key=lambda table: table.number)
                if table.pk in members
            ],
        }
        for drawn in rounds
    ]


def _told(night: Night, reseated: Sequence[Reseated]) -> list[dict[str, Any]]:
    names = dict(night.attendances.values_list("member_id", "member__player__name"))

    def again(one: Reseated) -> Iterable[dict[str, Any]]:
        for met in one.again:
            people = [met.one, met.other]
            yield {"members": people, "names": [names[pk] for pk in people], "times": met.times}

    return [
        {
            "round": one.number,
            "before": one.before,
            "after": one.after,
            "meets_again": list(again(one)),
        }
        for one in reseated
    ]
