"""Joining a club, what one may do there, and leaving it."""

from contextlib import suppress
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from clubs.chips import bank_of
from clubs.errors import AlreadyMember, LastOwner, NotAllowed, NotPerson, StillPlaying
from clubs.models import ORGANISING, Attendance, Club, Member, NightStatus, Player, Role
from games.models import Seat
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
    lock_joining(player)
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
def walk_in(club: Club, *, name: str, role: Role = Role.GUEST, at: datetime) -> Member:
    """Somebody known by name alone: a player who cannot log in, and a member."""
    player = Player(name=name)
    player.set_unusable_password()
    while player.pk is None:
        player.username = free_username(name)
        with suppress(IntegrityError), transaction.atomic():  # Somebody so called was quicker.
            player.save()
    return join_club(club, player=player, role=role, at=at)


@transaction.atomic
def change_role(member: Member, role: Role, *, by: Player) -> Member:
    """Let a member do more in the club, or less.

    Raises:
        NotAllowed: only owners make owners and organisers, or take that from them.
        LastOwner: nobody would own the club.
    """
    member = _locked(member)
    if role == member.role:
        return member
    if {role, member.role} & {*ORGANISING} and not _owns(member.club, by):
        raise NotAllowed(f"{member} stays {member.get_role_display()}: ask an owner of the club.")
    if member.role == Role.OWNER:
        _check_owner_remains(member)
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def leave_club(member: Member, *, at: datetime) -> Member:
    """Note that he has left; his purse keeps what it holds until he comes back.

    Who has left before stays so.

    Raises:
        StillPlaying: he is checked in to a night, or sits at a table.
        LastOwner: nobody would own the club.
    """
    member = _locked(member)
    if member.left_at is not None:
        return member
    unfinished = Attendance.objects.here().exclude(night__status=NightStatus.CLOSED)
    seats = Seat.objects.taken().filter(table__book=member.club.book_id, table__closed_at=None)
    if unfinished.filter(member=member).exists() or seats.filter(player=member.player_id).exists():
        raise StillPlaying(
            f"{member} is playing: let him get up or the night end, or take back the check-in."
        )
    if member.role == Role.OWNER:
        _check_owner_remains(member)
    member.left_at = at
    member.save(update_fields=["left_at"])
    return member


def check_person(member: Member) -> None:
    """Nights and tournaments are for people, for whom a bot may play; so no bot plays as himself.

    The club's own bots, which `clubs.free_tables.seat_bot` makes, sit at free tables alone: with
    real cards nobody would play for them, and online nobody would say at which level.

    Raises:
        NotPerson: it is one of the club's own bots.
    """
    if member.player.is_bot:
        raise NotPerson(
            f"{member} is a bot of {member.club} and sits at free tables only: take somebody "
            "else, and let a bot play for him."
        )


def lock_joining(player: Player) -> None:
    """Wait until no other request makes him a member of a club; none does before this one ends."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _locked(member: Member) -> Member:
    """The member as he is; his club is locked too, so that two owners do not go at once."""
    rows = Member.objects.select_for_update(of=("self", "club")).select_related("club", "player")
    return rows.get(pk=member.pk)


def _owns(club: Club, player: Player) -> bool:
    owners = club.members.active().filter(role=Role.OWNER, player=player)
    return player.is_superuser or owners.exists()


def _check_owner_remains(member: Member) -> None:
    owners = member.club.members.active().filter(role=Role.OWNER)
    if not owners.exclude(pk=member.pk).exists():
        raise LastOwner(f"{member} is the only owner of {member.club}: make somebody else one.")


def free_username(name: str) -> str:
    """One for a player who does not choose it himself."""
    stem = slugify(name)[:140] or "guest"
    taken = set(Player.objects.filter(username__startswith=stem).values_list("username", flat=True))
    names = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(username for username in names if username not in taken)
