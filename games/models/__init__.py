"""The rows of the games: tables, seats, deals and the actions that make them."""

from games.models.deal import Action, Deal
from games.models.entropy import EntropyString
from games.models.heartbeat import Heartbeat
from games.models.record import DealResult, Rating
from games.models.table import EntropyPhase, Mode, Seat, Table

__all__ = [
    "Action",
    "Deal",
    "DealResult",
    "EntropyPhase",
    "EntropyString",
    "Heartbeat",
    "Mode",
    "Rating",
    "Seat",
    "Table",
]
