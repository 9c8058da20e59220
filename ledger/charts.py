"""The balance of an account over time, drawn by pygal as SVG that runs no script."""

import sys
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pygal
from django.db.models import F
from django.utils.timezone import localtime
from pygal.style import Style

from deploy.unlocked import outside_locks
from ledger.statements import Statement

# pygal puts a finder for its maps before every later import; it knows nothing of `find_spec`.
sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "PluginImportFixer"]

POINTS_AT_MOST = 400
LOOK = Style(
    background="transparent",
    plot_background="transparent",
    colors=("#15803d",),
    font_family="sans-serif",
)


@outside_locks
def chart(statement: Statement) -> bytes:
    """An SVG image: the balance goes in steps, from the opening to the closing one."""
    steps = balances(statement)
    held = [(steps[0][0], steps[0][1])]
    for (_, before), (at, after) in pairwise(steps):
        held += [(at, before), (at, after)]
    drawing = pygal.DateTimeLine(
        title=f"{statement.account}: chips, times of {statement.zone.key}",
        style=LOOK,
        width=900,
        height=320,
        fill=True,
        include_x_axis=True,
        js=[],
        no_data_text="Nothing has moved.",
        show_dots=False,
        show_legend=False,
        x_label_rotation=20,
        x_value_formatter=partial(_told_at, statement.zone),
        value_formatter=lambda chips: f"{chips:,.0f}",
    )
    drawing.add("chips", held)
    drawing.add_xml_filter(_without_scripts)
    drawn: bytes = drawing.render()
    return drawn


def _told_at(zone: ZoneInfo, at: datetime) -> str:
    """A moment that pygal has turned into UTC, by the clock of the hall."""
    return f"{localtime(at.replace(tzinfo=UTC), zone):%Y-%m-%d %H:%M}"


def _without_scripts(root: Any) -> Any:
    """Its tooltips are not worth a script that a page would have to trust."""
    for parent in list(root.iter()):
        for child in [one for one in parent if str(one.tag).rpartition("}")[2] == "script"]:
            parent.remove(child)
    return root


def balances(statement: Statement) -> list[tuple[datetime, int]]:
    """When the balance became what; of a long life every so manieth step, and the last one."""
    count = statement.lines.count()
    every = -(-count // POINTS_AT_MOST) or 1
    last = statement.lines.order_by("-seq").values_list("seq", flat=True).first() or 0
    shown = statement.lines.annotate(left_over=(last - F("seq")) % every).filter(left_over=0)
    steps = list(shown.values_list("transfer__effective_at", "balance_after"))
    begins = steps[0][0] if steps else statement.until
    return [(max(statement.since, begins), statement.opening_chips), *steps]
