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
from deploy.names import folded, letters
from ledger.errors import LedgerError

MOST_ADDED: Final = 200
REFUSALS: Final = (ClubsError, LedgerError)


@dataclass(frozen=True)
class Newcomer:
    """Somebody who is to be added.

    Attributes:
        is_another: They are somebody else than whoever of the club looks like them.
    """

    name: str
    role: Role = Role.MEMBER
    is_another: bool = False


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
    people: Sequence[Newcomer],
    *,
    is_rehearsal: bool = False,
    at: datetime,
) -> list[Added]:
    """Take in each of these who can be; who cannot, or has to be asked, keeps nobody else out.

    Args:
        is_rehearsal: Only tell what would become of them.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    rows = club.members.filter(claimed_by=None).select_related("player")
    known = {_key(str(member)) for member in rows}  # Read once, not once for each of them.
    with transaction.atomic():
        found = [_add(club, one, known, at=at) for one in people]
        if is_rehearsal:
            transaction.set_rollback(True)
    if is_rehearsal:
        return [replace(one, member=None) for one in found]
    return found


def _add(club: Club, one: Newcomer, known: set[str], *, at: datetime) -> Added:
    try:
        with transaction.atomic():
            if _key(one.name) in known:
                check_name(club, one.name, is_another=one.is_another)
            member = walk_in(club, name=one.name, role=one.role, at=at)
    except REFUSALS as refusal:
        return Added(None, one.name, refusal)
    known.add(_key(one.name))
    return Added(member.pk, one.name)


def _key(name: str) -> str:
    return letters(name) or folded(name)
