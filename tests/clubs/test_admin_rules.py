"""The form of house rules: filled in, tried out, saved, and never over somebody else's change."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.admin.rules_form import ASKED
from clubs.draws import seat_night
from clubs.house_rules import change_club_rules, change_night_rules
from clubs.models import Club, Night, Role
from clubs.nights import plan_night
from games.engine import OPTIONS, Ruleset
from games.engine.presets import PRESET_NAMES, PRESET_SENTENCES, PRESETS
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.tournaments.cups import announce
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

INPUT = re.compile(r"<input ([^>]*)>")


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(rules_name="Our rules")


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(club.members.get(role=Role.OWNER).player)
    return client


def address_of(row: Any) -> str:
    names = {Club: "clubs_club", Night: "clubs_night", Tournament: "tournaments_tournament"}
    return reverse(f"admin:{names[type(row)]}_rules", args=[row.pk])


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode())


def form_on(answer: Any) -> dict[str, str]:
    """What a browser would send of the page: its main form, as it is filled in."""
    main = text_of(answer).partition('id="rules_form"')[2]
    form = {}
    for attributes in INPUT.findall(main):
        given = dict(re.findall(r'(\w+)="([^"]*)"', attributes))
        if given.get("type") != "radio" or attributes.endswith("checked"):
            form[given["name"]] = given.get("value", "")
    return {name: value for name, value in form.items() if name != "csrfmiddlewaretoken"}


def sent(client: Client, row: Any, button: str, **changes: Any) -> Any:
    """The page's own form with these changes, sent by one of its buttons."""
    form = form_on(client.get(address_of(row))) | changes | {button: "1"}
    return client.post(address_of(row), form, follow=True)


def rules_now(row: Any) -> Ruleset:
    rules: Ruleset = type(row).objects.get(pk=row.pk).rules
    return rules


def rows_of(club: Club) -> list[Any]:
    return [club, plan_night(club, at=AT, starts_at=AT), announce(club)]


def test_the_form_has_a_control_for_every_option_of_play(club: Club, organiser: Client) -> None:
    """RULES.md 7.8, what a new member is given, is on the club's page."""
    form = form_on(organiser.get(address_of(club)))

    assert {f"option_{name}" for name in OPTIONS} - form.keys() == {"option_opening_chips"}
    assert set(ASKED) == set(OPTIONS) - {"opening_chips"}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_filled_in_and_saved_as_it_is(
    preset: str, club: Club, organiser: Client
) -> None:
    filled = organiser.post(address_of(club), {"start": f"preset:{preset}"})
    assert rules_now(club) == club.rules  # Nothing is saved yet.
    assert f"filled in from “{PRESET_NAMES[preset]}”. Nothing is saved yet" in text_of(filled)

    organiser.post(address_of(club), form_on(filled) | {"save": "1"})

    saved = Club.objects.get(pk=club.pk).house_rules
    assert (saved.preset, saved.changes, saved.name) == (preset, {}, "")


def test_a_change_is_shown_in_sentences_before_it_is_saved(club: Club, organiser: Client) -> None:
    for row in reversed(rows_of(club)):  # The club last: the others start from its rules.
        shown = sent(organiser, row, "show", option_stake="3", option_jink="off")

        [jink] = (one for one in shown.context["differences"] if one.option == "jink")
        assert jink.after in text_of(shown)
        assert "What this means" in text_of(shown)
        assert rules_now(row).at(5).stake == 2

        saved = organiser.post(address_of(row), form_on(shown) | {"save": "1"}, follow=True)
        assert "are saved" in text_of(saved)
        assert rules_now(row).changes == {"stake": 3, "jink": False}
    assert Club.objects.get(pk=club.pk).house_rules.by == owner_of(club)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"option_tricks_to_win": "2"}, "turn jink off, or let “Tricks to win” be 3 or"),
        (
            {"option_unrobbed": "none"},
            "choose “Rob with ace: The holder of the ace of trumps may rob: put a card out and take"
            " the turn-up in”, or something other than “Unrobbed: There is no penalty for not"
            " robbing”.",
        ),
        (
            {"option_sides": "pairs", "option_tricks_to_win": "4", "option_jink": "off"},
            "“Sides: Two partners sit opposite each other and count their tricks together” need 4,",
        ),
        ({"option_pool_max": "much"}, "Write a whole number, or leave it empty."),
        ({"option_stake": "3.5"}, "Write a whole number."),
        ({"option_stake": "9" * 5000}, "Write a whole number."),
        ({"option_stake": ""}, "Write a whole number."),
        ({"option_stake": "1000001"}, "Rule 7.1: stake is 1000000 at most"),
        ({"option_unrobbed": "sometimes"}, "Choose one of these answers."),
        (
            {"option_sides": "by_number"},
            "Choose one of these answers.",
        ),  # Not a choice of this preset.
        ({"name": "x" * 61}, "at most 60 letters"),
        ({"name": "a\u202eb"}, "change the direction"),
    ],
)
@pytest.mark.parametrize("button", ["show", "save"])
def test_what_cannot_be_is_explained_and_nothing_is_lost(
    club: Club, organiser: Client, changes: dict[str, str], words: str, button: str
) -> None:
    answer = sent(organiser, club, button, option_dealer_extra="7", **changes)

    assert words in text_of(answer)
    assert form_on(answer)["option_dealer_extra"] == "7"
    assert club.rules_revisions.count() == 1


