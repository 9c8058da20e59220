"""The house purse: what a club's bots play with, who fills it, and what it won and lost.

Chips enter it only by an organiser's order. A bot brings some of them to a table and takes home
what is left, so that no deed of a member moves the club's bank (docs/economy.md).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet, Sum

from clubs.errors import TooDear, TooMuchLost
from clubs.models import Club, Player
from games.engine import HouseRules, highest_dues
from games.models import Seat
from ledger.books import open_account
from ledger.by_hand import Direction, Hand, Instruction, draft_exchange, draft_flow
from ledger.kinds import AccountKind
from ledger.models import Account, Book, Transfer
from ledger.posting import post_transfer

OPENINGS = 50  # A new house purse has the opening chips of this many members.
WEEK = timedelta(days=7)
BUY_INS_A_WEEK = 10  # What one host's tables may cost, where the club says nothing else.
FIRST = "the first chips of a new club's bots"
MEMO = "For the club's bots"
LIMITS = {
    "stake": "a stake of {asked} chips",
    "dealer_extra": "{asked} chips more from the dealer",
    "jink": "{asked} chips from each for a jink",
}


def open_house_purse(book: Book, *, opening_chips: int, at: datetime) -> Account:
    """The house purse of a new club, with chips for its first tables of bots.

    Args:
        opening_chips: What a new member is given.
    """
    purse = open_account(book, kind=AccountKind.PURSE, name=f"House purse of {book}")
    if chips := OPENINGS * opening_chips:
        by_itself = Instruction(key=f"house-purse:{purse.pk}:opening", memo=FIRST)
        draft = draft_flow(purse, Direction.ISSUE, chips=chips, hand=by_itself)
        post_transfer(draft, at=at)
    return purse


def fill_house_purse(
    club: Club, *, chips: int, key: str, actor: Player, memo: str = "", at: datetime
) -> Transfer:
    """Issue chips into the house purse: the only way in, and an organiser's.

    Args:
        key: Names this one issue; the same key again issues nothing more.

    Raises:
        NotChips: that is no number of chips.
    """
    return _exchange(club, Direction.ISSUE, chips=chips, key=key, actor=actor, memo=memo, at=at)


def empty_house_purse(
    club: Club, *, chips: int, key: str, actor: Player, memo: str = "", at: datetime
) -> Transfer:
    """Take chips back from the house purse into the bank.

    Raises:
        NotChips: that is no number of chips.
        Overdrawn: it does not hold them.
    """
    return _exchange(club, Direction.REDEEM, chips=chips, key=key, actor=actor, memo=memo, at=at)


def _exchange(
    club: Club,
    direction: Direction,
    *,
    chips: int,
    key: str,
    actor: Player,
    memo: str,
    at: datetime,
) -> Transfer:
    hand = Hand(actor_id=actor.pk, memo=memo or MEMO, key=key)
    draft = draft_exchange(club.house_purse, direction, chips=chips, hand=hand)
    return post_transfer(draft, at=at)


def check_limits(club: Club, rules: HouseRules) -> None:
    """See that a deal by these rules costs no more than the club lets its bots play for.

    Raises:
        TooDear: it may cost more.
    """
    asked, allowed = vars(highest_dues(rules)), vars(club.bot_limits)
    above = [
        f"{words.format(asked=asked[name])} (at most {allowed[name]})"
        for name, words in LIMITS.items()
        if asked[name] > allowed[name]
    ]
    if above:
        raise TooDear(
            f"This table asks for {' and '.join(above)}. That is too high for the bots of {club}. "
            "Open a table by the club's own rules, or ask an organiser to raise the limit."
        )


def check_losses(club: Club, host: Player, *, at: datetime) -> None:
    """See that the house has not lost more at a host's tables in a week than the club allows.

    This limits how fast anybody can win from the bots, by skill or with a friend.

    Raises:
        TooMuchLost: it has.
    """
    limit = club.bot_loss_limit
    if limit is None:
        limit = BUY_INS_A_WEEK * club.bot_buy_in_chips
    home = _seats_of_house(club).filter(
        table__free_table__host=host, stack__closed_at__gt=at - WEEK
    )
    lost = home.aggregate(chips=Sum(F("bought_chips") - F("cashed_chips"), default=0))["chips"]
    if lost >= limit:
        raise TooMuchLost(
            f"Bots have lost {lost} chips at your tables in the last week, and "
            f"{club} lets them lose {limit}: ask an organiser to seat bots, or wait a few days."
        )


def _seats_of_house(club: Club) -> QuerySet[Seat]:
    of_house = Seat.objects.filter(club_book=club.book_id, is_house=True)
    return of_house.filter(table__free_table__club=club).order_by()


@dataclass(frozen=True)
class HostLine:
    """What bots brought to one host's free tables, and took home.

    Attributes:
        bots: How many times a bot sat down there.
        brought_chips: By the bots that have gone home.
        home_chips: What the same bots took home.
        in_play_chips: What the bots brought that sit there now.
    """

    host: int
    name: str
    bots: int
    brought_chips: int
    home_chips: int
    in_play_chips: int

    @property
    def won_chips(self) -> int:
        """What the house won there; negative for what it lost."""
        return self.home_chips - self.brought_chips


def lines_by_host(club: Club) -> list[HostLine]:
    """What the house purse won and lost at every host's tables, the dearest host first."""
    is_home = Q(cashed_chips__isnull=False)
    rows = (
        _seats_of_house(club)
        .values(host=F("table__free_table__host"), name=F("table__free_table__host__name"))
        .annotate(
            bots=Count("pk"),
            brought_chips=Sum("bought_chips", filter=is_home, default=0),
            home_chips=Sum("cashed_chips", default=0),
            in_play_chips=Sum("bought_chips", filter=~is_home, default=0),
        )
    )
    return sorted((HostLine(**row) for row in rows), key=lambda line: (line.won_chips, line.name))
