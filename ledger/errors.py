"""What the ledger refuses, in words for the person who asked."""

from typing import ClassVar


class LedgerError(Exception):
    """The chips were not moved; the message says why."""

    code: ClassVar[str]
    title: ClassVar[str]


class Unbalanced(LedgerError):
    code = "unbalanced"
    title = "A transfer needs two legs or more, none of them 0, and a sum of 0."


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
    title = "This key belongs to another transfer: use a key again only to repeat its transfer."


class AccountClosed(LedgerError):
    code = "account_closed"
    title = "The account is closed."


class AccountNotEmpty(LedgerError):
    code = "account_not_empty"
    title = "An account can be closed only when it is empty."


class UnknownAccount(LedgerError):
    code = "unknown_account"
    title = "The book has no such account."


class BooksInDoubt(LedgerError):
    code = "books_in_doubt"
    title = "The last audit found a bad row. Nobody can buy in until an audit finds none."


class ImpossibleMoment(LedgerError):
    code = "impossible_moment"
    title = "A date is not between the years 2000 and 2099: a clock is wrong."


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
    title = "The statement is too long for a PDF. Ask for a shorter period, or for CSV."


class AlreadyReversed(LedgerError):
    code = "already_reversed"
    title = "A transfer can be taken back only once."
