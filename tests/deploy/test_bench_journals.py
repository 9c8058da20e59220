"""What the programs of a soak were told is done, written down and read again."""

from pathlib import Path

from deploy.bench.people import Journal, Order, read_journal


def test_a_journal_is_read_as_it_was_written(tmp_path: Path) -> None:
    orders = {Order(1, 0, "rob 8C"), Order(1, 3, "play 5H"), Order(2, 0, "decline")}
    journal = Journal(tmp_path / "journal")

    for order in [*orders, Order(1, 3, "play 5H")]:
        journal.add(order)

    assert read_journal(tmp_path / "journal") == orders == journal.orders


def test_somebody_who_was_told_nothing_has_an_empty_journal(tmp_path: Path) -> None:
    assert read_journal(tmp_path / "journal") == set()
