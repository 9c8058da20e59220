"""Many entries in one order: each is let in or refused by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction

from clubs.errors import ClubsError
from clubs.models import Member
from deploy.names import likeness, neat
from ledger.errors import LedgerError
from tournaments.entries import Joining, enter_together
from tournaments.errors import NotMember, TournamentsError
from tournaments.life import lock_tournament
from tournaments.models import Tournament

MOST_ENTRIES: Final = 200
REFUSALS: Final = (TournamentsError, ClubsError, LedgerError)


@dataclass(frozen=True)
class Asked:
    """Somebody who is to play, as an order names them: by the id of the member, or by name."""

    member: int | None = None
    name: str = ""
    bot_level: str = ""


@dataclass(frozen=True)
class Entered:
    """What became of an entry.

    Attributes:
        entrant: None where they are refused, or nothing is done but looked at.
        name: Of all who were to play together, as far as they are known.
        admission: One of `Admission`, such as a place on the waiting list; empty if refused.
        refusal: Why they are not in.
    """

    entrant: int | None
    name: str
    admission: str = ""
    refusal: TournamentsError | ClubsError | LedgerError | None = None


@transaction.atomic
def enter_many(
    tournament: Tournament,
    companies: Sequence[Sequence[Asked]],
    *,
    is_rehearsal: bool = False,
    by: int | None = None,
    at: datetime,
) -> list[Entered]:
    """Let each of these play who can; those who cannot keep nobody else out.

    Args:
        companies: For each entry those who play together.
        is_rehearsal: Only tell what would become of them.
        by: The player who enters them.
    """
    tournament = lock_tournament(tournament)
    people = _People(tournament, companies)
    with transaction.atomic():
        found = [_enter(tournament, company, people, by=by, at=at) for company in companies]
        if is_rehearsal:
            transaction.set_rollback(True)
    if is_rehearsal:
        return [replace(one, entrant=None) for one in found]
    return found


def _enter(
    tournament: Tournament,
    company: Sequence[Asked],
    people: "_People",
    *,
    by: int | None,
    at: datetime,
) -> Entered:
    names = [people.name(asked) for asked in company]
    called = " and ".join(name for name in (", ".join(names[:-1]), names[-1]) if name)
    try:
        with transaction.atomic():
            joining = [Joining(people.find(asked), asked.bot_level) for asked in company]
            entrant = enter_together(tournament, joining, by=by, at=at)
    except REFUSALS as refusal:
        return Entered(None, called, refusal=refusal)
    return Entered(entrant.pk, called, entrant.admission)


class _People:
    """The members of the club whom an order names, read at once."""

    def __init__(self, tournament: Tournament, companies: Sequence[Sequence[Asked]]) -> None:
        self._club = tournament.club
        asked = [one for company in companies for one in company]
        members = self._club.members.active().select_related("player")
        self._by_id = members.in_bulk([one.member for one in asked if one.member is not None])
        self._by_name: dict[str, list[Member]] = {}
        if any(one.member is None for one in asked):
            for member in self._club.members.people().select_related("player"):
                self._by_name.setdefault(_key(str(member)), []).append(member)

    def name(self, asked: Asked) -> str:
        if asked.member is None:
            return asked.name
        known = self._by_id.get(asked.member)
        return str(known or f"member {asked.member}")

    def find(self, asked: Asked) -> Member:
        """
        Raises:
            NotMember: nobody in the club is named so, or several are.
        """
        if asked.member is not None:
            if asked.member in self._by_id:
                return self._by_id[asked.member]
            raise NotMember(f"{self._club} has no member {asked.member}: look at the list of them.")
        named = self._by_name.get(_key(asked.name), [])
        if len(named) == 1:
            return named[0]
        if named:
            ids = " or ".join(str(member.pk) for member in named)
            raise NotMember(f"Several in {self._club} are called {asked.name}: name member {ids}.")
        raise NotMember(
            f"Nobody in {self._club} is called {asked.name}: check the spelling, or add them as a "
            "member first."
        )


def _key(name: str) -> str:
    return likeness(neat(name))
