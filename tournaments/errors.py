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
