"""A club with many people, and a night of theirs."""

from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from clubs.attendance import answer_night, check_in
from clubs.draws import seat_night
from clubs.members import join_club
from clubs.models import Answer, Club, Member, Night, Player, Role
from clubs.nights import open_night, plan_night
from clubs.rounds import open_tables
from deploy.rest.clock import database_now
from games.engine import HouseRules, Ruleset
from games.models import Deal, Heartbeat, Mode, Table
from tests.clubs.arriving import arrive
from tests.clubs.factories import ClubFactory, PlayerFactory, owner_of

FIRST = ("Áine", "Bríd", "Con", "Dónal", "Éamon", "Fionnuala", "Gráinne", "Hugh", "Íde", "Jim")
LAST = ("Ó Briain", "Ní Shúilleabháin", "Murphy", "O'Sullivan", "Kelly", "Walsh", "Ryan")
BUY_IN = 20


class Hall:
    """An organiser, a scorer, and a night that is open: some said that they come, some are here."""

    def __init__(
        self, people: int = 24, *, booked: int = 12, here: int = 4, **plan: object
    ) -> None:
        house = HouseRules.from_json({"opening_chips": BUY_IN})
        owner = PlayerFactory.create(name="Nóra Byrne")
        self.club: Club = ClubFactory.create(owner=owner, rules=Ruleset.of(house))
        self.organiser: Player = owner_of(self.club)
        self.at = database_now()
        self.is_swept()
        self.scorer: Player = PlayerFactory.create(name="Tadhg Scorer")
        join_club(self.club, player=self.scorer, role=Role.SCORER, at=self.at)
        self.members: list[Member] = arrive(
            self.club, [name_of(number) for number in range(people)], at=self.at
        )
        night = plan_night(
            self.club,
            at=self.at,
            starts_at=self.at + timedelta(hours=1),
            mode=Mode.RECORDED,
            venue="Parish hall",
            buy_in_chips=BUY_IN,
            **plan,  # type: ignore[arg-type]
        )
        self.night: Night = open_night(night)
        for member in self.members[:booked]:
            answer_night(self.night, member, Answer.GOING, at=self.at)
        check_in(self.night, self.members[:here], at=self.at)

    def is_swept(self) -> None:
        """A worker has just looked for what is due."""
        Heartbeat.objects.update_or_create(part="sweep", defaults={"at": Now()})

    @property
    def desk(self) -> str:
        return f"/admin/desk/{self.night.pk}/"


class Tables(Hall):
    """An evening with real cards at two tables."""

    def __init__(self) -> None:
        super().__init__(10, booked=10, here=10)
        self.night = open_tables(seat_night(self.night), at=self.at)
        first = self.night.rounds.tables().get(number=1)
        assert first.table is not None
        self.table: Table = first.table

    @property
    def page(self) -> str:
        return f"{self.desk}results/1/1/"

    def kinds(self) -> list[Any]:
        deals = self.table.deals.order_by("number")
        return [deal.outcome.kind if deal.outcome else None for deal in deals]

    def deal(self, number: int) -> Deal:
        return self.table.deals.get(number=number)


def name_of(number: int) -> str:
    """A name of its own for each of several hundred people."""
    first, last = FIRST[number % len(FIRST)], LAST[number // len(FIRST) % len(LAST)]
    count = number // (len(FIRST) * len(LAST))
    return f"{first} {'ABCDEFGH'[count]}. {last}" if count else f"{first} {last}"
