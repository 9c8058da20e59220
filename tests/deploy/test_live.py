"""Live streams from a real live process: all that happens, in order, each by their own view."""

from typing import Any

from games.engine import DealState, Place
from games.models import Deal, Seat
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.deals import see
from games.tables.sittings import come_back
from tests.deploy.listeners import Heard
from tests.deploy.streams import Hall, place, play_on, spectator, table_with_a_person
from tests.games.factories import AT, again, dealt, later, rules, state_of, table_of
from tests.games.programs import client_of, players


def test_a_seat_and_a_spectator_hear_a_deal_in_order_each_by_their_own_view(hall: Hall) -> None:
    table, person = table_with_a_person(deals_limit=2)
    seat, stands = hall.at(table, person), hall.at(table, spectator())
    for listener in (seat, stands):
        assert listener.next().kind == "snapshot"

    play_on(table, person)
    play_on(table, person)
    advance_table(table.pk, at=AT)

    for listener, has_hand in ((seat, True), (stands, False)):
        heard = [one for one in listener.rest() if one.kind not in {"view", "table", "end"}]
        assert [place(one) for one in heard] == sorted({place(one) for one in heard})
        told = [(one.kind, one.data["deal"]["number"]) for one in heard]
        assert told[0] == ("dealt", 1)
        actions = [one.data["action"] for one in heard if one.kind == "action"]
        rows = [
            (row.ply, row.place, row.by)
            for deal in table.deals.order_by("number")
            for row in deal.actions.filter(is_public=True).order_by("sequence")
        ]
        assert [(one["ply"], one["place"], one["by"]) for one in actions] == rows
        assert [kind for kind, _ in told].count("settled") == 2
        assert any(one.data["deal"]["view"]["hand"] for one in heard) == has_hand
        assert [one.data["deal"]["view"]["ply"] for one in heard if one.kind == "action"] == [
            one["ply"] + 1 for one in actions
        ]


def test_the_snapshot_is_what_rest_gives(hall: Hall) -> None:
    table, person = table_with_a_person()
    advance_table(table.pk, at=AT)

    told = hall.at(table, person).next()

    assert told.data == client_of(person).get(f"/api/v1/tables/{table.pk}").json()


def test_the_last_event_settles_how_the_table_stands(hall: Hall) -> None:
    table, person = table_with_a_person(deals_limit=1)
    listener = hall.at(table, person)

    play_on(table, person)
    advance_table(table.pk, at=AT)

    *_, last, end = listener.rest()
    whole = client_of(person).get(f"/api/v1/tables/{table.pk}").json()
    assert last.data["table"]["status"] == "closed" == whole["status"]
    assert last.data["table"]["seats"] == whole["seats"]
    assert end == Heard("end", "", {"reason": "over"})
    after = hall.at(table, person, last_id=last.id)
    assert after.status == 204, "a browser is told to come back no more"


def test_somebody_who_comes_back_hears_what_they_missed_once_also_after_a_crash(hall: Hall) -> None:
    """From every event of a deal the rest is the same, whoever tells it."""
    table, person = table_with_a_person(deals_limit=2)
    first = hall.at(table, person)
    snapshot = first.next()
    play_on(table, person)
    heard: list[Heard] = []
    while not heard or heard[-1].kind != "settled":
        heard.append(first.next("dealt", "action", "settled"))

    hall.supervisor.kill("live")
    first.rest()
    hall.start()
    play_on(table, person)
    for number, one in enumerate([snapshot, *heard]):
        again = hall.at(table, person, last_id=one.id)
        missed: list[Heard] = []
        while [other.kind for other in missed].count("settled") < (2 if number < len(heard) else 1):
            missed.append(again.next("snapshot", "dealt", "action", "settled"))
        old = heard[number:]
        assert [place(other) for other in missed[: len(old)]] == [place(other) for other in old]
        assert [bare(other) for other in missed[: len(old)]] == [bare(other) for other in old]
        assert missed[len(old)].kind == "dealt"
        again.close()


def bare(heard: Heard) -> Any:
    """What an event says of the deal; the turn's end and the table are told only of the latest."""
    deal = {name: value for name, value in heard.data["deal"].items() if name != "turn_ends_at"}
    return heard.kind, deal, heard.data["action"]


