"""Every way to stop a tournament, in each format, at each moment, and while workers are killed.

No chip is lost, and everybody is told. A few of all cases in every run, with few entrants; with
EVERYTHING=1 all of them, with 40.
"""

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any, Final

import pytest
from django.db import transaction
from django.db.models import Sum

from clubs.models import Club
from deploy.rest.clock import database_now
from deploy.supervisor import beat, bots, sweep, worker
from games.bots import FIRST_BOT
from games.models import Deal, Table
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.conftest import COUNTED
from tests.deploy.streams import wait_until
from tests.lengths import part, sample
from tests.services import HastySupervisor
from tests.tournaments.test_late_entries import PLAN, play
from tests.tournaments.test_stopping import BREAK, DRAFT, ROUND, begun
from tournaments.announcements import create_tournament
from tournaments.concerns import read
from tournaments.entries import enter
from tournaments.errors import ImpossibleTournament
from tournaments.formats import FORMATS
from tournaments.formats.settings import ROUNDS
from tournaments.models import NewsKind, Prize, Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.shortening import shorten
from tournaments.stopping import end_after_round
from tournaments.tasks import sweep_tournaments
from tournaments.tournament_log import log_of
from tournaments.tournaments import cancel

ENTRANTS: Final = part(8, of=40)
FEE, OPENING_CHIPS = 5, 20
PATIENCE_SECONDS: Final = part(90, of=600)
LOGGED: Final = {"cancel": "cancelled", "finish": "ended", "shorten": "shortened"}
"""The line of the log that tells of each order."""

CASES: Final = [*product(sorted(FORMATS), (ROUND, BREAK, DRAFT), LOGGED)]
KILLED: Final = [*product(sorted(FORMATS), LOGGED)]


class CrashError(Exception):
    """A process that dies in the middle of a transaction."""


def order(tournament: Tournament, name: str) -> None:
    """Stop it in one of three ways."""
    by, at = owner_of(tournament.club).pk, database_now()
    if name == "cancel":
        cancel(tournament, by=by, at=at)
    elif name == "finish":
        end_after_round(tournament, by=by, at=at)
    else:
        shorten(tournament, {1: 1}, by=by, at=at)


@transaction.atomic
def half_way(tournament: Tournament, name: str) -> None:
    order(tournament, name)
    raise CrashError


def can_be_done(format: str, name: str) -> bool:
    return name != "shorten" or ROUNDS in FORMATS[format].settings


def in_the_club(club: Club) -> int:
    """All chips of the club that are not in its bank."""
    accounts = Account.objects.filter(book=club.book_id).exclude(kind=AccountKind.BANK)
    return int(accounts.aggregate(chips=Sum("balance"))["chips"])


