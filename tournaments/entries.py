"""Entries: members come in with their fee, alone or together, and go."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.members import check_person
from clubs.models import Member
from games.bell import ring_players
from games.bots import BOTS
from games.models import Table
from games.tables.holding import held
from games.tables.sittings import give_up_seat
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.posting import post_transfers
from tournaments.comebacks import (
    check_has_no_line,
    line_given_up,
    line_left_by,
    take_up,
)
from tournaments.conditions import check_conditions
from tournaments.drawing import with_round_to_come
from tournaments.errors import AlreadyEntered, NotEntered, NotMember, NotTogether, UnknownBot
from tournaments.fees import draft_fees, draft_refunds
from tournaments.late_entries import Missed, missed_by
from tournaments.life import expect_before_start, expect_taking_entries, lock_tournament
from tournaments.models import (
    GOING,
    Admission,
    Entrant,
    EntrantMember,
    EntrantMemberQuerySet,
    LetGo,
    NewsKind,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.news import tell
from tournaments.stages import current_stage
from tournaments.tournament_log import note_each
from tournaments.waiting_list import move_up, place_in

TOGETHER = {1: "for people who play alone", 2: "for pairs", 3: "for threes"}


@dataclass(frozen=True)
class Joining:
    """A member who is to play.

    Attributes:
        bot_level: The bot that plays for them; empty where they play themselves.
    """

    member: Member
    bot_level: str = ""


def enter(
    tournament: Tournament,
    *,
    member: Member,
    bot_level: str = "",
    partners: Sequence[Joining] = (),
    code: str | None = None,
    by: int | None = None,
    at: datetime,
) -> Entrant:
    """Let a member play, with partners where it is for pairs or threes (`enter_together`)."""
    company = [Joining(member, bot_level), *partners]
    return enter_together(tournament, company, code=code, by=by, at=at)


@transaction.atomic
def enter_together(
    tournament: Tournament,
    company: Sequence[Joining],
    *,
    code: str | None = None,
    by: int | None = None,
    at: datetime,
) -> Entrant:
    """Let members play as one entrant: the fee of each goes from their purse into the fund.

    Where there is no place they wait for one, and whoever enters by themselves may have to wait
    for an organiser's approval. Their fees lie in the fund meanwhile. Who comes after the start
    plays from the next round on. Who enters again takes up their old line: with what it holds, if
    they left while it ran; else they pay again.

    Args:
        code: The invitation code of those who enter by themselves, perhaps empty; None where an
            organiser enters them, for whom no conditions hold.
        by: The player who enters them.

    Raises:
        WrongMoment: entries are closed.
        NotAdmitted: a condition keeps them out, or there is no place after the start.
        NotTogether: another number plays together there.
        NotMember: one does not belong to the club.
        NotPerson: one is a bot of the club.
        AlreadyEntered: one is in.
        UnknownBot: there is no such bot.
        Overdrawn: a purse does not hold the fee.
    """
    tournament = lock_tournament(tournament)
    missed, is_late = Missed(), tournament.status == TournamentStatus.RUNNING
    if is_late:
        missed = missed_by(tournament, is_alone=code is not None)
    else:
        expect_taking_entries(tournament)
    if len(company) != tournament.members_count:
        raise NotTogether(
            f"{tournament} is {TOGETHER[tournament.members_count]}: name "
            f"{tournament.members_count} for one entry, not {len(company)}."
        )
    if code is not None:
        for joining in company:
            check_conditions(tournament, joining.member, code=code)
    if is_late and (line := line_left_by(tournament, [one.member for one in company])):
        for joining in company:
            check_may_join(tournament, joining, entrant=line)
        levels = {one.member.pk: one.bot_level for one in company}
        return take_up(line, bot_levels=levels, by=by, at=at)
    asks = tournament.needs_approval and code is not None
    is_here = tournament.status == TournamentStatus.CHECK_IN  # They come to the door.
    line = line_given_up(tournament, [one.member for one in company])
    entrant = line or Entrant(tournament=tournament)
    entrant.admission = Admission.ASKED if asks else place_in(tournament)
    entrant.entered_at, entrant.withdrawn_at = at, None
    entrant.checked_in_at = at if is_here or is_late else None
    entrant.missed_rounds, entrant.late_points = missed
    entrant.let_go = entrant.refusal = ""
    entrant.save()
    kind = TournamentDeedKind.CAME_BACK if line else TournamentDeedKind.ENTERED
    come_in(entrant, company, kind, by=by, at=at)
    return entrant


def come_in(
    entrant: Entrant,
    company: Iterable[Joining],
    kind: TournamentDeedKind,
    *,
    by: int | None = None,
    at: datetime,
) -> None:
    """Let people play as an entrant who has nobody yet: each pays the fee.

    Args:
        kind: As what the log tells it.

    Raises:
        NotMember, NotPerson, AlreadyEntered, UnknownBot, Overdrawn: as in `enter_together`.
    """
    tournament, members = entrant.tournament, []
    for number, joining in enumerate(company):
        check_may_join(tournament, joining)
        members.append(add_member(entrant, number, joining, at=at))
    if fees := draft_fees(members, tournament):
        post_transfers(fees, at=at)
    note_entered(entrant, kind, by=by, at=at)


def note_entered(
    entrant: Entrant, kind: TournamentDeedKind, *, by: int | None = None, at: datetime
) -> None:
    """Write into the log that somebody has entered, and tell followers of it."""
    note_each(
        entrant.tournament, kind, [entrant], by=by, after={"admission": entrant.admission}, at=at
    )
    tell(entrant.tournament, NewsKind.ENTRIES)


def check_may_join(
    tournament: Tournament, joining: Joining, *, entrant: Entrant | None = None
) -> None:
    """See that somebody may play in a tournament, for which nobody looks whether it takes entries.

    Args:
        entrant: As a part of whom, where it has entered before.

    Raises:
        NotMember, NotPerson, AlreadyEntered, UnknownBot: as in `enter_together`.
    """
    member, bot_level = joining.member, joining.bot_level
    if bot_level and bot_level not in BOTS:
        raise UnknownBot(f"There is no bot {bot_level!r}: choose {' or '.join(BOTS)}.")
    if not tournament.club.members.belonging().filter(pk=member.pk).exists():
        raise NotMember(
            f"{member} is not a member of {tournament.club}: invite or welcome them first."
        )
    check_person(member)
    if _playing(tournament).filter(member=member).exists():
        raise AlreadyEntered(f"{member} has already entered {tournament}.")
    if tournament.status == TournamentStatus.RUNNING:
        check_has_no_line(tournament, member, but=entrant)


def add_member(entrant: Entrant, number: int, joining: Joining, *, at: datetime) -> EntrantMember:
    """Let somebody be a part of an entrant, with an empty purse of the tournament's chips."""
    tournament, member = entrant.tournament, joining.member
    ring_players([member.player_id])
    return EntrantMember.objects.create(
        tournament=tournament,
        entrant=entrant,
        number=number,
        member=member,
        purse=open_account(
            tournament.book,
            kind=AccountKind.PURSE,
            name=f"{member} in {tournament}",
            holder_id=member.player_id,
        ),
        bot_level=joining.bot_level,
        joined_at=at,
    )


