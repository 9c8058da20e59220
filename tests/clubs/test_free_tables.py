"""Free tables over the API: who opens them, who may sit down, bots, invitations, rematches."""

from typing import Any

import pytest

from clubs.members import join_club, leave_club
from clubs.models import Club, FreeTable, Member, Player, Role
from deploy.rest.clock import database_now
from games.engine import Outcome
from games.models import Deal, Seat, Table
from games.play.advance import advance_table
from games.tables.closing import close_tables
from ledger.audit import check_books
from ledger.models import Account
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, owner_of

HOUSE_CHIPS = 50 * 20


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def host(club: Club) -> Caller:
    player = PlayerFactory.create()
    join_club(club, player=player, at=AT)
    return Caller(player)


@pytest.fixture
def member(club: Club) -> Caller:
    player = PlayerFactory.create()
    join_club(club, player=player, at=AT)
    return Caller(player)


@pytest.fixture
def stranger(club: Club) -> Caller:
    return Caller(PlayerFactory.create())


def opened(host: Caller, club: Club, **terms: Any) -> Any:
    answer = host.order("free-tables", {"club": club.pk, "name": "Fireside"} | terms)
    assert answer.status_code == 201, answer.data
    return answer.data


def purse(club: Club, player: Player) -> int:
    return Member.objects.select_related("purse").get(club=club, player=player).purse.balance


def house_chips(club: Club) -> int:
    return Account.objects.get(pk=club.house_purse_id).balance


def test_people_sit_down_and_play(club: Club, host: Caller, member: Caller) -> None:
    free = opened(host, club)
    for one in (host, member):
        answer = one.order(f"free-tables/{free['id']}/sit", {"chips": 15})
        assert answer.status_code == 200, answer.data
    assert (answer.data["people"], answer.data["status"]) == (2, "open")

    advance_table(free["table"], at=database_now())

    view = host.get(f"/api/v1/tables/{free['table']}").json()["deal"]["view"]
    assert len(view["hand"]) == 5
    assert purse(club, host.player) == 5
    assert check_books() == []


def test_the_same_order_again_sits_nobody_down_twice(club: Club, host: Caller) -> None:
    free = opened(host, club)
    for _ in range(2):
        answer = host.order(f"free-tables/{free['id']}/sit", {"chips": 15}, key="sit")
        assert answer.status_code == 200
    again = host.order(f"free-tables/{free['id']}/sit", {"chips": 5})

    assert (again.status_code, again.data["code"]) == (409, "already_seated")
    assert purse(club, host.player) == 5


def test_leaving_brings_the_chips_home(club: Club, host: Caller) -> None:
    free = opened(host, club)
    host.order(f"free-tables/{free['id']}/sit", {"chips": 15})
    host.order(f"free-tables/{free['id']}/bring-chips", {"chips": 5})
    assert purse(club, host.player) == 0

    assert host.order(f"free-tables/{free['id']}/leave").data["people"] == 0

    assert purse(club, host.player) == 20


def test_sitting_out_and_coming_back(club: Club, host: Caller) -> None:
    free = opened(host, club)
    host.order(f"free-tables/{free['id']}/sit", {"chips": 15})
    assert host.order(f"free-tables/{free['id']}/sit-out").status_code == 200
    assert Seat.objects.get().is_sitting_out

    assert host.order(f"tables/{free['table']}/back").status_code == 200

    assert not Seat.objects.get().is_sitting_out


def test_a_table_for_members_is_not_there_for_others(
    club: Club, host: Caller, stranger: Caller
) -> None:
    free = opened(host, club, access="members")
    answer = stranger.order(f"free-tables/{free['id']}/sit", {"chips": 10})

    assert answer.status_code == 404
    assert stranger.get("/api/v1/free-tables").json()["results"] == []
    assert stranger.get(f"/api/v1/tables/{free['table']}").status_code == 404


def test_somebody_who_has_left_the_club_watches_no_more(
    club: Club, host: Caller, member: Caller
) -> None:
    """Though their purse is kept for them."""
    free = opened(host, club)
    assert member.get(f"/api/v1/tables/{free['table']}").status_code == 200

    leave_club(Member.objects.get(player=member.player), at=AT)

    assert member.get(f"/api/v1/tables/{free['table']}").status_code == 404
    join_club(club, player=member.player, at=AT)
    assert member.get(f"/api/v1/tables/{free['table']}").status_code == 200


