"""The keys of the cards are lost in the middle of a night and of a tournament: both go on."""

import io
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db.models import QuerySet

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.models import Club, Night, NightStatus
from clubs.nights import close_night, open_night, plan_night
from clubs.rounds import open_tables
from clubs.tasks import sweep_nights
from games.bots import FIRST_BOT
from games.errors import DealInPlay
from games.models import Deal, Mode, Table
from games.play.advance import advance_table
from games.tables.keys import tables_without_keys, trouble_with_keys
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.factories import PlayerFactory, with_options
from tests.tournaments.cups import AT, play_round
from tournaments.models import EntrantMember, Tournament, TournamentStatus
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

PLAY_ON = {"unclaimed_pool": "play_on"}


@pytest.fixture
def operator(db: None) -> str:
    PlayerFactory.create(is_superuser=True, username="op")
    return "op"


def lose_keys(settings: Any) -> None:
    settings.SEED_KEYS = [Fernet.generate_key().decode()]


def close_lost_tables(by: str) -> str:
    said = io.StringIO()
    call_command("close_lost_tables", by=by, yes=True, stdout=said)
    return said.getvalue()


def deal_everywhere() -> int:
    """Let every table go on to a deal that waits for a person; how many there are."""
    for table in Table.objects.open():
        while advance_table(table.pk, at=AT):
            pass
    return len(Deal.objects.filter(settled_at=None))


def chips(book_id: int, kind: AccountKind) -> int:
    accounts: QuerySet[Account] = Account.objects.filter(book=book_id, kind=kind)
    return sum(account.balance for account in accounts)


def at_tables(tournament: Tournament) -> int:
    kinds = (AccountKind.STACK, AccountKind.POOL)
    return sum(chips(tournament.book_id, kind) for kind in kinds)


def seated_night(club: Club, **options: str) -> Night:
    """Sixteen who play themselves, at open tables."""
    night = plan_night(club, at=AT, starts_at=AT, mode=Mode.ONLINE, turn_seconds=60)
    night = open_night(with_options(night, **options))
    check_in(night, [*club.members.all()], at=AT)
    return open_tables(seat_night(night), at=AT)


@pytest.mark.parametrize("rules", [{}, PLAY_ON])
def test_a_night_closes_and_every_purse_is_as_full(
    club: Club, operator: str, settings: Any, rules: dict[str, str]
) -> None:
    purses = chips(club.book_id, AccountKind.PURSE)
    night = seated_night(club, **rules)
    assert deal_everywhere() == 3
    lose_keys(settings)
    with pytest.raises(DealInPlay):
        close_night(night, at=AT)

    said = close_lost_tables(operator)

    assert said.count(" is closed.") == 3
    assert chips(club.book_id, AccountKind.PURSE) == purses
    assert close_night(night, at=AT).status == NightStatus.CLOSED
    assert (tables_without_keys(), check_books()) == ([], [])


def test_the_sweep_closes_such_a_night_by_itself(club: Club, operator: str, settings: Any) -> None:
    night = seated_night(club)
    deal_everywhere()
    lose_keys(settings)

    close_lost_tables(operator)
    sweep_nights()

    night.refresh_from_db()
    assert night.status == NightStatus.CLOSED


def test_a_tournament_goes_on_with_the_keys_of_today(
    tournament: Tournament, operator: str, settings: Any
) -> None:
    person = EntrantMember.objects.earliest("pk")
    EntrantMember.objects.filter(pk=person.pk).update(bot_level="")
    tournament = start(tournament, at=AT)
    assert deal_everywhere() == 1
    lose_keys(settings)

    assert close_lost_tables(operator).count(" is closed.") >= 1
    EntrantMember.objects.filter(pk=person.pk).update(bot_level=FIRST_BOT)
    sweep_tournaments()
    play_round(tournament)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.RUNNING
    assert [round.number for round in tournament.rounds.filter(finished_at=None)] == [3]
    assert chips(tournament.book_id, AccountKind.PURSE) + at_tables(tournament) == 16 * 60
    assert (trouble_with_keys(), check_books()) == ("", [])
