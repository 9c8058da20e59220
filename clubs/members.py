"""Joining a club: a purse, and the opening chips in it."""

from datetime import datetime

from django.db import transaction
from django.utils.text import slugify

from clubs.chips import bank_of
from clubs.errors import AlreadyMember
from clubs.models import Club, Member, Player, Role
from ledger.books import open_account
from ledger.kinds import AccountKind, Reason
from ledger.posting import Posting, post_transfer


@transaction.atomic
def join_club(club: Club, *, player: Player, role: Role = Role.MEMBER, at: datetime) -> Member:
    """Make a player a member, with the club's opening chips in his purse.

    One who left comes back to his old purse and is given nothing.

    Raises:
        AlreadyMember: he is one.

    Source: RULES.md 7.8.
    """
    former = Member.objects.select_for_update().filter(club=club, player=player).first()
    if former is not None:
        if former.left_at is None:
            raise AlreadyMember(f"{player} is a member of {club} already.")
        former.left_at, former.role = None, role
        former.save(update_fields=["left_at", "role"])
        return former
    purse = open_account(
        club.book, kind=AccountKind.PURSE, name=f"Purse of {player}", holder_id=player.pk
    )
    member = Member.objects.create(club=club, player=player, role=role, purse=purse, joined_at=at)
    if club.opening_chips:
        post_transfer(
            Posting(
                book_id=club.book_id,
                reason=Reason.ISSUE,
                key=f"member:{member.pk}:opening",
                legs={bank_of(club).pk: -club.opening_chips, purse.pk: club.opening_chips},
            ),
            at=at,
        )
    return member


@transaction.atomic
def walk_in(club: Club, *, name: str, at: datetime) -> Member:
    """A guest known by name alone: a player who cannot log in, and a member."""
    player = Player(username=_free_username(name), name=name)
    player.set_unusable_password()
    player.save()
    return join_club(club, player=player, role=Role.GUEST, at=at)


def _free_username(name: str) -> str:
    stem = slugify(name)[:140] or "guest"
    taken = set(Player.objects.filter(username__startswith=stem).values_list("username", flat=True))
    names = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(username for username in names if username not in taken)
