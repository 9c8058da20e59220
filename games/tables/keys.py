"""Whether the keys of the settings open what is kept."""

from games.errors import CardsLost
from games.fairness.sealing import check_keys, unseal
from games.models import Deal, Table

WHAT_TO_DO = (
    "Put back the keys that they were sealed with (SEED_KEYS, or keys.json on the embedded"
    " servers; your backup has them) beside today's keys. If they are lost for good,"
    " `manage.py close_lost_tables` closes these tables with every chip home."
)

AT_REST = (
    "Nobody plays there, but past hands and their proofs cannot be looked at: put back the keys"
    " that they were sealed with, before other tables are opened. If they are lost for good, this"
    " message stays until the next table is opened with today's keys."
)


def tables_without_keys() -> list[Table]:
    """The open tables whose next cards, or whose deal in play, no key opens, in their order."""
    sealed = Table.objects.open().order_by("pk").values_list("pk", "sealed_tail")
    in_play = Deal.objects.filter(settled_at=None).values_list("table", "sealed_seed")
    lost = {table_id for table_id, seed in [*sealed, *in_play] if seed and not _opens(seed)}
    return list(Table.objects.open().filter(pk__in=lost).order_by("pk"))


def trouble_with_keys() -> str:
    """What is wrong and what to do about it, for the operator; empty where all is well."""
    try:
        check_keys()
        lost = tables_without_keys()
        if lost:
            names = ", ".join(f"{table} (table {table.pk})" for table in lost[:5])
            more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
            return f"No key opens the cards of {names}{more}; they stand still. {WHAT_TO_DO}"
        if last := _last_table_without_key():
            return f"No key opens the cards of the last table, {last} (table {last.pk}). {AT_REST}"
    except CardsLost as error:
        return f"{error} {WHAT_TO_DO}"
    return ""


def _last_table_without_key() -> Table | None:
    """The newest table of all where no key opens it: at rest, wrong keys harm nobody yet."""
    newest = Table.objects.defer(None).order_by("-pk").first()
    return newest if newest and not _opens(newest.sealed_tail) else None


def _opens(sealed: bytes | memoryview) -> bool:
    try:
        unseal(sealed)
    except CardsLost:
        return False
    return True
