"""The organisers' door to tournaments."""

from tournaments.admin.play import CupDealAdmin, CupSeatAdmin, CupTableAdmin
from tournaments.admin.tournament import TournamentAdmin

__all__ = ["CupDealAdmin", "CupSeatAdmin", "CupTableAdmin", "TournamentAdmin"]
