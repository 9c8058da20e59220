"""Who could come to a night, who is here and who is missing, as the door needs it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from clubs.models import Answer, Attendance, Member, Night, NightPlace, NightStatus, RoundStatus
from clubs.models.night_round import NightPlaceQuerySet
from clubs.played_places import played_places
from deploy.names import is_found

TO_COME = (RoundStatus.PLAYING, RoundStatus.DRAFTED)
AT_A_TABLE = (NightStatus.SEATED, NightStatus.PLAYING)


@dataclass(frozen=True)
class Arrival:
    """Somebody of the club, and this night.

    Attributes:
        name_parts: The name as people type it (`deploy.names.parts`).
        chips: What their purse holds.
        has_played: They sat at a table tonight, so that they went home if they are not here.
        table: The number of the table where they have a place now; None where they have none.
        note: What organisers wrote on them, for themselves alone.
        lacks: Chips that their purse lacks for the buy-in; 0 where it is enough, or they play.
    """

    member_id: int
    name: str
    name_parts: str
    sort_name: str
    answer: str
    answered_at: datetime | None
    here_since: datetime | None
    has_played: bool
    needs_partner: bool
    chips: int
    lacks: int
    table: int | None
    note: str

    @property
    def is_here(self) -> bool:
        return self.here_since is not None

    @property
    def list_if_away(self) -> str:
        """Where the door lists them while they are not here: `waiting`, `missing` or `others`.

        Missing is who said that they come, and did not come yet.
        """
        if self.answer == Answer.WAITING:
            return "waiting"
        return "missing" if self.answer == Answer.GOING and not self.has_played else "others"

    @property
    def is_missing(self) -> bool:
        return self.list_if_away == "missing" and not self.is_here

    @property
    def is_waiting(self) -> bool:
        return self.list_if_away == "waiting" and not self.is_here


@dataclass(frozen=True)
class Door:
    """Everybody who could come, each in one of these, by name; those who wait by their turn."""

    missing: tuple[Arrival, ...]
    waiting: tuple[Arrival, ...]
    others: tuple[Arrival, ...]
    here: tuple[Arrival, ...]


def door_of(night: Night) -> Door:
    """Who is where, by a constant number of queries; of those here the last stands first."""
    people = sorted(arrivals(night), key=lambda one: (one.sort_name, one.member_id))
    here = [one for one in people if one.is_here]
    waiting = [one for one in people if one.is_waiting]
    return Door(
        missing=tuple(one for one in people if one.is_missing),
        waiting=tuple(sorted(waiting, key=lambda one: (one.answered_at is None, one.answered_at))),
        others=tuple(
            one for one in people if not (one.is_here or one.is_missing or one.is_waiting)
        ),
        here=tuple(sorted(here, key=lambda one: one.here_since or night.starts_at, reverse=True)),
    )


def called(night: Night, text: str) -> list[Arrival]:
    """Find people of the club by what they type of their names; by name."""
    people = sorted(arrivals(night), key=lambda one: (one.sort_name, one.member_id))
    return [one for one in people if is_found(one.name_parts, text)]


def arrivals(night: Night, members: Collection[int] | None = None) -> list[Arrival]:
    """All people of the club, or those of them that are named by their ids."""
    rows = night.club.members.people().select_related("player", "purse")
    answers = night.attendances.all()
    places = NightPlace.objects.filter(round__night=night)
    sat = played_places([night.pk])
    if members is not None:
        rows = rows.filter(pk__in=members)
        answers = answers.filter(member__in=members)
        places = places.filter(attendance__member__in=members)
        sat = sat.filter(attendance__member__in=members)
    noted = {one.member_id: one for one in answers}
    played = set(sat.values_list("attendance__member", flat=True))
    tables = _tables(places.taken()) if night.status in AT_A_TABLE else {}
    needed = night.buy_in_chips or 1
    return [
        _arrival(
            row, noted.get(row.pk), tables.get(row.pk), needed=needed, has_played=row.pk in played
        )
        for row in rows
    ]


def _arrival(
    row: Member,
    noted: Attendance | None,
    at: tuple[int, bool] | None,
    *,
    needed: int,
    has_played: bool,
) -> Arrival:
    table, is_playing = at or (None, False)
    chips = row.purse.balance
    return Arrival(
        member_id=row.pk,
        name=str(row),
        name_parts=row.player.name_parts,
        sort_name=row.player.sort_name,
        answer=noted.answer if noted and noted.answered_at else "",
        answered_at=noted.answered_at if noted else None,
        here_since=noted.checked_in_at if noted else None,
        has_played=has_played,
        needs_partner=noted.needs_partner if noted else False,
        chips=chips,
        lacks=0 if is_playing else max(0, needed - chips),
        table=table,
        note=row.note,
    )


def _tables(places: NightPlaceQuerySet) -> dict[int, tuple[int, bool]]:
    """By member the table of this round, else of the next one, and whether they play there."""
    counting = places.filter(round__status__in=TO_COME).order_by("-round__number")
    found = {}
    for member, number, status in counting.values_list(
        "attendance__member", "table__number", "round__status"
    ):
        found[member] = (number, status == RoundStatus.PLAYING)
    return found
