"""What the games refuse, in words for the person who asked."""


class GamesError(Exception):
    """Nothing was done; the message says why."""


class TableClosed(GamesError):
    """Nobody plays there any more."""


class DealInPlay(GamesError):
    """A table cannot close in the middle of a deal."""


class DealRecorded(GamesError):
    """Another result was entered for this deal."""


class NotDealtIn(GamesError):
    """The seat does not play this deal."""


class NotRecorded(GamesError):
    """The table deals its cards online."""


class TablePlayedOut(GamesError):
    """All deals of the table were played."""


class TooFewPlayers(GamesError):
    """Who is left at the table cannot play by its rules."""


class WrongDeal(GamesError):
    """Another deal of the table comes next."""


class DealOver(GamesError):
    """The deal has ended."""


class NotSeated(GamesError):
    """The caller has no seat there, or there is no such table or deal."""


class NotYourTurn(GamesError):
    """Another seat is to act."""


class StringRefused(GamesError):
    """The chance of a table takes no such string, or not now."""


class SeedsSealed(GamesError):
    """Seeds are revealed when their table has closed."""


class StalePly(GamesError):
    """The deal has gone on since the caller looked."""

    def __init__(self, message: str, *, ply: int) -> None:
        super().__init__(message)
        self.ply = ply


class TablePaused(GamesError):
    """The organiser has paused the table."""


class TableNotFree(GamesError):
    """The host has seated people at this table; nobody sits down or gets up."""


class TableFull(GamesError):
    """Every seat of the table is taken by somebody."""


class AlreadySeated(GamesError):
    """The player sits at this table."""


class SentAway(GamesError):
    """An organiser has sent the player away from this table."""


class TooFewChips(GamesError):
    """The chips would not pay for the first deal."""


class DealStandsBefore(GamesError):
    """A later deal was dealt on top of this one."""


class ReasonMissing(GamesError):
    """Whoever takes a deal back has to say why."""


class PlayerGone(GamesError):
    """A deal stands once somebody has taken home what he had after it."""
