"""What the apps above declare, and the rows of reasons that every migration writes."""

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.utils.module_loading import module_has_submodule

from ledger.reasons import Reason

WORDS = ("sentence", "gained", "gave", "gained_in_part", "undone_by", "is_by_hand")


def declared_reasons() -> tuple[Reason, ...]:
    """The `REASONS` of every app that has a module `reasons`, the ledger's own first."""
    reasons = tuple(declared("reasons"))
    twice = [reason for reason, count in Counter(reasons).items() if count > 1]
    assert not twice, f"declared by more than one app: {twice}"
    return reasons


def reason_choices() -> list[tuple[str, str]]:
    """The reasons for forms and schemas."""
    return [(str(reason), reason.sentence) for reason in declared_reasons()]


def write_reasons(former: Apps, *, using: str) -> None:
    """Let chips move for every declared reason, and word it as it is declared.

    Args:
        former: The apps as of the migration that was just made; going back, it may be from before
            there were such rows.
    """
    try:
        rows = former.get_model("ledger", "TransferReason").objects.using(using)
    except LookupError:
        return
    rows.bulk_create(
        [
            rows.model(name=str(reason), **{word: getattr(reason, word) for word in WORDS})
            for reason in declared_reasons()
        ],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=WORDS,
    )


def declared(module: str) -> Iterator[Any]:
    """What every app lists in its module of this name, under the same name in capitals.

    So an app below can ask all those above, and knows of none.
    """
    for app in apps.get_app_configs():
        if app.module and module_has_submodule(app.module, module):
            yield from getattr(import_module(f"{app.name}.{module}"), module.upper())
