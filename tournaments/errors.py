"""What tournaments refuse, in words for the person who asked."""


class TournamentsError(Exception):
    """Nothing was done; the message says why, and what to do."""


class WrongMoment(TournamentsError):
    """The tournament is not at the point where that can be done."""


class AlreadyEntered(TournamentsError):
    """The member is in."""


class NotEntered(TournamentsError):
    """The member is not in."""


class NotMember(TournamentsError):
    """Entrants are members of the club."""


class UnknownBot(TournamentsError):
    """There is no such bot."""


class TooFewEntrants(TournamentsError):
    """A tournament needs a table at least."""


class NoDraw(TournamentsError):
    """The entrants cannot be divided into tables."""


class ImpossibleTournament(TournamentsError):
    """Such a tournament cannot be played."""