@pytest.mark.parametrize(
    "form",
    [
        {"save": "1"},
        {"save": "1", "version": "x" * 9999},
        {"save": "1", "version": "1", "preset": "whist"},
        {"start": "preset:whist"},
        {"start": "kept:nobody's"},
        {"start": "kept:\0"},
        {"remove": "a\0b"},
        {"keep": "\0"},
        {"start": ""},
        {"follow": "1"},
        {},
    ],
)
def test_a_crafted_form_is_answered_with_the_page(
    club: Club, organiser: Client, form: dict[str, str]
) -> None:
    answer = organiser.post(address_of(club), form, follow=True)

    assert answer.status_code == 200
    assert rules_now(club) == club.rules


def test_two_organisers_do_not_overwrite_each_other(club: Club, organiser: Client) -> None:
    mine = form_on(organiser.get(address_of(club))) | {"option_dealer_extra": "7", "save": "1"}
    change_club_rules(club, by=owner_of(club), at=AT, options={"stake": 5})

    refused = organiser.post(address_of(club), mine)

    assert rules_now(club).at(5).dealer_extra == 2
    assert f"{owner_of(club)} changed these rules" in text_of(refused)
    told = {one.option: (one.before, one.after) for one in refused.context["differences"]}
    assert told["stake"] == tuple(
        Ruleset("standard", {"stake": stake}).sentences_by_option()["stake"] for stake in (5, 2)
    )
    assert "dealer_extra" in told

    organiser.post(address_of(club), form_on(refused) | {"option_stake": "5", "save": "1"})
    assert rules_now(club).changes == {"stake": 5, "dealer_extra": 7}


@pytest.mark.parametrize("wrong", [{}, {"option_stake": "many"}, {"option_unrobbed": "none"}])
def test_a_look_or_a_refusal_does_not_hide_what_somebody_saved_meanwhile(
    club: Club, organiser: Client, wrong: dict[str, str]
) -> None:
    mine = form_on(organiser.get(address_of(club))) | {"option_dealer_extra": "7"}
    change_club_rules(club, by=owner_of(club), at=AT, options={"stake": 5})

    shown = organiser.post(address_of(club), mine | wrong | {"show": "1"})

    assert f"{owner_of(club)} changed these rules" in text_of(shown)
    assert rules_now(club).changes == {"stake": 5}


def test_rules_are_kept_under_a_name_and_filled_in_again(club: Club, organiser: Client) -> None:
    sent(organiser, club, "save", option_stake="5", name="Christmas rules")
    night = plan_night(club, at=AT, starts_at=AT)

    page = organiser.get(address_of(night))
    assert 'value="kept:Christmas rules"' in text_of(page)
    filled = organiser.post(address_of(night), {"start": "kept:Our rules"})
    organiser.post(address_of(night), form_on(filled) | {"save": "1"})

    assert rules_now(night).changes == {}
    assert Night.objects.get(pk=night.pk).rules_in_force.name == "Our rules"


def test_a_name_that_takes_the_place_of_other_rules_is_told(club: Club, organiser: Client) -> None:
    night = plan_night(club, at=AT, starts_at=AT)

    shown = sent(organiser, night, "show", option_stake="5", name="Our rules")

    assert "has kept other rules under this name" in text_of(shown)


def test_a_kept_name_is_removed_with_one_tap_and_kept_again(club: Club, organiser: Client) -> None:
    for row in rows_of(club):
        gone = organiser.post(address_of(row), {"remove": "Our rules"}, follow=True)
        assert "“Our rules” is removed. To keep it again, open" in text_of(gone)
        assert 'name="keep" value="Our rules"' in text_of(gone)
        assert 'value="kept:Our rules"' not in text_of(gone)
        assert form_on(gone)["name"] == ""

        back = organiser.post(address_of(row), {"keep": "Our rules"}, follow=True)
        assert 'value="kept:Our rules"' in text_of(back)
    for button in ("remove", "keep"):
        refused = organiser.post(address_of(club), {button: "Easter"}, follow=True)
        assert "never kept rules under the name" in text_of(refused)
    assert club.rules_revisions.count() == 1