def test_a_guest_is_no_member(club: Club, host: Caller, stranger: Caller) -> None:
    """Or whoever sat down at one open table could fill others with the bank's chips."""
    join_club(club, player=stranger.player, role=Role.GUEST, at=AT)
    for_members = opened(host, club, access="members")

    sat = stranger.order(f"free-tables/{for_members['id']}/sit", {"chips": 10})
    own = stranger.order("free-tables", {"club": club.pk, "name": "Mine"})

    assert (sat.status_code, sat.data["code"]) == (403, "permission_denied")
    assert (own.status_code, own.data["code"]) == (403, "permission_denied")
    assert "ask an organiser" in sat.data["detail"]


def test_an_invitation(club: Club, host: Caller, member: Caller, stranger: Caller) -> None:
    free = opened(host, club, access="invitation")
    assert free["code"]
    seen = member.get(f"/api/v1/free-tables/{free['id']}").json()
    assert seen["code"] is None
    sat = member.order(f"free-tables/{free['id']}/sit", {"chips": 10})
    assert (sat.status_code, sat.data["code"]) == (403, "permission_denied")
    wrong = stranger.order("free-tables/join", {"chips": 10, "code": "nonsense"})
    assert wrong.status_code == 404

    guest = Caller(PlayerFactory.create())
    join_club(club, player=guest.player, role=Role.GUEST, at=AT)
    for one in (member, guest):
        answer = one.order("free-tables/join", {"chips": 10, "code": free["code"]})
        assert answer.status_code == 200, answer.data
    assert answer.data["people"] == 2


def test_bots_fill_seats_and_go(club: Club, host: Caller, member: Caller) -> None:
    free = opened(host, club, seats_limit=3)
    host.order(f"free-tables/{free['id']}/sit", {"chips": 10})
    for level in ("thumb", "strong"):
        answer = host.order(f"free-tables/{free['id']}/seat-bot", {"bot_level": level})
        assert answer.status_code == 200, answer.data
    assert answer.data["bots"] == 2

    member.order(f"free-tables/{free['id']}/sit", {"chips": 10})

    seen = member.get(f"/api/v1/free-tables/{free['id']}").json()
    assert (seen["people"], seen["bots"]) == (2, 1)
    bot = Seat.objects.taken().exclude(bot_level="").get()
    assert host.order(f"free-tables/{free['id']}/send-away", {"seat": bot.number}).data["bots"] == 0
    assert house_chips(club) == HOUSE_CHIPS
    assert not club.members.filter(player__is_bot=True).exists()
    assert check_books() == []


def test_a_bot_finds_a_name_that_is_free(club: Club, host: Caller) -> None:
    """Of a bot that sits elsewhere, and of a person who chose a bot's name."""
    free = opened(host, club)
    host.order(f"free-tables/{free['id']}/seat-bot", {})
    host.order(f"free-tables/{free['id']}/send-away", {"seat": 0})
    for number in (1, 2):
        PlayerFactory.create(username=f"{club.slug}-bot-{number + 1}")

    for _ in range(2):
        answer = host.order(f"free-tables/{free['id']}/seat-bot", {})
        assert answer.status_code == 200, answer.data

    bots = Seat.objects.taken().values_list("player", flat=True)
    assert len(set(bots)) == 2


def test_who_may_let_bots_come_and_go(club: Club, host: Caller, member: Caller) -> None:
    free = opened(host, club)
    address, order = f"free-tables/{free['id']}/seat-bot", dict[str, Any]()
    assert member.order(address, order).status_code == 403
    Club.objects.update(hosts_seat_bots=False)
    assert host.order(address, order).status_code == 403
    assert Caller(owner_of(club)).order(address, order).status_code == 200


def test_a_host_who_has_left_the_club_spends_none_of_its_chips(club: Club, host: Caller) -> None:
    free = opened(host, club, access="open")
    leave_club(Member.objects.get(player=host.player), at=AT)

    answer = host.order(f"free-tables/{free['id']}/seat-bot", {})

    assert (answer.status_code, answer.data["code"]) == (403, "permission_denied")


def test_only_organisers_send_people_away(club: Club, host: Caller, member: Caller) -> None:
    free = opened(host, club)
    member.order(f"free-tables/{free['id']}/sit", {"chips": 10})
    address = f"free-tables/{free['id']}/send-away"

    assert host.order(address, {"seat": 0}).status_code == 403
    organiser = Caller(owner_of(club))
    assert organiser.order(address, {"seat": 0}).data["people"] == 0
    assert organiser.order(address, {"seat": 0}).status_code == 409


