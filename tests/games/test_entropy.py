"""Strings of the seats: committed to first, opened when all are in, waited for a little."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from hashlib import sha256
from typing import Any

import pytest

from games.bots import FIRST_BOT
from games.engine import legal_actions
from games.errors import NotSeated, StringRefused, TableClosed
from games.fairness.proof import check_proof, silences
from games.fairness.sealing import unseal
from games.fairness.seeds import LAST_SEAT, pack_seed, seed_at
from games.live.telling import public_table
from games.models import Deal, EntropyPhase, EntropyString, Heartbeat, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.play.strings import commit_string, open_string, strings_of
from games.seat_numbers import SeatNumber
from games.sight.events import stand
from games.sight.revealing import reveal
from games.sight.tables import see_public
from games.tables.closing import close_tables
from games.tables.opening import SeatPlan
from games.tables.sittings import get_up, sit_down
from ledger.models import Book
from tests.games.factories import AT, actor_of, again, later, state_of, table_of
from tests.games.fireside import finish, guest, run
from tests.games.programs import client_of, get
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db

TEXTS = [f"a string of seat {seat}".replace(" ", "-") for seat in range(5)]


def player(table: Table, seat: int) -> int:
    return table.seats.get(number=seat).player_id


def commit(table: Table, seat: int, text: str = "", at: datetime = AT) -> Table:
    hashed = sha256((text or TEXTS[seat]).encode()).digest()
    return commit_string(table, player_id=player(table, seat), commitment=hashed, at=at)


def commit_as(guest: SeatPlan, table: Table, text: str = TEXTS[0]) -> Table:
    hashed = sha256(text.encode()).digest()
    return commit_string(table, player_id=guest.player_id, commitment=hashed, at=AT)


def tell(table: Table, seat: int, text: str = "", at: datetime = AT) -> Table:
    return open_string(table, player_id=player(table, seat), text=text or TEXTS[seat], at=at)


def people(**options: Any) -> Table:
    return table_of(bots=False, **{"deals_limit": 3, **options})


def mixed(table: Table, strings: list[tuple[int, str]], number: int = 1) -> bytes:
    """The seed that a deal's pack must have."""
    table = Table.objects.defer(None).get(pk=table.pk)
    seed = seed_at(unseal(table.sealed_tail), length=table.seeds_count, number=number)
    given = [(SeatNumber(seat), text) for seat, text in strings]
    return pack_seed(seed, number=number, strings=given)


def seed_of(table: Table, number: int = 1) -> bytes:
    sealed = Deal.objects.defer(None).get(table=table, number=number).sealed_seed
    assert sealed is not None
    return unseal(sealed)


def play_deal(table: Table, number: int, at: datetime = AT) -> None:
    """Let everybody take the first action there is, and the table go on."""
    deal = table.deals.get(number=number)
    while (state := state_of(deal)).to_act is not None:
        text = str(legal_actions(state)[0])
        act(deal.pk, player_id=actor_of(deal), ply=state.ply, action=text, at=at)
    advance_table(table.pk, at=at)


def test_nobody_waits_where_nobody_asked() -> None:
    table = people()
    advance_table(table.pk, at=AT)

    assert table.deals.get().entropy_round == 0
    assert seed_of(table) == mixed(table, [])


def test_all_strings_go_into_the_next_pack_and_all_after_it() -> None:
    table = people()
    commit(table, 3)
    commit(table, 1)
    advance_table(table.pk, at=AT)
    assert again(table).entropy_phase == EntropyPhase.OPENING
    assert not table.deals.exists()

    tell(table, 1)
    advance_table(table.pk, at=later(1))
    assert not table.deals.exists()
    tell(table, 3, at=later(2))
    advance_table(table.pk, at=later(2))

    given = [(1, TEXTS[1]), (3, TEXTS[3])]
    assert seed_of(table) == mixed(table, given)
    play_deal(table, 1)
    assert seed_of(table, 2) == mixed(table, given, number=2)
    assert table.deals.get(number=2).entropy_round == 1


def test_somebody_who_does_not_open_is_seen_and_waited_for_once() -> None:
    table = people()
    commit(table, 0)
    commit(table, 4)
    advance_table(table.pk, at=AT)
    tell(table, 0)

    advance_table(table.pk, at=later(9))
    assert not table.deals.exists()
    advance_table(table.pk, at=later(10))

    assert seed_of(table) == mixed(table, [(0, TEXTS[0]), (4, "")])
    with pytest.raises(StringRefused, match="did not open"):
        commit(table, 4, "another string of mine")
    with pytest.raises(StringRefused, match="You have no string"):
        tell(table, 4, at=later(11))
    told = get(f"tables/{table.pk}/entropy", player(table, 1))
    assert [(string["seat"], string["text"]) for string in told["strings"]] == [
        (0, TEXTS[0]),
        (4, ""),
    ]


def test_no_string_is_told_before_all_have_committed() -> None:
    table = people()
    commit(table, 0)

    with pytest.raises(StringRefused, match="You have no string to open now"):
        tell(table, 0)
    advance_table(table.pk, at=AT)
    tell(table, 0)
    with pytest.raises(StringRefused, match="being opened"):
        commit(table, 1)


