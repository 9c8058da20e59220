"""Ordinary views under WSGI, to which `deploy.web` gives its threads."""

import django

from deploy.embedded.processes import die_with_main
from deploy.paths import name_settings

name_settings()
die_with_main()
django.setup(set_prefix=False)

from deploy.health import say_keys  # noqa: E402  # Only now the apps are loaded.
from deploy.heart import Heart  # noqa: E402
from deploy.rest.requests import WebHandler  # noqa: E402

say_keys("web")
application = Heart(WebHandler())
application.start()
