"""The doors of the live process: its streams alone, or with all ordinary views beside them."""

import django

from deploy.embedded.processes import die_with_main
from deploy.paths import name_settings

name_settings()
die_with_main()
django.setup()

from deploy.health import say_keys  # noqa: E402  # Only now the apps are loaded.
from games.live.streams import Streams  # noqa: E402

say_keys()
application = Streams()
