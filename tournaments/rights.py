"""What is done with a tournament, and by whom."""

from deploy.rights import OPERATORS, ORGANISERS, PEOPLE, Deed

PLAYERS = PEOPLE - OPERATORS  # An operator acts as no player.

SEE = Deed("tournaments.see", "see this tournament", may=PEOPLE)
LOOK_AFTER = Deed("tournaments.look_after", "look after this tournament", may=ORGANISERS)
ANNOUNCE = Deed("tournaments.announce", "announce a tournament", may=ORGANISERS, sees=PEOPLE)
CHANGE = Deed("tournaments.change", "change this tournament", may=ORGANISERS, sees=PEOPLE)
DELETE = Deed("tournaments.delete", "delete this tournament", may=ORGANISERS, sees=PEOPLE)
ENTER = Deed("tournaments.enter", "enter this tournament", may=PLAYERS, sees=PEOPLE)
ENTER_ANOTHER = Deed(
    "tournaments.enter_another", "enter another member", may=ORGANISERS, sees=PEOPLE
)
WITHDRAW = Deed("tournaments.withdraw", "withdraw from this tournament", PLAYERS, sees=PEOPLE)
WITHDRAW_ANOTHER = Deed(
    "tournaments.withdraw_another", "withdraw another member", may=ORGANISERS, sees=PEOPLE
)
START = Deed("tournaments.start", "start this tournament", may=ORGANISERS, sees=PEOPLE)
CANCEL = Deed("tournaments.cancel", "cancel this tournament", may=ORGANISERS, sees=PEOPLE)
