"""C17: the keys that open what is sealed are lost, or are others."""

import base64
import os
import secrets
from collections.abc import Iterator

from deploy.bench.ports import HOST, free_port
from deploy.embedded.addresses import environment
from deploy.supervisor import web
from tests.attacks import instance
from tests.attacks.callers import Site
from tests.attacks.catalogue import DATABASE, PROCESSES, attack
from tests.attacks.machine import running
from tests.attacks.stage import Stage


@attack("C17", needs=(PROCESSES, DATABASE))
def a_web_with_wrong_keys_says_that_it_is_ready(stage: Stage) -> Iterator[str]:
    """A web process is started beside the others, with keys that open nothing of what is kept:
    it refuses to start, or says that it is not ready."""
    assert stage.data
    _make_a_table(stage)
    port = free_port()
    wrong = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    program = web(HOST, port)
    settings = environment(stage.data) | {"SPOIL_FIVE_DATA": str(stage.data)}
    settings |= {"SEED_KEYS": wrong, "DATABASE_LOGIN": program.login}
    with (
        Site(f"http://{HOST}:{port}") as site,
        running(list(program.command), os.environ | settings) as child,
    ):
        if child.reaches(site.answers):
            if site.send("GET", "/readyz").body["parts"]["keys"] == "ok":
                yield "it says that its keys are well"
        elif not child.has_ended:
            yield f"it neither answers nor ends: {child.said[-300:]}"
        elif "Traceback" in child.said and "seed" not in child.said.lower():
            yield f"it ends without words: {child.said[-300:]}"


@attack(
    "C17", harms="keys.json is taken out of the data, and put back.", needs=(PROCESSES, DATABASE)
)
def lost_keys_are_made_anew(stage: Stage) -> Iterator[str]:
    """keys.json is lost: commands on this data refuse to go on with new keys beside old rows."""
    assert stage.data
    _make_a_table(stage)
    keys, aside = stage.data / "keys.json", stage.data / "keys.aside"
    keys.rename(aside)
    try:
        port = free_port()
        words = instance.command("up", "--port", str(port))
        environ = instance.environment(stage.data)
        with Site(f"http://{HOST}:{port}") as site, running(words, environ) as second:
            if second.reaches(site.answers):
                yield f"up goes on: {second.said[-300:]}"
            elif "keys.json" not in second.said or "Traceback" in second.said:
                yield f"up ends without the words for it: {second.said[-300:]}"
        if keys.exists():
            yield "new keys were made"
    finally:
        aside.replace(keys)


def _make_a_table(stage: Stage) -> None:
    """So that there is something to open."""
    stage.maura.post("free-tables", {"club": stage.club.id, "name": "Sealed"})
