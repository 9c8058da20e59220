"""The seeds of a table are revealed when it has closed, or deal by deal, and never before."""

from datetime import datetime
from typing import Any

from games.errors import SeedsSealed
from games.fairness.proof import PROTOCOL
from games.fairness.sealing import unseal
from games.fairness.seeds import seed_at
from games.models import Action, Deal, Table
from games.sight.delay import deal_as_of
from games.sight.strings import see_strings


def is_revealed(deal: Deal, *, until: datetime | None) -> bool:
    """Whether every card of a deal may be seen by somebody who may see its table.

    Args:
        until: Until when they are told what happened (`games.sight.delay.shown_until`).
    """
    is_over = deal_as_of(deal, until).settled_at is not None
    return is_over and (deal.table.reveals_each_deal or _is_closed(deal.table, until))


def reveal(table: Table, *, until: datetime | None = None) -> dict[str, Any]:
    """The proof of a table, for `games.fairness.proof.check_proof`: it tells every card.

    Of an open table that reveals deal by deal it holds those that are settled.

    Args:
        until: Until when the asker is told what happened (`games.sight.delay.shown_until`).

    Raises:
        SeedsSealed: the table is still open, and reveals nothing before.
    """
    if not table.reveals_each_deal and not _is_closed(table, until):
        raise SeedsSealed(f"The seeds of {table} are revealed when it has closed.")
    deals = table.deals.settled().filter(commitment__isnull=False).order_by("number")
    if until is not None:
        deals = deals.filter(settled_at__lte=until)
    texts: dict[int, list[str]] = {}
    for deal_id, text in (
        Action.objects.filter(deal__in=deals)
        .order_by("deal", "sequence")
        .values_list("deal", "text")
    ):
        texts.setdefault(deal_id, []).append(text)
    tail = unseal(Table.objects.defer(None).get(pk=table.pk).sealed_tail)
    return {
        "protocol": PROTOCOL,
        "table": table.pk,
        "anchor": bytes(table.anchor).hex(),
        "house_rules": table.rules_json,
        "seats": list(table.seats.circle().numbers),
        "strings": _strings(table),
        "deals": [
            _revealed(
                deal,
                seed_at(tail, length=table.seeds_count, number=deal.number),
                texts.get(deal.pk, []),
            )
            for deal in deals
        ],
    }


def _is_closed(table: Table, until: datetime | None) -> bool:
    return table.closed_at is not None and (until is None or table.closed_at <= until)


def _strings(table: Table) -> list[dict[str, Any]]:
    """What the seats gave to the chance, in the order in which it is mixed."""
    return [
        {
            "round": string.round,
            "seat": string.seat,
            "commitment": bytes(string.commitment).hex(),
            "text": string.text,
        }
        for string in see_strings(table).strings
    ]


def _revealed(deal: Deal, seed: bytes, texts: list[str]) -> dict[str, Any]:
    assert deal.commitment is not None
    return {
        "number": deal.number,
        "seat_numbers": deal.seat_numbers,
        "dealer": deal.dealer,
        "scores": deal.scores,
        "seed": seed.hex(),
        "entropy_round": deal.entropy_round,
        "commitment": bytes(deal.commitment).hex(),
        "cards_root": bytes(deal.cards_root).hex() if deal.cards_root else None,
        "actions": texts,
        "outcome": deal.outcome_json,
    }
