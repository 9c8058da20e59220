"""Deals that were over before a ruling changed are told as they were written down."""

import json
from itertools import count

import pytest

from games.engine import HouseRules, read_transcript
from games.fairness.proof import check_proof
from games.models import Deal, Table
from games.sight.deals import see
from games.sight.events import Standing, carry_on
from games.sight.revealing import reveal
from tests.games.factories import play_out, table_of
from tests.games.programs import client_of, get

pytestmark = pytest.mark.django_db


@pytest.fixture
def old() -> Deal:
    """A deal of Forty-five as version 1 wrote it: it names the trick of a bonus after the end."""
    tables = (
        play_out(table_of(deals_limit=8, house=HouseRules.preset("forty_five"))) for _ in count()
    )
    deals = (deal for table in tables for deal in table.deals.order_by("number"))
    deal = next(one for one in deals if one.outcome and one.outcome.bonus_trick is None)
    assert deal.outcome_json is not None
    deal.outcome_json["bonus_trick"] = 4
    deal.save(update_fields=["outcome_json"])
    kept = deal.table.rules_json
    before = {name: kept[name] for name in kept if name not in ("version", "hearts_ace_robs")}
    Table.objects.filter(pk=deal.table_id).update(rules_json=before)
    found: Deal = Deal.objects.defer(None).select_related("table").get(pk=deal.pk)
    return found


def test_everybody_is_told_the_outcome_that_was_written_down(old: Deal) -> None:
    player = old.table.seats.all()[0].player_id

    seen = see(old, player, until=None).view
    told = get(f"history/{old.pk}", player)

    assert seen is not None
    assert seen.outcome == old.outcome
    assert seen.bonus_trick == 4
    assert told["outcome"] == told["transcript"]["outcome"] == old.outcome_json
    assert told["views"][-1]["outcome"] == old.outcome_json


def test_what_is_exported_of_it_still_replays(old: Deal) -> None:
    player = old.table.seats.all()[0].player_id

    text = client_of(player).get(f"/api/v1/history/{old.pk}/notation").content.decode()

    assert "bonus in trick 5" in text
    assert read_transcript(text).replay().rules == old.table.rules


def test_its_proof_is_without_a_fault(old: Deal) -> None:
    proof = json.loads(json.dumps(reveal(old.table)))
    assert "version" not in proof["house_rules"]
    assert check_proof(proof) == []

    proof["deals"][old.number - 1]["outcome"]["scores"][0] += 5

    assert check_proof(proof) == [f"Deal {old.number} did not end as its cards and actions say."]


def test_a_listener_is_told_the_same(old: Deal) -> None:
    _, events = carry_on(old.table, Standing())

    ends = [one.state.outcome for one in events if one.deal == old and one.state]
    assert [end for end in ends if end] == [old.outcome] * 2  # The last card, and the settlement.
