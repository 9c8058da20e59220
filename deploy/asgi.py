"""The doors of the live process: its streams alone, or with all ordinary views beside them."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from games.live.streams import Streams  # noqa: E402  # Only now the apps are loaded.

application = Streams()
