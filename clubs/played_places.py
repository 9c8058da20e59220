"""The places at which somebody plays or played; one whose taking was undone is none."""

from collections.abc import Sequence

from clubs.models import DeedKind, NightDeed, NightPlace
from clubs.models.night_round import NightPlaceQuerySet


def played_places(nights: Sequence[int]) -> NightPlaceQuerySet:
    """The places of nights that count; one or two queries find out what was undone.

    A place does not count if the opening of its table was undone, or that somebody came to it.

    Args:
        nights: Their ids.
    """
    places = NightPlace.objects.opened().filter(round__night__in=nights)
    standing = places.filter(table__table__is_taken_back=False)
    return standing.exclude(pk__in=_undone_comings(nights))


def _undone_comings(nights: Sequence[int]) -> set[int]:
    """The places to which somebody came by a deed that is undone."""
    undos = NightDeed.objects.filter(night__in=nights, kind=DeedKind.UNDO)
    rows = undos.order_by().values_list("undoes", "pk")
    undo_of = {undone: pk for undone, pk in rows if undone is not None}
    roots = undo_of.keys() - set(undo_of.values())
    undone = [deed for deed in roots if _is_undone(deed, undo_of)]
    if not undone:
        return set()
    deeds = NightDeed.objects.filter(pk__in=undone).values_list("before__effects", flat=True)
    return {pk for effects in deeds for name, pk, *_ in effects or () if name == "came"}


def _is_undone(deed: int, undo_of: dict[int, int]) -> bool:
    """Return True if an odd number of undos follows the deed."""
    later = undo_of.get(deed)
    return later is not None and not _is_undone(later, undo_of)
