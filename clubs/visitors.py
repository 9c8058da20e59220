"""People from outside who sit down at a free table: visitors, until an organiser welcomes them."""

from datetime import datetime

from django.db import transaction

from clubs.errors import NotMember, NotWelcomed
from clubs.members import join_club, lock_joining
from clubs.models import Access, FreeTable, Member, Player, Role


@transaction.atomic
def visit(free: FreeTable, *, player: Player, at: datetime) -> Member:
    """The member as whom somebody sits down; people from outside become visitors.

    A visitor sees the tables where they sit and themselves, nothing else of the club. Somebody who
    has left comes back as one, to their old purse. Doors call it ahead of the order to sit down, in
    a transaction of its own: the row stays when an empty purse is refused, and organisers find it.

    Raises:
        NotMember: the table is for members, where nobody becomes a visitor.
        TurnedAway: as in `clubs.members.join_club`.
    """
    members = free.club.members.active().select_for_update()  # Nobody leaves the club meanwhile.
    member = members.filter(player=player).first()
    if member is None:  # They may be joining by another request right now.
        lock_joining(player)
        member = members.filter(player=player).first()
    if member is not None:
        return member
    if free.access == Access.MEMBERS:  # They have left since the door asked.
        raise NotMember(
            f"This table is for members of {free.club}, and you have left the club: sit down at a"
            " table that is open to everybody."
        )
    return join_club(free.club, player=player, role=Role.VISITOR, at=at)


def check_welcomed(member: Member, *, chips: int) -> None:
    """See that a visitor does not sit down with chips that nobody gave them.

    Raises:
        NotWelcomed: their purse does not hold the chips.
    """
    held = member.purse.balance
    if member.role == Role.VISITOR and held < chips:
        state = f"holds {held} chips" if held else "is empty"
        raise NotWelcomed(
            f"You are a visitor of {member.club}, and your purse there {state}: ask an organiser "
            "to welcome you, then sit down again."
        )
