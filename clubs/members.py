"""Joining a club, what one may do there, and leaving it."""

from contextlib import suppress
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.text import slugify

from clubs.errors import (
    AlreadyMember,
    HasLogin,
    LastOwner,
    NotAName,
    NotMember,
    NotPerson,
    StillPlaying,
    TurnedAway,
)
from clubs.member_names import check_name
from clubs.models import ADDED, Club, Member, Player, Role
from clubs.models.player import LONGEST_NAME
from deploy.names import neat, refusal
from games.kinds import declared_kinds
from games.models import Seat
from ledger.books import open_account
from ledger.by_hand import Direction, Instruction, draft_flow
from ledger.kinds import AccountKind
from ledger.models import Transfer
from ledger.posting import post_transfer

RANKS = list(Role)  # From the owner down.
OPENING = "the opening chips of a new member"


@transaction.atomic
def join_club(club: Club, *, player: Player, role: Role = Role.MEMBER, at: datetime) -> Member:
    """Make a player a member, with the club's opening chips in their purse.

    One who left comes back to their old purse. A visitor's stays empty until they are welcomed.

    Raises:
        AlreadyMember: they are one.
        TurnedAway: the club has turned them away.

    Source: RULES.md 7.8.
    """
    lock_joining(player)
    member = Member.objects.select_for_update().filter(club=club, player=player).first()
    if member is None:
        purse = open_account(
            club.book, kind=AccountKind.PURSE, name=f"Purse of {player}", holder_id=player.pk
        )
        member = Member.objects.create(
            club=club, player=player, role=role, purse=purse, joined_at=at
        )
    elif member.turned_away_at is not None:
        raise TurnedAway(f"{club} has turned you away: ask an organiser to readmit you.")
    elif member.left_at is None:
        raise AlreadyMember(f"{player} is already a member of {club}.")
    else:
        member.left_at, member.role = None, role
        member.save(update_fields=["left_at", "role"])
    _give_opening_chips(member, at=at)
    return member


@transaction.atomic
def raise_role(member: Member, role: Role, *, at: datetime) -> Member:
    """Give a member a higher role; if theirs is as high already, it stays."""
    member = lock_member(member)
    if RANKS.index(role) < RANKS.index(Role(member.role)):
        member.role = role
        member.save(update_fields=["role"])
        _give_opening_chips(member, at=at)
    return member


def _give_opening_chips(member: Member, *, at: datetime) -> None:
    """Once, however often somebody leaves, visits, is welcomed again, or claims another row."""
    club, rows = member.club, [member.pk, *member.claims.values_list("pk", flat=True)]
    key = f"member:{member.pk}:opening"
    keys = [f"member:{pk}:opening" for pk in rows]
    was_given = Transfer.objects.filter(book=club.book_id, key__in=keys).exists()
    if member.role == Role.VISITOR or was_given or not club.opening_chips:
        return
    chips, by_itself = club.opening_chips, Instruction(key=key, memo=OPENING)
    post_transfer(draft_flow(member.purse, Direction.ISSUE, chips=chips, hand=by_itself), at=at)


@transaction.atomic
def walk_in(club: Club, *, name: str, role: Role = Role.GUEST, at: datetime) -> Member:
    """Somebody known by name alone: a player who cannot log in, and a member.

    Raises:
        NotAName: it is nothing that can be called out, or too long.
    """
    if message := refusal(name):
        raise NotAName(message)
    player = Player(name=neat(name))
    if len(player.name) > LONGEST_NAME:
        raise NotAName(f"A name has up to {LONGEST_NAME} characters: write a shorter one.")
    player.set_unusable_password()
    while player.pk is None:
        player.username = free_username(name)
        with suppress(IntegrityError), transaction.atomic():  # Somebody so called was quicker.
            player.save()
    return join_club(club, player=player, role=role, at=at)


