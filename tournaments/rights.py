"""What is done with a tournament, and by whom."""

from deploy.rights import EVERYBODY, OPERATORS, ORGANISERS, PEOPLE, Deed

PLAYERS = PEOPLE - OPERATORS  # An operator acts as no player.

SEE = Deed("tournaments.see", "see this tournament", may=PEOPLE)
SEE_BOARD = Deed(
    "tournaments.see_board", "see the board of a tournament that is open to you", may=EVERYBODY
)
LOOK_AFTER = Deed("tournaments.look_after", "look after this tournament", may=ORGANISERS)
ANNOUNCE = Deed("tournaments.announce", "announce a tournament", may=ORGANISERS, sees=PEOPLE)
ANNOUNCE_DRAFT = Deed(
    "tournaments.announce_draft", "announce this draft", may=ORGANISERS, sees=PEOPLE
)
CHANGE = Deed("tournaments.change", "change this tournament", may=ORGANISERS, sees=PEOPLE)
DELETE = Deed("tournaments.delete", "delete this tournament", may=ORGANISERS, sees=PEOPLE)
ENTER = Deed("tournaments.enter", "enter this tournament", may=PLAYERS, sees=PEOPLE)
ENTER_ANOTHER = Deed(
    "tournaments.enter_another", "enter another member", may=ORGANISERS, sees=PEOPLE
)
ADMIT = Deed("tournaments.admit", "let in or refuse those who ask", may=ORGANISERS, sees=PEOPLE)
WITHDRAW = Deed("tournaments.withdraw", "withdraw from this tournament", PLAYERS, sees=PEOPLE)
WITHDRAW_ANOTHER = Deed(
    "tournaments.withdraw_another", "withdraw another member", may=ORGANISERS, sees=PEOPLE
)
SUBSTITUTE = Deed("tournaments.substitute", "name a substitute", may=ORGANISERS, sees=PEOPLE)
OPEN = Deed("tournaments.open", "open this tournament", may=ORGANISERS, sees=PEOPLE)
CHECK_IN = Deed("tournaments.check_in", "check in to this tournament", PLAYERS, sees=PEOPLE)
CHECK_IN_ANOTHER = Deed(
    "tournaments.check_in_another", "check another member in", may=ORGANISERS, sees=PEOPLE
)
PAY = Deed("tournaments.pay", "pay the prizes", may=ORGANISERS, sees=PEOPLE)
START = Deed("tournaments.start", "start this tournament", may=ORGANISERS, sees=PEOPLE)
DRAW = Deed("tournaments.draw", "draw the rounds of this tournament", ORGANISERS, sees=PEOPLE)
PAUSE = Deed(
    "tournaments.pause", "pause this tournament or let it go on", may=ORGANISERS, sees=PEOPLE
)
CORRECT = Deed("tournaments.correct", "correct this tournament", may=ORGANISERS, sees=PEOPLE)
CANCEL = Deed("tournaments.cancel", "cancel this tournament", may=ORGANISERS, sees=PEOPLE)
