"""An evening of real cards, and what is compared before a deed and after its undo."""

from datetime import datetime, timedelta
from typing import Any

from clubs.attendance import check_in
from clubs.chips import exchange_chips
from clubs.models import Club, Member, Night, NightDeed, NightPlace, NightTable, Player
from clubs.nights import open_night, plan_night
from clubs.paper import picture_of
from clubs.undoing import undo
from deploy.rights import Doer
from games.evening.result import Result
from games.evening.slots import Correction
from games.evening.totals import Total, Totals
from games.models import Mode, Table
from games.play.by_hand import record_deal
from games.play.corrections import correct_results
from games.play.totals import enter_totals
from games.seat_numbers import SeatNumber
from ledger.by_hand import Direction
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.factories import AT, ClubFactory, guests, owner_of, with_options

CHIPS = 100


class Evening:
    """An open night with this number of people here; each deed is a minute after the last."""

    def __init__(
        self,
        people: int = 8,
        *,
        more: int = 2,
        buy_in: int | None = 20,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.club: Club = ClubFactory.create()
        self.organiser: Player = owner_of(self.club)
        self.by = Doer(self.organiser.pk)
        self.members: list[Member] = guests(self.club, people + more)
        for member in self.members:
            self._give(member)
        night = plan_night(
            self.club, at=AT, starts_at=AT, mode=Mode.RECORDED, buy_in_chips=buy_in, table_size=4
        )
        self.night: Night = open_night(with_options(night, **(options or {})))
        self.minutes = 0
        check_in(self.night, self.members[:people], at=AT)

    def _give(self, member: Member) -> None:
        exchange_chips(
            member,
            Direction.ISSUE,
            chips=CHIPS,
            key=f"begin:{member.pk}",
            actor=self.organiser,
            at=AT,
        )

    @property
    def at(self) -> datetime:
        """A minute later each time."""
        self.minutes += 1
        return AT + timedelta(minutes=self.minutes)

    @property
    def doing(self) -> dict[str, Any]:
        """Who does the next deed, and when."""
        return {"by": self.by, "at": self.at}

    @property
    def last(self) -> NightDeed:
        return self.night.deeds.order_by("-number")[0]

    def undo(self, number: int | None = None) -> NightDeed:
        return undo(self.night, number or self.last.number, **self.doing)

    def table(self, number: int = 1) -> Table:
        tables = self.night.rounds.playing().tables()
        laid: NightTable = tables.select_related("table").get(number=number)
        assert laid.table is not None
        return laid.table

    def people_at(self, number: int = 1) -> list[Member]:
        """Who sits at a table, clockwise."""
        seats = self.table(number).seats.taken()
        by_player = {member.player_id: member for member in self.members}
        return [by_player[seat.player_id] for seat in seats]

    def record(self, deal: int, *, winner: int | None = 0, table: int = 1) -> None:
        """The seat of this place wins a deal, or nobody; the first seat deals first."""
        seats = list(self.table(table).seats.taken())
        dealer = seats[0].number if deal == 1 else None
        if winner is None:
            result = Result(kind="spoilt", dealer=dealer)
        else:
            result = Result(kind="won", winner=SeatNumber(seats[winner].number), dealer=dealer)
        record_deal(self.table(table), result, number=deal, actor_id=self.organiser.pk, at=self.at)

    def correct(self, deal: int, *, winner: int) -> None:
        """At table 1 the seat of this place won after all."""
        dealer = SeatNumber(0) if deal == 1 else None
        self._correct(deal, Result(kind="won", winner=SeatNumber(winner), dealer=dealer))

    def strike(self, deal: int) -> None:
        """There was no such deal at table 1."""
        self._correct(deal, None)

    def _correct(self, deal: int, result: Result | None) -> None:
        version = self.table().deals.get(number=deal).entries.count()
        correct_results(
            self.table(),
            [Correction(deal=deal, version=version, result=result)],
            actor_id=self.organiser.pk,
            reason="Miscounted",
            at=self.at,
        )

    def total(self, chips: list[int]) -> None:
        """What lies before the seats of table 1 at the end, clockwise."""
        seats = list(self.table().seats.taken())
        of_seats = {
            seat.number: Total(deals_won=1, chips=held)
            for seat, held in zip(seats, chips, strict=True)
        }
        enter_totals(
            self.table(),
            Totals(deals=len(seats), of_seats=of_seats),
            version=self.table().totals_entries.count(),
            actor_id=self.organiser.pk,
            reason="Counted",
            at=self.at,
        )

    def state(self) -> dict[str, Any]:
        return state_of(self.night)


def state_of(night: Night) -> dict[str, Any]:
    """The paper, the rounds that stand, their deals, who sits where, and every chip."""
    rounds = night.rounds.standing().order_by("number")
    tables = {}
    deals: dict[str, Any] = {}
    for laid in rounds.tables().filter(table__isnull=False).select_related("table__pool"):
        assert laid.table is not None
        seats = laid.table.seats.taken().select_related("stack")
        name = f"{laid.round.number}/{laid.number}"
        if laid.table.closed_at is None:
            stacks = {seat.player_id: seat.stack.balance for seat in seats}
            tables[name] = (list(stacks.items()), laid.table.pool.balance)
        standing = laid.table.deals.standing().order_by("number")
        if standing:
            deals[name] = [(one.seat_numbers, one.dealer, one.outcome_json) for one in standing]
    purses = Account.objects.filter(book=night.club.book, kind=AccountKind.PURSE)
    taken = NightPlace.objects.taken().filter(round__in=rounds.played())
    sitting = taken.values_list("round__number", "attendance", "table__number")
    return {
        "paper": picture_of(night),
        "rounds": list(rounds.values_list("number", "status")),
        "tables": tables,
        "deals": deals,
        "places": set(sitting),
        "purses": dict(purses.values_list("pk", "balance")),
    }
