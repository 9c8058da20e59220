"""What people are told on the page where they asked."""

from clubs.admin.refusals import REFUSALS
from tournaments.errors import TournamentsError

ALL_REFUSALS = (*REFUSALS, TournamentsError)
