"""What players are told of their nights: whether they are expected and here, and where they sit."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from clubs.models import Attendance, NightPlace, NightRound, RoundStatus
from deploy.rights import Person
from games.concern import Concern

NAME: Final = "nights"
TOLD_FOR: Final = timedelta(days=1)
"""How long after it closed a night is still told, so that everybody hears of it."""

Told = Mapping[str, Any]


def read(people: Collection[Person], at: datetime) -> dict[int, dict[int, Told]]:
    """By player, by night: what is noted of them; in three statements for all."""
    known = {person.pk: person for person in people}
    lately = Q(night__closed_at__gte=at - TOLD_FOR)
    rows = Attendance.objects.filter(member__player__in=known)
    rows = rows.filter(lately | Q(night__closed_at=None)).select_related("night__club", "member")
    seen = [
        row
        for row in rows.order_by("night__starts_at", "night")
        if row.night.is_visible_to(known[row.member.player_id])  # type: ignore[arg-type]
    ]
    rounds = _rounds(row.night_id for row in seen)
    places = _places(seen, rounds.values())
    found: dict[int, dict[int, Told]] = {}
    for row in seen:
        round = rounds.get(row.night_id)
        place = places.get(row.pk)
        found.setdefault(row.member.player_id, {})[row.night_id] = _told(row, round, place)
    return found


def _rounds(nights: Iterable[int]) -> dict[int, NightRound]:
    """By night the round that is played, or else the next one drawn."""
    rounds = NightRound.objects.filter(
        night__in=set(nights), status__in=[RoundStatus.PLAYING, RoundStatus.DRAFTED]
    )
    found: dict[int, NightRound] = {}
    for round in rounds.order_by("number"):
        if round.status == RoundStatus.PLAYING or round.night_id not in found:
            found[round.night_id] = round
    return found


def _places(rows: Iterable[Attendance], rounds: Iterable[NightRound]) -> dict[int, NightPlace]:
    """By attendance where they sit in these rounds."""
    taken = NightPlace.objects.taken().filter(attendance__in=list(rows), round__in=list(rounds))
    return {place.attendance_id: place for place in taken.select_related("table", "seat")}


def _told(row: Attendance, round: NightRound | None, place: NightPlace | None) -> Told:
    night = row.night
    return {
        "id": night.pk,
        "club": night.club_id,
        "starts_at": night.starts_at,
        "venue": night.venue,
        "mode": night.mode,
        "status": night.status,
        "is_cancelled": night.is_cancelled,
        "answer": row.answer,
        "is_checked_in": row.checked_in_at is not None,
        "round": round
        and {
            "number": round.number,
            "status": round.status,
            "table": place
            and {
                "number": place.table.number,
                "place": place.table_place,
                "table": place.table.table_id,
            },
        },
    }


CONCERNS: Final = (Concern(name=NAME, one="night", read=read),)
