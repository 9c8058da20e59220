"""The steps of a tournament: announced, opened for entries and check-in, started, called off."""

from collections import Counter
from datetime import datetime

from django.db import transaction

from clubs.models import Member
from deploy.unlocked import begins_anew
from games.bell import ring_players
from ledger.books import close_accounts
from ledger.posting import post_transfers
from tournaments.entries import entrant_of, let_turned_away_go, refund
from tournaments.errors import TooFewEntrants
from tournaments.fees import draft_refunds, payers_of
from tournaments.life import (
    expect,
    expect_taking_entries,
    first_status,
    lock_tournament,
    move_tournament,
)
from tournaments.models import (
    BEFORE_START,
    Admission,
    Entrant,
    LetGo,
    NewsKind,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.news import tell
from tournaments.passages import FEWEST
from tournaments.rounds import go_on
from tournaments.stopping import stop_play
from tournaments.table_filling import fill_tables
from tournaments.tournament_log import note, note_each
from tournaments.waiting_list import move_up
from tournaments.waits import absent, wait_of


@transaction.atomic
def announce(tournament: Tournament, *, at: datetime) -> Tournament:
    """Show a draft to the club; members may enter at once, or from when it says.

    Raises:
        WrongMoment: it is announced, or over.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.DRAFT)
    return move_tournament(tournament, first_status(tournament, at=at))


@transaction.atomic
def open_entries(tournament: Tournament) -> Tournament:
    """Let members enter from now on.

    Raises:
        WrongMoment: it is a draft, or they could already.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.ANNOUNCED)
    return move_tournament(tournament, TournamentStatus.REGISTRATION)


@transaction.atomic
def open_check_in(tournament: Tournament) -> Tournament:
    """Let entrants say that they are here. Whoever has not by the start is let go.

    Raises:
        WrongMoment: nobody can enter yet, or it has started.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.REGISTRATION)
    return move_tournament(tournament, TournamentStatus.CHECK_IN)


@transaction.atomic
def check_in(
    tournament: Tournament, *, member: Member, by: int | None = None, at: datetime
) -> Entrant:
    """Note that an entrant is here; done again, the first time counts.

    Raises:
        WrongMoment: it is not the time for that.
        NotEntered: they are not in.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.CHECK_IN)
    entrant = entrant_of(tournament, member)
    if entrant.checked_in_at is None:
        entrant.checked_in_at = at
        entrant.save(update_fields=["checked_in_at"])
        ring_players(one.person.player_id for one in entrant.company)
        note_each(tournament, TournamentDeedKind.CHECKED_IN, [entrant], by=by, at=at)
        tell(tournament, NewsKind.ENTRIES)
    return entrant


@transaction.atomic
def cancel(tournament: Tournament, *, by: int, at: datetime) -> Tournament:
    """Call a tournament off at any time before its end; everybody who paid gets their fee back.

    While it runs, deals in play are void and its tables close (`tournaments.stopping.stop_play`).
    Entrants and what was played stay to be read, and nobody wins anything.

    Args:
        by: The player who does it.

    Raises:
        WrongMoment: it is over.
    """
    tournament = lock_tournament(tournament)
    expect(tournament, *BEFORE_START, TournamentStatus.RUNNING)
    if tournament.status == TournamentStatus.RUNNING:
        stop_play(tournament, by=by, at=at)
        if fees := draft_refunds(payers_of(tournament), tournament):
            post_transfers(fees, at=at)
    else:
        entrants = tournament.entrants.entered().named()
        refund(list(entrants), tournament, at=at)
    if tournament.entrants.exists():  # Where nobody has entered, there is no log.
        note(tournament, TournamentDeedKind.CANCELLED, by=by, at=at)
    close_accounts([tournament.fund], at=at)
    return move_tournament(tournament, TournamentStatus.CANCELLED)


def draft_cancelling(tournament: Tournament) -> dict[int, int]:
    """Chips that each account would gain if the tournament were cancelled now, by its key.

    Raises:
        WrongMoment: it is over.
    """
    expect(tournament, *BEFORE_START, TournamentStatus.RUNNING)
    gains = Counter[int]()
    for draft in draft_refunds(payers_of(tournament), tournament):
        gains.update(draft.legs)
    return dict(gains)


@begins_anew
@transaction.atomic
def start_by_itself(tournament: Tournament, *, at: datetime) -> Tournament:
    """Start a tournament whose time has come, if it waits for nobody.

    Done again, or too early, it does nothing.

    Raises:
        NoDraw: there are no tables for all who entered.
    """
    tournament = lock_tournament(tournament)
    is_due = Tournament.objects.to_start(at).filter(pk=tournament.pk).exists()
    if not is_due or wait_of(tournament, at=at):
        return tournament
    return start(tournament, at=at)


@begins_anew
@transaction.atomic
def start(tournament: Tournament, *, by: int | None = None, at: datetime) -> Tournament:
    """Close the entries, give out the stacks, and open the first round.

    If there was a check-in, whoever did not come is let go, and gets their fee back. So does
    whoever still waits for a place or an answer. Bots of the club fill the tables, up to the
    organiser's limit.

    Args:
        by: The player who starts it; None where it starts by itself.

    Raises:
        WrongMoment: nobody can enter yet, it has started, or is over.
        TooFewEntrants: fewer than two have entered, or are here.
    """
    tournament = lock_tournament(tournament)
    expect_taking_entries(tournament)
    let_turned_away_go(tournament, at=at)
    has_check_in = tournament.status == TournamentStatus.CHECK_IN
    if missing := list(absent(tournament).named()):
        _let_missing_go(tournament, missing, by=by, at=at)
    move_up(tournament, are_here=has_check_in, at=at)
    without = tournament.entrants.entered().exclude(admission=Admission.IN).named()
    _let_go(list(without), tournament, why=LetGo.NO_PLACE, at=at)
    count = tournament.entrants.playing().count()
    if count:
        count += fill_tables(tournament, at=at)
    if count < FEWEST:
        who = " who have checked in" if has_check_in else ""
        raise TooFewEntrants(f"{tournament} needs at least two entrants{who}, and has {count}.")
    note(tournament, TournamentDeedKind.STARTED, by=by, at=at)
    move_tournament(tournament, TournamentStatus.RUNNING)
    go_on(tournament, at=at)
    return tournament


def _let_missing_go(
    tournament: Tournament, missing: list[Entrant], *, by: int | None, at: datetime
) -> None:
    """Let those go who have not checked in: with their fees, and a line each in the log."""
    _let_go(missing, tournament, why=LetGo.NOT_CHECKED_IN, by=by, at=at)
    ring_players(one.person.player_id for entrant in missing for one in entrant.company)


def _let_go(
    entrants: list[Entrant],
    tournament: Tournament,
    *,
    why: LetGo,
    by: int | None = None,
    at: datetime,
) -> None:
    refund(entrants, tournament, why=why, at=at)
    kind, after = TournamentDeedKind.LET_GO, {"why": why}
    note_each(tournament, kind, entrants, by=by, after=after, at=at)
