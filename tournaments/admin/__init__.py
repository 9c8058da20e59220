"""The organisers' door to tournaments."""

from tournaments.admin.tournament import TournamentAdmin

__all__ = ["TournamentAdmin"]
