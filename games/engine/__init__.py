"""The rules of Spoil Five, Twenty-five and Forty-five: pure, typed, standard library only."""

from games.engine.actions import (
    Action,
    Agree,
    Announce,
    Ask,
    Claim,
    Decline,
    Jink,
    Play,
    Refuse,
    Rob,
)
from games.engine.cards import PACK, Card, Suit
from games.engine.cutting import cut_for_partners, first_dealer, first_knave
from games.engine.dealing import new_deal
from games.engine.endings import (
    Count,
    Ending,
    Offence,
    counts,
    endings,
    offences,
    recorded_outcome,
)
from games.engine.errors import (
    EngineError,
    IllegalAction,
    ImpossibleOutcome,
    ImpossibleRules,
    PoolNotWon,
    Unreadable,
)
from games.engine.explaining import why_not
from games.engine.following import legal_cards, trick_winner
from games.engine.house_rules import MOST_CHIPS, OPTIONS, HouseRules
from games.engine.notation import read_transcript, write_transcript
from games.engine.outcome import Outcome
from games.engine.places import Place, by_place, places
from games.engine.presets import PRESET_NAMES, PRESET_SENTENCES, PRESETS, RATED_AS
from games.engine.real_cards import Redeal, after_misdeal
from games.engine.rules import apply, is_public, legal_actions
from games.engine.rulesets import Difference, Ruleset, differences, other_changes, preset_on_record
from games.engine.scoring import (
    Dues,
    contributions,
    due_after_misdeal,
    highest_dues,
    payout,
    shares,
    short_seats,
    unclaimed_pool,
)
from games.engine.sides import side_numbers
from games.engine.state import DealState, Phase
from games.engine.transcript import Transcript
from games.engine.view import View, view

__all__ = [
    "MOST_CHIPS",
    "OPTIONS",
    "PACK",
    "PRESETS",
    "PRESET_NAMES",
    "PRESET_SENTENCES",
    "RATED_AS",
    "Action",
    "Agree",
    "Announce",
    "Ask",
    "Card",
    "Claim",
    "Count",
    "DealState",
    "Decline",
    "Difference",
    "Dues",
    "Ending",
    "EngineError",
    "HouseRules",
    "IllegalAction",
    "ImpossibleOutcome",
    "ImpossibleRules",
    "Jink",
    "Offence",
    "Outcome",
    "Phase",
    "Place",
    "Play",
    "PoolNotWon",
    "Redeal",
    "Refuse",
    "Rob",
    "Ruleset",
    "Suit",
    "Transcript",
    "Unreadable",
    "View",
    "after_misdeal",
    "apply",
    "by_place",
    "contributions",
    "counts",
    "cut_for_partners",
    "differences",
    "due_after_misdeal",
    "endings",
    "first_dealer",
    "first_knave",
    "highest_dues",
    "is_public",
    "legal_actions",
    "legal_cards",
    "new_deal",
    "offences",
    "other_changes",
    "payout",
    "places",
    "preset_on_record",
    "read_transcript",
    "recorded_outcome",
    "shares",
    "short_seats",
    "side_numbers",
    "trick_winner",
    "unclaimed_pool",
    "view",
    "why_not",
    "write_transcript",
]
