"""Events as the bytes of a stream: for each listener what REST would tell them, no more."""

import hashlib
import json
import threading
from typing import Any

from rest_framework.fields import DateTimeField
from rest_framework.utils.encoders import JSONEncoder

from games.api.serializers import (
    ActionSerializer,
    SeenDealSerializer,
    TableSerializer,
    WholeTableSerializer,
)
from games.engine import Place
from games.models import Table
from games.sight.events import Event, Mark, Standing
from games.sight.tables import TableSight

Json = dict[str, Any]

NEVER_CHANGES = {"deal", "house_rules", "rules_in_words", "anchor"}
RETRY = b"retry: 1000\n\n"  # Milliseconds after which a browser comes back.


class PublicTableSerializer(WholeTableSerializer):
    """What can change at a table and everybody there may know, apart from its deal."""

    class Meta(WholeTableSerializer.Meta):
        fields = tuple(
            name for name in WholeTableSerializer.Meta.fields if name not in NEVER_CHANGES
        )
        read_only_fields = fields


class Serializers(threading.local):
    """Made once a thread: to make them takes longer than to use them."""

    def __init__(self) -> None:
        self.table = PublicTableSerializer()
        self.summary = TableSerializer()
        self.deal = SeenDealSerializer()
        self.action = ActionSerializer()


serializers = Serializers()


def whole_table(sight: TableSight) -> Json:
    """The table with somebody's view of its deal, as REST gives it."""
    return dict(WholeTableSerializer(sight).data)


def public_table(sight: TableSight, standing: Standing) -> Json:
    """The table as a spectator sees it."""
    ends_at = standing.turn_ends_at(sight.table)
    return {
        **serializers.table.to_representation(sight),
        "turn_ends_at": ends_at and DateTimeField().to_representation(ends_at),
    }


def summary(table: Table) -> Json:
    """The table as a list of tables shows it."""
    return dict(serializers.summary.to_representation(table))


def digest(told: object) -> str:
    """A short name for something that was told: another one as soon as it is another."""
    return hashlib.sha256(json.dumps(told, cls=JSONEncoder).encode()).hexdigest()[:12]


def event_id(mark: Mark, table_digest: str) -> str:
    return f"{mark.deal}.{mark.step}.{table_digest}"


def tell(event: Event, place: Place | None, *, id: str, table: Json | None) -> bytes | None:
    """An event as a seat is told it, or a spectator; None where they are not told at all.

    Args:
        table: The table as it is after the event, where it is the latest one.
    """
    if not event.is_for(place):
        return None
    sight, action = event.sight(place), event.told(place)
    data = {
        "deal": serializers.deal.to_representation(sight) if sight else None,
        "action": serializers.action.to_representation(action) if action else None,
        "table": table,
    }
    return frame(event.kind, data, id="" if event.kind == "view" else id)


def frame(kind: str, data: object, *, id: str = "") -> bytes:
    """One server-sent event; without an id a listener who comes back goes on as before it."""
    return framed(kind, encoded(data), id=id)


def framed(kind: str, body: bytes, *, id: str = "") -> bytes:
    """An event whose data is encoded already."""
    named = f"id: {id}\n".encode() if id else b""
    return b"event: %b\n%bdata: %b\n\n" % (kind.encode(), named, body)


def encoded(data: object) -> bytes:
    """Data as JSON, on one line."""
    text = json.dumps(data, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


HEARTBEAT = frame("heartbeat", {})
"""An event, not a comment: a browser tells its page of no comment."""
