"""The organisers' door: clubs, members, nights."""

from clubs.admin.club import ClubAdmin
from clubs.admin.invitation import InvitationAdmin
from clubs.admin.login import own_password
from clubs.admin.member import MemberAdmin
from clubs.admin.night import NightAdmin
from clubs.admin.player import PlayerAdmin

__all__ = [
    "ClubAdmin",
    "InvitationAdmin",
    "MemberAdmin",
    "NightAdmin",
    "PlayerAdmin",
    "own_password",
]
