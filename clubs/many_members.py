"""Many people taken into a club in one order: each is added or refused by themselves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction

from clubs.errors import ClubsError
from clubs.member_names import check_name
from clubs.members import walk_in
from clubs.models import Club, Role
from deploy.names import likeness, neat
from ledger.errors import LedgerError

MOST_ADDED: Final = 200
REFUSALS: Final = (ClubsError, LedgerError)


@dataclass(frozen=True)
class Added:
    """What became of a person.

    Attributes:
        member: None where they are refused, or nothing is done but looked at.
        name: As it was given.
        refusal: Why they were not added.
    """

    member: int | None
    name: str
    refusal: ClubsError | LedgerError | None = None


@transaction.atomic
def add_many(
    club: Club,
    people: Sequence[tuple[str, Role]],
    *,
    is_rehearsal: bool = False,
    at: datetime,
) -> list[Added]:
    """Take in each of these who can be; who cannot keeps nobody else out.

    Args:
        people: Everybody's name, and what they are to be in the club.
        is_rehearsal: Only tell what would become of them.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    rows = club.members.filter(claimed_by=None).select_related("player")
    known = {_key(str(member)) for member in rows}  # Read once, not once for each of them.
    with transaction.atomic():
        found = [_add(club, name, role, known, at=at) for name, role in people]
        if is_rehearsal:
            transaction.set_rollback(True)
    if is_rehearsal:
        return [replace(one, member=None) for one in found]
    return found


def _add(club: Club, name: str, role: Role, known: set[str], *, at: datetime) -> Added:
    try:
        with transaction.atomic():
            if _key(name) in known:
                check_name(club, name)
            member = walk_in(club, name=name, role=role, at=at)
    except REFUSALS as refusal:
        return Added(None, name, refusal)
    known.add(_key(name))
    return Added(member.pk, name)


def _key(name: str) -> str:
    return likeness(neat(name))
