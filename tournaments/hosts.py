"""What holds at the tables of a tournament: who is out stays out, and it goes on without them."""

from typing import Final

from games.policies import Policies, WhenAway, WhenTooFew

TOURNAMENT: Final = Policies(
    is_all_in=True,
    is_played_to_end=True,
    may_bring_more=False,
    when_away=WhenAway.PLAY_ON,
    when_too_few=WhenTooFew.CLOSE,
)
