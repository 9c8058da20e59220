"""Somebody who is here sits out the next round."""

from datetime import datetime

from django.db import transaction

from clubs.draws import people_here, repair_rounds, tables_of
from clubs.errors import NothingDrawn
from clubs.models import Member, Night
from clubs.stages import DRAWING, drafted_round, lock_night
from deploy.rights import Doer
from deploy.unlocked import begins_anew


@begins_anew
@transaction.atomic
def sit_out(
    night: Night, member: Member, *, number: int, by: Doer | None = None, at: datetime
) -> Night:
    """Take somebody who stays here out of the next round, and close the gap they leave.

    Others who have no place in it get none by that.

    Args:
        number: The round's.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        NothingDrawn: the round is not drawn, or another one comes first.
        TooFewPlayers, NoSeating, PartnersUnfit, WishesUnkept, TablesLocked: as in
            `clubs.draws.repair_rounds`.
    """
    night = lock_night(night, *DRAWING)
    drawn = drafted_round(night, number)
    if night.rounds.drafted().filter(number__lt=number).exists():
        raise NothingDrawn("People sit out the next round alone: look at the night again.")
    seated = {one for table in tables_of(drawn) for one in table}
    left_out = {member.pk, *people_here(night).keys() - seated}
    return repair_rounds(night, left_out=left_out, by=by, at=at)
