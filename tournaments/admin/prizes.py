"""Prizes in the form of an announcement: a category is a line, as people would say it."""

import re
from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar, Final

from django import forms
from unfold.widgets import UnfoldAdminTextareaWidget

from tournaments.errors import ImpossibleTournament
from tournaments.models import Tournament
from tournaments.prizes import GROUPS, MEASURES
from tournaments.promises import PRIZE_FIELDS, CategoryPlan, check_prizes, whole_categories

AMOUNT: Final = re.compile(r"(\d{1,9}) ?(%|chips?)")
EXPECTED: Final = (
    "One a line, such as “Most jinks: jinks, 10 chips” or “Best guest: guests, 5%”. After the name "
    f"stand what decides ({', '.join(MEASURES)}; else the standings), who can win it "
    f"({', '.join(GROUPS)}; else everybody), and the prize."
)


class CategoriesField(forms.CharField):
    """Categories of prizes, one a line."""

    default_error_messages: ClassVar = {
        "unread": "“%(line)s” is not understood at “%(part)s”: write it like “Most jinks: jinks, "
        "10 chips”."
    }

    def __init__(self) -> None:
        widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})
        label = "Prize categories"
        super().__init__(required=False, label=label, help_text=EXPECTED, widget=widget)

    def to_python(self, value: Any) -> Any:
        lines = [line.strip() for line in (value or "").splitlines()]
        return whole_categories([self._category(line) for line in lines if line])

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(_line, value)) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))

    def _category(self, line: str) -> CategoryPlan:
        name, _, told = line.partition(":")
        found: CategoryPlan = {"name": name.strip()}
        for part in (part.strip() for part in told.split(",")):
            amount = AMOUNT.fullmatch(part)
            if amount and amount[2] == "%":
                found["percent"] = int(amount[1])
            elif amount:
                found["chips"] = int(amount[1])
            elif part in MEASURES:
                found["measure"] = part
            elif part in GROUPS:
                found["group"] = part
            else:
                self._refuse(line, part)
        return found

    def _refuse(self, line: str, part: str) -> None:
        message = self.error_messages["unread"]
        told = {"line": line, "part": part or line}
        raise forms.ValidationError(message, code="unread", params=told)


def prizes_refusal(instance: Tournament, given: Mapping[str, Any]) -> str | None:
    """Why a tournament cannot have the prizes that a form gives; None if it can."""
    drafted = copy(instance)
    for name in (*PRIZE_FIELDS, "entry_chips", "members_count"):
        if name in given:
            setattr(drafted, name, given[name])
    try:
        check_prizes(drafted)
    except ImpossibleTournament as refusal:
        return str(refusal)
    return None


def _line(category: CategoryPlan) -> str:
    amounts = (
        f"{category['chips']} chips" * bool(category["chips"]),
        f"{category['percent']}%" * bool(category["percent"]),
    )
    parts = filter(None, (category["measure"], category["group"], *amounts))
    return f"{category['name']}: {', '.join(parts)}"
