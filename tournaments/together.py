"""Many entries in one order: each is let in or refused by itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction

from clubs.errors import ClubsError
from clubs.models import Member
from deploy.names import folded, letters, whole
from ledger.errors import LedgerError
from tournaments.entries import Joining, enter_together
from tournaments.errors import NotMember, TournamentsError
from tournaments.life import lock_tournament
from tournaments.models import Tournament

MOST_ENTRIES: Final = 200
MOST_TOLD: Final = 5
LEAST_LETTERS: Final = 3
"""Of a part of a name, by which somebody is entered."""

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
        people = self._club.members.people().select_related("player")
        by_name = any(one.member is None for one in asked)
        self._people = list(people.order_by("pk")) if by_name else []

    def name(self, asked: Asked) -> str:
        if asked.member is None:
            named = self._named(asked.name)
            return str(named[0]) if len(named) == 1 else asked.name
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
        named = self._named(asked.name)
        if len(named) == 1:
            return named[0]
        if named:
            who = " or ".join(_told(member, asked.name) for member in named[:MOST_TOLD])
            raise NotMember(f"Several in {self._club} are called {asked.name}: name member {who}.")
        raise NotMember(
            f"Nobody in {self._club} is called {asked.name}: check the spelling, or add them as a "
            "member first."
        )

    def _named(self, name: str) -> list[Member]:
        """Find those who have this name; else whose name has its letters; else a part of it."""
        wanted, spelt = folded(name), letters(name)
        if found := [one for one in self._people if folded(str(one)) == wanted]:
            return found
        if len(spelt) < LEAST_LETTERS:
            return []
        if found := [one for one in self._people if letters(str(one)) == spelt]:
            return found
        part = re.compile(whole(name))
        return [one for one in self._people if part.search(one.player.name_parts)]


def _told(member: Member, name: str) -> str:
    is_same = folded(str(member)) == folded(name)
    return str(member.pk) if is_same else f"{member.pk} ({member})"