def state_of(tournament: Tournament) -> dict[str, Any]:
    """All that an order could change, as far as anybody sees it."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    book = Account.objects.filter(book__in=(tournament.book_id, tournament.club.book_id))
    return {
        "status": tournament.status,
        "ends_early": tournament.ends_early,
        "stages": list(tournament.stages.values_list("rounds_count", "finished_at")),
        "log": len(log_of(tournament)),
        "news": tournament.news.count(),
        "open": Table.objects.open().filter(round_table__round__tournament=tournament).count(),
        "drafts": tournament.draws.drafts().count(),
        "chips": dict(book.values_list("pk", "balance")),
    }


def check_over(tournament: Tournament, name: str) -> None:
    """See that it is over, that no chip is lost, and that everybody knows."""
    tournament.refresh_from_db()
    is_cancelled = name == "cancel"
    wanted = TournamentStatus.CANCELLED if is_cancelled else TournamentStatus.PAID
    assert tournament.status == wanted
    assert not Table.objects.open().filter(round_table__round__tournament=tournament).exists()
    assert not tournament.draws.drafts().exists()
    playing = Account.objects.filter(book=tournament.book_id).exclude(kind=AccountKind.BANK)
    entrants = list(tournament.entrants.named())
    assert len(entrants) == ENTRANTS
    prizes = dict(Prize.objects.values_list("entrant", "chips"))
    if is_cancelled:
        assert prizes == {}
        assert sum(playing.values_list("balance", flat=True)) == 0
    else:
        assert sum(prizes.values()) == FEE * ENTRANTS
        assert tournament.rounds.count() == 1
        assert len(results_of(tournament)) == ENTRANTS
    for entrant in entrants:
        [one] = entrant.company
        won = prizes.get(entrant.pk, 0)
        paid = 0 if is_cancelled else FEE
        assert one.person.purse.balance == OPENING_CHIPS - paid + won
    assert Account.objects.get(pk=tournament.fund_id).balance == 0
    assert check_books() == []
    [line] = [one for one in log_of(tournament) if one.kind == LOGGED[name]]
    assert line.by == str(owner_of(tournament.club))
    check_told(tournament, prizes)


def check_told(tournament: Tournament, prizes: dict[int, int]) -> None:
    """See that the stream of each player says how it ended, and what they won."""
    members = [one.company[0] for one in tournament.entrants.named()]
    told = read([one.player for one in members], database_now())
    for one in members:
        said = told[one.player.pk][tournament.pk]
        assert said["status"] == tournament.status
        assert said["prize_chips"] == prizes.get(one.entrant_id, 0)


@pytest.mark.django_db
@pytest.mark.usefixtures("workers_at_once")
@pytest.mark.parametrize("number", sample(5, of=len(CASES)))
def test_it_is_stopped_at_any_moment(
    number: int,
    django_capture_on_commit_callbacks: Any,
    record_property: Callable[[str, object], None],
) -> None:
    """An order that dies half-way has done nothing; given again it is done, and told."""
    format, moment, name = CASES[number]
    club = ClubFactory.create()
    tournament = begun(club, format, moment, waits=name == "cancel", people=ENTRANTS)
    chips, before = in_the_club(club), state_of(tournament)

    if not can_be_done(format, name):
        with pytest.raises(ImpossibleTournament, match="ends by itself"):
            order(tournament, name)
        assert state_of(tournament) == before
        return
    with pytest.raises(CrashError):
        half_way(tournament, name)
    assert state_of(tournament) == before
    with django_capture_on_commit_callbacks() as rung:
        order(tournament, name)
    assert f"tournaments:{tournament.pk}" in {one.args[0] for one in rung}
    news = tournament.news.filter(number__gt=before["news"])
    assert NewsKind.STATUS in set(news.values_list("kind", flat=True))
    assert in_the_club(club) == chips
    if name != "cancel" and moment == ROUND:
        assert Tournament.objects.get().status == TournamentStatus.RUNNING
        play(tournament)
    for _ in range(2):
        sweep_tournaments()

    check_over(tournament, name)
    assert in_the_club(club) == chips
    record_property(COUNTED, f"tournaments stopped 1 of {ENTRANTS} entrants")


@pytest.mark.timeout(2 * PATIENCE_SECONDS)
@pytest.mark.parametrize("number", sample(1, of=len(KILLED)))
def test_it_is_stopped_while_workers_are_killed(
    number: int,
    own_database: str,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    """Real processes: it starts by itself, they are killed in its round, and it is stopped."""
    format, name = KILLED[number]
    monkeypatch.setenv("DATABASE_URL", own_database)
    club, at = ClubFactory.create(), database_now()
    plan = {**PLAN, "format": format, "late_until_round": None}
    if not can_be_done(format, "shorten"):
        plan["rounds_count"] = None
    tournament = create_tournament(
        club, name="Cup", starts_at=at + timedelta(seconds=part(3, of=60)), at=at, **plan
    )
    for member in guests(club, ENTRANTS):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=at)
    chips = in_the_club(club)
    dealt = Deal.objects.filter(table__round_table__round__tournament=tournament)
    with HastySupervisor(lambda *_: None) as supervisor:
        supervisor.start(worker(), beat(), sweep(), bots())
        wait_until(dealt.exists, seconds=PATIENCE_SECONDS)
        for program in ("bots", "worker"):
            supervisor.kill(program)
        if can_be_done(format, name):
            order(tournament, name)
        else:
            with pytest.raises(ImpossibleTournament, match="ends by itself"):
                order(tournament, name)
            name = "cancel"
            order(tournament, name)
        assert in_the_club(club) == chips
        supervisor.start(worker(), bots())
        over = Tournament.objects.filter(
            pk=tournament.pk, status__in=(TournamentStatus.PAID, TournamentStatus.CANCELLED)
        )
        wait_until(over.exists, seconds=PATIENCE_SECONDS)

    check_over(tournament, name)
    assert in_the_club(club) == chips
    record_property(COUNTED, f"tournaments stopped 1 of {ENTRANTS} entrants")