def test_somebody_who_was_sent_away_sits_down_again_when_an_organiser_lets_them(
    club: Club, host: Caller, member: Caller
) -> None:
    free = opened(host, club)
    sit, away, back = (
        f"free-tables/{free['id']}/{verb}" for verb in ("sit", "send-away", "let-back")
    )
    organiser = Caller(owner_of(club))
    member.order(sit, {"chips": 10})
    assert organiser.order(back, {"seat": 0}).status_code == 409  # They sit there.
    organiser.order(away, {"seat": 0})

    refused = member.order(sit, {"chips": 10})
    assert (refused.status_code, refused.data["code"]) == (409, "sent_away")
    assert "ask them to let you back" in refused.data["detail"]
    assert host.order(back, {"seat": 0}).status_code == 403
    assert member.order(back, {"seat": 0}).status_code == 403
    assert organiser.order(back, {"seat": 0}).status_code == 200
    assert organiser.order(back, {"seat": 0}).status_code == 409

    assert member.order(sit, {"chips": 10}).data["people"] == 1


def test_a_rematch(club: Club, host: Caller, member: Caller, stranger: Caller) -> None:
    free = opened(host, club, turn_seconds=30, house_rules={"stake": 1})
    for one in (host, member):
        one.order(f"free-tables/{free['id']}/sit", {"chips": 10})
    address = f"free-tables/{free['id']}/rematch"
    early = host.order(address, {"chips": 10})
    assert (early.status_code, early.data["code"]) == (409, "still_open")
    close_tables(Table.objects.filter(pk=free["table"]), at=database_now())

    first, second = (one.order(address, {"chips": 10}).data for one in (host, member))

    assert first["id"] == second["id"] != free["id"]
    assert (second["people"], second["rematch_of"]) == (2, free["id"])
    table = Table.objects.get(pk=second["table"])
    assert (table.turn_seconds, table.rules.stake) == (30, 1)
    late = PlayerFactory.create()
    join_club(club, player=late, at=AT)
    assert Caller(late).order(address, {"chips": 10}).status_code == 409


def test_a_rematch_of_a_rematch(club: Club, host: Caller, member: Caller) -> None:
    """Whoever comes late finds those who play on."""
    free = opened(host, club)
    for one in (host, member):
        one.order(f"free-tables/{free['id']}/sit", {"chips": 5})
    close_tables(Table.objects.open(), at=database_now())
    first = host.order(f"free-tables/{free['id']}/rematch", {"chips": 5}).data
    close_tables(Table.objects.open(), at=database_now())

    late = member.order(f"free-tables/{free['id']}/rematch", {"chips": 5}).data
    again = host.order(f"free-tables/{first['id']}/rematch", {"chips": 5}).data

    assert late["rematch_of"] == first["id"]
    assert again["id"] == late["id"]


def test_a_rematch_opens_with_the_pool_that_was_carried(
    club: Club, host: Caller, member: Caller
) -> None:
    """RULES.md 7.7: the host opens the next table with it."""
    free = opened(host, club, house_rules={"unclaimed_pool": "carry"})
    for one in (host, member):
        one.order(f"free-tables/{free['id']}/sit", {"chips": 10})
    advance_table(free["table"], at=database_now())
    outcome = Outcome(kind="spoilt", winners=(), tricks=(2, 3)).to_json()
    Deal.objects.update(ended_at=database_now(), outcome_json=outcome, settled_at=database_now())
    close_tables(Table.objects.filter(pk=free["table"]), at=database_now())

    again = host.order(f"free-tables/{free['id']}/rematch", {"chips": 5}).data

    assert again["pool"] == 6
    assert member.order(f"free-tables/{free['id']}/rematch", {"chips": 5}).status_code == 200
    assert check_books() == []


@pytest.mark.parametrize(
    ("terms", "status"),
    [
        ({"seats_limit": 11}, 400),
        ({"house_rules": {"sides": "pairs"}}, 422),
        ({"house_rules": {"nonsense": 1}}, 422),
        ({"turn_seconds": 0}, 400),
        ({"name": ""}, 400),
    ],
)
def test_terms_that_make_no_table(
    club: Club, host: Caller, terms: dict[str, Any], status: int
) -> None:
    body = {"club": club.pk, "name": "Fireside"} | terms

    assert host.order("free-tables", body).status_code == status
    assert not FreeTable.objects.exists()


def test_a_table_with_the_longest_name(club: Club, host: Caller) -> None:
    free = opened(host, club, name="F" * 100)

    assert host.order(f"free-tables/{free['id']}/sit", {"chips": 10}).status_code == 200


def test_strangers_open_no_table(club: Club, stranger: Caller) -> None:
    answer = stranger.order("free-tables", {"club": club.pk, "name": "Mine"})

    assert answer.status_code == 404
