"""The rows of the games: tables, seats, deals and the actions that make them."""

from games.models.deal import Action, Deal
from games.models.entropy import EntropyString
from games.models.former_stack import FormerStack
from games.models.heartbeat import Heartbeat, Sign
from games.models.policy_columns import columns_of
from games.models.result_entry import ResultEntry
from games.models.results import DealResult, Rating
from games.models.table import EntropyPhase, Mode, Seat, Table
from games.models.terms import TERMS, OnlineTerms, Terms
from games.models.totals_entry import TotalsEntry

__all__ = [
    "TERMS",
    "Action",
    "Deal",
    "DealResult",
    "EntropyPhase",
    "EntropyString",
    "FormerStack",
    "Heartbeat",
    "Mode",
    "OnlineTerms",
    "Rating",
    "ResultEntry",
    "Seat",
    "Sign",
    "Table",
    "Terms",
    "TotalsEntry",
    "columns_of",
]
