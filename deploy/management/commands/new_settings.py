"""`manage.py new_settings`: a file of settings for a new service, with keys of its own."""

import base64
import secrets

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.http.request import validate_host

from deploy.database.roles import LOGINS
from deploy.embedded.addresses import SEALING
from deploy.paths import PROJECT_DIR

PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789.-"


class Command(BaseCommand):
    help = (
        "Writes the settings of a new service to the standard output, with new keys and passwords:"
        " for one machine, with PostgreSQL and Valkey on it. It is the environment file of the"
        " units in deploy/systemd."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("site", help="the name of the service, such as cards.example")

    def handle(self, *args: object, site: str, **options: object) -> None:
        if not site or set(site) - set(PLAIN) or not validate_host(site, [site]):
            raise CommandError(f"{site} is no name of a host: write it as cards.example.")
        for name, value in _settings(site).items():
            self.stdout.write(f"{name}={value}")


def _settings(site: str) -> dict[str, str]:
    """Whatever has no default that fits, by its name."""
    return {
        "SITE": site,
        "ALLOWED_HOSTS": site,
        "CSRF_TRUSTED_ORIGINS": f"https://{site}",
        "DATABASE_URL": "postgresql://127.0.0.1:5432/spoil_five",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "STATIC_ROOT": str(PROJECT_DIR.parent / "static"),
        "SECRET_KEY": secrets.token_urlsafe(48),
        **{name: base64.urlsafe_b64encode(secrets.token_bytes(32)).decode() for name in SEALING},
        **{login.password_setting: secrets.token_urlsafe(24) for login in LOGINS.values()},
    }
