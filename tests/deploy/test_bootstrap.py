"""`manage.py` builds its environment once, and again only when a lock has changed."""

import re
from pathlib import Path

import pytest

from deploy import bootstrap
from deploy.paths import PROJECT_DIR


@pytest.fixture
def locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder with three locks, in which nothing is installed yet."""
    for lock in bootstrap.LOCKS:
        (tmp_path / lock).write_text(f"{lock} of today")
    monkeypatch.setattr(bootstrap, "PROJECT_DIR", tmp_path)
    return tmp_path


def test_nothing_installed_is_not_fresh(locks: Path) -> None:
    assert not bootstrap.is_fresh({}, bootstrap.LOCKS[0])


@pytest.mark.parametrize(
    ("installed", "wanted", "is_fresh"),
    [(0, 0, True), (1, 0, True), (2, 1, True), (0, 1, False), (1, 2, False)],
)
def test_a_later_lock_holds_the_ones_before(
    locks: Path, installed: int, wanted: int, is_fresh: bool
) -> None:
    stamp = bootstrap.stamp_of(bootstrap.LOCKS[installed])

    assert bootstrap.is_fresh(stamp, bootstrap.LOCKS[wanted]) is is_fresh


def test_a_changed_lock_is_installed_again(locks: Path) -> None:
    stamp = bootstrap.stamp_of(bootstrap.LOCKS[0])
    (locks / bootstrap.LOCKS[0]).write_text("of tomorrow")

    assert not bootstrap.is_fresh(stamp, bootstrap.LOCKS[0])


def test_each_lock_holds_all_of_the_one_before_by_hash_and_without_addresses() -> None:
    pins = [
        set(re.findall(r"^[a-z0-9-]+==[^ ]+", (PROJECT_DIR / lock).read_text(), re.M))
        for lock in bootstrap.LOCKS
    ]

    assert pins[0] < pins[1] < pins[2]
    for lock in (*bootstrap.LOCKS, "requirements-uv.lock"):
        text = (PROJECT_DIR / lock).read_text()
        assert "://" not in text
        for entry in re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.M)[1:]:
            assert "--hash=sha256:" in entry, entry
