"""Chips over the API: statements, transfers, reversals, gifts; who may, and what moves."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.attendance import check_in
from clubs.chips import exchange_chips, give_chips
from clubs.draws import seat_night
from clubs.errors import NoGifts
from clubs.models import Club, Member, Night, Player
from clubs.nights import close_night
from clubs.rounds import open_tables
from games.bots import FIRST_BOT
from games.evening.result import Result
from games.models import Mode
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from games.reasons import BUY_IN, STAKE
from ledger.audit import check_books
from ledger.books import open_account
from ledger.by_hand import Direction
from ledger.errors import NotChips
from ledger.kinds import AccountKind
from ledger.models import Account, Transfer
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with, owner_of
from tests.rest.world import cup
from tests.tournaments.cups import alone
from tournaments.reasons import ENTRY_FEE

pytestmark = pytest.mark.django_db


class Caller(APIClient):
    def __init__(self, player: Player) -> None:
        super().__init__()
        self.force_authenticate(player)

    def order(self, path: str, body: dict[str, Any], key: str = "one") -> Any:
        headers = {"Idempotency-Key": key}
        return self.post(f"/api/v1/{path}", body, format="json", headers=headers)

    def look(self, path: str) -> Any:
        return self.get(f"/api/v1/{path}")


OPENED = "Received 20 from the club, the opening chips of a new member"


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def owner(club: Club) -> Caller:
    return Caller(owner_of(club))


@pytest.fixture
def members(club: Club) -> list[Member]:
    return guests(club, 2)


def held_in(*accounts: Account) -> list[int]:
    return [Account.objects.get(pk=account.pk).balance for account in accounts]


def held(*members: Member) -> list[int]:
    return [Account.objects.get(pk=member.purse_id).balance for member in members]


def played(club: Club, members: list[Member]) -> Night:
    """A night at which bots have played a deal to its end for these members."""
    night = open_night_with(club, [], mode=Mode.ONLINE, deals_limit=1)
    check_in(night, members, bot_level=FIRST_BOT, at=AT)
    night.refresh_from_db()
    open_tables(seat_night(night), at=AT)
    tables = [one.table_id for one in night.rounds.tables().all() if one.table_id]
    for table in tables:
        for _ in range(200):
            advance_table(table, at=AT)
    night.refresh_from_db()
    return close_night(night, at=AT)


def lines(answer: Any) -> list[str]:
    return [line["words"] for line in answer.json()["results"]]


def test_a_statement_says_where_and_in_which_deal(
    club: Club, owner: Caller, members: list[Member]
) -> None:
    night = played(club, members)
    stacks = Account.objects.filter(kind=AccountKind.STACK)
    said = [line for one in stacks for line in lines(owner.look(f"accounts/{one.pk}/statement"))]

    table = f"Table 1, {night}"
    assert f"Sat down with 20, {table}" in said
    assert any(line.startswith("Put in ") and line.endswith(f"{table}, deal 1") for line in said)
    assert check_books() == []


def test_a_statement_opens_and_closes_around_its_pages(
    club: Club, owner: Caller, members: list[Member]
) -> None:
    purse = members[0].purse_id
    for number in range(3):
        exchange_chips(
            members[0], Direction.ISSUE, chips=1, key=f"form:{number}", actor=owner_of(club), at=AT
        )
    first = owner.look(f"accounts/{purse}/statement?limit=2").json()
    second = owner.get(first["next"]).json()
    before = owner.look(f"accounts/{purse}/statement?until=2020-01-01T00:00:00Z").json()

    assert [line["balance_after"] for line in first["results"]] == [20, 21]
    assert [line["balance_after"] for line in second["results"]] == [22, 23]
    for page in (first, second):
        assert (page["opening_chips"], page["closing_chips"]) == (0, 23)
        assert page["account"]["id"] == purse
    assert (before["opening_chips"], before["closing_chips"], before["results"]) == (0, 0, [])


@pytest.mark.parametrize("path", ["entries", "statement", "statement.csv"])
def test_a_statement_does_not_end_before_it_begins(
    owner: Caller, members: list[Member], path: str
) -> None:
    address = f"accounts/{members[0].purse_id}/{path}"
    crossed = owner.look(f"{address}?since=2027-01-01&until=2020-01-01")

    assert crossed.status_code == 400
    assert crossed.json()["errors"] == {"since": ["It must not be later than until."]}
    assert owner.look(f"{address}?since=2020-01-01&until=2020-01-01").status_code == 200


def test_lines_of_a_reason_a_night_or_a_tournament(
    club: Club, owner: Caller, members: list[Member]
) -> None:
    night = played(club, members)
    other = played(club, members)
    tournament = cup(club)
    purse = f"accounts/{members[0].purse_id}/statement"

    assert len(lines(owner.look(purse))) == 5
    assert lines(owner.look(f"{purse}?reason=issue")) == [OPENED]
    for one in (night, other):
        brought = lines(owner.look(f"{purse}?night={one.pk}"))
        assert [line.split()[0] for line in brought] == ["Brought", "Took"]
    assert lines(owner.look(f"{purse}?night=0")) == []
    assert lines(owner.look(f"{purse}?tournament={tournament.pk}")) == []
    entrant = tournament.entrants.all().earliest("pk")
    fees = owner.look(
        f"accounts/{alone(entrant).person.purse_id}/statement?tournament={tournament.pk}"
    )
    assert len(lines(fees)) == (1 if tournament.entry_chips else 0)
    own = Caller(Player.objects.create(username="chief", is_superuser=True))
    stake = own.look(f"accounts/{alone(entrant).purse_id}/statement?tournament={tournament.pk}")
    assert lines(stake)
    assert owner.look(f"{purse}?reason=rake").status_code == 400


def test_a_statement_as_files(owner: Caller, members: list[Member]) -> None:
    path = f"accounts/{members[0].purse_id}/statement"
    sheet, paper, picture = (owner.look(f"{path}.{ending}") for ending in ("csv", "pdf", "svg"))
    rows = list(csv.reader(StringIO(b"".join(sheet.streaming_content).decode("utf-8-sig"))))

    told = b"".join(owner.look(f"{path}.ndjson").streaming_content).splitlines()

    assert rows[2][1:] == [
        OPENED,
        "20",
        "20",
    ]
    assert [
        [one["what"], str(one["chips"]), str(one["balance"])] for one in map(json.loads, told)
    ] == [row[1:] for row in rows[2:-1]]
    assert paper.content.startswith(b"%PDF-")
    assert b"<svg" in picture.content
    browser = owner.get(f"/api/v1/{path}.pdf", headers={"Accept": "application/pdf"})
    assert browser.headers["Content-Type"] == "application/pdf"
    assert owner.look(f"{path}.exe").status_code == 404
    wrong = owner.look(f"{path}.csv?since=yesterday")
    assert (wrong.status_code, json.loads(wrong.content)["code"]) == (400, "invalid")


@pytest.mark.parametrize("ending", ["csv", "ndjson", "pdf", "svg"])
def test_a_line_break_in_an_address_is_no_part_of_a_number(
    owner: Caller, members: list[Member], ending: str
) -> None:
    purse = members[0].purse_id

    assert owner.look(f"accounts/{purse}/statement.{ending}").status_code == 200
    for path in (f"{purse}%0A/statement.{ending}", f"{purse}/statement.{ending}%0A"):
        assert owner.look(f"accounts/{path}").status_code == 404


def test_an_organiser_moves_chips_once(club: Club, owner: Caller, members: list[Member]) -> None:
    con, peg = members
    body = {"to": peg.purse_id, "chips": 5, "memo": "Paid the wrong one"}
    answers = [owner.order(f"accounts/{con.purse_id}/transfer", body) for _ in range(2)]
    other = owner.order(f"accounts/{con.purse_id}/transfer", {**body, "chips": 6})

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["legs"] == [
        {"account": con.purse_id, "chips": -5},
        {"account": peg.purse_id, "chips": 5},
    ]
    assert other.status_code == 422
    assert held(con, peg) == [15, 25]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"chips": 21}, 409, "overdrawn"),
        ({"chips": 0}, 400, "invalid"),
        ({"chips": "5"}, 400, "invalid"),
        ({"memo": ""}, 400, "invalid"),
        ({"to": 0}, 404, "not_found"),
        ({"way": "issue"}, 400, "invalid"),
    ],
)
def test_what_is_not_moved(
    owner: Caller, members: list[Member], change: dict[str, Any], status: int, code: str
) -> None:
    con, peg = members
    body = {"to": peg.purse_id, "chips": 5, "memo": "why", **change}
    answer = owner.order(f"accounts/{con.purse_id}/transfer", body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert held(con, peg) == [20, 20]


def test_live_pools_and_stacks_are_moved_by_nobody(
    club: Club, owner: Caller, members: list[Member]
) -> None:
    """A pool was emptied in mid-deal so, and its winner got nothing."""
    people = [*members, *guests(club, 1)]
    night = open_tables(seat_night(open_night_with(club, people, mode=Mode.RECORDED)), at=AT)
    table = night.rounds.tables().get().table
    assert table is not None
    record_deal(table, Result(kind="spoilt"), number=1, at=AT)
    stack = table.seats.get(player=members[0].player).stack
    posted = Transfer.objects.filter(book=club.book_id).exclude(reason=ISSUE)
    before = held_in(table.pool, stack)

    answers = [
        owner.order(
            f"accounts/{one}/transfer", {"to": other, "chips": 1, "memo": "why"}, f"{one}-{other}"
        )
        for live in (table.pool_id, stack.pk)
        for one, other in ((live, members[0].purse_id), (members[0].purse_id, live))
    ]
    answers += [
        owner.order(f"transfers/{one.pk}/reverse", {"memo": "why"}, f"back-{one.pk}")
        for one in posted.all()
    ]

    assert {one.reason_id for one in posted} == {BUY_IN, STAKE}
    assert {(one.status_code, one.json()["code"]) for one in answers} == {(409, "not_by_hand")}
    assert "Take back the deal that moved them" in answers[0].json()["detail"]
    assert held_in(table.pool, stack) == before


def test_a_prize_fund_is_moved_by_nobody(club: Club, owner: Caller, members: list[Member]) -> None:
    """A drained one made it impossible to cancel the tournament."""
    fund = open_account(club.book, kind=AccountKind.FUND, name="Cup")
    fee = Posting(
        book_id=club.book_id,
        reason=ENTRY_FEE,
        key="entrant:1:fee",
        legs={members[0].purse_id: -5, fund.pk: 5},
    )
    paid = post_transfer(fee, at=AT)
    body = {"to": members[1].purse_id, "chips": 5, "memo": "why"}

    answers = [
        owner.order(f"accounts/{fund.pk}/transfer", body),
        owner.order(f"transfers/{paid.pk}/reverse", {"memo": "why"}, "two"),
    ]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert all("cancel the tournament" in answer.json()["detail"] for answer in answers)
    assert held_in(fund) == [5]


def test_no_chips_leave_for_another_club(owner: Caller, members: list[Member]) -> None:
    """Neither where somebody else runs it, nor where the same person does."""
    stranger = ClubFactory.create()
    [theirs] = guests(stranger, 1)
    body = {"to": theirs.purse_id, "chips": 5, "memo": "why"}
    path = f"accounts/{members[0].purse_id}/transfer"
    chief = Caller(PlayerFactory.create(is_superuser=True))

    unseen, unused = (owner.order(path, {**body, "to": to}) for to in (theirs.purse_id, 10**9))
    assert (unseen.status_code, unused.status_code) == (404, 404)
    told, of_nobody = unseen.json()["detail"], unused.json()["detail"]
    assert told.replace(str(theirs.purse_id), str(10**9)) == of_nobody
    assert chief.order(path, body).status_code == 404
    assert held(members[0], theirs) == [20, 20]


def test_members_move_nothing_but_see_their_own(club: Club, members: list[Member]) -> None:
    con, peg = members
    own = Caller(con.player)
    opening = Transfer.objects.get(key=f"member:{con.pk}:opening")
    others = Transfer.objects.get(key=f"member:{peg.pk}:opening")
    body = {"to": peg.purse_id, "chips": 5, "memo": "why"}

    assert own.look(f"transfers/{opening.pk}").json()["reason"] == "issue"
    assert own.look(f"transfers/{others.pk}").status_code == 404
    assert own.look(f"accounts/{peg.purse_id}/statement").status_code == 404
    assert own.order(f"accounts/{con.purse_id}/transfer", body).status_code == 403
    assert own.order(f"transfers/{opening.pk}/reverse", {"memo": "why"}).status_code == 403
    assert held(con, peg) == [20, 20]


def test_a_transfer_is_taken_back_once(club: Club, owner: Caller, members: list[Member]) -> None:
    con, _ = members
    issued = exchange_chips(
        con, Direction.ISSUE, chips=30, key="form:1", actor=owner_of(club), at=AT
    )
    answers = [
        owner.order(f"transfers/{issued.pk}/reverse", {"memo": memo}, key)
        for memo, key in (("Twice", "one"), ("Twice", "one"), ("Twice", "two"), ("No", "three"))
    ]

    assert [answer.status_code for answer in answers] == [201, 201, 201, 409]
    assert answers[0].json()["reverses"] == issued.pk
    assert answers[3].json()["code"] == "already_reversed"
    assert held(con) == [20]


def test_gifts_are_for_clubs_that_allow_them(club: Club, members: list[Member]) -> None:
    con, peg = members
    giver = Caller(con.player)
    path, body = f"members/{con.pk}/give", {"to": peg.pk, "chips": 5}
    refused = giver.order(path, body)
    Club.objects.update(allows_gifts=True)
    given = [giver.order(path, body, "two") for _ in range(2)]

    assert (refused.status_code, refused.json()["code"]) == (409, "no_gifts")
    assert "Ballyduff does not allow" in refused.json()["detail"]
    assert [answer.status_code for answer in given] == [200, 200]
    assert held(con, peg) == [15, 25]
    assert lines(giver.look(f"accounts/{con.purse_id}/entries"))[0] == (
        "Gave away 5, Guest 0 to Guest 1"
    )


def test_nobody_gives_what_is_not_theirs(club: Club, owner: Caller, members: list[Member]) -> None:
    Club.objects.update(allows_gifts=True)
    con, peg = members
    answer = owner.order(f"members/{con.pk}/give", {"to": peg.pk, "chips": 5})

    assert answer.status_code == 403
    assert held(con, peg) == [20, 20]


def test_a_gift_stays_in_its_club(club: Club, members: list[Member]) -> None:
    Club.objects.update(allows_gifts=True)
    con, peg = members
    [stranger] = guests(ClubFactory.create(), 1)
    peg.left_at = AT
    peg.save()
    for taker in (con, peg, stranger):
        with pytest.raises(NoGifts, match="one member of Ballyduff to another"):
            give_chips(con, taker, chips=5, key="gift", actor=con.player, at=AT)
    with pytest.raises(NotChips):
        give_chips(con, owner_member(club), chips=0, key="gift", actor=con.player, at=AT)
    bank = club.book.accounts.get(kind=AccountKind.BANK)
    assert bank.balance == -60 - 50 * 20  # Three purses, and the house purse.


def owner_member(club: Club) -> Member:
    return club.members.get(player=owner_of(club))
