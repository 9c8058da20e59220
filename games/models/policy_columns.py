"""The columns in which a table keeps its policies."""

from dataclasses import fields
from enum import StrEnum
from typing import Any

from django.db import models

from games.policies import Policies, WhenAway, WhenSideBroken, WhenTooFew


def _choices(kind: type[StrEnum]) -> list[tuple[str, str]]:
    return [(one.value, one.value.replace("_", " ")) for one in kind]


class PolicyColumns(models.Model):
    """A row with policies: it is made with `**columns_of(policies)`, and they never change."""

    is_public = models.BooleanField(default=False, help_text="Everybody may watch.")
    may_come_and_go = models.BooleanField(
        default=False, help_text="People sit down, get up and sit out as they like."
    )
    is_played_to_end = models.BooleanField(
        default=False, help_text="Nobody gets up before it closes."
    )
    may_bring_more = models.BooleanField(
        default=True, help_text="People may bring more chips between two deals."
    )
    is_all_in = models.BooleanField(
        default=False, help_text="Short stacks play for what they have (RULES.md 7.5)."
    )
    when_away = models.CharField(
        max_length=10,
        choices=_choices(WhenAway),
        default=WhenAway.WAIT,
        help_text="Players who are away sit out; or bots play for them, and the table waits or"
        " plays on while everybody is away.",
    )
    when_too_few = models.CharField(
        max_length=10,
        choices=_choices(WhenTooFew),
        default=WhenTooFew.REST,
        help_text="What it does when nobody can be dealt to.",
    )
    when_side_broken = models.CharField(
        max_length=10,
        choices=_choices(WhenSideBroken),
        default=WhenSideBroken.WAIT,
        help_text="What it does when a side is not whole (RULES.md 1.8).",
    )

    class Meta:
        abstract = True

    @property
    def policies(self) -> Policies:
        values = {name: getattr(self, name) for name in NAMES}
        return Policies(
            **values
            | {
                "when_away": WhenAway(self.when_away),
                "when_too_few": WhenTooFew(self.when_too_few),
                "when_side_broken": WhenSideBroken(self.when_side_broken),
            }
        )


NAMES = tuple(field.name for field in fields(Policies))


def columns_of(policies: Policies) -> dict[str, Any]:
    return {name: getattr(policies, name) for name in NAMES}
