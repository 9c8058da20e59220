"""House rules over the API: read, tried out, changed with If-Match, kept and chosen again."""

import json
from typing import Any

import pytest
from rest_framework.response import Response

from clubs.draws import seat_night
from clubs.house_rules import change_club_rules
from clubs.models import Club, Night
from clubs.nights import plan_night
from games.engine import OPTIONS, PRESETS, Ruleset
from games.engine.versions import VERSION
from tests.clubs.callers import ORGANISER, Caller, callers_of
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.tournaments.cups import announce
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(rules_name="Our rules")


@pytest.fixture
def organiser(club: Club) -> Caller:
    return callers_of(club)[ORGANISER]


def address_of(row: Any) -> str:
    kinds = {Club: "clubs", Night: "nights", Tournament: "tournaments"}
    return f"/api/v1/{kinds[type(row)]}/{row.pk}/rules"


def read(caller: Caller, row: Any, more: str = "") -> Response:
    return caller.get(address_of(row) + more)


def sent(caller: Caller, row: Any, match: str | None = "*", **body: Any) -> Response:
    headers = {} if match is None else {"If-Match": match}
    return caller.patch(address_of(row), body, format="json", headers=headers)


def preview(caller: Caller, row: Any, **body: Any) -> Response:
    return caller.post(f"{address_of(row)}/preview", body, format="json")


def stake_in_words(stake: int) -> str:
    return Ruleset("standard", {"stake": stake}).sentences_by_option()["stake"]


def rows_of(club: Club) -> list[Any]:
    return [club, plan_night(club, at=AT, starts_at=AT), announce(club)]


def test_rules_are_read_in_options_and_in_sentences(club: Club, organiser: Caller) -> None:
    for row in rows_of(club):
        answer = read(organiser, row)

        told = answer.data
        assert (answer.status_code, answer.headers["ETag"][:3]) == (200, '"1-')
        assert (told["version"], told["made_for"], told["name"]) == (1, "club", "Our rules")
        assert (told["preset"], told["changes"], told["differences"]) == ("standard", {}, [])
        assert told["options"]["version"] == VERSION
        assert told["options"]["jink"] is True
        assert stake_in_words(2) in told["sentences"]
        assert (told["by"], told["by_name"]) == (owner_of(club).pk, str(owner_of(club)))


@pytest.mark.parametrize("preset", PRESETS)
def test_all_options_can_be_sent_back_as_they_were_read(
    preset: str, club: Club, organiser: Caller
) -> None:
    for row in rows_of(club):
        sent(organiser, row, preset=preset)
        told = read(organiser, row).data["options"]

        same = sent(organiser, row, options=told).data
        other = sent(organiser, row, options={**told, "stake": 3}).data

        assert (same["preset"], same["changes"]) == (preset, {})
        assert other["changes"] == {"stake": 3}
        assert other["options"]["sides"] == told["sides"]


def test_the_number_at_the_table_may_decide_about_sides_again(
    club: Club, organiser: Caller
) -> None:
    """RULES.md 9: wikipedia has pairs at four, six and eight."""
    sent(organiser, club, preset="wikipedia", options={"sides": "individual"})
    assert Club.objects.get(pk=club.pk).rules.at(4).sides == "individual"

    told = sent(organiser, club, options={"sides": "by_number"}).data

    assert (told["options"]["sides"], told["changes"]) == ("by_number", {})
    assert Club.objects.get(pk=club.pk).rules.at(4).sides == "pairs"


def test_only_the_club_tells_what_a_new_member_is_given(club: Club, organiser: Caller) -> None:
    """RULES.md 7.8."""
    told = [
        "A new member is given 20 chips." in read(organiser, row).data["sentences"]
        for row in rows_of(club)
    ]

    assert told == [True, False, False]


def test_a_change_needs_the_etag_of_what_was_seen(club: Club, organiser: Caller) -> None:
    for row in rows_of(club):
        seen = read(organiser, row).headers["ETag"]
        assert sent(organiser, row, None, options={"stake": 4}).status_code == 428

        first = sent(organiser, row, seen, options={"stake": 4})
        late = sent(organiser, row, seen, options={"stake": 5})

        assert first.status_code == 200
        assert first.data["changes"] == {"stake": 4}
        assert first.headers["ETag"] == read(organiser, row).headers["ETag"] != seen
        assert (late.status_code, late.data["code"]) == (412, "stale_version")
        assert late.data["version"] == first.data["version"]


def test_a_night_of_a_club_that_changed_its_rules_was_seen_otherwise(
    club: Club, organiser: Caller
) -> None:
    night = plan_night(club, at=AT, starts_at=AT)
    seen = read(organiser, night).headers["ETag"]
    change_club_rules(club, by=owner_of(club), at=AT, options={"stake": 4})

    assert sent(organiser, night, seen, options={"jink": "off"}).status_code == 412


