"""The Celery app: workers advance whatever is due; beat only asks them to look."""

import os
from typing import Any

from celery import Celery, Task

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")


class _Task(Task[Any, Any]):
    Request = "deploy.requests:Request"


app = Celery("spoil_five", task_cls=_Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
