"""The hash chain of each book: sealing what is new, and the newest hashes to publish."""

from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from ledger.models import Book, Seal

BATCH = 5000


@dataclass(frozen=True)
class Head:
    """The newest seal of a book at some time: if you keep it, you can tell later if it stands.

    Attributes:
        number: How many transfers of the book are sealed, of which this is the last.
        transfer_id: None where it was kept by a version that did not write it down.
    """

    book_id: int
    number: int
    hash: bytes
    transfer_id: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Head":
        book, number, digest, *transfer = text.split()
        return cls(int(book), int(number), bytes.fromhex(digest), *map(int, transfer))

    def __str__(self) -> str:
        transfer = f" {self.transfer_id}" if self.transfer_id is not None else ""
        return f"{self.book_id} {self.number} {self.hash.hex()}{transfer}"


@dataclass(frozen=True)
class Sealed:
    """What a look for transfers without a seal came to.

    Attributes:
        unreadable: Transfers that could not be read and were passed over.
        reached: The transaction from which on the next look of this cluster finds all that has no
            seal; 0 where it has to look at everything.
    """

    count: int
    unreadable: tuple[int, ...]
    reached: int


def seal_transfers(*, since: int = 0) -> Sealed:
    """Seal every transfer that no running transaction can come before, and that can be read.

    Args:
        since: Where the last look ended (`Sealed.reached`); from 0 on it looks at all transfers.
    """
    count, newest = 0, _seal_batch(since)
    while newest.count:
        count += newest.count
        newest = _seal_batch(newest.reached)
    return Sealed(count, newest.unreadable, newest.reached)


def heads() -> list[Head]:
    """The newest seal of every book."""
    of_book = Seal.objects.filter(book=OuterRef("pk")).order_by("-number").values("pk")
    newest = Book.objects.annotate(seal=Subquery(of_book[:1])).values("seal")
    seals = Seal.objects.filter(pk__in=newest).order_by("book")
    return [Head(seal.book_id, seal.number, bytes(seal.hash), seal.transfer_id) for seal in seals]


def missing(head: Head) -> str:
    """What is gone of a head that was published once; empty where it stands."""
    sealed = Seal.objects.filter(book=head.book_id, number__lte=head.number)
    seal = sealed.filter(number=head.number, hash=head.hash)
    if head.transfer_id is not None:
        seal = seal.filter(transfer=head.transfer_id)
    if not seal.exists():
        return f"the seal {head} was published and is gone"
    transfers = sealed.filter(transfer__book=head.book_id).count()
    if transfers != head.number:
        return f"book {head.book_id} had {head.number} sealed transfers and has {transfers} of them"
    return ""


def _seal_batch(since: int) -> Sealed:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT sealed, unreadable, reached FROM ledger_seal_transfers(%s, %s)", [BATCH, since]
        )
        [count, unreadable, reached] = cursor.fetchone() or (0, [], 0)
    return Sealed(int(count), tuple(unreadable), int(reached))
