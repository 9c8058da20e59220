"""Signs of the parts of the service: what each last said of itself, and when."""

from collections.abc import Mapping
from datetime import timedelta

from django.db.models.functions import Now

from games.models import Sign


def give_sign(part: str, *, fault: str = "", counts: Mapping[str, object] | None = None) -> None:
    """Say that a part of the service works now, or what is wrong there.

    Args:
        part: Its name in `/readyz`; with a blank and a word where several give one each.
        fault: A sentence for operators, without names and chips; empty where all is well.
        counts: Numbers by name; those of before stay where none are given.
    """
    told = {} if counts is None else {"counts": dict(counts)}
    Sign.objects.bulk_create(
        [Sign(part=part, at=Now(), fault=fault, **told)],
        update_conflicts=True,
        unique_fields=["part"],
        update_fields=["at", "fault", *told],
    )


def forget_signs(prefix: str, *, older: timedelta) -> None:
    """Remove the signs whose names begin so, of parts that will give none any more."""
    Sign.objects.filter(part__startswith=prefix, at__lt=Now() - older).delete()
