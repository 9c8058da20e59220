"""House rules that a club keeps under a name: listed, chosen again, removed and kept again."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from clubs.errors import UnknownRules
from clubs.models import Club, Player, RulesRemoval, RulesRevision
from clubs.models.rules import RulesRevisionQuerySet
from clubs.revisions import lock_club
from deploy.names import neat


def kept_rules(club: Club) -> Iterable[RulesRevision]:
    """What the club can choose again, by name: of each name the latest."""
    return club.rules_revisions.kept()


def removed_rules(club: Club) -> Iterable[RulesRevision]:
    """What was removed from that list, and can be kept again."""
    return club.rules_revisions.removed()


def kept_name(club: Club, revision: RulesRevision) -> str:
    """The name of a revision of the club, if nobody removed that name."""
    is_removed = club.rules_revisions.removed().filter(name=revision.name).exists()
    return "" if is_removed else revision.name


def chosen_again(club: Club, name: str) -> RulesRevision:
    """What the club kept under this name.

    Raises:
        UnknownRules: it kept none, or the name was removed; the message says which names there are.
    """
    found = _called(name, club.rules_revisions.kept())
    if found is None:
        known = ", ".join(one.name for one in kept_rules(club)) or "none yet"
        raise UnknownRules(f"{club} has no rules called {name!r}. It has {known}.")
    return found


@transaction.atomic
def remove_kept(club: Club, name: str, *, by: Player, at: datetime) -> None:
    """Offer what the club kept under a name no longer. What is played by it stays as it is.

    Raises:
        UnknownRules: the club never kept rules under that name.
    """
    _set_removed(club, name, by=by, at=at, is_removed=True)


@transaction.atomic
def keep_again(club: Club, name: str, *, by: Player, at: datetime) -> None:
    """Take back that a name was removed.

    Raises:
        UnknownRules: the club never kept rules under that name.
    """
    _set_removed(club, name, by=by, at=at, is_removed=False)


def _set_removed(club: Club, name: str, *, by: Player, at: datetime, is_removed: bool) -> None:
    club = lock_club(club)
    have, want = club.rules_revisions.kept(), club.rules_revisions.removed()
    if not is_removed:
        have, want = want, have
    if revision := _called(name, have):
        RulesRemoval.objects.create(revision=revision, is_removed=is_removed, by=by, at=at)
    elif not _called(name, want):
        raise UnknownRules(
            f"{club} never kept rules under the name {neat(name)!r}. Choose a name from the list."
        )


def _called(name: str, revisions: RulesRevisionQuerySet) -> RulesRevision | None:
    """That of them which has the name; PostgreSQL keeps no text with a NUL, nor looks for one."""
    return None if "\0" in name else revisions.filter(name=neat(name)).first()