def test_a_preview_shows_what_a_change_would_mean_and_changes_nothing(
    club: Club, organiser: Caller
) -> None:
    for row in rows_of(club):
        told = preview(organiser, row, preset="peel", options={"stake": 3}).data

        assert (told["preset"], told["name"]) == ("peel", "")
        assert told["changes"] == {"stake": 3}
        [stake] = (one for one in told["differences"] if one["option"] == "stake")
        assert stake["rule"] == "7.1"
        assert stake["before"] == stake_in_words(2)
        assert stake["after"] == stake_in_words(3)
    assert club.rules_revisions.count() == 1


def test_a_combination_that_cannot_be_is_refused_with_its_rule(
    club: Club, organiser: Caller
) -> None:
    for refused in (
        preview(organiser, club, options={"rob_with_ace": "must", "unrobbed": "none"}),
        sent(organiser, club, options={"rob_with_ace": "must", "unrobbed": "none"}),
    ):
        assert (refused.status_code, refused.data["code"]) == (422, "impossible_rules")
        assert refused.data["rule"] == "4.5"
        assert "choose rob_with_ace 'may'" in refused.data["detail"]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"preset": "peel", "kept": "Our rules"}, 400, "one of preset, kept"),
        ({"preset": "whist"}, 400, "is not one of standard, peel"),
        ({"kept": "Easter"}, 404, "It has Our rules"),
        ({"options": {"stakes": 3}}, 422, "no option stakes"),
        ({"options": {"stake": "3"}}, 422, "a whole number of chips"),
        ({"options": []}, 400, "options"),
        ({"name": "x" * 61}, 400, "no more than 60"),
        ({"rules": {}}, 400, "no such field"),
        ({"options": {"opening_chips": 9}}, 422, "on the club's page"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_words(
    club: Club, organiser: Caller, body: dict[str, Any], status: int, words: str
) -> None:
    refused = sent(organiser, club, **body)

    assert refused.status_code == status
    assert words in refused.data["detail"]
    assert club.rules_revisions.count() == 1


def test_rules_are_kept_under_a_name_and_chosen_again(club: Club, organiser: Caller) -> None:
    sent(organiser, club, options={"stake": 5}, name="Christmas rules")
    sent(organiser, club, kept="Our rules")
    night = plan_night(club, at=AT, starts_at=AT)

    told = sent(organiser, night, kept="Christmas rules").data

    assert (told["name"], told["changes"], told["made_for"]) == (
        *("Christmas rules", {"stake": 5}),
        "night",
    )
    kept = read(organiser, club, "/kept").data
    assert [(one["name"], one["version"]) for one in kept] == [
        ("Christmas rules", 4),
        ("Our rules", 3),
    ]


def test_a_kept_name_is_removed_and_kept_again(club: Club, organiser: Caller) -> None:
    address = f"{address_of(club)}/kept"
    asked = {"name": "Our rules"}

    gone = organiser.post(f"{address}/remove", asked, format="json")
    assert gone.data == read(organiser, club, "/kept").data == []
    back = organiser.post(f"{address}/keep", asked, format="json")

    assert [one["name"] for one in back.data] == ["Our rules"]
    unknown = organiser.post(f"{address}/remove", {"name": "Easter"}, format="json")
    assert (unknown.status_code, unknown.data["code"]) == (404, "unknown_rules")


def test_the_history_tells_who_changed_what(club: Club, organiser: Caller) -> None:
    sent(organiser, club, options={"stake": 5})
    sent(organiser, club, options={"jink": "off"})

    first = read(organiser, club, "/history?limit=1").data
    rest = organiser.get(first["next"]).data

    [latest] = first["results"]
    assert (latest["version"], latest["by"]) == (3, organiser.player.pk)
    assert [one["option"] for one in latest["differences"]] == ["jink", "jink_bonus"]
    [second] = rest["results"]
    assert [one["option"] for one in second["differences"]] == ["stake", "jink_bonus"]


def test_what_changed_without_a_difference_is_told(club: Club, organiser: Caller) -> None:
    body: dict[str, Any] = {"preset": "standard", "options": {"best_trump_bonus": 5}}
    tried = preview(organiser, club, **body).data
    sent(organiser, club, **body)

    latest, first = read(organiser, club, "/history").data["results"]

    assert tried["differences"] == latest["differences"] == []
    assert tried["other_changes"] == latest["other_changes"]
    [told] = latest["other_changes"]
    assert told.startswith("“Best trump bonus” changed, which counts only in Twenty-five")
    assert first["other_changes"] == []


def test_a_night_has_its_own_rules_or_follows_the_club(club: Club, organiser: Caller) -> None:
    night = plan_night(club, at=AT, starts_at=AT)
    own = sent(organiser, night, preset="hervey").data
    assert (own["made_for"], own["version"]) == ("night", 2)
    assert "void_play" in {one["option"] for one in own["differences"]}

    followed = sent(organiser, night, as_club=True)

    assert (followed.data["made_for"], followed.headers["ETag"][:3]) == ("club", '"1-')


def test_the_rules_of_a_seated_night_are_fixed(club: Club, organiser: Caller) -> None:
    night = seat_night(open_night_with(club, guests(club, 3)))

    refused = sent(organiser, night, options={"stake": 4})

    assert (refused.status_code, refused.data["code"]) == (409, "rules_fixed")
    assert read(organiser, night).status_code == 200


def test_a_tournament_is_announced_by_kept_rules(club: Club, organiser: Caller) -> None:
    sent(organiser, club, options={"stake": 5}, name="Christmas rules")
    sent(organiser, club, preset="standard")
    body = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 20, "name": "Cup"}

    cup = organiser.order(
        "tournaments",
        {**body, "club": club.pk, "kept": "Christmas rules", "house_rules": {"jink": "off"}},
    ).data

    told = organiser.get(f"/api/v1/tournaments/{cup['id']}/rules").data
    assert told["changes"] == {"stake": 5, "jink": False}
    assert told["by"] == organiser.player.pk
    assert cup["house_rules"]["stake"] == 5


