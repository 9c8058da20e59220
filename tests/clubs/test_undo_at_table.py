"""Undo at a table: scorers, and links that undo what they did themselves and nothing else."""

from typing import Any

import pytest
from rest_framework.response import Response

from clubs.models import LinkPurpose, NightDeed
from clubs.rounds import end_round, next_round
from games.models import Deal, ResultEntry, Seat, Table, TotalsEntry
from tests.clubs.callers import Caller
from tests.clubs.factories import AT
from tests.clubs.halls import Hall
from tests.clubs.link_bearers import Bearer, bearer, given

DOOR, HALL, SCORER = LinkPurpose.DOOR, LinkPurpose.HALL, LinkPurpose.SCORER
SPOILT = {"kind": "spoilt"}
WON = {"kind": "won", "winner": 2}

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return Hall()


def enter(browser: Any, table: Table, deal: int, result: dict[str, Any] = SPOILT) -> None:
    first = {"dealer": 0} if deal == 1 else {}
    body = {"deal": deal, "result": result | first}
    assert browser.order(f"tables/{table.pk}/results", body).status_code == 200


def correct(browser: Any, table: Table, deal: int, version: int) -> None:
    one = {"deal": deal, "version": version, "result": WON}
    body = {"reason": "Paper", "results": [one]}
    assert browser.order(f"tables/{table.pk}/corrections", body).status_code == 200


def undo(browser: Any, table: Table, deed: int | None = None) -> Response:
    answer: Response = browser.order(f"tables/{table.pk}/undo", {"deed": deed})
    return answer


def refused(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.data["code"]


def last_deed(hall: Hall) -> int:
    return NightDeed.objects.filter(night=hall.night).latest("number").number


def stacks(table: Table) -> set[int]:
    return {seat.stack.balance for seat in Seat.objects.filter(table=table) if seat.stack}


def test_a_scorers_link_undoes_its_own_result_and_does_it_again(hall: Hall) -> None:
    link, secret = given(hall.night, SCORER, table=1)
    browser = Bearer(secret)
    enter(browser, hall.table, 1)
    played = stacks(hall.table)

    undone = undo(browser, hall.table)
    before = stacks(hall.table)
    again = undo(browser, hall.table, undone.data["number"])

    assert (undone.status_code, again.status_code) == (200, 200)
    assert undone.data["text"] == "Undone: Table 1, deal 1: spoilt"
    assert before == {20}
    assert stacks(hall.table) == played != before
    entries = ResultEntry.objects.order_by("version").values_list("by", "link_id")
    assert list(entries) == [(link.giver_id, link.pk)] * 3
    deeds = NightDeed.objects.filter(night=hall.night).order_by("-number")[:3]
    assert [(deed.kind, deed.by_id, deed.link_id) for deed in deeds] == [
        ("undo", link.giver_id, link.pk),
        ("undo", link.giver_id, link.pk),
        ("result", link.giver_id, link.pk),
    ]


def test_it_undoes_one_after_the_other_until_nothing_counts(hall: Hall) -> None:
    browser = bearer(hall.night, SCORER)
    enter(browser, hall.table, 1)
    enter(browser, hall.table, 2)
    correct(browser, hall.table, 2, 1)

    texts = [undo(browser, hall.table).data["text"] for _ in range(3)]

    assert [text.partition(": ")[2] for text in texts] == [
        f"Table 1, deal 2: put right, {hall.names[2]} won",
        "Table 1, deal 2: spoilt",
        "Table 1, deal 1: spoilt",
    ]
    assert refused(undo(browser, hall.table)) == (409, "unknown_deed")
    assert not Deal.objects.standing().exists()


def test_it_undoes_its_own_totals(hall: Hall) -> None:
    link, secret = given(hall.night, SCORER)
    browser = Bearer(secret)
    seats = hall.table.seats.select_related("stack")
    lines = [{"seat": one.number, "deals_won": 1, "chips": one.stack.balance} for one in seats]
    totals = {"deals": len(lines), "of_seats": lines}
    path = f"tables/{hall.table.pk}/totals"
    assert browser.order(path, {"version": 0, "totals": totals}).status_code == 200

    assert undo(browser, hall.table).status_code == 200

    [_, newest] = TotalsEntry.objects.order_by("version")
    assert (newest.totals_json, newest.link_id) == (None, link.pk)


def test_a_link_undoes_nothing_that_somebody_else_did(hall: Hall) -> None:
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER)
    another = bearer(hall.night, SCORER)
    not_own = (403, "not_own_entry")

    enter(giver, hall.table, 1)
    assert refused(undo(browser, hall.table)) == not_own, "the giver's own is not the link's"

    enter(another, hall.table, 2)
    assert refused(undo(browser, hall.table, last_deed(hall))) == not_own

    enter(browser, hall.table, 3)
    own = last_deed(hall)
    correct(giver, hall.table, 3, 1)
    assert refused(undo(browser, hall.table)) == not_own, "the giver has put it right since"
    assert refused(undo(browser, hall.table, own)) == (409, "stands_on")
    assert Deal.objects.standing().count() == 3


