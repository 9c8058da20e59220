"""The door of a web process with the addresses of a benchmark."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "deploy.bench.addresses"
application = get_wsgi_application()
