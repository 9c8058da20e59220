"""Signs: what a part of the service said last."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from games.models import Sign
from games.play.signs import forget_signs, give_sign

pytestmark = pytest.mark.django_db


def test_a_part_has_one_sign_and_keeps_its_counts() -> None:
    give_sign("broker", fault="down", counts={"play": 3})
    give_sign("broker")

    sign = Sign.objects.get()
    assert (sign.part, sign.fault, sign.counts) == ("broker", "", {"play": 3})


def test_signs_of_parts_that_ended_are_forgotten() -> None:
    for part in ("keys web 1", "keys web 2", "beat"):
        give_sign(part)
    Sign.objects.exclude(part="keys web 2").update(at=Now() - timedelta(hours=2))

    forget_signs("keys ", older=timedelta(hours=1))

    assert set(Sign.objects.values_list("part", flat=True)) == {"keys web 2", "beat"}
