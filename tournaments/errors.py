"""What tournaments refuse, in words for the person who asked."""

from typing import ClassVar


class TournamentsError(Exception):
    """Nothing was done; the message says why, and what to do."""

    code: ClassVar[str]
    title: ClassVar[str]


class WrongMoment(TournamentsError):
    code = "wrong_moment"
    title = "The tournament is not at the right stage for that."


class AlreadyEntered(TournamentsError):
    code = "already_entered"
    title = "The member has already entered."


class NotEntered(TournamentsError):
    code = "not_entered"
    title = "The member has not entered."


class NotMember(TournamentsError):
    code = "not_member"
    title = "Only members of the club can enter."


class NotAdmitted(TournamentsError):
    code = "not_admitted"
    title = "The member cannot enter by themselves."


class NotAsked(TournamentsError):
    code = "not_asked"
    title = "The member has not asked to be let in, or has been answered."


class NoReason(TournamentsError):
    code = "no_reason"
    title = "A reason is missing."


class NotTogether(TournamentsError):
    code = "not_together"
    title = "Another number of people play together in this tournament."


class UnknownBot(TournamentsError):
    code = "unknown_bot"
    title = "There is no such bot."


class TooFewEntrants(TournamentsError):
    code = "too_few_entrants"
    title = "A tournament needs at least one table of players."


class NoDraw(TournamentsError):
    code = "no_draw"
    title = "The entrants cannot be divided into tables."


class ImpossibleTournament(TournamentsError):
    code = "impossible_tournament"
    title = "A tournament cannot be played like this."


class AnnouncedSo(TournamentsError):
    code = "announced_so"
    title = "The announcement cannot change now that somebody has entered."


class NothingDrafted(TournamentsError):
    code = "nothing_drafted"
    title = "No draw waits to be confirmed."


class DrawChanged(TournamentsError):
    code = "draw_changed"
    title = "The draw is another one than you saw, or no longer fits who can play."


class NotInDraw(TournamentsError):
    code = "not_in_draw"
    title = "There is no such place in the draw."


class ResultImpossible(TournamentsError):
    code = "result_impossible"
    title = "A result cannot be put right like that."


class NoSuchPenalty(TournamentsError):
    code = "no_such_penalty"
    title = "There is no such penalty."


class DealsPlayed(TournamentsError):
    code = "deals_played"
    title = "Deals of the round have been played."


class MoveImpossible(TournamentsError):
    code = "move_impossible"
    title = "The draw cannot be changed like that."