def test_a_late_player_begins_a_new_round_in_which_the_others_are_waited_for() -> None:
    """Otherwise they could choose their string when all the others lay open."""
    table = people()
    commit(table, 0)
    advance_table(table.pk, at=AT)
    tell(table, 0)
    advance_table(table.pk, at=AT)
    commit(table, 1, at=later(1))
    play_deal(table, 1)
    assert (again(table).entropy_phase, table.deals.count()) == (EntropyPhase.COMMITTING, 1)

    commit(table, 0, "a second string of seat 0".replace(" ", "-"), at=later(1))
    advance_table(table.pk, at=later(1))
    tell(table, 1, at=later(1))
    tell(table, 0, "a-second-string-of-seat-0", at=later(1))
    advance_table(table.pk, at=later(1))

    given = [(0, "a-second-string-of-seat-0"), (1, TEXTS[1])]
    assert seed_of(table, 2) == mixed(table, given, number=2)


def test_nobody_is_waited_for_who_is_gone_or_gave_nothing() -> None:
    table = people()
    commit(table, 0)
    advance_table(table.pk, at=AT)
    tell(table, 0)
    advance_table(table.pk, at=AT)
    commit(table, 1, at=later(1))
    table.seats.filter(number=0).update(bot_level=FIRST_BOT)
    play_deal(table, 1)

    assert again(table).entropy_phase == EntropyPhase.OPENING


def test_somebody_who_is_in_the_mix_begins_no_round_and_somebody_who_left_it_does() -> None:
    table = people()
    commit(table, 0)
    advance_table(table.pk, at=AT)
    tell(table, 0)
    advance_table(table.pk, at=AT)
    with pytest.raises(StringRefused, match="Your string is already used"):
        commit(table, 0, "one-more-string-of-mine")

    commit(table, 1)
    play_deal(table, 1)
    advance_table(table.pk, at=later(10))  # Seat 0 sleeps through the round of seat 1.
    tell(table, 1, at=later(11))
    advance_table(table.pk, at=later(11))
    assert table.deals.get(number=2).entropy_round == 2

    assert commit(table, 0, "one-more-string-of-mine").entropy_round == 3


def test_nobody_draws_the_packs_anew_for_ever() -> None:
    """Seats 0 and 1 take turns, so that each time the one who begins is not in the mix."""
    table = people()
    for number in range(6):
        commit(table, number % 2, f"a-string-with-number-{number}")
        Table.objects.filter(pk=table.pk).update(entropy_phase=EntropyPhase.OPENING)
        tell(table, number % 2, f"a-string-with-number-{number}")
        Table.objects.filter(pk=table.pk).update(entropy_phase=EntropyPhase.SETTLED)

    with pytest.raises(StringRefused, match="begun 3 rounds"):
        commit(table, 0, "a-string-with-number-6")
    assert commit(table, 2).entropy_round == 7
    assert commit(table, 0, "a-string-with-number-6").entropy_round == 7


def test_the_same_again_is_harmless_and_something_else_is_refused() -> None:
    table = people()
    commit(table, 2)
    commit(table, 2)
    with pytest.raises(StringRefused, match="another string"):
        commit(table, 2, "something else entirely")
    advance_table(table.pk, at=AT)
    with pytest.raises(StringRefused, match="another string"):
        tell(table, 2, "something-else-entirely")
    tell(table, 2)
    advance_table(table.pk, at=AT)
    tell(table, 2)

    assert strings_of(table, 1) == [(2, TEXTS[2])]


@pytest.mark.parametrize("text", ["too short", "x" * 15, "x" * 65, "sixteen åccents!", "a b" * 8])
def test_a_string_is_readable_and_too_long_to_be_guessed(text: str) -> None:
    table = people()
    commit(table, 2, text)
    advance_table(table.pk, at=AT)

    with pytest.raises(StringRefused, match="16 to 64"):
        tell(table, 2, text)


def test_only_players_of_an_open_table_give_strings() -> None:
    table = table_of(deals_limit=1)
    with pytest.raises(NotSeated):
        commit(table, 0)  # A bot.
    with pytest.raises(NotSeated):
        commit_string(table, player_id=HolderFactory.create().pk, commitment=b"x" * 32, at=AT)
    closed = people()
    close_tables([closed], at=AT)
    with pytest.raises(TableClosed):
        commit(closed, 0)
    with pytest.raises(TableClosed):
        commit(people(mode="recorded"), 0)


