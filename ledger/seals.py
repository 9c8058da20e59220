"""The hash chain of each book: sealing what is new, and the newest hashes to publish."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import OuterRef, Subquery

from ledger.models import Book, Seal

BATCH = 5000


@dataclass(frozen=True)
class Head:
    """The newest seal of a book at some time: whoever keeps it can tell later if it stands."""

    book_id: int
    number: int
    hash: bytes

    @classmethod
    def parse(cls, text: str) -> "Head":
        book, number, digest = text.split()
        return cls(int(book), int(number), bytes.fromhex(digest))

    def __str__(self) -> str:
        return f"{self.book_id} {self.number} {self.hash.hex()}"


def seal_transfers() -> int:
    """Seal every transfer that no running transaction can come before; says how many."""
    sealed = 0
    while newest := _seal_batch():
        sealed += newest
    return sealed


def heads() -> list[Head]:
    """The newest seal of every book."""
    of_book = Seal.objects.filter(book=OuterRef("pk")).order_by("-number").values("pk")
    newest = Book.objects.annotate(seal=Subquery(of_book[:1])).values("seal")
    seals = Seal.objects.filter(pk__in=newest).order_by("book")
    return [Head(seal.book_id, seal.number, bytes(seal.hash)) for seal in seals]


def stands(head: Head) -> bool:
    """Whether a head that was published once is still in the chain."""
    seal = Seal.objects.filter(book=head.book_id, number=head.number).first()
    return seal is not None and bytes(seal.hash) == head.hash


def _seal_batch() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_seal_transfers(%s)", [BATCH])
        [sealed] = cursor.fetchone() or (0,)
    return int(sealed)