def test_a_history_that_is_not_the_tables_begins_anew(hall: Hall) -> None:
    table, person = table_with_a_person()
    play_on(table, person)

    for strange in ("7.0.0123456789ab", "1.99.0123456789ab", "nonsense", "0.5.0123456789ab"):
        assert hall.at(table, person, last_id=strange).next().kind == "snapshot"


def test_a_change_of_a_seat_is_told(hall: Hall) -> None:
    table, person = table_with_a_person()
    Seat.objects.filter(table=table, player=person).update(is_away=True)
    listener = hall.at(table, spectator())
    before = listener.next()

    come_back(table, player_id=person)

    told = listener.next()
    assert told.kind == "table"
    assert place(told) == place(before)
    assert told.id != before.id
    assert not told.data["table"]["seats"][0]["is_away"]
    missed = hall.at(table, spectator(), last_id=before.id)
    assert missed.next() == told


def test_a_silent_refusal_is_heard_by_nobody_but_whom_it_asks_next(hall: Hall) -> None:
    """RULES.md 4.4: no event, no id, no time; the next one asked hears that it is their turn."""
    deal = dealt(somebody_is_asked, house=rules(rob_with_ace="may"))
    state = state_of(deal)
    assert state.to_act is not None
    actor, *others = players(deal)[state.to_act :] + players(deal)[: state.to_act]
    listeners = [hall.at(deal.table, player) for player in (*others, spectator())]
    for listener in listeners:
        listener.next("snapshot")

    act(deal.pk, player_id=actor, ply=0, action="decline", at=later(1))
    turn = state_of(deal).to_act
    assert turn is not None
    next_one = players(deal)[turn]
    seen = see(_whole(deal), next_one, until=None).view
    assert seen is not None
    action = next(str(one) for one in seen.legal if str(one) != "decline")
    act(deal.pk, player_id=next_one, ply=0, action=action, at=later(2))

    for listener, player in zip(listeners, (*others, 0), strict=True):
        *whispers, told = listener.until_kind("action")
        assert place(told) == (1, 1)
        assert [(one.kind, one.id) for one in whispers] == [("view", "")] * (player == next_one)
        for one in whispers:
            assert action in one.data["deal"]["view"]["legal"]


def somebody_is_asked(state: DealState) -> bool:
    return state.phase == "rob" and not state.layout.is_ace_turned


def test_no_stream_carries_a_card_that_its_listener_has_not_seen(hall: Hall) -> None:
    """Every hidden card is a canary."""
    deal = dealt(lambda state: state.phase == "play")
    state = state_of(deal)
    listeners = [hall.at(deal.table, player) for player in (*players(deal), spectator())]
    for listener in listeners:
        listener.next("snapshot")
    assert state.to_act is not None
    actor = players(deal)[state.to_act]
    card = str(see(_whole(deal), actor, until=None).view.legal[0])  # type: ignore[union-attr]
    act(deal.pk, player_id=actor, ply=0, action=card, at=later(1))

    for number, listener in enumerate(listeners):
        listener.next("action")
        own = set(map(str, state.hand(Place(number)))) if number < state.seats else set()
        known = own | {str(state.turn_up), card.removeprefix("play ")}
        hidden = {str(one) for one in state.layout.pack} - known
        said = listener.raw.decode()
        assert not [one for one in hidden if f'"{one}"' in said or f" {one}" in said]


def _whole(deal: Deal) -> Deal:
    whole: Deal = Deal.objects.defer(None).select_related("table").get(pk=deal.pk)
    return whole


def test_the_lobby_tells_of_tables_that_open_change_and_close(hall: Hall) -> None:
    seen, other = table_of(deals_limit=1), table_of()
    player = seen.seats.all()[0].player_id
    lobby = hall.listen("/live/tables", player)
    snapshot = lobby.next()
    assert [table["id"] for table in snapshot.data["tables"]] == [seen.pk]

    advance_table(other.pk, at=AT)
    while again(seen).closed_at is None:
        advance_table(seen.pk, at=AT)

    heard = [lobby.next()]
    while heard[-1].kind != "gone":
        heard.append(lobby.next())
    assert {one.data["table"]["id"] for one in heard[:-1]} <= {seen.pk}
    assert heard[-1].data == {"id": seen.pk}
    missed = hall.listen("/live/tables", player, last_id=snapshot.id).next()
    assert missed.kind == "snapshot"
    assert missed.data == {"tables": []}
