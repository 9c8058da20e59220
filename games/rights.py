"""What is done at tables, and by whom.

Who sits there is known here; what somebody is in the club of a table is asked of the user model.
"""

from dataclasses import dataclass
from typing import Final, Self

from deploy.rights import (
    NOT_BARRED,
    ORGANISERS,
    PEOPLE,
    SCORERS,
    SEATED,
    SIGNED_IN,
    Deed,
    Person,
    Role,
    Scope,
)

WATCHING_LINKS = frozenset({Role.HALL_LINK, Role.SCORER_LINK})
"""As spectators of the tables of their night: never with anybody's hand."""

SCORING_LINK = frozenset({Role.SCORER_LINK})
WATCHERS = PEOPLE | SEATED | WATCHING_LINKS

WATCH = Deed("tables.watch", "watch this table", may=WATCHERS, scope=Scope.READ)
WATCH_OPEN = Deed(
    "tables.watch_open", "watch a table that is open to everybody", may=NOT_BARRED, scope=Scope.READ
)
GIVE_STRING = Deed(
    "tables.give_string", "give this table a string", may=SEATED, sees=WATCH.sees, scope=Scope.PLAY
)
COME_BACK = Deed(
    "tables.come_back", "come back to this table", may=SEATED, sees=WATCH.sees, scope=Scope.PLAY
)
PLAY = Deed("deals.play", "play in this deal", may=SEATED, sees=WATCH.sees, scope=Scope.PLAY)
HEAR_OWN = Deed("players.hear_own", "hear what concerns yourself", may=SIGNED_IN, scope=Scope.READ)
"""Of each table and each tournament it is asked whether they see it."""

SEE_OWN_RECORD = Deed("records.see_own", "see their record", may=SIGNED_IN, scope=Scope.READ)
SEE_RECORD = Deed(
    "records.see",
    "see the record of somebody at a table they watch",
    may=SIGNED_IN,
    scope=Scope.READ,
)
"""Whose tables they watch is asked table by table (`tables.watch`)."""

SEE_RULES_OPTIONS = Deed(
    "rules.see_options",
    "see the options of house rules in general",
    may=SIGNED_IN,
    scope=Scope.READ,
)

ENTER_RESULT = Deed(
    *("tables.enter_result", "enter the results of real cards"),
    may=SCORERS | SCORING_LINK,
    sees=WATCH.sees,
    scope=Scope.ORGANISE,
)
CORRECT = Deed(
    *("tables.correct", "put results of real cards right"),
    may=SCORERS | SCORING_LINK,
    sees=WATCH.sees,
    scope=Scope.ORGANISE,
)
"""By a link somebody puts right what was entered by the same link, and nothing else."""

CORRECT_CLOSED = Deed(
    "tables.correct_closed",
    "put results right after the table has closed",
    may=ORGANISERS,
    sees=WATCH.sees,
    scope=Scope.ORGANISE,
)
LOOK_AFTER = Deed(
    "tables.look_after", "look after the tables of a club", may=ORGANISERS, scope=Scope.ORGANISE
)
PAUSE = Deed(
    *("tables.pause", "pause a table, or let it go on"),
    may=ORGANISERS,
    sees=WATCH.sees,
    scope=Scope.ORGANISE,
)
CLOSE = Deed("tables.close", "close a table", may=ORGANISERS, sees=WATCH.sees, scope=Scope.ORGANISE)
SEND_HOME = Deed(
    *("tables.send_home", "send somebody home, or let them back"),
    may=ORGANISERS,
    sees=WATCH.sees,
    scope=Scope.ORGANISE,
)
VOID = Deed("deals.void", "take a deal back", may=ORGANISERS, sees=WATCH.sees, scope=Scope.ORGANISE)

BARRED: Final = SIGNED_IN - WATCH_OPEN.may


@dataclass(frozen=True)
class Eyes:
    """What decides which tables somebody may watch, apart from those at which they sat.

    Whoever has the same eyes sees the same. A link has none: it sees what it lends.

    Attributes:
        see_all: They see every table.
        books: Of the clubs whose tables they see.
        barred: Of the clubs that turned them away, none of whose tables they see.
    """

    see_all: bool = False
    books: frozenset[int] = frozenset()
    barred: frozenset[int] = frozenset()

    @classmethod
    def of(cls, person: Person) -> Self:
        if person.has_everywhere(WATCH.may):
            return cls(see_all=True)
        roles = person.roles_by_book()
        books, barred = (
            frozenset(book for book, theirs in roles.items() if theirs & wanted)
            for wanted in (WATCH.may, BARRED)
        )
        return cls(books=books, barred=barred)

    def see(self, *, is_public: bool, club_book: int, has_sat: bool) -> bool:
        """Whether they see a table; `games.models.table.Watched` asks the same of the rows."""
        is_theirs = is_public or has_sat or club_book in self.books
        return self.see_all or (is_theirs and club_book not in self.barred)