def test_a_night_plays_by_the_clubs_rules_again(club: Club, organiser: Client) -> None:
    night = plan_night(club, at=AT, starts_at=AT)
    night = change_night_rules(night, by=owner_of(club), at=AT, options={"stake": 5})
    page = organiser.get(address_of(night))
    assert "has rules of its own" in text_of(page)

    form = {"follow": "1", "version": form_on(page)["version"]}
    organiser.post(address_of(night), form)

    assert Night.objects.get(pk=night.pk).house_rules is None


def test_rules_that_are_fixed_lead_back_with_the_reason(club: Club, organiser: Client) -> None:
    night = seat_night(open_night_with(club, guests(club, 3)))

    for answer in (
        organiser.get(address_of(night), follow=True),
        organiser.post(address_of(night), {"save": "1", "option_stake": "5"}, follow=True),
    ):
        assert answer.redirect_chain[-1][0] == reverse("admin:clubs_night_change", args=[night.pk])
        assert "take back a check-in first" in text_of(answer)
    assert "Change them" not in text_of(answer)  # There is no link to a page that refuses.


def test_partners_that_follow_the_number_are_a_choice_of_that_preset(
    club: Club, organiser: Client
) -> None:
    """RULES.md 9: wikipedia has pairs at four, six and eight."""
    filled = organiser.post(address_of(club), {"start": "preset:wikipedia"})
    form = form_on(filled)
    assert form["option_sides"] == "by_number"

    organiser.post(address_of(club), form | {"option_sides": "individual", "save": "1"})

    assert rules_now(club).at(4).sides == "individual"
    assert form_on(organiser.get(address_of(club)))["option_sides"] == "individual"


def test_the_clubs_page_tells_the_rules_the_presets_and_what_changed(
    club: Club, organiser: Client
) -> None:
    change_club_rules(club, by=owner_of(club), at=AT, options={"void_play": "must_trump"})

    page = text_of(organiser.get(reverse("admin:clubs_club_change", args=[club.pk])))

    club.refresh_from_db()
    assert all(sentence in page for sentence in club.rules.sentences())
    assert all(sentence in page for sentence in PRESET_SENTENCES.values())
    sentence = Ruleset().sentences_by_option()["void_play"]
    assert f"{sentence} → {club.rules.sentences_by_option()['void_play']}" in page
    assert "The first rules of the club" in page
    assert f"21 November 2026, 20:00</b> · {owner_of(club)}" in page


def test_changes_that_make_no_difference_are_told_where_they_are_made(
    club: Club, organiser: Client
) -> None:
    change_club_rules(club, by=owner_of(club), at=AT, options={"ace_of_hearts_lead": "plain"})
    preset = "The rules now start from the preset “Peel, 1891”; nothing is played differently."
    filled = organiser.post(address_of(club), {"start": "preset:peel"})
    shown = organiser.post(address_of(club), form_on(filled) | {"show": "1"})
    assert preset in text_of(shown)
    assert "The rules stay as they are" not in text_of(shown)

    organiser.post(address_of(club), form_on(shown) | {"save": "1"})
    sent(organiser, club, "save", option_best_trump_bonus="5")
    page = text_of(organiser.get(reverse("admin:clubs_club_change", args=[club.pk])))

    assert preset in page
    assert "“Best trump bonus” changed, which counts only in Twenty-five and Forty-five." in page
    assert "Only the name changed" not in page


def test_a_change_of_the_name_alone_is_told_as_that(club: Club, organiser: Client) -> None:
    shown = sent(organiser, club, "show", name="Winter rules")
    assert "The rules stay as they are" in text_of(shown)
    sent(organiser, club, "save", name="Winter rules")

    page = text_of(organiser.get(reverse("admin:clubs_club_change", args=[club.pk])))

    assert "Only the name changed" in page


def test_the_rules_can_be_printed_for_the_wall(club: Club, organiser: Client) -> None:
    answer = organiser.get(reverse("admin:clubs_club_wall", args=[club.pk]))

    assert all(sentence in text_of(answer) for sentence in club.rules.sentences())
    assert "Our rules" in text_of(answer)
    assert "<form" not in text_of(answer)
