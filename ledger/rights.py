"""What is done with the books, and by whom. Everybody sees their own accounts and transfers."""

from deploy.rights import ORGANISERS, SIGNED_IN, Deed, Scope

SEE_OWN_ACCOUNT = Deed("accounts.see_own", "see their account", may=SIGNED_IN, scope=Scope.READ)
SEE_ACCOUNT = Deed("accounts.see", "see this account", may=ORGANISERS, scope=Scope.READ)
MOVE_CHIPS = Deed("accounts.transfer", "move chips by hand", may=ORGANISERS, scope=Scope.TREASURER)
ISSUE = Deed("accounts.issue", "issue chips by hand", may=ORGANISERS, scope=Scope.TREASURER)
REDEEM = Deed("accounts.redeem", "redeem chips by hand", may=ORGANISERS, scope=Scope.TREASURER)
ADJUST = Deed("accounts.adjust", "adjust an account by hand", may=ORGANISERS, scope=Scope.TREASURER)
SEE_OWN_TRANSFER = Deed(
    "transfers.see_own", "see transfers of their account", may=SIGNED_IN, scope=Scope.READ
)
SEE_TRANSFER = Deed("transfers.see", "see this transfer", may=ORGANISERS, scope=Scope.READ)
REVERSE = Deed("transfers.reverse", "take a transfer back", may=ORGANISERS, scope=Scope.TREASURER)
SEE_BOOK = Deed("books.see", "see the club's book", may=ORGANISERS, scope=Scope.READ)
