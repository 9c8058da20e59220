"""What was done is told in sentences, of one thing and of several."""

import pytest

from clubs.sentences import Told, sentence

NAMES = {1: "Nora", 2: "Con", 3: "Dan"}


@pytest.mark.parametrize(
    ("kind", "told", "text"),
    [
        ("draw", {}, "Rounds were drawn"),
        ("draw", {"rounds": [3]}, "Round 3 was drawn"),
        ("repair", {"rounds": [3, 4]}, "Rounds 3 to 4 were repaired"),
        ("draw", {"rounds": [1, 2, 3]}, "Rounds 1 to 3 were drawn"),
        ("check_in", {"people": [1]}, "Nora checked in"),
        ("check_in", {"people": [1, 2]}, "Nora and Con checked in"),
        ("check_in", {"people": [1, 2, 3]}, "Nora, Con and Dan checked in"),
        ("check_in", {"people": [4]}, "somebody checked in"),
        ("lock", {"table": 2, "is_locked": False}, "Table 2 was unlocked"),
        ("move", {"people": [3], "tables": [1, 2]}, "Dan moved from table 1 to table 2"),
    ],
)
def test_a_deed_is_told(kind: str, told: Told, text: str) -> None:
    assert sentence(kind, told, NAMES) == text
