"""The games' pages: tables to watch, pause and close, deals to judge and take back."""

from games.admin.closing import section_of, words_of
from games.admin.deals import DealAdmin, InPlayFilter
from games.admin.tables import OpenFirst, SeatAdmin, TableAdmin

__all__ = [
    "DealAdmin",
    "InPlayFilter",
    "OpenFirst",
    "SeatAdmin",
    "TableAdmin",
    "section_of",
    "words_of",
]
