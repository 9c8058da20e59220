"""Chips between a club's bank and its members' purses, and from one account to another."""

from collections.abc import Iterable
from datetime import datetime

from clubs.errors import NoGifts, PurseTooShort
from clubs.models import Club, Member, Player
from clubs.reasons import GIFT
from ledger.by_hand import Direction, Hand, Instruction, draft_adjustment, draft_exchange
from ledger.chips import check_chips
from ledger.models import Account, Transfer
from ledger.posting import Posting, post_transfer, post_transfers


def exchange_chips(
    member: Member,
    direction: Direction,
    *,
    chips: int,
    key: str,
    actor: Player,
    memo: str = "",
    at: datetime,
) -> Transfer:
    """Issue chips from the bank to a member, or redeem some of theirs.

    Args:
        key: Names this one order; the same key again moves nothing more.

    Raises:
        NotChips: that is no number of chips.
        TurnedAway: the club has turned them away, and issues them nothing.
        Overdrawn: the purse does not hold them.
    """
    hand = Instruction(actor_id=actor.pk, memo=memo, key=key)
    return post_transfer(draft_exchange(member.purse, direction, chips=chips, hand=hand), at=at)


def exchange_many(
    members: Iterable[Member],
    direction: Direction,
    *,
    chips: int,
    key: str,
    actor_id: int,
    memo: str = "",
    at: datetime,
) -> list[Member]:
    """`exchange_chips` for each of them, all or nobody; those whose chips it moved now.

    Raises:
        NotChips, TurnedAway: as in `exchange_chips`.
        PurseTooShort: a purse does not hold what is taken back.
    """
    named = list(members)
    keys = [f"{key}:{member.pk}" for member in named]
    earlier = Transfer.objects.filter(
        book__in={member.purse.book_id for member in named}, key__in=keys
    )
    done = set(earlier.values_list("key", flat=True))
    new = [member for member in named if f"{key}:{member.pk}" not in done]
    postings = []
    for member in named:
        hand = Instruction(actor_id=actor_id, memo=memo, key=f"{key}:{member.pk}")
        posting = draft_exchange(member.purse, direction, chips=chips, hand=hand)
        has = member.purse.balance
        if direction == Direction.REDEEM and has < chips and member in new:
            raise PurseTooShort(
                f"{member} has {has} chips, so {chips} cannot be taken back: take back fewer, or "
                "wait until they have more at home.",
                member=member.pk,
            )
        postings.append(posting)
    post_transfers(postings, at=at)
    return new


def move_chips(
    giver: Account,
    taker: Account,
    *,
    chips: int,
    key: str,
    actor: Player,
    memo: str,
    at: datetime,
) -> Transfer:
    """Put a mistake right: chips from a purse to another of the club, or to its corrections.

    Raises:
        NotChips: that is no number of chips.
        NotByHand: they are not two such accounts of one book.
        Overdrawn: the giver does not hold them.
    """
    hand = Hand(actor_id=actor.pk, memo=memo, key=key)
    return post_transfer(draft_adjustment(giver, taker, chips=chips, hand=hand), at=at)


def give_chips(
    giver: Member,
    taker: Member,
    *,
    chips: int,
    key: str,
    actor: Player,
    memo: str = "",
    at: datetime,
) -> Transfer:
    """One member gives another chips from their purse, where the club allows it.

    Raises:
        NoGifts: the club does not allow it, or they are not two members of it.
        NotChips: that is no number of chips.
        Overdrawn: the purse does not hold them.
    """
    club = Club.objects.get(pk=giver.club_id)
    if not club.allows_gifts:
        raise NoGifts(f"{club} does not allow gifts of chips between members.")
    two = club.members.belonging().filter(pk__in=[giver.pk, taker.pk])
    if two.count() != 2:
        raise NoGifts(f"Chips are given from one member of {club} to another.")
    check_chips(chips)
    posting = Posting(
        book_id=club.book_id,
        reason=GIFT,
        key=key,
        legs={giver.purse_id: -chips, taker.purse_id: chips},
        memo=", ".join(filter(None, [f"{giver} to {taker}", memo])),
        actor_id=actor.pk,
    )
    return post_transfer(posting, at=at)
