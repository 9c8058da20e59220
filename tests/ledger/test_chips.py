"""A number of chips: one rule and one wording, whoever asks."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from rest_framework.serializers import Serializer

from clubs.api.serializers import ChipsInput
from clubs.models import Night
from deploy.rest.serializers import ChipsField, StrictSerializer
from ledger.chips import MOST_MOVED, RULE, ChipsFormField, check_chips, refusal
from ledger.errors import NotChips

MUST_BE = "Must be a whole number from 1 to 1,000,000,000."


class Given(StrictSerializer):
    chips = ChipsField()


@pytest.mark.parametrize("chips", [1, MOST_MOVED])
def test_a_whole_number_within_the_bounds_is_taken(chips: int) -> None:
    check_chips(chips)

    assert refusal(chips) is None
    assert ChipsFormField().clean(str(chips)) == chips
    assert ChipsInput(data={"chips": chips}).is_valid()


@pytest.mark.parametrize("chips", [0, -1, MOST_MOVED + 1, 1.5, True, "5", None])
def test_a_use_case_refuses_everything_else(chips: object) -> None:
    with pytest.raises(NotChips, match=f"^chips: {RULE}.$"):
        check_chips(chips)


@pytest.mark.parametrize("text", ["0", "-1", str(MOST_MOVED + 1), "1.5", "five"])
def test_a_form_refuses_in_the_same_words(text: str) -> None:
    with pytest.raises(ValidationError) as refused:
        ChipsFormField().clean(text)

    assert refused.value.messages == [MUST_BE]


@pytest.mark.parametrize("kind", [Given, ChipsInput])
@pytest.mark.parametrize("chips", [0, -1, MOST_MOVED + 1])
def test_the_api_refuses_in_the_same_words(kind: type[Serializer[Any]], chips: int) -> None:
    shape = kind(data={"chips": chips})

    assert not shape.is_valid()
    assert shape.errors["chips"] == [MUST_BE]


@pytest.mark.parametrize("chips", [0, -1, MOST_MOVED + 1])
def test_a_row_refuses_in_the_same_words(chips: int) -> None:
    with pytest.raises(ValidationError) as refused:
        Night(buy_in_chips=chips).clean_fields(exclude={"club", "starts_at"})

    assert refused.value.message_dict == {"buy_in_chips": [MUST_BE]}
