"""A night with one table of real cards, as whoever enters its results sees it at the desk."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from clubs.chips import exchange_chips
from clubs.clubs import open_club
from clubs.draws import seat_night
from clubs.models import Member, NightPlace
from clubs.nights import close_night
from clubs.rounds import open_tables
from games.engine import Ruleset
from games.models import Mode, Table
from ledger.by_hand import Direction
from ledger.models import Account
from tests.clubs.arriving import arrive
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, PlayerFactory, open_night_with
from tests.clubs.page_forms import PageForm, forms_in

HEADING = re.compile(r"Deal (\d+)(?:: (.+?) deals(?:, (\d+) chips? go(?:es)? in)?)?\. How did it")
POOL = re.compile(r'id="pool">(\d+)</b>')
SEAT = re.compile(r'"seat"><th scope="row">([^<]+)</th><td>\d+</td><td>(\d+)</td>')


class TablePage:
    """The page of a table.

    Attributes:
        names: Who sits there, by seat; `stacks` what lies before them.
        entering: The form for the next result; None where there is nothing to enter.
        dealer: Who deals next, and `goes_in` what goes into the pool; the page asks for both where
            they are None.
    """

    def __init__(self, html: str) -> None:
        self.forms = forms_in(html)
        self.entering = self._form("post", "number")
        self.text = unescape(html)
        self.pool = int(POOL.findall(self.text)[0])
        rows = SEAT.findall(self.text)
        self.names = [name for name, _ in rows]
        self.stacks = [int(chips) for _, chips in rows]
        self.number = self.dealer = self.goes_in = None
        if heading := HEADING.search(self.text):
            number, dealer, chips = heading.groups()
            self.number = int(number)
            self.dealer = None if dealer is None else self.names.index(dealer)
            self.goes_in = None if dealer is None else int(chips or 0)

    def _form(self, method: str, name: str) -> PageForm | None:
        return next((f for f in self.forms if f.method == method and name in f.sent), None)


class WalkedHall:
    """A night of a club of its own, with these stacks at its one table, and its organiser."""

    def __init__(
        self, client: Client, rules: Ruleset, stacks: Sequence[int], *, opening_chips: int
    ) -> None:
        self.client, people = client, len(stacks)
        owner = PlayerFactory.create()
        club = open_club(
            f"Club {owner.pk}", owner=owner, rules=rules, opening_chips=opening_chips, at=AT
        )
        members = arrive(club, [f"Guest {number}" for number in range(people)], at=AT)
        night = open_night_with(
            club, members, mode=Mode.RECORDED, buy_in_chips=None, table_size=people
        )
        night = seat_night(night)
        places = NightPlace.objects.filter(round__night=night).round_the_tables()
        seated = places.select_related("attendance__member__purse")
        self.members: list[Member] = [one.attendance.member for one in seated]
        self.owner, self.issued, self.brought = owner, 0, [0] * people
        for seat, chips in enumerate(stacks):
            self.issue(seat, chips - opening_chips)
        self.night = open_tables(night, at=AT)
        table = self.night.rounds.tables().get().table
        assert table is not None
        self.table: Table = table
        self.address = reverse("desk-table", args=[night.pk, 1, 1])
        client.force_login(owner)
        self.caller = Caller(owner)

    def issue(self, seat: int, chips: int) -> None:
        """Chips for the purse of whoever sits there."""
        if chips:
            self.issued += 1
            key, member = f"walk:{self.members[seat].pk}:{self.issued}", self.members[seat]
            exchange_chips(member, Direction.ISSUE, chips=chips, key=key, actor=self.owner, at=AT)

    def bring(self, seat: int, chips: int) -> None:
        """New chips for a seat, brought to the table on its page."""
        self.issue(seat, chips)
        self.brought[seat] += 1
        said = self.post({"seat": seat, "chips": chips, "after": self.brought[seat]})
        assert [level for level, _ in said] == ["success"], said

    def page(self) -> TablePage:
        answer = self.client.get(self.address)
        assert answer.status_code == 200
        return TablePage(answer.content.decode())

    def look(self, **chosen: Any) -> TablePage:
        """The page again, with what somebody chose on it."""
        answer = self.client.post(self.address, {"look": "1", **chosen})
        assert answer.status_code == 200
        return TablePage(answer.content.decode())

    def post(self, fields: dict[str, Any]) -> list[tuple[str, str]]:
        """The messages that somebody reads who sends this, each with its level."""
        answer = self.client.post(self.address, fields)
        assert answer.status_code in (200, 302), answer.status_code
        self.client.cookies.pop("messages", None)  # The next answer has its own.
        return [(one.level_tag, str(one)) for one in get_messages(answer.wsgi_request)]

    def shown(self, dealer: int | None = None) -> Any:
        """What the API shows of the next deal, perhaps dealt by this seat."""
        asked = "" if dealer is None else f"?dealer={dealer}"
        answer = self.caller.get(f"/api/v1/tables/{self.table.pk}/results{asked}")
        assert answer.status_code == 200, answer.json()
        return answer.json()["next"]

    def send(self, deal: int, result: dict[str, Any]) -> Any:
        """The answer of the API to a program that enters a result."""
        body = {"deal": deal, "result": result}
        return self.caller.order(f"tables/{self.table.pk}/results", body)

    def books(self) -> tuple[list[int], int]:
        """The stacks by seat, and the pool."""
        seats = self.table.seats.order_by("number")
        pool = Account.objects.values_list("balance", flat=True).get(pk=self.table.pool_id)
        return list(seats.values_list("stack__balance", flat=True)), pool

    def purses(self) -> list[int]:
        found = dict(
            Account.objects.filter(member__in=self.members).values_list("member", "balance")
        )
        return [found[member.pk] for member in self.members]

    def close(self, *, may_play_on: bool = True) -> None:
        self.night = close_night(self.night, may_play_on=may_play_on, at=AT)
