"""People who come to a club in a few statements, as if each had walked in."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.text import slugify

from clubs.members import OPENING
from clubs.models import Club, Member, Player, Role
from ledger.by_hand import Direction, Instruction, draft_flow
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import post_transfers

OPEN = """
    SELECT opened.*
    FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS asked (name, holder, place),
    LATERAL ledger_open(%s, %s, asked.name, asked.holder, 0) AS opened ORDER BY asked.place
"""


def arrive(
    club: Club, names: Sequence[str], *, role: Role = Role.GUEST, at: datetime
) -> list[Member]:
    """Let each of these people come as `walk_in` would; a test holds it to that."""
    players = Player.objects.bulk_create(_people(names))
    purses = _purses(club, players)
    members = Member.objects.bulk_create(
        Member(club=club, player=player, role=role, purse=purse, joined_at=at)
        for player, purse in zip(players, purses, strict=True)
    )
    if club.opening_chips and members:
        _give_opening_chips(members, at=at)
    return members


def _people(names: Sequence[str]) -> list[Player]:
    taken = {name.lower() for name in Player.objects.values_list("username", flat=True)}
    people = []
    for name in names:
        stem = slugify(name)[:140] or "guest"
        alike = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
        username = next(one for one in alike if one not in taken)
        taken.add(username)
        person = Player(name=name, username=username)
        person.set_unusable_password()
        people.append(person)
    return people


def _purses(club: Club, players: Sequence[Player]) -> list[Account]:
    names, holders = [f"Purse of {one}" for one in players], [one.pk for one in players]
    return list(Account.objects.raw(OPEN, [names, holders, club.book_id, AccountKind.PURSE]))


def _give_opening_chips(members: Sequence[Member], *, at: datetime) -> None:
    chips = members[0].club.opening_chips
    first = draft_flow(
        members[0].purse, Direction.ISSUE, chips=chips, hand=Instruction(key="", memo=OPENING)
    )
    [bank] = first.legs.keys() - {members[0].purse_id}
    post_transfers(
        [
            replace(
                first,
                key=f"member:{member.pk}:opening",
                legs={bank: -chips, member.purse_id: chips},
            )
            for member in members
        ],
        at=at,
    )
