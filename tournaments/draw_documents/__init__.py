"""Draws as documents: what a draw follows from, what was moved by hand, and whether it is so. Pure.

A document holds whole numbers, texts, lists and objects alone, as JSON has them. With it and this
package anybody can draw again.
"""

from tournaments.draw_documents.inputs import inputs_of, situation_from
from tournaments.draw_documents.laid import Laid
from tournaments.draw_documents.moves import Move, Swap, by_hand, move_from, moved, told
from tournaments.draw_documents.verifying import Verdict, verified

__all__ = [
    "Laid",
    "Move",
    "Swap",
    "Verdict",
    "by_hand",
    "inputs_of",
    "move_from",
    "moved",
    "situation_from",
    "told",
    "verified",
]
