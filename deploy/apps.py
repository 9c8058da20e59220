"""The Django project as an app: it owns the commands and loads the Celery app with Django."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        # Without it `shared_task` in a web process would look for a broker of its own.
        from deploy.celery import app  # noqa: F401
        from deploy.database.row_locks import log_slow_work
        from deploy.unlocked import CHECKS

        CHECKS.append(log_slow_work)
