"""Where the project, its settings and the programs of its environment lie."""

import os
import sys
from pathlib import Path

PROJECT_DIR = Path(__file__).resolve().parent.parent
BIN_DIR = Path(sys.executable).parent
SETTINGS = "deploy.settings"
SETTINGS_FILE = "SPOIL_FIVE_SETTINGS"


def name_settings() -> None:
    """Tell Django where our settings are; those of another project stop the start.

    The lines of the file that SPOIL_FIVE_SETTINGS names are set, too, unless they are set already.
    """
    if file := os.environ.get(SETTINGS_FILE):
        for name, value in _read_settings(Path(file)).items():
            os.environ.setdefault(name, value)
    named = os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if named != SETTINGS:
        sys.exit(
            f"DJANGO_SETTINGS_MODULE names the settings of another project, {named}: unset it "
            "first. What Spoil Five lets you set is in docs/operator.md."
        )


def _read_settings(file: Path) -> dict[str, str]:
    """The lines NAME=VALUE of a file, as systemd's EnvironmentFile has them."""
    from dotenv import dotenv_values

    try:
        with file.open(encoding="utf-8") as lines:
            found = dotenv_values(stream=lines, interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{SETTINGS_FILE} names {file}, which cannot be read: {error}.")
    if not {"DATABASE_URL", "REDIS_URL"} <= found.keys():
        sys.exit(f"{file} ({SETTINGS_FILE}) has no DATABASE_URL and REDIS_URL: add both.")
    return {name: value for name, value in found.items() if value is not None}
