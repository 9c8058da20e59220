"""Fresh stacks: everybody begins each round with the same chips, and gives them back after it."""

import pytest

from clubs.models import Club
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from games.models import Seat, Table
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE
from tests.tournaments.cups import AT, announce, play_round
from tournaments.announcements import change_tournament
from tournaments.entries import enter
from tournaments.formats import FORMATS
from tournaments.formats.protocol import Stacks
from tournaments.formats.random_rotation import RandomRotation
from tournaments.models import RoundSeat, Tournament, TournamentStatus
from tournaments.results import final_standings
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db


class Fresh(RandomRotation):
    stacks = Stacks.FRESH


@pytest.fixture
def cup(club: Club, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Eight are in; a pool that nobody won would be carried to another table."""
    monkeypatch.setitem(FORMATS, "fresh", Fresh())
    cache.clear()
    cup = announce(club, rules={"options": {"unclaimed_pool": "carry"}}, deals_a_round=2)
    cup = change_tournament(cup, at=AT, format="fresh", starting_stack=3)  # Soon lost.
    for member in club.members.order_by("pk")[:8]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    return start(cup, at=AT)


def chips_of(cup: Tournament) -> dict[str, int]:
    """All playing chips by the kind of their account."""
    found: dict[str, int] = {}
    for account in Account.objects.filter(book=cup.book_id):
        found[account.kind] = found.get(account.kind, 0) + account.balance
    return found


def test_nobody_is_out_and_all_begin_each_round_alike(cup: Tournament) -> None:
    for number in range(1, 5):
        seats = Seat.objects.filter(table__round_table__round__number=number)
        assert [seat.bought_chips for seat in seats] == [3] * 8
        play_round(cup)
        sweep_tournaments()

    cup.refresh_from_db()
    broke = RoundSeat.objects.filter(chips=-3, round_table__round__number__lt=4)
    assert cup.status == TournamentStatus.PAID
    assert broke.exists()  # They played on all the same.
    assert check_books() == []


def test_between_rounds_no_playing_chips_are_left(cup: Tournament) -> None:
    assert chips_of(cup)[AccountKind.BANK] == -8 * 3
    [first, *_] = Table.objects.open().order_by("pk")
    bank = cup.book.accounts.get(kind=AccountKind.BANK)
    legs = {bank.pk: -5, first.pool_id: 5}
    stray = Posting(book_id=cup.book_id, reason=ISSUE, key="test:pool", legs=legs)
    post_transfer(stray, at=AT)
    for _ in range(4):
        play_round(cup)
        sweep_tournaments()

    assert set(chips_of(cup).values()) == {0}
    assert not Account.objects.open().filter(book=cup.book_id, kind=AccountKind.POOL).exists()


def test_what_was_won_counts_though_it_was_given_back(cup: Tournament) -> None:
    play_round(cup)
    sweep_tournaments()

    seats = RoundSeat.objects.filter(round_table__round__number=1)
    made = {seat.entrant_id: seat.chips or 0 for seat in seats}
    figures = [line.figures[0] for line in final_standings(cup)]
    assert {line.entrant: line.figures[0] for line in final_standings(cup)} == made
    assert figures == sorted(made.values(), reverse=True)