def test_a_free_table_is_opened_by_kept_rules(club: Club, organiser: Caller) -> None:
    sent(organiser, club, options={"stake": 5}, name="Christmas rules")
    sent(organiser, club, preset="standard")

    free = organiser.order(
        "free-tables", {"club": club.pk, "name": "Fireside", "kept": "Christmas rules"}
    ).data

    table = organiser.get(f"/api/v1/tables/{free['table']}").data
    assert table["house_rules"]["stake"] == 5


def plan(caller: Caller, club: Club, **rules: Any) -> Response:
    body = {"club": club.pk, "starts_at": "2026-12-04T20:00:00Z", "rules": rules}
    return caller.order("nights", body)


def test_a_night_is_planned_with_rules_of_its_own(club: Club, organiser: Caller) -> None:
    sent(organiser, club, options={"stake": 5}, name="Christmas rules")
    sent(organiser, club, kept="Our rules")
    wished = {"kept": "Christmas rules", "options": {"jink": "off"}, "name": "Short night"}

    night = Night.objects.get(pk=plan(organiser, club, **wished).data["id"])

    told = read(organiser, night).data
    assert (told["name"], told["made_for"]) == ("Short night", "night")
    assert told["changes"] == {"stake": 5, "jink": False}
    assert told["by"] == organiser.player.pk
    followed = plan(organiser, club, as_club=True).data["id"]
    assert read(organiser, Night.objects.get(pk=followed)).data["made_for"] == "club"


@pytest.mark.parametrize(
    ("rules", "status", "words"),
    [
        ({"options": {"tricks_to_win": 2}}, 422, "turn jink off"),
        ({"kept": "Easter"}, 404, "no rules called 'Easter'"),
        ({"preset": "peel", "as_club": True}, 400, "not several"),
        ({"stake": 3}, 400, "no such field"),
    ],
)
def test_a_night_with_rules_that_cannot_be_is_not_planned(
    club: Club, organiser: Caller, rules: dict[str, Any], status: int, words: str
) -> None:
    refused = plan(organiser, club, **rules)

    assert (refused.status_code, words in refused.data["detail"]) == (status, True)
    assert not Night.objects.exists()


def test_a_program_can_build_a_form(club: Club, organiser: Caller) -> None:
    """Whatever the list offers is taken, and says what it means."""
    for preset in PRESETS:
        listed = organiser.get(f"/api/v1/rules/options?preset={preset}").data
        begun = next(one for one in listed["presets"] if one["preset"] == preset)
        assert begun["options"] == {"version": VERSION, **Ruleset(preset).options()}
        assert [one["name"] for one in listed["options"]] == list(OPTIONS)
        told = Ruleset(preset).sentences_by_option()
        for option in listed["options"]:
            value = begun["options"][option["name"]]
            means = {json.dumps(one["value"]): one["sentence"] for one in option["values"]}
            sentence = means.get(json.dumps(value)) or option["number_sentence"]
            if option["name"] in told and value != 0:
                assert sentence.replace("…", str(value)) == told[option["name"]]
            assert (option["name"] in told) == (not option["counts_only"]) or (
                option["name"] == "reduced_stake"
            )


def test_every_value_that_is_listed_is_taken(club: Club, organiser: Caller) -> None:
    for option in organiser.get("/api/v1/rules/options?preset=wikipedia").data["options"]:
        values = [one["value"] for one in option["values"]] or [option["most"]]
        for value in values:
            options = {option["name"]: value}
            if option["name"] == "opening_chips":  # The club's own.
                continue
            answer = preview(organiser, club, preset="wikipedia", options=options)
            assert answer.status_code == 200 or answer.data["rule"] in ("3", "4.5", "6.3"), options
