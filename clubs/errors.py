"""What clubs refuse, in words for the person who asked."""


class ClubsError(Exception):
    """Nothing was done; the message says why, and what to do."""


class NameTaken(ClubsError):
    """Another club has that name."""


class AlreadyMember(ClubsError):
    """The player belongs to the club."""


class NotChips(ClubsError):
    """Chips are handed out and taken back in whole numbers above 0."""


class WrongMoment(ClubsError):
    """The night is not at the point where that can be done."""


class NightFull(ClubsError):
    """The night has no place left."""


class NotMember(ClubsError):
    """Somebody else's member."""


class TooFewPlayers(ClubsError):
    """A table needs two players at least."""
