"""What the ledger refuses, in words for the person who asked."""

from typing import ClassVar


class LedgerError(Exception):
    """The chips were not moved; the message says why."""

    code: ClassVar[str]
    title: ClassVar[str]


class Unbalanced(LedgerError):
    code = "unbalanced"
    title = (
        "The legs of a transfer do not make one: too few, nothing moved, or a sum that is not 0."
    )


class Overdrawn(LedgerError):
    code = "overdrawn"
    title = "The account has too few chips."

    def __init__(self, message: str, *, account_id: int, needed: int, available: int) -> None:
        super().__init__(message)
        self.account_id = account_id
        self.needed = needed
        self.available = available


class KeyReused(LedgerError):
    code = "key_reused"
    title = "The key belongs to a transfer of other chips; a key is used again only to repeat."


class AccountClosed(LedgerError):
    code = "account_closed"
    title = "The account takes no more chips."


class AccountNotEmpty(LedgerError):
    code = "account_not_empty"
    title = "An account is closed only when it holds nothing."


class UnknownAccount(LedgerError):
    code = "unknown_account"
    title = "The book has no such account."


class BooksInDoubt(LedgerError):
    code = "books_in_doubt"
    title = "The last audit found a bad row. Nobody can buy in until an audit finds none."


class ImpossibleMoment(LedgerError):
    code = "impossible_moment"
    title = "Nothing happens before 2000 or after 2100: a clock is wrong."


class HandMissing(LedgerError):
    code = "hand_missing"
    title = "Moving chips by hand needs a name and a reason."


class NotByHand(LedgerError):
    code = "not_by_hand"
    title = "These chips cannot be moved by hand. The message says what moves them."


class NotChips(NotByHand):
    code = "not_chips"
    title = "Chips are moved in whole numbers. The message says from which to which."


class StatementTooLong(LedgerError):
    code = "statement_too_long"
    title = "The statement is too long for paper. Ask for a shorter time, or for a sheet."


class AlreadyReversed(LedgerError):
    code = "already_reversed"
    title = "A transfer is taken back only once."
