"""Stacks: playing chips that entrants are given, for a round or a stage, and give back."""

from collections.abc import Collection, Iterable
from datetime import datetime

from ledger.books import close_accounts
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE, REDEEM, Reason
from tournaments.models import Entrant, EntrantMember, Stage


def give_stacks(stage: Stage, entrants: Collection[Entrant], *, key: str, at: datetime) -> None:
    """Give each member of these entrants the starting stack of a stage.

    Args:
        key: Names what they get it for, once in the tournament.
    """
    members = EntrantMember.objects.playing().filter(entrant__in=entrants)
    give_to_purses(stage, members.values_list("purse", flat=True), key=key, at=at)


def give_to_purses(stage: Stage, purses: Iterable[int], *, key: str, at: datetime) -> None:
    """Give these purses the starting stack of a stage each.

    Args:
        key: As in `give_stacks`.
    """
    _move(stage, ISSUE, key, dict.fromkeys(purses, stage.starting_stack), at=at)


def take_stacks(stage: Stage, *, key: str, at: datetime) -> None:
    """Take all playing chips back: those in purses, and those in pools that nobody won.

    Args:
        key: Names what people had them for, once in the tournament.
    """
    accounts = Account.objects.open().filter(book=stage.tournament.book_id, balance__gt=0)
    full = list(accounts.filter(kind__in=[AccountKind.PURSE, AccountKind.POOL]))
    _move(stage, REDEEM, key, {account.pk: -account.balance for account in full}, at=at)
    close_accounts([account for account in full if account.kind == AccountKind.POOL], at=at)


def _move(stage: Stage, reason: Reason, key: str, gains: dict[int, int], *, at: datetime) -> None:
    if not gains:
        return
    tournament = stage.tournament
    bank = tournament.book.accounts.get(kind=AccountKind.BANK)
    posting = Posting(
        book_id=tournament.book_id,
        reason=reason,
        key=f"tournament:{tournament.pk}:{key}",
        legs=gains | {bank.pk: -sum(gains.values())},
    )
    post_transfer(posting, at=at)
