"""C18 and C20: where an instance runs, what leads its commands astray, and what its logs tell."""

import http.client
from collections.abc import Iterator

import psycopg

from tests.attacks import instance
from tests.attacks.callers import Obstructed, wait_until
from tests.attacks.catalogue import DATABASE, PROCESSES, attack
from tests.attacks.machine import START_SECONDS, running
from tests.attacks.stage import Stage

ASTRAY = {"PGSERVICE": "elsewhere", "PGHOSTADDR": "192.0.2.1", "PGOPTIONS": "-c a.b=c"}
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


@attack("C18", needs=(PROCESSES,))
def health_is_told_under_one_name_alone(stage: Stage) -> Iterator[str]:
    """Whoever looks after the instance from within asks for its health by another host name."""
    for path in ("/livez", "/readyz"):
        answer = stage.site.send("GET", path, headers={"Host": "attacked.example"})
        if answer.status != http.client.OK:
            yield f"{path}: {answer.status}"


@attack("C20", needs=(PROCESSES,))
def a_terminal_leads_a_command_astray(stage: Stage) -> Iterator[str]:
    """A command is given on the data of the instance where PGSERVICE and its like lead elsewhere
    and only ASCII can be written, then with the settings of another project."""
    said, status = _said(stage, ASTRAY | ASCII, "showmigrations", "ledger")
    if status or "[X] 0001" not in said:
        yield f"it ends with {status}: {said[-300:]}"
    said, status = _said(stage, {"DJANGO_SETTINGS_MODULE": "shop.settings"}, "showmigrations")
    if status != 1 or len(said.splitlines()) != 1:
        yield f"with the settings of another project it ends with {status}: {said[-300:]}"


@attack("C20", needs=(PROCESSES, DATABASE))
def the_log_of_the_database_tells_values(stage: Stage) -> Iterator[str]:
    """Statements are refused for their values: the servers' log tells that, and no value."""
    assert stage.data
    log, value = stage.data / "postgres.log", f"value-{stage.run}"
    before = log.stat().st_size
    with stage.owner() as owner:
        for sql in (
            "INSERT INTO ledger_book (name, opened_at) VALUES (%s, 'infinity')",
            "DO $$ BEGIN PERFORM 1 / (length('{0}') - {1}); END $$",
            "SELECT '{0}' FROM nowhere",
        ):
            text = sql.format(value, len(value))
            try:
                owner.execute(text, [value] if "%s" in text else None)
            except psycopg.Error:
                continue
            raise Obstructed(f"nobody refuses {text}")

    def told() -> str:
        return log.read_bytes()[before:].decode(errors="replace")

    if not wait_until(lambda: "nowhere" in told()):
        raise Obstructed("the log says nothing of it")
    if value in told():
        yield "a value stands in the log"


def _said(stage: Stage, surroundings: dict[str, str], *words: str) -> tuple[str, int]:
    """What a command says, and how it ends."""
    assert stage.data
    environ = instance.environment(stage.data) | surroundings
    with running(instance.command(*words), environ) as command:
        if not wait_until(lambda: command.has_ended, seconds=START_SECONDS):
            raise Obstructed(f"it does not end: {command.said[-300:]}")
        return command.said, command.process.returncode
