"""Admission: an organiser answers those who ask to be let in, and who withdrew comes back."""

from datetime import datetime

from django.db import transaction

from clubs.models import Member
from deploy.names import neat, refusal
from tournaments.entries import Joining, come_in, entrant_of, note_entered, refund
from tournaments.errors import NoReason, NotAsked, NotEntered
from tournaments.life import expect_taking_entries, lock_tournament
from tournaments.models import LONGEST_REFUSAL, Admission, Entrant, Tournament, TournamentDeedKind
from tournaments.tournament_log import note_each
from tournaments.waiting_list import place_in


@transaction.atomic
def approve(
    tournament: Tournament, *, member: Member, by: int | None = None, at: datetime
) -> Entrant:
    """Let an entrant in who has asked; if there is no place, they wait for one.

    Raises:
        WrongMoment: the tournament takes no entries, or no longer.
        NotEntered: they are not in.
        NotAsked: they have been answered.
    """
    tournament = lock_tournament(tournament)
    entrant = _asking(tournament, member)
    entrant.admission = place_in(tournament)
    entrant.save(update_fields=["admission"])
    note_entered(entrant, TournamentDeedKind.APPROVED, by=by, at=at)
    return entrant


@transaction.atomic
def refuse(
    tournament: Tournament, *, member: Member, reason: str, by: int | None = None, at: datetime
) -> Entrant:
    """Let an entrant go who has asked, with their fees. They read the reason; the log has none.

    Raises:
        NoReason: none is given, or one that others should not read.
        WrongMoment, NotEntered, NotAsked: as in `approve`.
    """
    tournament = lock_tournament(tournament)
    entrant = _asking(tournament, member)
    entrant.refusal = _checked(reason)
    refund([entrant], tournament, at=at)
    Entrant.objects.filter(pk=entrant.pk).update(refusal=entrant.refusal)
    note_each(tournament, TournamentDeedKind.REFUSED, [entrant], by=by, at=at)
    return entrant


@transaction.atomic
def undo_withdrawal(
    tournament: Tournament, *, member: Member, by: int | None = None, at: datetime
) -> Entrant:
    """Let an entrant who withdrew play after all: they pay again, and have a place or wait for one.

    Raises:
        WrongMoment: the tournament takes no entries, or no longer.
        NotEntered: they have not withdrawn, or were refused.
        NotMember, NotPerson, AlreadyEntered, Overdrawn: as in `enter_together`.
    """
    tournament = lock_tournament(tournament)
    expect_taking_entries(tournament)
    entrant = _withdrawn(tournament, member)
    company = [Joining(one.person, one.bot_level) for one in entrant.company]
    entrant.withdrawn_at, entrant.entered_at, entrant.let_go = None, at, ""
    if entrant.admission != Admission.ASKED:
        entrant.admission = place_in(tournament)
    entrant.save(update_fields=["withdrawn_at", "entered_at", "let_go", "admission"])
    come_in(entrant, company, TournamentDeedKind.CAME_BACK, by=by, at=at)
    return entrant


def _asking(tournament: Tournament, member: Member) -> Entrant:
    expect_taking_entries(tournament)
    entrant = entrant_of(tournament, member)
    if entrant.admission != Admission.ASKED:
        raise NotAsked(f"{entrant} {entrant.get_admission_display()}: there is nothing to answer.")
    return entrant


def _withdrawn(tournament: Tournament, member: Member) -> Entrant:
    gone = tournament.entrants.filter(members__member=member, refusal="")
    gone = gone.exclude(withdrawn_at=None).named().order_by("-withdrawn_at", "-pk")
    for entrant in gone:
        if member.pk in [one.member_id for one in entrant.company]:
            return entrant
    raise NotEntered(
        f"{member} has not withdrawn from {tournament}, or was refused: enter them instead."
    )


def _checked(reason: str) -> str:
    reason = neat(reason)
    if not reason:
        raise NoReason("Say why you do not let them in: they will read it.")
    if len(reason) > LONGEST_REFUSAL:
        raise NoReason(f"Say why in at most {LONGEST_REFUSAL} letters.")
    if message := refusal(reason):
        raise NoReason(message)
    return reason
