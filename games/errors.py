"""What the games refuse, in words for the person who asked."""

from collections.abc import Sequence
from typing import ClassVar


class GamesError(Exception):
    """Nothing was done; the message says why."""

    code: ClassVar[str]
    title: ClassVar[str]


class TableClosed(GamesError):
    code = "table_closed"
    title = "The table is closed."


class DealInPlay(GamesError):
    code = "deal_in_play"
    title = "A table cannot close in the middle of a deal."


class DealRecorded(GamesError):
    code = "deal_recorded"
    title = "Another result was entered for this deal."


class NotDealtIn(GamesError):
    code = "not_dealt_in"
    title = "The seat is not in this deal."


class NotRecorded(GamesError):
    code = "not_recorded"
    title = "The table deals its cards online."


class TablePlayedOut(GamesError):
    code = "table_played_out"
    title = "All deals of the table have been played."


class TooFewPlayers(GamesError):
    code = "too_few_players"
    title = "Too few players are left at the table for its rules."


class SideNotWhole(GamesError):
    """Somebody is missing without whom their side plays no deal. Source: RULES.md 1.8.

    Attributes:
        missing: Their names.
        offers: What lets the table go on (`games.play.held_up.Offer`).
    """

    code = "side_not_whole"
    title = "A side is not whole, so the table waits."

    def __init__(self, message: str, *, missing: list[str], offers: list[str]) -> None:
        super().__init__(message)
        self.missing = missing
        self.offers = offers


class WrongDeal(GamesError):
    code = "wrong_deal"
    title = "A different deal comes next at this table."


class EntryImpossible(GamesError):
    code = "entry_impossible"
    title = "A deal cannot have ended like this after what came before; correct both together."

    def __init__(self, message: str, *, deal: int, rule: str | None) -> None:
        super().__init__(message)
        self.deal = deal
        self.rule = rule


class StaleResult(GamesError):
    code = "stale_result"
    title = "Somebody has put the result of this deal right since you looked."

    def __init__(self, message: str, *, deal: int, version: int) -> None:
        super().__init__(message)
        self.deal = deal
        self.version = version


class NotOwnEntry(GamesError):
    code = "not_own_entry"
    title = "By a link you put right only what was entered by the same link."


class PaidOtherwise(GamesError):
    code = "paid_otherwise"
    title = "The chips do not lie as the results say, so the results cannot be put right."


class PoolPlayedOn(GamesError):
    code = "pool_played_on"
    title = "The pool of the table was carried over, and another table has played for it."


class CorrectedTooLate(GamesError):
    code = "corrected_too_late"
    title = "Results are put right until 30 days after their table has closed."


class TotalsImpossible(GamesError):
    code = "totals_impossible"
    title = "These totals cannot be what the evening came to."

    def __init__(self, message: str, *, seats: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.seats = tuple(seats)


class StaleTotals(GamesError):
    code = "stale_totals"
    title = "Somebody has entered other totals of this table since you looked."

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message)
        self.version = version


class TotalsEntered(GamesError):
    code = "totals_entered"
    title = "The totals of this table are entered: it has no deals."


class DealsEntered(GamesError):
    code = "deals_entered"
    title = "Deals of this table are entered: it has no totals."


class DealOver(GamesError):
    code = "deal_over"
    title = "The deal has ended."


class NotSeated(GamesError):
    code = "not_seated"
    title = "You have no seat there, or there is no such table or deal."

    def __init__(self, message: str = "You have no seat here.") -> None:
        super().__init__(message)


class NotYourTurn(GamesError):
    code = "not_your_turn"
    title = "It is another player's turn."


class StringRefused(GamesError):
    code = "string_refused"
    title = "The table does not accept this string now."


class SeedsSealed(GamesError):
    code = "seeds_sealed"
    title = "Seeds are revealed when their table has closed."


class StalePly(GamesError):
    code = "stale_ply"
    title = "The deal has gone on since you looked."

    def __init__(self, message: str, *, ply: int) -> None:
        super().__init__(message)
        self.ply = ply


class TablePaused(GamesError):
    code = "table_paused"
    title = "The organiser has paused the table."


class TableNotFree(GamesError):
    code = "table_not_free"
    title = "People cannot come and go at this table."


class NotSeatedByHost(GamesError):
    code = "not_seated_by_host"
    title = "Nobody is seated at this table, taken home from it or moved."


class NumberUnplayable(GamesError):
    """This number of people cannot form sides, or the rules are not for it.

    Attributes:
        people: How many would sit there.
        possible: The numbers that can play by the rules of the table.
    """

    code = "number_unplayable"
    title = "The rules of the table are not for this number of players."

    def __init__(self, message: str, *, people: int, possible: list[int]) -> None:
        super().__init__(message)
        self.people = people
        self.possible = possible


class TableFull(GamesError):
    code = "table_full"
    title = "Every seat of the table is taken."


class AlreadySeated(GamesError):
    code = "already_seated"
    title = "The player already sits at this table."


class SentAway(GamesError):
    code = "sent_away"
    title = "An organiser has sent the player away from this table."


class PlayedSince(GamesError):
    code = "played_since"
    title = "Something was played after it, so it cannot be undone before that."


class NotUndone(GamesError):
    code = "not_undone"
    title = "It is not as it was after what is to be undone."


class PurseShort(GamesError):
    code = "purse_short"
    title = "A purse does not hold the chips that would go back to the table."

    def __init__(self, message: str, *, player: int) -> None:
        super().__init__(message)
        self.player = player


class ReopenedTooLate(GamesError):
    code = "reopened_too_late"
    title = "A table is opened again until 12 hours after it has closed."


class BroughtBefore(GamesError):
    code = "brought_before"
    title = "Chips were brought after this page was shown; nothing was brought twice."


class TooFewChips(GamesError):
    code = "too_few_chips"
    title = "That is not enough chips for the table."


class DealStandsBefore(GamesError):
    code = "deal_stands_before"
    title = "Another deal has been dealt after this one."


class ReasonMissing(GamesError):
    code = "reason_missing"
    title = "Give a reason to take a deal back, or to put a result right."


class PlayerGone(GamesError):
    code = "player_gone"
    title = "A deal cannot be taken back after one of its players has taken chips home."


class CardsLost(GamesError):
    code = "cards_lost"
    title = "The service has no key to these cards."
