"""Inviting players to a club: nobody becomes a member without saying yes."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction

from clubs.claims import check_claimable, claim_row
from clubs.errors import AlreadyMember, UnknownInvitation
from clubs.members import (
    RANKS,
    join_club,
    lock_joining,
    lock_member,
    raise_role,
)
from clubs.models import ORGANISING, Club, Invitation, Member, Player, Role
from clubs.rights import INVITE, INVITE_OFFICER
from deploy.rights import Deed, may

CODE_BYTES = 16  # Enough that nobody finds one by guessing.
LONGEST_CODE = 64  # Of what people send for one.
DAYS = 14
NEEDED = ("club__book", "created_by", "member__player")


def inviting(role: Role, member: Member | None = None) -> Deed:
    """The deed of letting others in so; asked of its maker again when the code is used."""
    is_office = role in ORGANISING or (member is not None and member.role in ORGANISING)
    return INVITE_OFFICER if is_office else INVITE


@transaction.atomic
def invite(
    club: Club,
    *,
    role: Role,
    member: Member | None = None,
    days: int = DAYS,
    by: Player,
    at: datetime,
) -> tuple[Invitation, str]:
    """An invitation and its code, which is kept nowhere and cannot be told again.

    Args:
        member: Whose row the player takes over, with purse and history.

    Raises:
        NotClaimable, StillPlaying: as in `clubs.claims.check_claimable`.
    """
    if member is not None:
        assert member.club_id == club.pk
        check_claimable(lock_member(member))
    code = secrets.token_urlsafe(CODE_BYTES)
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        member=member,
        digest=digest_of(code),
        created_at=at,
        created_by=by,
        expires_at=at + timedelta(days=days),
    )
    return invitation, code


@transaction.atomic
def withdraw_invitation(invitation: Invitation, *, at: datetime) -> Invitation:
    """Nobody accepts it any more; what was accepted stays so, and again it is harmless."""
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if invitation.accepted_at is None and invitation.withdrawn_at is None:
        invitation.withdrawn_at = at
        invitation.save(update_fields=["withdrawn_at"])
    return invitation


def find_invitation(digest: bytes, *, player: Player | None, at: datetime) -> Invitation:
    """The open invitation whose code has this digest; nothing is done with it.

    Args:
        player: Who would accept it, if that is known.

    Raises:
        UnknownInvitation: as in `accept_invitation`.
    """
    rows = Invitation.objects.open(at).select_related(*NEEDED, "member__purse")
    return _checked(rows.filter(digest=digest).first(), player)


def accept_invitation(code: str, *, player: Player, at: datetime) -> Member:
    """As in `accept_by_digest`, by the code itself."""
    return accept_by_digest(digest_of(code), player=player, at=at)


@transaction.atomic
def accept_by_digest(digest: bytes, *, player: Player, at: datetime) -> Member:
    """Join the club of the code, or get its role there; a row to claim becomes theirs.

    Raises:
        UnknownInvitation: no invitation has this code, or it was accepted, withdrawn or is too
            old, or the person who made it could not make it any more, or the club has turned them
            away.
        AlreadyMember: they are as much in the club already; the code stays good.
        NotClaimable, StillPlaying: as in `clubs.claims`.
    """
    lock_joining(player)
    rows = Invitation.objects.open(at).select_for_update(of=("self",)).select_related(*NEEDED)
    invitation = _checked(rows.filter(digest=digest).first(), player)
    member = _let_in(invitation, player, at=at)
    invitation.accepted_at, invitation.accepted_by = at, player
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    return member


def _let_in(invitation: Invitation, player: Player, *, at: datetime) -> Member:
    club, role = invitation.club, Role(invitation.role)
    mine = club.members.active().filter(player=player).first()
    if invitation.member is None:
        if mine is None:
            return join_club(club, player=player, role=role, at=at)
        if RANKS.index(role) >= RANKS.index(Role(mine.role)):
            raise AlreadyMember(f"You are already in {club}, as {mine.get_role_display()}.")
        return raise_role(mine, role, at=at)
    mine = mine or join_club(club, player=player, role=Role.VISITOR, at=at)
    old, mine = lock_member(invitation.member), lock_member(mine)
    check_claimable(old)
    key = f"invitation:{invitation.pk}:claim"
    claim_row(old, mine, key=key, by=invitation.created_by, at=at)
    return raise_role(mine, role, at=at)


def _checked(invitation: Invitation | None, player: Player | None) -> Invitation:
    if invitation is None or not _is_good(invitation, player):
        raise UnknownInvitation(
            "No open invitation has this code: ask the person who gave it to you for another one."
        )
    return invitation


def _is_good(invitation: Invitation, player: Player | None) -> bool:
    """Whether its maker could still make it, and the club has not turned the player away."""
    club = invitation.club
    theirs = club.members.filter(player=player) if player else club.members.none()
    is_barred = theirs.exclude(turned_away_at=None).exists()
    deed = inviting(Role(invitation.role), invitation.member)
    return not is_barred and may(invitation.created_by.roles_in([club.book_id]), deed)


def digest_of(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
