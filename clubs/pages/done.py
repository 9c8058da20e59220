"""What somebody did last at the desk, to be told and to be undone."""

from clubs.pages.visits import Visit


def last_of(visit: Visit) -> int:
    """The number of the last deed of this person; 0 where they have done nothing yet."""
    deeds = visit.night.deeds.filter(by=visit.by.player_id).order_by("-number")
    return deeds.values_list("number", flat=True).first() or 0
