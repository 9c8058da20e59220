"""Where the tests of each module of `games` are: in its namesake, or in the one named here.

A namesake is in `tests/engine` for the engine, and in `tests/games` for all else.
"""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = [path for path in (ROOT / "games").rglob("*.py") if "migrations" not in path.parts]
DOORS = {"admin", "api", "live", "management"}
FACADES = {"games.bots", "games.engine", "games.models"}  # They offer what their modules have.
ELSEWHERE = {
    "admin/deals": "games/test_admin",
    "admin/refusals": "clubs/test_stewards",
    "admin/tables": "games/test_admin",
    "api/bounds": "games/test_entries",
    "api/deals": "games/test_api",
    "api/house_rules": "games/test_sight",
    "api/results": "games/test_entries",
    "api/rules_options": "clubs/test_rules_api",
    "api/seats": "games/test_api",
    "api/serializers": "games/test_sight",
    "api/tables": "games/test_api",
    "api/telling": "games/test_delay",
    "api/terms": "clubs/test_free_tables",
    "bell": "games/test_holding",
    "bots/imagining": "games/test_strong_bot",
    "bots/playouts": "games/test_strong_bot",
    "bots/strong": "games/test_strong_bot",
    "bots/thumb": "games/test_bots",
    "engine/actions": "engine/test_notation",
    "engine/errors": "games/test_api",
    "engine/options": "engine/test_house_rules",
    "engine/outcome": "engine/test_scoring",
    "engine/places": "engine/test_dealing",
    "engine/presets": "engine/test_house_rules",
    "engine/ranking": "engine/test_against_naive",
    "engine/transcript": "engine/test_notation",
    "engine/rules": "engine/test_properties",
    "engine/sentences": "engine/test_house_rules",
    "engine/state": "engine/test_properties",
    "engine/versions": "engine/test_house_rules",
    "errors": "clubs/test_stewards",
    "fairness/sealing": "games/test_fairness",
    "fairness/seeds": "games/test_fairness",
    "evening/unclaimed": "games/test_closing",
    "chronicle": "deploy/test_night_streams",
    "concern": "deploy/test_own_crowds",
    "live/anybody": "deploy/test_tournament_streams",
    "live/asking": "deploy/test_live_process",
    "live/boards": "deploy/test_lobby",
    "live/following": "deploy/test_night_streams",
    "live/gathering": "deploy/test_own_crowds",
    "live/gate": "deploy/test_live_process",
    "live/hub": "deploy/test_live",
    "live/lines": "deploy/test_live",
    "live/listening": "deploy/test_live_process",
    "live/lobby": "deploy/test_lobby",
    "live/looking": "deploy/test_slow_listeners",
    "live/matters": "deploy/test_own_crowds",
    "live/messenger": "deploy/test_own_streams",
    "live/reels": "deploy/test_live",
    "live/streams": "deploy/test_slow_listeners",
    "live/telling": "games/test_sight",
    "management/commands/check_sides": "games/test_sides",
    "management/commands/close_lost_tables": "games/test_lost_keys",
    "management/commands/play": "games/test_practice",
    "management/commands/verify_deal": "games/test_proof",
    "models/clockwork": "games/test_clock",
    "models/deal": "games/test_acting",
    "models/former_stack": "games/test_returning",
    "models/heartbeat": "games/test_outages",
    "models/numbers": "games/test_history",
    "models/of_club": "games/test_rows_of_clubs",
    "models/policy_columns": "games/test_policies",
    "models/result_entry": "games/test_by_hand",
    "models/results": "games/test_records",
    "models/table": "games/test_advance",
    "models/totals_entry": "games/test_totals",
    "models/terms": "clubs/test_free_tables",
    "play/dealing": "games/test_advance",
    "play/journal": "games/test_replay",
    "play/record_keeping": "games/test_totals",
    "play/lineup": "games/test_advance",
    "play/settlement": "games/test_advance",
    "play/strings": "games/test_entropy",
    "play/taking_back": "games/test_stewarding",
    "reasons": "ledger/test_reasons",
    "records/record": "games/test_records",
    "records/ratings": "games/test_records",
    "records/results": "games/test_uncounting",
    "rights": "rights/test_addresses",
    "seat_numbers": "games/test_history",
    "sight/card_proofs": "games/test_merkle",
    "sight/commentary": "games/test_admin",
    "sight/deals": "games/test_sight",
    "sight/events": "games/test_voided_streams",
    "sight/folding": "games/test_clocks",
    "sight/moved_chips": "games/test_by_hand",
    "sight/own_tables": "deploy/test_own_crowds",
    "sight/revealing": "games/test_proof",
    "sight/strings": "games/test_sight",
    "sight/tables": "games/test_sight",
    "sight/turns": "games/test_clocks",
    "sight/watching": "deploy/test_slow_listeners",
    "tables/cashing": "games/test_sittings",
    "tables/keys": "games/test_lost_keys",
    "tables/last_deals": "tournaments/test_schedule",
    "tables/opening": "games/test_advance",
    "tables/seat_changes": "games/test_sittings",
}


def test_every_module_has_a_test() -> None:
    modules = {
        path.relative_to(ROOT / "games").with_suffix("").as_posix()
        for path in MODULES
        if path.name not in ("__init__.py", "apps.py")
    }
    tests = {path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    without = {name for name in modules if _namesake(name) not in tests}

    assert without == ELSEWHERE.keys()
    assert {Path(f"{test}.py") for test in ELSEWHERE.values()} <= tests


def test_a_test_that_is_named_here_reaches_its_module() -> None:
    """It imports the module, or what imports it; doors are reached by their address."""
    astray = {
        module: test
        for module, test in ELSEWHERE.items()
        if module.split("/")[0] not in DOORS
        and not _reached(module) & _imported(ROOT / "tests" / f"{test}.py")
    }

    assert astray == {}


def _reached(module: str) -> set[str]:
    """The names by which a test can have the module: its own, its room's, those of its users."""
    dotted = f"games.{module.replace('/', '.')}"
    room = dotted.rpartition(".")[0]
    users = {_dotted(path) for path in MODULES if dotted in _imported(path)}
    return {dotted, *users} | ({room} if room in FACADES else set())


@cache
def _imported(path: Path) -> frozenset[str]:
    """The modules that a file imports, by their dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return frozenset(found)


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _namesake(module: str) -> Path:
    room = "engine" if module.startswith("engine/") else "games"
    return Path(f"{room}/test_{Path(module).name}.py")
