"""What holds at a table besides the rules of the game, decided when it opens."""

from dataclasses import dataclass
from enum import StrEnum


class WhenAway(StrEnum):
    """What becomes of players who are away."""

    SIT_OUT = "sit_out"  # They are not dealt in, so nobody loses chips in their absence.
    WAIT = "wait"  # A bot plays for them; nothing is dealt while everybody is away.
    PLAY_ON = "play_on"  # A bot plays for them, even while everybody is away.


class WhenTooFew(StrEnum):
    """What a table does when nobody can be dealt to."""

    WAIT = "wait"  # It waits for company, which bots are not, and closes after a while.
    REST = "rest"  # It rests until somebody closes it, and closes once fewer than two can play.
    CLOSE = "close"  # It closes.


class WhenSideBroken(StrEnum):
    """The policy of a table where a side is not whole. Source: RULES.md 1.8."""

    SIT_OUT = "sit_out"  # The rest of the side sits out, and the others play.
    WAIT = "wait"  # Nothing is dealt before the side is whole, sits out or has moved.


@dataclass(frozen=True, kw_only=True)
class Policies:
    """What the host of a table decides; what they leave out is as in a club's hall.

    Attributes:
        is_public: Everybody may watch, not only people of its club and those who sat there.
        may_come_and_go: People sit down, get up and sit out as they like.
        is_played_to_end: Nobody gets up before it closes; a bot plays for people who give up.
        may_bring_more: People may bring more chips between two deals.
        is_all_in: Short stacks play for what they have; else they sit out. Source: RULES.md 7.5.
    """

    is_public: bool = False
    may_come_and_go: bool = False
    is_played_to_end: bool = False
    may_bring_more: bool = True
    is_all_in: bool = False
    when_away: WhenAway = WhenAway.WAIT
    when_too_few: WhenTooFew = WhenTooFew.REST
    when_side_broken: WhenSideBroken = WhenSideBroken.WAIT

    def __post_init__(self) -> None:
        assert not (self.may_come_and_go and self.is_played_to_end), "who may go, and who may not"
