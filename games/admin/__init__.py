"""The games' pages: tables to watch, pause and close, deals to judge and take back."""

from games.admin.closing import going_home
from games.admin.deals import DealAdmin, InPlayFilter
from games.admin.tables import OpenFirst, SeatAdmin, TableAdmin

__all__ = ["DealAdmin", "InPlayFilter", "OpenFirst", "SeatAdmin", "TableAdmin", "going_home"]
