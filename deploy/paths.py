"""Where the project, its settings and the programs of its environment lie."""

import os
import sys
from pathlib import Path

PROJECT_DIR = Path(__file__).resolve().parent.parent
BIN_DIR = Path(sys.executable).parent
SETTINGS = "deploy.settings"


def name_settings() -> None:
    """Tell Django where our settings are; those of another project stop the start."""
    named = os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if named != SETTINGS:
        sys.exit(
            f"DJANGO_SETTINGS_MODULE names the settings of another project, {named}: unset it "
            "first. What Spoil Five lets you set is in docs/operator.md."
        )
