"""The organisers' door: clubs, members, nights."""

from clubs.admin.club import ClubAdmin
from clubs.admin.member import MemberAdmin
from clubs.admin.night import NightAdmin
from clubs.admin.play import ClubDealAdmin, ClubSeatAdmin, ClubTableAdmin
from clubs.admin.player import PlayerAdmin
from clubs.admin.treasurer import (
    ClubAccountAdmin,
    ClubBookAdmin,
    ClubEntryAdmin,
    ClubTransferAdmin,
)

__all__ = [
    "ClubAccountAdmin",
    "ClubAdmin",
    "ClubBookAdmin",
    "ClubDealAdmin",
    "ClubEntryAdmin",
    "ClubSeatAdmin",
    "ClubTableAdmin",
    "ClubTransferAdmin",
    "MemberAdmin",
    "NightAdmin",
    "PlayerAdmin",
]
