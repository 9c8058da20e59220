"""The door of the web process: ordinary views under WSGI threads."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

application = get_wsgi_application()

from deploy.heart import start_heart  # noqa: E402  # Only now the apps are loaded.

start_heart()