def test_a_link_does_nothing_again_that_somebody_else_undid(hall: Hall) -> None:
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER)
    enter(browser, hall.table, 1)
    taken_back = undo(giver, hall.table)

    answer = undo(browser, hall.table, taken_back.data["number"])

    assert refused(answer) == (403, "not_own_entry")
    assert not Deal.objects.standing().exists()


def test_a_link_undoes_no_entry_of_others_that_an_undo_of_theirs_let_count(hall: Hall) -> None:
    """The deed is the link's own, but who had the last word about the deal is the giver."""
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER)
    enter(browser, hall.table, 1)
    own = last_deed(hall)
    correct(giver, hall.table, 1, 1)
    undo(giver, hall.table)

    assert refused(undo(browser, hall.table, own)) == (403, "not_own_entry")
    assert Deal.objects.standing().count() == 1


def test_only_what_was_entered_at_the_table_is_undone_there(hall: Hall) -> None:
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER, table=1)
    giver.order(f"nights/{hall.night.pk}/hand-out", {"members": [hall.members[0].pk], "chips": 5})
    chips = last_deed(hall)
    enter(giver, hall.table, 1)
    next_round(hall.night, number=1, at=AT)
    [laid] = hall.night.rounds.playing().tables()
    assert laid.table is not None

    tried = [undo(giver, laid.table, deed) for deed in (chips, last_deed(hall), 99)]

    assert {refused(one) for one in tried} == {(409, "unknown_deed")}
    assert refused(undo(browser, laid.table, chips)) == (409, "unknown_deed")
    assert Deal.objects.standing().count() == 1


def test_a_link_finds_no_undo_elsewhere(hall: Hall) -> None:
    enter(Caller(hall.organiser), hall.table, 1)
    deed = last_deed(hall)
    elsewhere, door, screen = (
        bearer(hall.night, SCORER, table=2),
        bearer(hall.night, DOOR),
        bearer(hall.night, HALL),
    )

    assert undo(elsewhere, hall.table).status_code == 404
    assert undo(door, hall.table).status_code == 404
    assert undo(screen, hall.table).status_code == 403
    at_night = bearer(hall.night, SCORER).order(f"nights/{hall.night.pk}/undo", {"deed": deed})
    assert at_night.status_code == 404
    assert [one.ask(f"tables/{hall.table.pk}/deeds").status_code for one in (door, screen)] == [
        404,
        403,
    ]


def test_after_a_table_has_closed_organisers_alone_undo_its_results(hall: Hall) -> None:
    browser, scorer = bearer(hall.night, SCORER), Caller(hall.scorer)
    enter(browser, hall.table, 1)
    end_round(hall.night, number=1, at=AT)

    assert [undo(one, hall.table).status_code for one in (browser, scorer)] == [403, 403]
    assert undo(Caller(hall.organiser), hall.table).status_code == 200


def test_a_scorer_undoes_what_anybody_entered(hall: Hall) -> None:
    enter(bearer(hall.night, SCORER), hall.table, 1)

    answer = undo(Caller(hall.scorer), hall.table)

    assert (answer.status_code, answer.data["by"]) == (200, hall.scorer.pk)


def test_the_log_of_a_table_tells_what_was_entered_there_and_no_more(hall: Hall) -> None:
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER, table=1)
    enter(giver, hall.table, 1)
    giver.order(f"nights/{hall.night.pk}/hand-out", {"members": [hall.members[0].pk], "chips": 5})
    enter(browser, hall.table, 2)
    undo(browser, hall.table)

    told = browser.ask(f"tables/{hall.table.pk}/deeds").data["results"]

    assert [(one["kind"], bool(one["why_not"])) for one in told] == [
        ("undo", False),
        ("result", True),
        ("result", True),
    ]
    assert told[2]["why_not"].endswith("was done by somebody else: ask an organiser to undo it.")


def test_the_answer_tells_of_no_purse(hall: Hall) -> None:
    browser = bearer(hall.night, SCORER)
    enter(browser, hall.table, 1)

    assert set(undo(browser, hall.table).data) == {
        *("number", "kind", "text", "by", "by_name", "link", "at", "undoes", "undone_by"),
        "why_not",
    }


def test_an_undo_that_is_sent_twice_undoes_once(hall: Hall) -> None:
    browser = bearer(hall.night, SCORER)
    enter(browser, hall.table, 1)
    enter(browser, hall.table, 2)

    twice = [browser.order(f"tables/{hall.table.pk}/undo", key="once") for _ in range(2)]

    assert twice[0].data["number"] == twice[1].data["number"]
    assert Deal.objects.standing().count() == 1
