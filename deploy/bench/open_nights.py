"""Nights of real cards for benchmarks: open at the desk, with people at the tables."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from clubs.attendance import answer_night, check_in
from clubs.clubs import open_club
from clubs.draws import seat_night
from clubs.members import walk_in
from clubs.models import Answer, Member, Night, Player
from clubs.nights import open_night, plan_night
from clubs.rounds import open_tables
from games.engine import HouseRules, Ruleset
from games.models import Mode

BUY_IN = 500  # More than anybody loses in an evening.
PART_MISSING = 5
"""Every person whose number this divides is booked and not here yet."""

NAMES = ("Áine Ní Shúilleabháin", "Con Murphy", "Bríd O'Sullivan", "Éamon Kelly", "Gráinne Walsh")


@dataclass(frozen=True)
class OpenNight:
    """A night with open tables, the organiser who looks after it, and their password."""

    night: Night
    organiser: Player
    password: str
    missing: list[Member]


def open_night_of(people: int, *, at: datetime) -> OpenNight:
    """This number of people is booked, and most of them are here and sit at tables of five."""
    booked = _booked(people, at=at)
    night = open_tables(seat_night(booked.night), at=at)
    return replace(booked, night=night)


@transaction.atomic
def _booked(people: int, *, at: datetime) -> OpenNight:
    """The night before anybody has a seat."""
    password = secrets.token_urlsafe()
    name = f"Night of {people}, {at:%H:%M:%S.%f}"
    owner = Player.objects.create_user(f"host-{at.timestamp()}", password=password, name="Host")
    rules = Ruleset.of(HouseRules.from_json({"opening_chips": BUY_IN}))
    club = open_club(name, owner=owner, rules=rules, at=at)
    members = [
        walk_in(club, name=f"{NAMES[number % len(NAMES)]} {number}", at=at)
        for number in range(people)
    ]
    night = open_night(
        plan_night(
            club,
            at=at,
            starts_at=at,
            venue="Parish hall",
            mode=Mode.RECORDED,
            table_size=5,
            buy_in_chips=BUY_IN,
        )
    )
    for member in members:
        answer_night(night, member, Answer.GOING, at=at)
    missing = members[: people // PART_MISSING]
    check_in(night, members[len(missing) :], at=at)
    return OpenNight(night, owner, password, missing)
