"""What clubs refuse, in words for the person who asked."""


class ClubsError(Exception):
    """Nothing was done; the message says why, and what to do."""


class NameTaken(ClubsError):
    """Another club, or somebody else in the hall, has that name."""


class AlreadyMember(ClubsError):
    """The player belongs to the club."""


class NotMember(ClubsError):
    """That is for members of the club."""


class NotPerson(ClubsError):
    """The club's own bots sit at free tables; nights and tournaments are for people."""


class NotAllowed(ClubsError):
    """Who asks may not do that; others may."""


class LastOwner(ClubsError):
    """A club keeps one owner at least."""


class StillPlaying(ClubsError):
    """Who is checked in or sits at a table cannot leave the club."""


class NotChips(ClubsError):
    """Chips are handed out and taken back in whole numbers above 0."""


class NoGifts(ClubsError):
    """Members give each other chips only where their club allows it."""


class NoChips(ClubsError):
    """Somebody would sit down with nothing."""


class NotPossible(ClubsError):
    """The night cannot be planned so."""


class WrongMoment(ClubsError):
    """The night is not at the point where that can be done."""


class NightFull(ClubsError):
    """The night has no place left."""


class UnknownBot(ClubsError):
    """There is no such bot."""


class TooFewPlayers(ClubsError):
    """A table needs two players at least."""


class NoSeating(ClubsError):
    """No tables of about the same size suit the house rules."""


class NotInvited(ClubsError):
    """The table is by invitation, or there is no table with this code."""


class StillOpen(ClubsError):
    """A rematch follows a table that has closed."""
