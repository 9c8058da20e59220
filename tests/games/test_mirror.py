"""Where the tests of each module of `games` are: in its namesake, or in the one named here.

A namesake is in `tests/engine` for the engine, and in `tests/games` for all else.
"""

from pathlib import Path

ROOT = Path(__file__).parents[2]
ELSEWHERE = {
    "admin/deals": "games/test_admin",
    "admin/refusals": "clubs/test_stewards",
    "admin/tables": "games/test_admin",
    "api/deals": "games/test_api",
    "api/house_rules": "games/test_sight",
    "api/results": "games/test_entries",
    "api/seats": "games/test_api",
    "api/serializers": "games/test_sight",
    "api/tables": "games/test_api",
    "api/telling": "games/test_delay",
    "api/terms": "clubs/test_free_tables",
    "bell": "deploy/test_live_process",
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
    "errors": "rest/test_problem_pages",
    "fairness/sealing": "games/test_fairness",
    "fairness/seeds": "games/test_fairness",
    "live/asking": "deploy/test_live_process",
    "live/hub": "deploy/test_live",
    "live/lines": "deploy/test_live",
    "live/listening": "deploy/test_live_process",
    "live/lobby": "deploy/test_lobby",
    "live/looking": "deploy/test_slow_listeners",
    "live/reels": "deploy/test_live",
    "live/streams": "deploy/test_slow_listeners",
    "live/telling": "games/test_sight",
    "management/commands/close_lost_tables": "games/test_lost_keys",
    "management/commands/play": "games/test_practice",
    "management/commands/verify_deal": "games/test_proof",
    "models/clockwork": "games/test_clock",
    "models/deal": "games/test_acting",
    "models/heartbeat": "games/test_outages",
    "models/numbers": "games/test_history",
    "models/policy_columns": "games/test_policies",
    "models/result_entry": "games/test_by_hand",
    "models/results": "games/test_records",
    "models/table": "games/test_advance",
    "models/terms": "clubs/test_free_tables",
    "play/dealing": "games/test_advance",
    "play/lineup": "games/test_advance",
    "play/settlement": "games/test_advance",
    "play/strings": "games/test_entropy",
    "reasons": "ledger/test_reasons",
    "records/ratings": "games/test_records",
    "records/results": "games/test_uncounting",
    "rights": "rights/test_matrix",
    "seat_numbers": "games/test_history",
    "sight/card_proofs": "games/test_merkle",
    "sight/commentary": "games/test_admin",
    "sight/deals": "games/test_sight",
    "sight/events": "games/test_voided_streams",
    "sight/folding": "games/test_clocks",
    "sight/moved_chips": "games/test_history",
    "sight/revealing": "games/test_proof",
    "sight/strings": "games/test_sight",
    "sight/tables": "games/test_sight",
    "sight/turns": "games/test_clocks",
    "sight/watching": "games/test_sight",
    "tables/cashing": "games/test_sittings",
    "tables/holding": "games/test_clock",
    "tables/keys": "games/test_lost_keys",
    "tables/opening": "games/test_advance",
    "tables/seat_changes": "games/test_sittings",
    "tasks": "games/test_sweep",
}


def test_every_module_has_a_test() -> None:
    modules = {
        path.relative_to(ROOT / "games").with_suffix("").as_posix()
        for path in (ROOT / "games").rglob("*.py")
        if path.name not in ("__init__.py", "apps.py") and "migrations" not in path.parts
    }
    tests = {path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    without = {name for name in modules if _namesake(name) not in tests}

    assert without == ELSEWHERE.keys()
    assert {Path(f"{test}.py") for test in ELSEWHERE.values()} <= tests


def _namesake(module: str) -> Path:
    room = "engine" if module.startswith("engine/") else "games"
    return Path(f"{room}/test_{Path(module).name}.py")
