"""Ledgers that are measured beside each other."""

from collections.abc import Mapping
from typing import Protocol

PURSE_CHIPS = 10**8


class Contestant(Protocol):
    """One way to keep books; its accounts are known by their number."""

    name: str

    def open(self, accounts: int) -> None:
        """Make this number of accounts of PURSE_CHIPS each."""

    def post(self, legs: Mapping[int, int]) -> None:
        """Commit one transfer: chips that each account gains, in all 0."""
