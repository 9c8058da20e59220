"""The organisers' door: clubs, members, nights."""

from clubs.admin.club import ClubAdmin
from clubs.admin.member import MemberAdmin
from clubs.admin.night import NightAdmin
from clubs.admin.player import PlayerAdmin

__all__ = ["ClubAdmin", "MemberAdmin", "NightAdmin", "PlayerAdmin"]
