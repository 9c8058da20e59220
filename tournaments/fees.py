"""Fees: what entrants pay into the fund, what goes back, and whose fees lie there."""

from collections.abc import Iterable

from ledger.models import Transfer
from ledger.posting import Posting
from tournaments.models import EntrantMember, Tournament
from tournaments.reasons import ENTRY_FEE


def draft_fees(members: Iterable[EntrantMember], tournament: Tournament) -> list[Posting]:
    """What takes the fees of these into the fund; nothing where there is no fee."""
    chips = tournament.entry_chips
    return [
        Posting(
            book_id=tournament.club.book_id,
            reason=ENTRY_FEE,
            key=_fee_key(one.pk),
            legs={one.person.purse_id: -chips, tournament.fund_id: chips},
        )
        for one in members
        if chips and one.bot_id is None
    ]


def draft_refunds(members: Iterable[EntrantMember], tournament: Tournament) -> list[Posting]:
    """What takes the fees of these back to their purses; nothing where there is no fee."""
    chips = tournament.entry_chips
    return [
        Posting(
            book_id=tournament.club.book_id,
            reason=ENTRY_FEE,
            key=_refund_key(one.pk),
            legs={one.person.purse_id: chips, tournament.fund_id: -chips},
            memo=f"Back from {tournament}",
        )
        for one in members
        if chips and one.bot_id is None
    ]


def payers_of(tournament: Tournament) -> list[EntrantMember]:
    """Those whose fees lie in the fund, in the order of entry."""
    members = EntrantMember.objects.filter(tournament=tournament, bot=None)
    by_fee = {_fee_key(one.pk): one for one in members.select_related("member").order_by("pk")}
    back = [_refund_key(one.pk) for one in by_fee.values()]
    moved = Transfer.objects.filter(book=tournament.club.book_id, key__in=[*by_fee, *back])
    keys = set(moved.values_list("key", flat=True))
    return [one for key, one in by_fee.items() if key in keys and _refund_key(one.pk) not in keys]


def _fee_key(member: int) -> str:
    """Names the transfer of a fee, by the row of who paid it."""
    return f"entrant-member:{member}:fee"


def _refund_key(member: int) -> str:
    """Names the transfer that gave a fee back."""
    return f"entrant-member:{member}:refund"
