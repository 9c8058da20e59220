"""Chips between a club's bank and its members' purses."""

from datetime import datetime

from clubs.errors import NotChips
from clubs.models import Club, Member, Player
from ledger.kinds import AccountKind, Reason
from ledger.models import Account, Transfer
from ledger.posting import Posting, post_transfer


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
    """
    return _between(member, chips, Reason.ISSUE, key, actor, memo, at)


def redeem_chips(
    member: Member, *, chips: int, key: str, actor: Player, memo: str = "", at: datetime
) -> Transfer:
    """Take chips of a member back into the bank.

    Raises:
        NotChips: not a whole number above 0.
        Overdrawn: the purse does not hold them.
    """
    return _between(member, chips, Reason.REDEEM, key, actor, memo, at)


def _between(
    member: Member,
    chips: int,
    reason: Reason,
    key: str,
    actor: Player,
    memo: str,
    at: datetime,
) -> Transfer:
    if type(chips) is not int or chips <= 0:
        raise NotChips(f"{chips} is not a number of chips: write a whole number above 0.")
    gain = chips if reason is Reason.ISSUE else -chips
    posting = Posting(
        book_id=member.club.book_id,
        reason=reason,
        key=key,
        legs={bank_of(member.club).pk: -gain, member.purse_id: gain},
        memo=memo,
        actor_id=actor.pk,
    )
    return post_transfer(posting, at=at)
