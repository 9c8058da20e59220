"""The page of a table of real cards: one tap enters a result, and what is sent amiss is told."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import HouseRules, Outcome, Ruleset
from games.models import Deal
from games.play.taking_back import take_back
from tests.clubs.factories import AT
from tests.clubs.halls import Hall
from tests.games.factories import stacks

pytestmark = pytest.mark.django_db


class Page(Hall):
    """The table as its scorer sees it in the admin."""

    def __init__(self, client: Client, people: int = 5, **rules: Any) -> None:
        super().__init__(people, **rules)
        self.client = client
        client.force_login(self.scorer)
        self.address = reverse("desk-table", args=[self.night.pk, 1, 1])

    def page(self, **chosen: Any) -> str:
        """The page, perhaps with what somebody chose on it."""
        if not chosen:
            return unescape(self.client.get(self.address).content.decode())
        number = self.table.deals.count() + 1
        form = {"number": number, "look": "1", **chosen}
        return unescape(self.client.post(self.address, form).content.decode())

    def offered(self, **chosen: Any) -> list[str]:
        """What the buttons of the page would enter."""
        return re.findall(r'name="result" value="([^"]+)"', self.page(**chosen))

    def enter(self, result: str, *, number: int | None = None, **fields: Any) -> str:
        """What the page says; the first deal is dealt by seat 0."""
        number = number or self.table.deals.count() + 1
        dealt = {"dealer": 0} if number == 1 else {}
        form = {"number": number, "result": result, **dealt, **fields}
        answer = self.client.post(self.address, form, follow=True)
        assert answer.status_code == 200
        return unescape(answer.content.decode())

    def deal(self) -> Deal:
        return self.table.deals.latest("number")

    def outcome(self) -> Outcome:
        outcome = self.deal().outcome
        assert outcome is not None
        return outcome


def test_one_tap_enters_a_result(client: Client) -> None:
    hall = Page(client)

    page = hall.enter("won:3")

    assert f"Deal 1 is entered. Won: {hall.names[3]}, 12 chips." in page
    assert f"Entered by {hall.scorer}" in page
    assert f"Deal 2: {hall.names[1]} deals, 12 chips go in." in page
    assert stacks(hall.table) == [16, 18, 18, 30, 18]


def test_the_cards_of_the_hall_say_who_deals_first(client: Client) -> None:
    hall = Page(client)

    unsaid = hall.enter("spoilt", dealer="")
    hall.enter("spoilt", dealer=2)

    assert "Say who deals first" in unsaid
    assert hall.deal().dealer == 2
    assert f"Deal 2: {hall.names[3]} deals" in hall.page()


def test_somebody_else_may_have_dealt(client: Client) -> None:
    hall = Page(client)
    hall.enter("spoilt")

    hall.enter("spoilt", dealer=4)

    assert hall.deal().dealer == 4


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        ({}, {"jink_failed", "spoilt", "misdeal", *("won:0", "jinked:0", "won:4", "jinked:4")}),
        ({"jink": False}, {"spoilt", "misdeal", "won:0", "won:4"}),
        ({"misdeal": "pay_and_redeal", "jink": False}, {"misdeal", "misdeal:again", "spoilt"}),
    ],
)
def test_the_page_offers_what_may_have_happened(
    client: Client, rules: dict[str, Any], offered: set[str]
) -> None:
    hall = Page(client, **rules)

    found = hall.offered()

    assert offered <= set(found)
    assert len(found) == len(set(found)) <= 13
    assert rules.get("jink", True) == any(one.startswith("jink") for one in found)


def test_every_result_that_is_offered_is_accepted(client: Client) -> None:
    """Each is entered for a deal of its own; somebody who has too few chips brings no result."""
    hall = Page(client, misdeal="pay_and_redeal", stake=1, dealer_extra=0, jink_bonus="none")
    hall.enter("spoilt")

    for result in hall.offered():
        assert "is entered." in hall.enter(result)

    kinds = [deal.outcome.kind for deal in hall.table.deals.order_by("number") if deal.outcome]
    assert kinds == [
        "spoilt",
        *("won", "jinked") * 5,
        "jink_failed",
        "spoilt",
        "misdeal",
        "misdeal",
    ]


def test_somebody_who_is_barred_cannot_win(client: Client) -> None:
    """RULES.md 4.6: of two players nobody spoils, unless one is barred."""
    hall = Page(client, people=2)
    assert "spoilt" not in hall.offered()

    offered = hall.offered(barred="1:revoked")
    page = hall.enter("spoilt", barred="1:revoked")

    assert {"won:0", "spoilt"} <= set(offered)
    assert not {"won:1", "jinked:1", "misdeal"} & set(offered)
    assert f"Barred: {hall.names[1]} revoked." in page
    assert hall.outcome().barred == (1,)


def test_whoever_is_chosen_to_be_barred_is_barred_by_whatever_button(client: Client) -> None:
    """And the rest of the form stays as it was filled in."""
    hall = Page(client)

    page = hall.page(barred=["1:revoked"], offence="2:revoked", dealer=3)
    freed = hall.page(barred=["1:revoked", "2:revoked"], free="1:revoked", dealer=3)
    told = hall.enter("spoilt", barred="1:revoked", offence="2:revoked", dealer=3)

    for barred in ("1:revoked", "2:revoked"):
        assert f'name="barred" value="{barred}"' in page
    assert 'name="barred" value="2:revoked"' in freed
    assert 'name="barred" value="1:revoked"' not in freed
    assert all(re.search(r'name="dealer" value="3" required checked', one) for one in (page, freed))
    assert f"Barred: {hall.names[1]} revoked. Barred: {hall.names[2]} revoked." in told
    assert hall.outcome().barred == (1, 2)


def test_somebody_who_is_chosen_to_be_barred_cannot_win_by_the_same_tap(client: Client) -> None:
    hall = Page(client)

    page = hall.enter("won:2", offence="2:revoked")

    assert "Rule 4.6" in page
    assert f"{hall.names[2]} revoked and cannot win this deal." in page
    assert not hall.table.deals.exists()


def test_whoever_could_not_deal_plays_where_another_deals(client: Client) -> None:
    """RULES.md 7.5: Con has no chip left. In turn they would sit out; not so where Dan deals."""
    hall = Page(client, people=4, chips=2, new_pool="dealer", stake=1, dealer_extra=0)
    hall.enter("jinked:1")
    hall.enter("won:3")
    con, dan = hall.names[2:]
    assert stacks(hall.table) == [0, 8 - 1, 0, 1]

    usual = hall.page()
    other = hall.page(dealer=1)
    refused = hall.enter("won:2")
    won = hall.enter("won:2", dealer=1)

    assert f"Deal 3: {dan} deals, 1 chip goes in." in usual
    assert f"Not enough chips for this deal: {con}." in usual
    assert "won:2" not in usual
    assert f"Deal 3: {hall.names[1]} deals" in other
    assert "won:2" in other
    assert "Not enough chips" not in other
    assert f"{con} was not dealt in to this deal." in refused
    assert f"Deal 3 is entered. Won: {con}" in won


def test_somebody_looks_while_another_enters_the_result(client: Client) -> None:
    hall = Page(client)
    hall.enter("spoilt")

    page = unescape(
        client.post(hall.address, {"number": 1, "look": "1", "dealer": 2}).content.decode()
    )

    assert "Somebody has entered a result meanwhile. Deal 2 comes next." in page
    assert f"Deal 2: {hall.names[1]} deals" in page


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "puts in 2 more and deals again"),
        ({"dealer_extra": 0}, "and the same dealer deals again"),
        ({"topup": "dealer_only", "stake": 1}, "puts in 1 more and deals again"),
        ({"topup": "dealer_only", "pool_max": 3}, "and the same dealer deals again"),
        ({"target": 25, "jink": False}, "and the same dealer deals again"),
    ],
)
def test_what_dealing_again_costs_is_said(
    client: Client, options: dict[str, Any], words: str
) -> None:
    """RULES.md 1.6, 7.2, 7.3, 8.1."""
    hall = Page(client, misdeal="pay_and_redeal", **options)

    found = re.findall(r">(Misdeal, [^<]+)<", hall.page())

    assert found == [f"Misdeal, and the same dealer {words.removeprefix('and the same dealer ')}"]


def test_a_dealer_with_fewer_chips_deals_again_for_what_they_have(client: Client) -> None:
    """RULES.md 7.5: the second dealer has 3 chips, of which 2 go in."""
    hall = Page(client, chips=5, misdeal="pay_and_redeal", reduced_stake=0)
    hall.enter("spoilt", dealer=0)

    assert "the same dealer puts in 1 more and deals again" in hall.page()


def test_a_misdeal_that_bars_is_told(client: Client) -> None:
    """RULES.md 1.6: forfeit_stake."""
    hall = Page(client, misdeal="forfeit_stake")

    page = hall.enter("misdeal")

    assert f"{hall.names[0]} misdealt and cannot win this deal." in page
    assert "won:0" not in hall.offered()
    assert "won:1" in hall.offered()


def test_two_sides_enter_a_count_with_one_tap(client: Client) -> None:
    """RULES.md 8: who got out follows."""
    hall = Page(client, people=2, **HouseRules.preset("twenty_five").to_json())
    first, second = hall.names

    hall.enter("count:0=3,1=2::")
    page = hall.page()
    assert f"{first} 15 : {second} 10 of 25." in unescape(re.sub(r"</?b>", "", page))
    assert f"2 : 1, {first} out" in page
    ended = hall.enter("count:0=2,1=1::0")

    assert f"Won: {first}, 2 chips. {first} 25, {second} 15." in ended
    assert "count:0=5,1=0::0" in hall.offered()


def test_every_count_that_is_offered_is_accepted(client: Client) -> None:
    hall = Page(client, people=2, **HouseRules.preset("forty_five").to_json())
    hall.enter("count:0=3,1=2:0:")
    hall.enter("count:0=2,1=3:1:")
    standing = hall.deal().outcome_json

    for count in [one for one in hall.offered() if one.startswith("count")]:
        assert "is entered." in hall.enter(count)
        assert hall.outcome().scores
        hall.table.deals.filter(number__gt=2).update(outcome_json=standing)


def test_a_side_that_takes_the_best_trump_and_gets_out_is_named_once(client: Client) -> None:
    """RULES.md 8.4: all five tricks are the game."""
    hall = Page(client, people=2, **HouseRules.preset("forty_five").to_json())
    first, second = hall.names

    page = hall.page()

    assert f">{first}, and out<" in page
    assert f">no trump fell, {second} out<" in page


def test_more_sides_fill_in_their_tricks(client: Client) -> None:
    hall = Page(client, people=3, **HouseRules.preset("forty_five").to_json())
    wrong = {"tricks-0": 3, "tricks-1": 1, "tricks-2": 0, "bonus": 1}

    page = hall.enter("tricks", **wrong)
    assert "Rule 8.1: all 5 tricks are played, and these are 4: count again." in page
    assert re.search(r'name="tricks-0" value="3" checked', page)
    hall.enter("tricks", **wrong | {"tricks-2": 1})

    assert hall.outcome().scores == (15, 10, 5)


def test_that_no_trump_fell_stays_ticked_after_a_refusal(client: Client) -> None:
    hall = Page(client, people=3, **HouseRules.preset("forty_five").to_json())
    wrong = {"tricks-0": 3, "tricks-1": 1, "tricks-2": 0}
    ticked = r'name="bonus" value="([^"]*)" required checked'

    assert re.findall(ticked, hall.page()) == []
    assert re.findall(ticked, hall.enter("tricks", **wrong, bonus="")) == [""]
    assert re.findall(ticked, hall.enter("tricks", **wrong, bonus="1")) == ["1"]


def test_scores_stay_where_they_are_seen_after_a_refusal(client: Client) -> None:
    hall = Page(client, people=3, **HouseRules.preset("twenty_five").to_json())

    page = hall.enter("scores", **{"scores-0": 15, "scores-1": 5, "scores-2": 0})

    assert re.search(r'name="scores-0" value="15"', page)
    assert re.search(r"<details open>\s*<summary[^>]*>Enter the scores instead", page)


def test_scores_may_be_filled_in_instead(client: Client) -> None:
    hall = Page(client, people=3, **HouseRules.preset("twenty_five").to_json())

    hall.enter("scores", **{"scores-0": 15, "scores-1": 10, "scores-2": 0, "tricks-0": 5})

    assert hall.outcome().scores == (15, 10, 0)


def test_who_was_there_first_is_said(client: Client) -> None:
    """RULES.md 8.3."""
    hall = Page(client, people=3, target=25, best_trump_bonus=5, jink=False)
    hall.enter("tricks", **{"tricks-0": 3, "tricks-1": 2, "tricks-2": 0, "bonus": 1})
    both = {"tricks-0": 3, "tricks-1": 2, "tricks-2": 0, "bonus": 1}

    unsaid = hall.enter("tricks", **both)
    hall.enter("tricks", **both, winner=1)

    assert "say who was there first" in unsaid
    assert hall.outcome().winners == (1,)


def test_who_was_there_first_is_said_with_the_scores_too(client: Client) -> None:
    """RULES.md 8.3."""
    hall = Page(client, people=3, target=25, best_trump_bonus=5, jink=False)
    hall.enter("tricks", **{"tricks-0": 3, "tricks-1": 2, "tricks-2": 0, "bonus": 1})
    both = {"scores-0": 30, "scores-1": 30, "scores-2": 0}

    unsaid = hall.enter("scores", **both)
    hall.enter("scores", **both, winner=1)

    assert "say who was there first" in unsaid
    assert hall.outcome().winners == (1,)


def test_what_was_put_right_is_shown_with_the_reason(client: Client) -> None:
    hall = Page(client)
    hall.enter("won:3")
    hall.enter("spoilt")

    for deal in hall.table.deals.order_by("number"):
        take_back(deal, actor_id=hall.organiser.pk, reason=f"Never {deal.number}", at=AT)
    page = hall.page()

    assert page.count("Taken back") == 2
    assert f"Put right by {hall.organiser} at " in page
    assert ": Never 2." in page
    assert hall.page().count("Deal 1") >= 2  # Its number is free again.


def test_the_same_tap_twice_enters_one_deal(client: Client) -> None:
    hall = Page(client)

    pages = [hall.enter("won:3", number=1) for _ in range(2)]
    other = hall.enter("won:2", number=1)

    assert all("Deal 1 is entered." in page for page in pages)
    assert "with another result" in other
    assert hall.table.deals.count() == 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"result": ""},
        {"result": "lost"},
        {"result": "won"},
        {"result": "won:nobody"},
        {"result": "won:99"},
        {"result": "won:²"},
        {"result": "won:0", "number": "x"},
        {"result": "won:0", "number": "9" * 30},
        {"result": "won:0", "number": 7},
        {"result": "won:0", "dealer": "-1"},
        {"result": "won:0", "dealer": 9},
        {"result": "won:0", "barred": "0:revoked"},
        {"result": "won:0", "barred": "0:slept"},
        {"result": "won:0", "barred": "x"},
        {"result": "spoilt:2"},
        {"result": "misdeal:2"},
        {"result": "misdeal:again"},
        {"result": "won:0", "offence": "0:revoked"},
        {"result": "won:0", "offence": "x"},
        {"result": "count:"},
        {"result": "count:0=1=2:x:y"},
        {"result": "tricks", "tricks-x": "1"},
        {"result": "scores", "scores-0": "-5"},
        {"result": "scored"},
    ],
    ids=str,
)
def test_a_crafted_form_is_told_what_is_wrong(client: Client, fields: dict[str, Any]) -> None:
    hall = Page(client)

    answer = client.post(hall.address, {"number": 1, "dealer": 0} | fields)

    assert answer.status_code == 200
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert not hall.table.deals.exists()


def test_a_crafted_form_bars_nobody(client: Client) -> None:
    hall = Page(client)

    for crafted in ("x", "0:slept", "²:revoked"):
        assert "won:0" in hall.offered(barred=crafted)
    assert "won:0" in hall.offered(barred="77:revoked")


def test_points_alone_in_pairs_are_told_by_side(client: Client) -> None:
    """RULES.md 1.2: partners sit opposite."""
    pairs = HouseRules.preset("twenty_five").to_json() | {"sides": "pairs"}
    hall = Page(client, people=4, **pairs)

    page = hall.enter("count:0=4,1=1::")

    one, two, three, four = hall.names
    assert f"Scored. {one} and {three} 20, {two} and {four} 5." in page
    assert f"{one} and {three} out" in page


def test_a_preset_that_follows_the_number_is_what_the_table_plays(client: Client) -> None:
    """RULES.md 9: four by wikipedia are two pairs."""
    hall = Page(client, people=4, **Ruleset("wikipedia").at(4).to_json())

    assert {"won:0", "won:1"} <= set(hall.offered())
    assert not {"won:2", "won:3", "spoilt"} & set(hall.offered())
