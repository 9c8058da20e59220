"""The Celery app: workers advance whatever is due; beat only asks them to look."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("spoil_five")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
