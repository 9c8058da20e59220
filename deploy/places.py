"""Where the project and the programs of its environment lie."""

import sys
from pathlib import Path

PROJECT_DIR = Path(__file__).resolve().parent.parent
BIN_DIR = Path(sys.executable).parent
