"""What the ledger refuses, in words for the person who asked."""


class LedgerError(Exception):
    """The chips were not moved; the message says why."""


class Unbalanced(LedgerError):
    """The legs of a transfer do not make one: too few, nothing moved, or a sum that is not 0."""


class Overdrawn(LedgerError):
    """An account does not hold the chips that it has to give."""

    def __init__(self, message: str, *, account_id: int, needed: int, available: int) -> None:
        super().__init__(message)
        self.account_id = account_id
        self.needed = needed
        self.available = available


class KeyReused(LedgerError):
    """The key belongs to a transfer of other chips; a key is used again only to repeat."""


class AccountClosed(LedgerError):
    """The account takes no more chips."""


class AccountNotEmpty(LedgerError):
    """An account is closed only when it holds nothing."""


class UnknownAccount(LedgerError):
    """The book has no such account."""


class BooksInDoubt(LedgerError):
    """The last audit found a bad row; nobody buys in until one finds none."""


class HandMissing(LedgerError):
    """What is put right by hand needs a name and a word of why."""


class NotByHand(LedgerError):
    """Nobody moves chips so: the bank deals with purses, and a mistake is put right in one book."""


class StatementTooLong(LedgerError):
    """More lines than anybody reads on paper: ask for a shorter time, or for a sheet."""


class AlreadyReversed(LedgerError):
    """A transfer is taken back only once."""
