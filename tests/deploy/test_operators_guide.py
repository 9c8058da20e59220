"""The operator's guide leaves out no setting and no part of what health says."""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache

from deploy.database.roles import LOGINS
from deploy.health import ASKED, PARTS
from deploy.paths import PROJECT_DIR
from deploy.rest import throttles

GUIDE = (PROJECT_DIR / "docs/operator.md").read_text()
CODE = ("deploy", "ledger", "games", "clubs", "tournaments")
SETTING = re.compile(
    r'(?:\benv(?:\.\w+)?\(|environ(?:\.get\(|\[))\s*"([A-Z_]+)"|"(SPOIL_FIVE_\w+)"'
)
NOT_THE_OPERATORS = {
    "PAUSES_BETWEEN_DEALS",  # For tests and benchmarks.
    "DJANGO_SETTINGS_MODULE",  # Ours alone; a foreign one is refused in words.
    "SPOIL_FIVE_EMBEDDED",  # From one of our processes to another.
    "SPOIL_FIVE_TOKEN",  # A player's, for `verify_deal` (docs/fairness.md).
    *("CONTENT_LENGTH", "PATH_INFO"),  # A request's.
}


def settings_in_code() -> Iterator[str]:
    for app in CODE:
        for path in (PROJECT_DIR / app).rglob("*.py"):
            if "bench" not in path.parts:
                for match in SETTING.finditer(path.read_text()):
                    yield match[1] or match[2]


def test_every_setting_is_in_the_guide() -> None:
    found = set(settings_in_code()) - NOT_THE_OPERATORS

    assert {"SECRET_KEY", "DATABASE_LOGIN", "SPOIL_FIVE_NEW_KEYS"} <= found
    assert {name for name in found if f"`{name}`" not in GUIDE} == set()


def test_rates_are_said_of_one_process_where_each_counts_for_itself() -> None:
    """A cache of all processes together would make every one of these sentences untrue."""
    started = ("compose.yaml", "systemd")
    api, news = ((PROJECT_DIR / name).read_text() for name in ("docs/api.md", "CHANGELOG.md"))
    [rates] = [line for line in GUIDE.splitlines() if line.startswith("| `RATE_OF_PERSON`")]

    assert isinstance(caches["process"], LocMemCache)
    assert throttles.cache is caches["process"]
    assert "Each web process counts for itself" in rates
    assert "Each web process counts for\nitself" in api
    assert "60 tries a minute at one web process" in news
    for place in started:
        lines = read_lines(PROJECT_DIR / "deploy" / place)
        assert "--workers 2" in lines  # "Up to twice as many".


def read_lines(place: Path) -> str:
    """The line that starts the web, in compose or in the folder of the units."""
    if place.is_dir():
        return (place / "spoil-five-web.service").read_text()
    command: list[str] = yaml.safe_load(place.read_text())["services"]["web"]["command"]
    return " ".join(command)


def test_every_role_and_every_part_of_health_is_in_the_guide() -> None:
    assert {"login", "clock", "keys", "audit"} <= {*ASKED, *PARTS}
    assert [part for part in (*ASKED, *PARTS) if f"`{part}`" not in GUIDE] == []
    for login in LOGINS.values():
        assert f"`{login.name}`" in GUIDE
