"""The seeds of a table are revealed when it has closed, and never before."""

from typing import Any

from games.errors import SeedsSealed
from games.models import Action, Deal, Table
from games.sealing import unseal


def reveal(table: Table) -> dict[str, Any]:
    """The proof of a closed table, for `games.proof.check_proof`: it tells every card.

    Raises:
        SeedsSealed: the table is still open.
    """
    if table.closed_at is None:
        raise SeedsSealed(f"The seeds of {table} are revealed when it has closed.")
    texts: dict[int, list[str]] = {}
    for deal_id, text in (
        Action.objects.filter(deal__table=table)
        .order_by("deal", "sequence")
        .values_list("deal", "text")
    ):
        texts.setdefault(deal_id, []).append(text)
    deals = Deal.objects.defer(None).filter(table=table, commitment__isnull=False)
    return {
        "table": table.pk,
        "anchor": bytes(table.anchor).hex(),
        "seats": table.seats.count(),
        "house_rules": table.rules_json,
        "deals": [_revealed(deal, texts.get(deal.pk, [])) for deal in deals.order_by("number")],
    }


def _revealed(deal: Deal, texts: list[str]) -> dict[str, Any]:
    assert deal.sealed_seed is not None
    assert deal.commitment is not None
    return {
        "number": deal.number,
        "seat_numbers": deal.seat_numbers,
        "dealer": deal.dealer,
        "scores": deal.scores,
        "seed": unseal(deal.sealed_seed).hex(),
        "commitment": bytes(deal.commitment).hex(),
        "cards_root": bytes(deal.cards_root).hex() if deal.cards_root else None,
        "actions": texts,
        "outcome": deal.outcome_json,
    }
