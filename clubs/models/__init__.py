"""The rows of clubs: people and their evenings."""

from clubs.models.club import ADDED, ORGANISING, Club, HouseBot, Member, Role
from clubs.models.free_table import Access, FreeTable
from clubs.models.invitation import Invitation
from clubs.models.link_user import LinkUser
from clubs.models.mail import Mail
from clubs.models.night import Answer, Attendance, Night, NightStatus, RoundStatus
from clubs.models.night_deed import DeedKind, NightDeed
from clubs.models.night_link import LinkPurpose, NightLink
from clubs.models.night_round import (
    NightPlace,
    NightRound,
    NightTable,
    current_round,
)
from clubs.models.partnership import FormedBy, Partner, Partnership
from clubs.models.player import Player
from clubs.models.rules import MadeFor, RulesRemoval, RulesRevision
from clubs.models.sign_in import SignInCount
from clubs.models.token import Token
from clubs.models.wish import NightWish, WishKind, WishPerson

__all__ = [
    "ADDED",
    "ORGANISING",
    "Access",
    "Answer",
    "Attendance",
    "Club",
    "DeedKind",
    "FormedBy",
    "FreeTable",
    "HouseBot",
    "Invitation",
    "LinkPurpose",
    "LinkUser",
    "MadeFor",
    "Mail",
    "Member",
    "Night",
    "NightDeed",
    "NightLink",
    "NightPlace",
    "NightRound",
    "NightStatus",
    "NightTable",
    "NightWish",
    "Partner",
    "Partnership",
    "Player",
    "Role",
    "RoundStatus",
    "RulesRemoval",
    "RulesRevision",
    "SignInCount",
    "Token",
    "WishKind",
    "WishPerson",
    "current_round",
]
