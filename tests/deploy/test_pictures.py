"""The pictures of the docs: each is shown somewhere, and is light."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from deploy.demo.tonight import USUAL_HOUR
from deploy.management.pictures import zone_of_evening
from deploy.paths import PROJECT_DIR

PICTURES = sorted((PROJECT_DIR / "docs" / "pictures").iterdir())
MOST_BYTES = 150_000


def test_every_picture_is_shown_and_light() -> None:
    pages = [PROJECT_DIR / "README.md", *(PROJECT_DIR / "docs").glob("*.md")]
    shown = "".join(page.read_text() for page in pages)

    assert [one.name for one in PICTURES if f"pictures/{one.name})" not in shown] == []
    assert [one.name for one in PICTURES if one.stat().st_size >= MOST_BYTES] == []


def test_it_is_evening_in_the_pictures_whenever_they_are_taken() -> None:
    for hour in range(24):
        at = datetime(2026, 11, 23, hour, 30, tzinfo=UTC)

        assert at.astimezone(ZoneInfo(zone_of_evening(at))).hour == USUAL_HOUR - 1
