"""Claiming a row: somebody known by name alone turns out to be a player with a login.

The ledger never changes whose an account is, so the chips move: one transfer from the old purse,
which is closed, to the claimer's. All else that hangs on the old row, attendances and entries as
well as seats and results, goes over as it is.
"""

from datetime import datetime

from django.db import IntegrityError, transaction

from clubs.errors import NotClaimable
from clubs.members import check_plays_nowhere
from clubs.models import Attendance, Invitation, Member, Player
from games.models import Seat
from games.records.results import hand_over_records
from ledger.books import close_accounts
from ledger.lending import draft_loan, draft_payback, owed_by
from ledger.posting import Posting, post_transfers
from ledger.reasons import ADJUSTMENT

STAYING = (Invitation, Member)  # What says that the row was claimed.


def check_claimable(member: Member) -> None:
    """See that nobody logs in as this member, and that no chips of theirs are in play.

    Raises:
        NotClaimable: it is a bot, somebody with a login, or somebody who is gone.
        StillPlaying: as in `clubs.members.check_plays_nowhere`.
    """
    player = member.player
    is_offline = not player.has_usable_password() and player.last_login is None
    if player.is_bot or not is_offline:
        raise NotClaimable(
            f"{member} is a bot, or has a login: invite them without naming a member."
        )
    if member.left_at is not None or member.turned_away_at is not None:
        raise NotClaimable(
            f"{member} is no longer in {member.club}: nobody can take over their row."
        )
    check_plays_nowhere(member)


@transaction.atomic
def claim_row(old: Member, new: Member, *, key: str, by: Player, at: datetime) -> None:
    """Give one row's purse and history to another of the same club; the caller has locked both.

    Args:
        by: The organiser who says that the two are one person.

    Raises:
        NotClaimable: they are two people, who have met.
        Overdrawn: the old purse owes more than the new one holds.
    """
    post_transfers(_draft(old, new, key=key, by=by), at=at)
    close_accounts([old.purse], at=at)
    old.claimed_by, old.left_at = new, at
    old.save(update_fields=["claimed_by", "left_at"])
    if old.note and not new.note:
        new.note = old.note
        new.save(update_fields=["note"])
    met = NotClaimable(
        f"{old} and {new} have sat at the same table, so they are two people. Check the name."
    )
    if not hand_over_records(old.player_id, new.player_id, book_id=old.club.book_id):
        raise met
    Seat.objects.filter(purse=old.purse).update(purse=new.purse)  # For what is put right later.
    try:
        with transaction.atomic():
            _hand_over_rows(old, new)
    except IntegrityError:  # Both were there.
        raise met from None


def _draft(old: Member, new: Member, *, key: str, by: Player) -> list[Posting]:
    """The chips of the old purse for the new one, and with them what it owes the corrections."""
    memo = f"{old} is {new}: the purse goes over"
    owed = owed_by([old.purse_id]).get(old.purse_id, 0)
    postings = []
    if owed:
        postings.append(draft_loan(new.purse, owed, actor_id=by.pk, memo=memo))
    if chips := old.purse.balance - owed:
        legs = {old.purse_id: -chips, new.purse_id: chips}
        postings.append(
            Posting(
                book_id=old.club.book_id,
                reason=ADJUSTMENT,
                key=key,
                legs=legs,
                memo=memo,
                actor_id=by.pk,
            )
        )
    if owed:
        postings.append(draft_payback(old.purse, owed, actor_id=by.pk, memo=memo))
    return postings


def _hand_over_rows(old: Member, new: Member) -> None:
    """Whatever hangs on the old row goes over, whichever app has hung it there."""
    absent = Attendance.objects.filter(checked_in_at=None, places=None)
    both = Attendance.objects.filter(member=old).values("night")
    absent.filter(member=new, night__in=both).delete()  # An answer, now that the same is known.
    kept = Attendance.objects.filter(member=new).values("night")
    absent.filter(member=old, night__in=kept).delete()
    for relation in Member._meta.related_objects:
        rows, name = relation.related_model, relation.field.name
        if rows not in STAYING:
            rows._default_manager.filter(**{name: old}).update(**{name: new})
