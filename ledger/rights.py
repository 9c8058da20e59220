"""What is done with the books, and by whom. Everybody sees their own accounts and transfers."""

from deploy.rights import ORGANISERS, SIGNED_IN, Deed

SEE_OWN_ACCOUNT = Deed("accounts.see_own", "see their account", may=SIGNED_IN)
SEE_ACCOUNT = Deed("accounts.see", "see this account", may=ORGANISERS)
MOVE_CHIPS = Deed("accounts.transfer", "move chips by hand", may=ORGANISERS)
ISSUE = Deed("accounts.issue", "issue chips by hand", may=ORGANISERS)
REDEEM = Deed("accounts.redeem", "redeem chips by hand", may=ORGANISERS)
ADJUST = Deed("accounts.adjust", "adjust an account by hand", may=ORGANISERS)
SEE_OWN_TRANSFER = Deed("transfers.see_own", "see transfers of their account", may=SIGNED_IN)
SEE_TRANSFER = Deed("transfers.see", "see this transfer", may=ORGANISERS)
REVERSE = Deed("transfers.reverse", "take a transfer back", may=ORGANISERS)
SEE_BOOK = Deed("books.see", "see the club's book", may=ORGANISERS)