@transaction.atomic
def add_member(
    club: Club, *, name: str, role: Role, is_another: bool = False, at: datetime
) -> Member:
    """Take in somebody known by name alone, whom nobody takes for another of the club.

    Args:
        is_another: As in `check_name`.

    Raises:
        NameTaken, TurnedAway, LooksLike: as in `check_name`.
        NotAName: as in `walk_in`.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # Two of one name come in turn.
    check_name(club, name, is_another=is_another)
    return walk_in(club, name=name, role=role, at=at)


@transaction.atomic
def change_role(member: Member, role: Role, *, at: datetime) -> Member:
    """Let a member do more in the club, or less; a visitor is welcomed, with the opening chips.

    Raises:
        NotMember: they have left; or they would become a visitor, which nobody is made.
        LastOwner: nobody would own the club.
    """
    member = lock_member(member)
    if role == member.role:
        return member
    if member.left_at is not None:
        raise NotMember(f"{member} has left {member.club}: invite them to come back.")
    if member.turned_away_at is not None:
        raise TurnedAway(f"{member} is turned away: readmit them first.")
    if role == Role.VISITOR:
        raise NotMember(
            f"{member} stays {member.get_role_display()}: nobody can be made a visitor."
        )
    check_owner_remains(member)
    member.role = role
    member.save(update_fields=["role"])
    _give_opening_chips(member, at=at)
    return member


@transaction.atomic
def bring_back(member: Member, *, at: datetime) -> Member:
    """Take somebody back who is known by name alone and has left: they find their old purse.

    Officers come back as members: an owner can give them their office again.

    Raises:
        HasLogin: they have a login, and nobody is made a member without saying yes.
        AlreadyMember, TurnedAway: as in `join_club`.
        NameTaken: somebody has their name now.
    """
    member = lock_member(member)
    if member.player.has_usable_password():
        raise HasLogin(f"{member} has a login: invite them, and they come back when they accept.")
    if member.claimed_by_id is not None:
        raise HasLogin(f"{member} has a login now, which has this purse: look for that row.")
    check_name(member.club, str(member), of=member, is_another=True)
    role = Role(member.role)
    return join_club(
        member.club, player=member.player, role=role if role in ADDED else Role.MEMBER, at=at
    )


@transaction.atomic
def leave_club(
    member: Member, *, redeems_purse: bool = False, by: Player | None = None, at: datetime
) -> Member:
    """Note that somebody has left; it is harmless to repeat.

    Args:
        redeems_purse: Whether the bank takes back what the purse holds; else it waits for them.
        by: Who notes it, if not they.

    Raises:
        StillPlaying: they are checked in to a night, sit at a table, or play in a tournament.
        LastOwner: nobody would own the club.
    """
    member = lock_member(member)
    if member.left_at is not None:
        return member
    check_plays_nowhere(member)
    check_owner_remains(member)
    chips = member.purse.balance
    if redeems_purse and chips > 0:
        note = Instruction(
            key=f"member:{member.pk}:left:{member.purse.version}",
            actor_id=(by or member.player).pk,
            memo=f"{member} left the club",
        )
        draft = draft_flow(member.purse, Direction.REDEEM, chips=chips, hand=note)
        post_transfer(draft, at=at)
    member.left_at = at
    member.save(update_fields=["left_at"])
    return member


def check_plays_nowhere(member: Member) -> None:
    """See that no chips of a member's are on a table or in a tournament.

    Raises:
        StillPlaying: some are.
    """
    for kind in declared_kinds():
        reason = kind.keeps(member.player_id, member.club.book_id) if kind.keeps else ""
        if reason:
            raise StillPlaying(f"{member} {reason}")
    if seats_of(member).exists():
        raise StillPlaying(
            f"{member} still sits at a table: they must get up first, or the table must close."
        )


def seats_of(member: Member) -> QuerySet[Seat]:
    """Where a member sits now in the club, at the tables of tournaments too."""
    seats: QuerySet[Seat] = Seat.objects.taken().filter(
        player=member.player_id, table__closed_at=None, table__club_book=member.club.book_id
    )
    return seats


def check_person(member: Member) -> None:
    """Nights and tournaments are for people, for whom a bot may play; so no bot plays as itself.

    With real cards nobody would play for it, and online nobody would say at which level. A club's
    own bots (`clubs.house`) are no members at all.

    Raises:
        NotPerson: the member is marked as a bot.
    """
    if member.player.is_bot:
        raise NotPerson(
            f"{member} is a bot, and bots sit at free tables only: choose somebody else, and "
            "let a bot play for them."
        )


def lock_joining(player: Player) -> None:
    """Wait until no other request makes them a member; none does before this one ends."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def lock_member(member: Member) -> Member:
    """The member as they are; the club is locked too, so that two owners do not go at once."""
    rows = Member.objects.select_for_update(of=("self", "club"), no_key=True)
    return rows.select_related("club", "player", "purse").get(pk=member.pk)


def check_owner_remains(member: Member) -> None:
    """See that the club has an owner without this one.

    Raises:
        LastOwner: nobody would own the club.
    """
    owners = member.club.members.active().filter(role=Role.OWNER)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise LastOwner(
            f"{member} is the only owner of {member.club}: make somebody else an owner first."
        )


def free_username(name: str) -> str:
    """One for a player who does not choose it."""
    stem = slugify(name)[:140] or "guest"
    alike = Player.objects.filter(username__istartswith=stem)
    taken = {username.lower() for username in alike.values_list("username", flat=True)}
    names = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(username for username in names if username not in taken)
