"""django-hordak: as its documentation has it, and with what it takes to guarantee as much as we do.

Imported only where the apps of hordak are installed.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from hordak.models import Account, AccountType, Leg, Transaction
from moneyed import Money

from deploy.bench.ledgers import PURSE_CHIPS

CURRENCY = "EUR"


class Hordak:
    """Transaction.objects.create and a Leg.objects.create each, within `atomic`."""

    name = "hordak"

    def open(self, accounts: int) -> None:
        capital = self._account("Capital", AccountType.equity)
        self.accounts = [
            self._account(f"{self.name} {number}", AccountType.asset) for number in range(accounts)
        ]
        with transaction.atomic():
            first = Transaction.objects.create()
            for account in self.accounts:
                Leg.objects.create(
                    transaction=first, account=account, debit=Money(PURSE_CHIPS, CURRENCY)
                )
            total = Money(PURSE_CHIPS * accounts, CURRENCY)
            Leg.objects.create(transaction=first, account=capital, credit=total)

    def post(self, legs: Mapping[int, int]) -> None:
        with transaction.atomic():
            self._create(legs)

    def _create(self, legs: Mapping[int, int]) -> None:
        posted = Transaction.objects.create()
        for number, chips in legs.items():
            side = "debit" if chips > 0 else "credit"
            Leg.objects.create(
                transaction=posted,
                account=self.accounts[number],
                **{side: Money(abs(chips), CURRENCY)},
            )

    def _account(self, name: str, kind: Any) -> Any:
        return Account.objects.create(name=name, type=kind, currencies=[CURRENCY])


class LockedHordak(Hordak):
    """The accounts locked in their order, and no payment above what an account holds."""

    name = "hordak with locks and balance check"

    def post(self, legs: Mapping[int, int]) -> None:
        ids = [self.accounts[number].pk for number in legs]
        with transaction.atomic():
            rows = Account.objects.select_for_update().filter(pk__in=ids).order_by("pk")
            locked = {account.pk: account for account in rows}
            for number, chips in legs.items():
                held = locked[self.accounts[number].pk].get_balance() if chips < 0 else None
                if held is not None and held[CURRENCY].amount < -chips:
                    raise ValueError("overdrawn")
            self._create(legs)
