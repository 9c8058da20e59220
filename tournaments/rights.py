"""What is done with a tournament, and by whom."""

from deploy.rights import EVERYBODY, OPERATORS, ORGANISERS, PEOPLE, Deed, Scope

PLAYERS = PEOPLE - OPERATORS  # An operator acts as no player.

SEE = Deed("tournaments.see", "see this tournament", may=PEOPLE, scope=Scope.READ)
SEE_BOARD = Deed(
    "tournaments.see_board",
    "see the board of a tournament that is open to you",
    may=EVERYBODY,
    scope=Scope.READ,
)
LOOK_AFTER = Deed(
    "tournaments.look_after", "look after this tournament", may=ORGANISERS, scope=Scope.ORGANISE
)
ANNOUNCE = Deed(
    "tournaments.announce",
    "announce a tournament",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
ANNOUNCE_DRAFT = Deed(
    "tournaments.announce_draft",
    "announce this draft",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
CHANGE = Deed(
    "tournaments.change",
    "change this tournament",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
DELETE = Deed(
    "tournaments.delete",
    "delete this tournament",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
ENTER = Deed(
    "tournaments.enter", "enter this tournament", may=PLAYERS, sees=PEOPLE, scope=Scope.PLAY
)
ENTER_ANOTHER = Deed(
    "tournaments.enter_another",
    "enter another member",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
ADMIT = Deed(
    "tournaments.admit",
    "let in or refuse those who ask",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
WITHDRAW = Deed(
    "tournaments.withdraw", "withdraw from this tournament", PLAYERS, sees=PEOPLE, scope=Scope.PLAY
)
WITHDRAW_ANOTHER = Deed(
    "tournaments.withdraw_another",
    "withdraw another member",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
SUBSTITUTE = Deed(
    "tournaments.substitute", "name a substitute", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
OPEN = Deed(
    "tournaments.open", "open this tournament", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
CHECK_IN = Deed(
    "tournaments.check_in", "check in to this tournament", PLAYERS, sees=PEOPLE, scope=Scope.PLAY
)
CHECK_IN_ANOTHER = Deed(
    "tournaments.check_in_another",
    "check another member in",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
PAY = Deed("tournaments.pay", "pay the prizes", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE)
START = Deed(
    "tournaments.start", "start this tournament", may=ORGANISERS, sees=PEOPLE, scope=Scope.ORGANISE
)
DRAW = Deed(
    "tournaments.draw",
    "draw the rounds of this tournament",
    ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
PAUSE = Deed(
    "tournaments.pause",
    "pause this tournament or let it go on",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
CORRECT = Deed(
    "tournaments.correct",
    "correct this tournament",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
FINISH = Deed(
    "tournaments.finish",
    "end this tournament after its round",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
CANCEL = Deed(
    "tournaments.cancel",
    "cancel this tournament",
    may=ORGANISERS,
    sees=PEOPLE,
    scope=Scope.ORGANISE,
)
