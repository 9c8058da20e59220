"""Results of real cards from before entries were kept: each deal gets what is known of it.

Nobody noted who entered them, nor why somebody was barred.
"""

from collections import defaultdict
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 500
MOVES = ("stakes", "pool", "jink")


def write_entries(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    deals = apps.get_model("games", "Deal").objects.filter(commitment=None)
    tables = deals.order_by("table").values_list("table", flat=True).distinct()
    for table_id in list(tables):
        _write_entries_of(apps, list(deals.filter(table=table_id).order_by("number")))


def _write_entries_of(apps: Apps, deals: list[Any]) -> None:
    entry = apps.get_model("games", "ResultEntry")
    moved = _moved(apps, deals)
    seats = apps.get_model("games", "Seat").objects.filter(table=deals[0].table_id)
    stacks = {seat.number: seat.stack_id for seat in seats}
    entries, standing, was_struck = [], None, False
    for deal in deals:
        told = _result(deal, standing, names_dealer=was_struck)
        common = {"deal": deal, "seat_numbers": deal.seat_numbers}
        entries.append(entry(**common, version=1, result_json=told, at=deal.dealt_at))
        if was_struck := deal.voided_at is not None:
            again = {"by": deal.voided_by, "at": deal.voided_at, "reason": deal.void_reason}
            entries.append(entry(deal=deal, version=2, **again))
            deal.contributions = deal.gains = [0] * len(deal.seat_numbers)
            continue
        standing = deal
        accounts = [stacks[number] for number in deal.seat_numbers]
        deal.contributions = [-moved[deal.pk, "stakes", one] for one in accounts]
        deal.gains = [moved[deal.pk, "pool", one] + moved[deal.pk, "jink", one] for one in accounts]
    entry.objects.bulk_create(entries, batch_size=BATCH)
    type(deals[0]).objects.bulk_update(deals, ["contributions", "gains"], batch_size=BATCH)


def _moved(apps: Apps, deals: list[Any]) -> dict[tuple[int, str, int], int]:
    """The chips that each deal moved, by what it was and by account."""
    keys = {f"deal:{deal.pk}:{what}": (deal.pk, what) for deal in deals for what in MOVES}
    moved: dict[tuple[int, str, int], int] = defaultdict(int)
    rows = apps.get_model("ledger", "Entry").objects.filter(
        transfer__book=deals[0].table.book_id, transfer__key__in=keys
    )
    for key, account, chips in rows.values_list("transfer__key", "account", "chips"):
        moved[(*keys[key], account)] = chips
    return moved


def _result(deal: Any, before: Any, *, names_dealer: bool) -> dict[str, Any]:
    """The outcome of a deal as somebody might have told it."""
    outcome, numbers = deal.outcome_json, deal.seat_numbers
    barred = {numbers[place] for place in outcome["barred"]}
    if before is not None and before.outcome_json["kind"] == "misdeal":
        barred = set()  # By the misdeal; a bar beside it is told by nothing else.
    winners = outcome["winners"]
    has_tricks, has_scores = any(outcome["tricks"]), bool(outcome["scores"])
    by_seat = {"tricks": has_tricks and not has_scores, "scores": has_scores}
    return {
        "kind": outcome["kind"],
        "winner": numbers[winners[0]] if winners else None,
        "barred": {str(number): "revoked" for number in sorted(barred)},
        **{
            what: dict(zip(map(str, numbers), outcome[what], strict=True)) if is_told else {}
            for what, is_told in by_seat.items()
        },
        "bonus": None,
        "dealer": numbers[deal.dealer] if names_dealer else None,
        "is_dealt_again": deal.is_dealt_again,
    }


class Migration(migrations.Migration):
    dependencies = [("games", "0004_result_entries"), ("ledger", "0002_guards")]

    operations = [migrations.RunPython(write_entries, migrations.RunPython.noop)]
