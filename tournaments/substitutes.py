"""Substitutes: somebody else plays on for a member of an entrant, who keeps what was scored."""

from datetime import datetime

from django.db import transaction

from clubs.models import Member
from ledger.books import close_accounts
from ledger.posting import Posting, post_transfers
from tournaments.entries import (
    Joining,
    add_member,
    check_may_join,
    entrant_of,
    leave_tables,
)
from tournaments.fees import draft_fees, draft_refunds
from tournaments.life import expect_before_start, lock_tournament
from tournaments.models import (
    Entrant,
    EntrantMember,
    NewsKind,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.news import tell
from tournaments.reasons import TAKEN_OVER
from tournaments.tournament_log import note


@transaction.atomic
def substitute(
    tournament: Tournament,
    *,
    member: Member,
    comer: Joining,
    by: int | None = None,
    at: datetime,
) -> Entrant:
    """Let somebody else play for a member of an entrant from now on.

    Before the start fees change hands: the one gets theirs back, the other pays. Later none does,
    and at the table of this round a bot plays on for whoever goes; the substitute sits down in the
    next one, with the playing chips that are left.

    Args:
        comer: Who comes.
        by: The player who lets them.

    Raises:
        WrongMoment: the tournament is over.
        NotEntered: the member is not in.
        NotMember, NotPerson, AlreadyEntered, UnknownBot, Overdrawn: as in `enter_together`.
    """
    tournament = lock_tournament(tournament)
    is_running = tournament.status == TournamentStatus.RUNNING
    if not is_running:
        expect_before_start(tournament)
    entrant = entrant_of(tournament, member)
    check_may_join(tournament, comer, entrant=entrant)
    [leaver] = [one for one in entrant.company if one.member_id == member.pk]
    leaver.left_at = at
    leaver.save(update_fields=["left_at"])
    joined = add_member(entrant, leaver.number, comer, at=at)
    if is_running:
        leave_tables(tournament, member.player_id, at=at)
        hand_chips_over(tournament, at=at)
    else:
        if fees := [*draft_refunds([leaver], tournament), *draft_fees([joined], tournament)]:
            post_transfers(fees, at=at)
        close_accounts([leaver.purse], at=at)
    note(
        tournament,
        TournamentDeedKind.SUBSTITUTED,
        by=by,
        entrants=[entrant.pk],
        before={"member": leaver.person.pk},
        after={"member": joined.person.pk},
        at=at,
    )
    tell(tournament, NewsKind.ENTRIES)
    return entrant


def hand_chips_over(tournament: Tournament, *, at: datetime) -> None:
    """Bring the playing chips of those who were replaced to those who play for them now."""
    gone = EntrantMember.objects.filter(tournament=tournament, left_at__isnull=False)
    gone = gone.filter(entrant__withdrawn_at=None, purse__balance__gt=0).select_related("purse")
    drafts = []
    for one in gone:
        now = EntrantMember.objects.playing().get(entrant=one.entrant_id, number=one.number)
        chips = one.purse.balance
        drafts.append(
            Posting(
                book_id=tournament.book_id,
                reason=TAKEN_OVER,
                key=f"entrant-member:{one.pk}:taken-over",
                legs={one.purse_id: -chips, now.purse_id: chips},
            )
        )
    if drafts:
        post_transfers(drafts, at=at)
