"""A night with one table of real cards, and whoever enters its results."""

from typing import Any

from clubs.draws import seat_night
from clubs.members import join_club
from clubs.models import Club, Member, Night, NightTable, Player, Role
from clubs.rounds import open_tables
from games.engine import HouseRules, Ruleset
from games.models import Mode, Table
from tests.clubs.arriving import arrive
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, open_night_with, owner_of

NAMES = ("Aine", "Brid", "Con", "Dan", "Ena", "Finn")


class Hall:
    """This number of people at a table, each with 20 chips there and as many at home."""

    def __init__(self, people: int = 5, *, chips: int = 20, **rules: Any) -> None:
        house = HouseRules.from_json({"opening_chips": 2 * chips} | rules)
        self.club: Club = ClubFactory.create(rules=Ruleset.of(house))
        self.organiser: Player = owner_of(self.club)
        self.scorer: Player = PlayerFactory.create()
        join_club(self.club, player=self.scorer, role=Role.SCORER, at=AT)
        members = arrive(self.club, NAMES[:people], at=AT)
        night = open_night_with(self.club, members, mode=Mode.RECORDED, buy_in_chips=chips)
        self.night: Night = open_tables(seat_night(night), at=AT)
        laid: NightTable = self.night.rounds.tables().get()
        assert laid.table is not None
        self.table: Table = laid.table
        seats = self.table.seats.select_related("player").order_by("number")
        self.names = [str(seat.player) for seat in seats]
        by_player = {member.player_id: member for member in members}
        self.members: list[Member] = [by_player[seat.player_id] for seat in seats]
