"""What holds at the tables of a club."""

from typing import Final

from games.policies import Policies, WhenAway, WhenTooFew

FREE_TABLE: Final = Policies(
    may_come_and_go=True, when_away=WhenAway.SIT_OUT, when_too_few=WhenTooFew.WAIT
)

NIGHT: Final = Policies()