def test_a_table_where_hundreds_have_sat_takes_strings_of_the_first_and_plays_on(
    table: Table, book: Book
) -> None:
    """A seat is one byte of what is mixed, and no number of a seat is given twice."""
    early, other = guest(book), guest(book)
    sit_down(table, early, at=AT)
    table.seats.update(number=LAST_SEAT - 1)
    sit_down(table, other, at=AT)
    assert commit_as(other, table).entropy_phase == EntropyPhase.COMMITTING
    advance_table(table.pk, at=AT)
    open_string(table, player_id=other.player_id, text=TEXTS[0], at=AT)
    get_up(table, player_id=other.player_id, at=AT)
    assert sit_down(table, other, at=AT).number == LAST_SEAT + 1

    first = run(table)

    assert first is not None
    assert seed_of(table) == mixed(table, [(LAST_SEAT, TEXTS[0])])
    with pytest.raises(StringRefused, match="first 256 players"):
        commit_as(other, table, TEXTS[1])
    commit_as(early, table, TEXTS[1])
    finish(first)
    open_string(table, player_id=early.player_id, text=TEXTS[1], at=AT)
    assert run(table) is not None  # Nobody waits for who cannot commit again.
    assert seed_of(table, 2) == mixed(table, [(LAST_SEAT - 1, TEXTS[1])], 2)


def test_an_outage_costs_nobody_their_string() -> None:
    table = people()
    commit(table, 0)
    advance_table(table.pk, at=AT)
    Heartbeat.objects.create(part="web", at=AT)

    advance_table(table.pk, at=later(60))
    assert not table.deals.exists()
    assert again(table).entropy_until == later(70)
    tell(table, 0, at=later(61))
    advance_table(table.pk, at=later(61))

    assert seed_of(table) == mixed(table, [(0, TEXTS[0])])


def test_a_table_that_stands_still_is_not_woken_by_a_string() -> None:
    table = people()
    commit(table, 0)
    advance_table(table.pk, at=AT)
    Table.objects.filter(pk=table.pk).update(due_at=None)

    tell(table, 0)

    assert again(table).due_at is None


def test_the_proof_tells_every_string_and_who_kept_theirs_back() -> None:
    table = people(deals_limit=1)
    commit(table, 0)
    commit(table, 4)
    advance_table(table.pk, at=AT)
    tell(table, 0)
    advance_table(table.pk, at=later(10))
    play_deal(table, 1)

    proof = reveal(again(table))

    assert check_proof(proof) == []
    assert [words.split(" in ")[0] for words in silences(proof)] == ["Seat 4 committed to a string"]
    proof["strings"][0]["text"] = "another-string-of-0"
    assert check_proof(proof)[0] == "Seat 0 opened another string than it had committed to."
    proof["strings"][0]["text"] = ""
    assert "deal 1 is not the one that was committed to" in check_proof(proof)[0]


def test_a_table_may_reveal_deal_by_deal() -> None:
    table = table_of(deals_limit=3, reveals_each_deal=True)
    assert reveal(table)["deals"] == []
    while not table.deals.filter(number=2).exists():
        advance_table(table.pk, at=AT)
    in_play = table.deals.filter(settled_at=None)

    proof = reveal(again(table))

    assert len(proof["deals"]) == table.deals.count() - in_play.count() >= 1
    assert check_proof(proof) == []


def test_over_the_api() -> None:
    table = people()
    client = client_of(player(table, 2))
    address = f"/api/v1/tables/{table.pk}"
    hashed = sha256(TEXTS[2].encode()).hexdigest()

    answer = client.post(f"{address}/entropy", {"commitment": hashed}, format="json")
    assert (answer.status_code, answer.json()["entropy_phase"]) == (200, "committing")
    advance_table(table.pk, at=AT)
    Table.objects.filter(pk=table.pk).update(entropy_until="2100-01-01T00:00Z")
    assert client.get(f"{address}/entropy").json()["strings"][0]["text"] == ""
    answer = client.post(f"{address}/open_string", {"text": TEXTS[2]}, format="json")
    assert answer.json()["strings"][0]["text"] == TEXTS[2]
    assert EntropyString.objects.get().opened_at is not None

    wrong = client.post(f"{address}/entropy", {"commitment": "no hash"}, format="json")
    assert wrong.status_code == 400
    assert "64 hexadecimal digits" in wrong.json()["errors"]["commitment"][0]
    again_ = client.post(f"{address}/open_string", {"text": "something else"}, format="json")
    assert (again_.status_code, again_.json()["code"]) == (409, "string_refused")
    stranger = client_of(HolderFactory.create().pk)
    assert stranger.get(f"{address}/entropy").status_code == 404


def test_the_stream_of_the_table_tells_each_phase() -> None:
    """So a program knows when to commit and when to open."""
    table = people()

    def phase_told() -> str:
        now = Table.objects.with_seats().get(pk=table.pk)
        phase: str = public_table(see_public(now, until=None), stand(now))["entropy_phase"]
        return phase

    commit(table, 0)
    assert phase_told() == "committing"
    advance_table(table.pk, at=AT)
    assert phase_told() == "opening"
    tell(table, 0)
    advance_table(table.pk, at=AT)
    assert phase_told() == "settled"


def test_somebody_who_listens_is_woken(
    django_capture_on_commit_callbacks: Callable[[], AbstractContextManager[list[object]]],
) -> None:
    table = people()
    for step in (
        lambda: commit(table, 0),
        lambda: advance_table(table.pk, at=AT),
        lambda: tell(table, 0),
    ):
        with django_capture_on_commit_callbacks() as calls:
            step()
        assert len(calls) == 1
