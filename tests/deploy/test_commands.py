"""Commands in strange surroundings: each says in words what is wrong, and leaves nothing behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.bench.ports import free_port
from deploy.embedded.addresses import KEYS, socket_directory
from deploy.paths import PROJECT_DIR
from deploy.ports import command_of

PATIENCE_SECONDS = 90
OURS = ("DATABASE_URL", "REDIS_URL", *KEYS, "ALLOWED_HOSTS", "SPOIL_FIVE_EMBEDDED")
SERVERS = {
    "DATABASE_URL": "postgresql://nobody@/nothing?host=/nowhere",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": "only for tests",
    "ALLOWED_HOSTS": "localhost",
    "SEED_KEYS": "A" * 43 + "=",
    "SECOND_FACTOR_KEYS": "B" * 42 + "A=",
}


def surroundings(data: Path, **more: str) -> dict[str, str]:
    """The environment of somebody who set nothing, but for what a test sets."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return kept | {"SPOIL_FIVE_DATA": str(data)} | more


def run(
    *words: str, environ: dict[str, str], checkout: Path = PROJECT_DIR, python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, str(checkout / "manage.py"), *words],
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def refusal(answer: subprocess.CompletedProcess[str]) -> str:
    """What a command said that would not start, in one sentence or two."""
    assert answer.returncode == 1, answer
    assert "Traceback" not in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
    return answer.stderr


def processes_of(folder: Path) -> list[str]:
    numbers = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    lines = (command_of(number) for number in numbers)
    return [line for line in lines if str(folder) in line or str(socket_directory(folder)) in line]


def wait_until(is_so: Callable[[], bool], told: object = "") -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, told
        time.sleep(0.01)


@pytest.mark.parametrize("command", ["migrate", "up", "test", "clean", "check"])
def test_settings_of_another_project_are_refused(tmp_path: Path, command: str) -> None:
    answer = run(command, environ=surroundings(tmp_path, DJANGO_SETTINGS_MODULE="shop.settings"))

    assert "DJANGO_SETTINGS_MODULE names the settings of another project" in refusal(answer)


@pytest.mark.parametrize("name", ["PGSERVICE", "PGOPTIONS", "PGHOSTADDR"])
def test_what_leads_past_the_named_database_is_refused(tmp_path: Path, name: str) -> None:
    answer = run("migrate", environ=surroundings(tmp_path, **SERVERS, **{name: "elsewhere"}))

    assert f"Unset {name}: DATABASE_URL alone" in refusal(answer)


def test_a_setting_of_the_wrong_type_is_named(tmp_path: Path) -> None:
    answer = run("check", environ=surroundings(tmp_path, **SERVERS, DEBUG="perhaps"))

    assert "DEBUG" in refusal(answer)


def test_what_leads_libpq_elsewhere_does_not_lead_a_command(tmp_path: Path) -> None:
    misleading = {"PGSERVICE": "elsewhere", "PGHOSTADDR": "192.0.2.1", "PGOPTIONS": "-c a.b=c"}
    answer = run("showmigrations", "ledger", environ=surroundings(tmp_path, **misleading))

    assert answer.returncode == 0, answer
    assert "0001_checks" in answer.stdout


@pytest.mark.parametrize(
    "forced",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    ],
)
def test_a_terminal_of_ascii_alone_is_written_to(tmp_path: Path, forced: dict[str, str]) -> None:
    script = "import sys; sys.stdout.write(chr(0x2660)); sys.stderr.write(chr(0xe1) + chr(0x2660))"
    answer = run("shell", "-v0", "-c", script, environ=surroundings(tmp_path, **forced))

    assert answer.returncode == 0, answer
    assert answer.stdout in ("\\u2660", "\u2660")


def checkout(folder: Path) -> Path:
    left_out = shutil.ignore_patterns(".*", "__pycache__", "tests")
    return Path(shutil.copytree(PROJECT_DIR, folder / "checkout", ignore=left_out))


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A checkout that nobody can write to."""
    folder = str(checkout(tmp_path))
    bind = subprocess.run(["mount", "--bind", folder, folder], capture_output=True, check=False)
    if bind.returncode:
        pytest.skip("nobody may mount a folder here")
    subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
    yield Path(folder)
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_checkout_that_cannot_be_written_has_no_place_for_data(read_only: Path) -> None:
    environ = surroundings(read_only)
    del environ["SPOIL_FIVE_DATA"]

    answer = run("migrate", environ=environ, checkout=read_only)

    assert f"{read_only}/.data cannot be written (Read-only file system)" in refusal(answer)


def test_a_checkout_that_cannot_be_written_has_no_place_for_packages(read_only: Path) -> None:
    python = Path(sys.base_prefix) / "bin" / "python3"

    answer = run("up", environ=surroundings(read_only), checkout=read_only, python=str(python))

    assert f"{read_only}/.venv cannot be written (Read-only file system)" in refusal(answer)


# The file of the data, or the word on the terminal, by which each is known.
MOMENTS = {
    "it has hardly begun": "",
    "the keeper starts": "keeper.log",
    "the servers start": "postgres/postmaster.pid",
    "it migrates": "valkey.log",
    "the web starts": "Starting granian",
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_start_that_is_broken_off_leaves_no_traceback_and_no_process(
    tmp_path: Path, moment: str
) -> None:
    data, said = tmp_path / "data", tmp_path / "said"
    command = [sys.executable, str(PROJECT_DIR / "manage.py"), "up", "--port", str(free_port())]
    with (
        said.open("w") as output,
        subprocess.Popen(command, env=surroundings(data), stdout=output, stderr=output) as process,
    ):
        sign = MOMENTS[moment]
        wait_until(lambda: (data / sign).exists() or sign in said.read_text(), said.read_text())
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_SECONDS)

    wait_until(lambda: not processes_of(data), processes_of(data))
    assert "Traceback" not in said.read_text()
    assert not socket_directory(data).exists()


# As a module in C does that is interrupted while it is imported.
INTERRUPTED_IN_C = """
import os, signal, manage

def execute():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        signal.pause()
    except KeyboardInterrupt:
        raise TypeError("expected a message argument") from None

manage._execute = execute
manage.main()
"""


def test_a_stop_that_a_module_takes_for_an_error_leaves_no_traceback(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IN_C, "sweep"],
        env=surroundings(tmp_path),
        cwd=PROJECT_DIR,
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 1
    assert answer.stderr == "Stopped (TypeError: expected a message argument).\n"


def test_a_first_start_that_is_broken_off_leaves_no_traceback_and_no_process(
    tmp_path: Path,
) -> None:
    """While it makes its environment and installs into it."""
    folder, said = checkout(tmp_path), tmp_path / "said"
    python = str(Path(sys.base_prefix) / "bin" / "python3")
    with (
        said.open("w") as output,
        subprocess.Popen(
            [python, str(folder / "manage.py"), "up"],
            env=surroundings(tmp_path / "data"),
            stdout=output,
            stderr=output,
        ) as process,
    ):
        wait_until(lambda: "installing what" in said.read_text(), said.read_text())
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_SECONDS)

    assert "Traceback" not in said.read_text()
    wait_until(lambda: not processes_of(folder), processes_of(folder))
