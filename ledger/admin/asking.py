"""The one page that asks before chips move: whose they are, what moves, and what each will hold."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.models import Account


@dataclass(frozen=True)
class Section:
    """One thing that will be done, and the chips that it moves.

    Attributes:
        legs: Chips that each account gains, by its key; negative for what it gives.
    """

    name: str
    sentence: str = ""
    legs: Mapping[int, int] = field(default_factory=dict)


class Move(NamedTuple):
    """What an account holds, gains, and will hold."""

    account: Account
    before: int
    chips: int
    after: int

    @property
    def is_short(self) -> bool:
        """Whether the account does not hold what it has to give."""
        return self.account.min_balance is not None and self.after < self.account.min_balance


def asking_page(
    request: HttpRequest,
    context: Mapping[str, Any],
    *,
    title: str,
    sections: Sequence[Section],
    label: str,
    back: str,
    form: Form | None = None,
    is_filled: bool = False,
) -> HttpResponse:
    """Show what will move, and a button that does it if everybody holds what they give.

    Args:
        context: What every page of the admin has.
        label: What the button says; empty where nothing can be done, so that there is none.
        back: The address to go back to without doing it.
        form: What has to be filled in as well.
        is_filled: It is, so that its fields are hidden, and the button sends `post`.
    """
    told = list(_shown(sections))
    is_short = any(move.is_short for section in told for move in section["moves"])
    shown = {
        "title": title,
        "sections": told,
        "is_short": is_short,
        "label": "" if is_short else label,
        "back": back,
        "form": form,
        "is_filled": is_filled,
    }
    return render(request, "ledger/asking.html", {**context, **shown})


def _shown(sections: Sequence[Section]) -> Iterator[dict[str, Any]]:
    """Each with its moves, givers first; an account may be in several sections."""
    accounts = Account.objects.in_bulk({pk for section in sections for pk in section.legs})
    held = {pk: account.balance for pk, account in accounts.items()}
    for section in sections:
        moves = []
        for pk, chips in sorted(section.legs.items(), key=lambda leg: leg[1]):
            moves.append(Move(accounts[pk], held[pk], chips, held[pk] + chips))
            held[pk] += chips
        yield {"name": section.name, "sentence": section.sentence, "moves": moves}
