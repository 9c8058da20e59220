"""Whom a club issues no chips, told to the ledger, which every page and the API asks."""

from typing import Final

from clubs.errors import TurnedAway
from clubs.models import Member
from ledger.by_hand import Bar
from ledger.models import Account


def _check(purse: Account) -> None:
    turned_away = Member.objects.filter(purse=purse).exclude(turned_away_at=None)
    member = turned_away.select_related("player").first()
    if member is not None:
        raise TurnedAway(f"{member} is turned away: readmit them first.")


ISSUING: Final = (Bar(_check, refusal=TurnedAway),)