@transaction.atomic
def withdraw(
    tournament: Tournament,
    *,
    member: Member,
    why: LetGo | None = None,
    by: int | None = None,
    at: datetime,
) -> None:
    """Let an entrant go, whoever of them asks: before the start with their fees, later without.

    Before the start, whoever is first on the waiting list has the place.

    An entrant who leaves while it runs is not drawn again, and at their table bots play for them.
    They stay in the standings with what they have won. If a round was in play or to come for
    them, their line is marked as of somebody who has left, and prizes pass it over.

    Args:
        why: They are let go for this reason; None where somebody takes them out.
        by: The player who does.

    Raises:
        WrongMoment: the tournament is over.
        NotEntered: they are not in.
    """
    tournament = lock_tournament(tournament)
    is_running = tournament.status == TournamentStatus.RUNNING
    if not is_running:
        expect_before_start(tournament)
    entrant = entrant_of(tournament, member)
    if not is_running:
        refund([entrant], tournament, why=why, at=at)
        _note_gone(entrant, why=why, by=by, at=at)
        move_up(tournament, at=at)
        return
    stage = current_stage(tournament)
    has_left = stage is not None and entrant.pk in with_round_to_come(stage)
    for one in entrant.company:
        leave_tables(tournament, one.player.pk, at=at)
    _note_withdrawn([entrant], why=why, has_left=has_left, at=at)
    _note_gone(entrant, why=why, by=by, at=at)
    tell(tournament, NewsKind.ENTRIES)


def entrant_of(tournament: Tournament, member: Member) -> Entrant:
    """As whom or with whom a member plays.

    Raises:
        NotEntered: they are not in.
    """
    found = _playing(tournament).filter(member=member).values("entrant")
    entrant: Entrant | None = tournament.entrants.named().filter(pk__in=found).first()
    if entrant is None:
        raise NotEntered(f"{member} has not entered {tournament}, or has left it.")
    return entrant


@transaction.atomic
def let_turned_away_go(tournament: Tournament, *, at: datetime) -> None:
    """Withdraw every entrant of whom the club has turned somebody away; once it is over, nobody."""
    tournament = lock_tournament(tournament)
    if tournament.status in GOING:
        for entrant in tournament.entrants.turned_away().named():
            withdraw(tournament, member=entrant.company[0].person, why=LetGo.TURNED_AWAY, at=at)


def leave_tables(tournament: Tournament, player_id: int, *, at: datetime) -> None:
    """Nobody waits for a player at their table of this round any more: a bot plays it out."""
    mine = Table.objects.open().filter(
        round_table__round__tournament=tournament, seats__player=player_id
    )
    with held(mine) as tables:
        for table in tables:
            give_up_seat(table, player_id=player_id, at=at)


def refund(
    entrants: Sequence[Entrant],
    tournament: Tournament,
    *,
    why: LetGo | None = None,
    at: datetime,
) -> None:
    """Let entrants go, each with their fees.

    Args:
        entrants: As `named` reads them.
        why: As in `withdraw`.
    """
    members = [one for entrant in entrants for one in entrant.company]
    if refunds := draft_refunds(members, tournament):
        post_transfers(refunds, at=at)
    close_accounts([one.purse for one in members], at=at)
    _note_withdrawn(entrants, why=why, at=at)
    if entrants:
        tell(tournament, NewsKind.ENTRIES)


def _note_withdrawn(
    entrants: Iterable[Entrant], *, why: LetGo | None, has_left: bool = False, at: datetime
) -> None:
    members = [one.pk for entrant in entrants for one in entrant.company]
    EntrantMember.objects.filter(pk__in=members).update(left_at=at)
    gone = Entrant.objects.filter(pk__in=[one.pk for one in entrants])
    gone.update(withdrawn_at=at, has_left=has_left, let_go=why or "")


def _note_gone(entrant: Entrant, *, why: LetGo | None, by: int | None, at: datetime) -> None:
    kind = TournamentDeedKind.LET_GO if why else TournamentDeedKind.WITHDREW
    told = {"why": why} if why else {}
    note_each(entrant.tournament, kind, [entrant], by=by, after=told, at=at)


def _playing(tournament: Tournament) -> EntrantMemberQuerySet:
    return EntrantMember.objects.playing().filter(tournament=tournament)
