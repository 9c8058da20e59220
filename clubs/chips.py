"""Chips between a club's bank and its members' purses, and from one account to another."""

from datetime import datetime

from clubs.errors import NoGifts, NotChips, TurnedAway
from clubs.models import Club, Member, Player
from clubs.reasons import GIFT
from ledger.by_hand import Hand, draft_adjustment
from ledger.kinds import AccountKind
from ledger.models import Account, Transfer
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE, REDEEM, Reason


def bank_of(club: Club) -> Account:
    return club.book.accounts.get(kind=AccountKind.BANK)


def issue_chips(
    member: Member, *, chips: int, key: str, actor: Player, memo: str = "", at: datetime
) -> Transfer:
    """Hand chips out of the bank to a member.

    Args:
        key: Names this one issue; the same key again hands out nothing more.

    Raises:
        NotChips: not a whole number above 0.
        TurnedAway: the club has turned them away.
    """
    return _between(member, chips, ISSUE, key, actor, memo, at)


def redeem_chips(
    member: Member, *, chips: int, key: str, actor: Player, memo: str = "", at: datetime
) -> Transfer:
    """Take chips of a member back into the bank.

    Raises:
        NotChips: not a whole number above 0.
        Overdrawn: the purse does not hold them.
    """
    return _between(member, chips, REDEEM, key, actor, memo, at)


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
        NotChips: not a whole number above 0.
        Overdrawn: the purse does not hold them.
    """
    club = Club.objects.get(pk=giver.club_id)
    if not club.allows_gifts:
        raise NoGifts(f"{club} does not allow gifts of chips between members.")
    two = club.members.belonging().filter(pk__in=[giver.pk, taker.pk])
    if two.count() != 2:
        raise NoGifts(f"Chips are given from one member of {club} to another.")
    _check_chips(chips)
    posting = Posting(
        book_id=club.book_id,
        reason=GIFT,
        key=key,
        legs={giver.purse_id: -chips, taker.purse_id: chips},
        memo=", ".join(filter(None, [f"{giver} to {taker}", memo])),
        actor_id=actor.pk,
    )
    return post_transfer(posting, at=at)


def _check_chips(chips: int) -> None:
    if type(chips) is not int or chips <= 0:
        raise NotChips(f"{chips} is not a number of chips: write a whole number above 0.")


def _check_not_turned_away(member: Member) -> None:
    if Member.objects.filter(pk=member.pk).exclude(turned_away_at=None).exists():
        raise TurnedAway(f"{member} is turned away: readmit them first.")


def _between(
    member: Member,
    chips: int,
    reason: Reason,
    key: str,
    actor: Player,
    memo: str,
    at: datetime,
) -> Transfer:
    _check_chips(chips)
    if reason is ISSUE:
        _check_not_turned_away(member)
    gain = chips if reason is ISSUE else -chips
    posting = Posting(
        book_id=member.club.book_id,
        reason=reason,
        key=key,
        legs={bank_of(member.club).pk: -gain, member.purse_id: gain},
        memo=memo,
        actor_id=actor.pk,
    )
    return post_transfer(posting, at=at)
