"""A data directory for one command: empty at its start, gone at its end."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator, MutableMapping
from pathlib import Path

from deploy.embedded.addresses import environment
from deploy.paths import SETTINGS_FILE


@contextlib.contextmanager
def throwaway_data(environ: MutableMapping[str, str]) -> Iterator[None]:
    """Have a new data directory named within the block, and no server or key of anybody else."""
    data = Path(tempfile.mkdtemp(prefix="spoil-five-drill-"))
    of_servers = [name for name in environ if name.startswith("DATABASE_")]
    for name in {*of_servers, *environment(data), SETTINGS_FILE}:
        environ.pop(name, None)
    environ["SPOIL_FIVE_DATA"] = str(data)
    try:
        yield
    finally:
        shutil.rmtree(data, ignore_errors=True)
