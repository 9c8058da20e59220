"""The pictures of the docs: each is shown somewhere, and is light."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from deploy.demo.tonight import USUAL_HOUR
from deploy.management.pictures import zone_of_evening
from deploy.paths import PROJECT_DIR

PICTURES = sorted((PROJECT_DIR / "docs" / "pictures").iterdir())
MOST_BYTES = 150_000


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_shown_and_light(picture: Path) -> None:
    pages = [PROJECT_DIR / "README.md", *(PROJECT_DIR / "docs").glob("*.md")]

    assert any(f"pictures/{picture.name})" in page.read_text() for page in pages)
    assert picture.stat().st_size < MOST_BYTES


@pytest.mark.parametrize("hour", range(24))
def test_it_is_evening_in_the_pictures_whenever_they_are_taken(hour: int) -> None:
    at = datetime(2026, 11, 23, hour, 30, tzinfo=UTC)

    assert at.astimezone(ZoneInfo(zone_of_evening(at))).hour == USUAL_HOUR - 1
