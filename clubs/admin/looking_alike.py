"""The question whether a new name is somebody's who is in the club, and its answer in one tap."""

from collections.abc import Mapping
from typing import Final

from django.utils.safestring import SafeString

from clubs.errors import ClubsError, LooksLike

BUTTON: Final = SafeString(
    ' <button type="submit" name="is_another" value="1" class="font-semibold underline">'
    "It is somebody else: go on with this name</button>"
)


def asked_of(refusal: ClubsError) -> SafeString:
    """Give the button that answers, within the form; nothing where nothing is asked."""
    return BUTTON if isinstance(refusal, LooksLike) else SafeString("")


def is_another(form: Mapping[str, object]) -> bool:
    """Tell whether that button was pressed."""
    return "is_another" in form
