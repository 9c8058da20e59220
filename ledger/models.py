"""The rows of the ledger; every change to them goes through `ledger_post` and the guards."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Func, OuterRef, Q, Subquery, Value
from django.db.models.functions import Now

from deploy.rows import Branched
from ledger.kinds import AccountKind


def _asks(function: str, *columns: str) -> Func:
    """A condition that a function of the database decides (sql/checks.sql)."""
    return Func(*columns, function=function, output_field=models.BooleanField())


class BookQuerySet(models.QuerySet["Book"]):
    def with_issued_chips(self) -> "BookQuerySet":
        """Each with `issued_chips`: what its bank has handed out and not taken back."""
        bank = Account.objects.filter(book=OuterRef("pk"), kind=AccountKind.BANK)
        return self.annotate(issued_chips=-Subquery(bank.values("balance")))


class Book(models.Model):
    """A closed economy: the balances of its accounts sum to 0."""

    name = models.CharField(max_length=100)
    opened_at = models.DateTimeField()

    objects = BookQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ledger_book_moment", condition=_asks("ledger_is_moment", "opened_at")
            ),
        ]

    def __str__(self) -> str:
        return self.name


class AccountQuerySet(Branched["Account"]):
    def open(self) -> "AccountQuerySet":
        return self.filter(closed_at=None)

    def unexplained(self) -> "AccountQuerySet":
        """The correction accounts that hold something, or lack it."""
        return self.filter(kind=AccountKind.CORRECTION).exclude(balance=0)


class Account(models.Model):
    """Chips of one kind in one place; `version` counts the entries that made the balance."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="accounts")
    kind = models.CharField(
        max_length=10, choices=[(kind.value, kind.value.capitalize()) for kind in AccountKind]
    )
    name = models.CharField(max_length=100)
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="accounts",
        db_index=False,
    )
    balance = models.BigIntegerField(default=0, editable=False)
    version = models.BigIntegerField(default=0, editable=False)
    min_balance = models.BigIntegerField(
        null=True, blank=True, help_text="The floor, 0; empty is none."
    )
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = AccountQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(name="ledger_account_newest", fields=["book", "-id"]),
            models.Index(
                name="ledger_account_newest_open",
                fields=["book", "-id"],
                condition=Q(closed_at=None),
            ),
            models.Index(name="ledger_account_held", fields=["holder", "-id"]),
            models.Index(
                name="ledger_account_held_open",
                fields=["holder", "-id"],
                condition=Q(closed_at=None),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="ledger_account_kind",
                condition=_asks("ledger_fits_kind", "kind", "min_balance", "holder", "closed_at"),
            ),
            models.CheckConstraint(
                name="ledger_account_floor",
                condition=Q(min_balance=None) | Q(balance__gte=F("min_balance")),
            ),
            models.CheckConstraint(
                name="ledger_account_closed_empty",
                condition=Q(closed_at=None) | Q(balance=0),
            ),
            models.UniqueConstraint(
                name="ledger_account_one_bank", fields=["book"], condition=Q(kind="bank")
            ),
            models.UniqueConstraint(
                name="ledger_account_one_correction",
                fields=["book"],
                condition=Q(kind="correction"),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TransferReason(models.Model):
    """A reason for which chips may move; migrations write what the apps declare, nobody else."""

    name = models.CharField(max_length=20, primary_key=True)
    sentence = models.CharField(max_length=200)
    gained = models.CharField(max_length=200)
    gave = models.CharField(max_length=200)
    gained_in_part = models.CharField(max_length=200, blank=True)
    undone_by = models.CharField(max_length=200, blank=True, help_text="Which flow undoes it.")
    is_by_hand = models.BooleanField(default=False, help_text="It is taken back by hand.")

    def __str__(self) -> str:
        return self.name.replace("_", " ").capitalize()


STAMPING: Final = timedelta(minutes=1)
"""Far longer than it takes to number a transfer and to stamp it."""


class TransferQuerySet(Branched["Transfer"]):
    def recorded_since(self, moment: datetime) -> "TransferQuerySet":
        """Those of this time and later. The bound on their numbers finds them by an index."""
        return self.filter(recorded_at__gte=moment, pk__gt=_before(moment - STAMPING))

    def recorded_until(self, moment: datetime) -> "TransferQuerySet":
        """Those before this time."""
        return self.filter(recorded_at__lt=moment, pk__lte=_before(moment + STAMPING))


def _before(moment: datetime) -> Func:
    """Up to which number transfers were recorded before a moment (sql/transfers_before.sql)."""
    given = Value(moment, models.DateTimeField())
    return Func(given, function="ledger_transfers_before", output_field=models.BigIntegerField())


class Transfer(models.Model):
    """One movement of chips within a book, made by `ledger_post` and never changed."""

    # Guards 2 to 4 keep what foreign keys of the database would, at a third of their cost: legs
    # have a transfer and accounts of its book, and transfers a reason, of which none is ever
    # removed.
    book = models.ForeignKey(
        Book, models.PROTECT, related_name="transfers", db_index=False, db_constraint=False
    )
    reason = models.ForeignKey(
        TransferReason,
        models.PROTECT,
        related_name="transfers",
        db_column="reason",
        db_index=False,
        db_constraint=False,
    )
    key = models.CharField(max_length=200, help_text="From the domain, such as deal:812:stakes.")
    digest = models.BinaryField(help_text="SHA-256 of the reason and the legs.")
    memo = models.CharField(max_length=500, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    effective_at = models.DateTimeField(help_text="When it happened.")
    recorded_at = models.DateTimeField(editable=False, help_text="When the ledger recorded it.")
    xact = models.BigIntegerField(editable=False, help_text="The transaction that wrote it.")

    objects = TransferQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(name="ledger_transfer_xact", fields=["xact"]),
            models.Index(name="ledger_transfer_newest", fields=["book", "-id"]),
            models.Index(
                name="ledger_transfer_lending",
                fields=["book", "reason"],
                condition=Q(reason__in=["lent", "paid_back", "adjustment"]),
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="ledger_transfer_key", fields=["book", "key"]),
            models.CheckConstraint(
                name="ledger_transfer_reason",
                condition=_asks("ledger_fits_reason", "reason", "actor", "memo", "reverses"),
            ),
            models.CheckConstraint(name="ledger_transfer_has_key", condition=~Q(key="")),
            models.CheckConstraint(
                name="ledger_transfer_moment", condition=_asks("ledger_is_moment", "effective_at")
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One leg of a transfer: the chips that one account gained, negative for what it gave."""

    transfer = models.ForeignKey(  # Kept by guard 3, like the account.
        Transfer, models.PROTECT, related_name="entries", db_index=False, db_constraint=False
    )
    account = models.ForeignKey(
        Account, models.PROTECT, related_name="entries", db_index=False, db_constraint=False
    )
    seq = models.BigIntegerField(help_text="Counts the entries of the account from 1.")
    chips = models.BigIntegerField()
    balance_after = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(name="ledger_entry_seq", fields=["account", "seq"]),
            models.UniqueConstraint(name="ledger_entry_leg", fields=["transfer", "account"]),
            models.CheckConstraint(name="ledger_entry_moves", condition=~Q(chips=0)),
        ]

    def __str__(self) -> str:
        return f"{self.chips:+}"


class Seal(models.Model):
    """A link of the book's hash chain: who changes a sealed transfer breaks every later hash."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="seals", db_index=False)
    number = models.BigIntegerField(help_text="Counts the seals of the book from 1.")
    transfer = models.OneToOneField(Transfer, models.PROTECT, related_name="seal")
    version = models.SmallIntegerField(
        help_text="Of what is sealed: from 2 on whose the accounts are, too."
    )
    hash = models.BinaryField(help_text="SHA-256 of the hash before it and the transfer.")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="ledger_seal_number", fields=["book", "number"]),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.hash.hex()}"


class Sealing(models.Model):
    """What the last round of sealing came to; each round writes the one row again."""

    looked_at = models.DateTimeField(help_text="When the sweep last came to seal.")
    sealed_at = models.DateTimeField(null=True, help_text="When it last sealed something.")
    waiting_since = models.DateTimeField(
        null=True, help_text="When the oldest transfer was recorded that waits for its seal."
    )
    obstacle = models.TextField(
        blank=True, help_text="What keeps it waiting, empty where nothing does."
    )
    sealed_below = models.BigIntegerField(
        db_default=0,
        help_text="Transfers of older transactions have their seals; 0 where nobody knows.",
    )
    cluster = models.BigIntegerField(
        db_default=0, help_text="The cluster of PostgreSQL that counts these transactions."
    )

    def __str__(self) -> str:
        return self.obstacle or f"{self.looked_at:%Y-%m-%d %H:%M}"


class Audit(models.Model):
    """What a recount of all books came to; after a bad one nobody buys in."""

    checked_at = models.DateTimeField(db_default=Now())
    fault = models.TextField(blank=True, help_text="The first bad row, empty where all books hold.")

    def __str__(self) -> str:
        return self.fault or "The books hold"


class Receipt(models.Model):
    """The answer to a request that moved chips, stored in the transaction of its effect."""

    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    path = models.CharField(max_length=500)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the body, in hexadecimal.")
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField(null=True)
    stored_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(name="ledger_receipt_key", fields=["actor", "key"]),
        ]

    def __str__(self) -> str:
        return self.key
