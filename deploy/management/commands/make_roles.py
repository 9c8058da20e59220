"""`manage.py make_roles`: the roles under which the services log in, made or set right."""

import os
from typing import cast

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from deploy.database.roles import LOGINS, TIME_OUTS, hand_over, make_logins, trouble_with_roles


class Command(BaseCommand):
    help = (
        "Makes the database roles of web, worker, migrate, audit and backup with their time-outs,"
        " and gives the tables to the one that migrates. Run it as a superuser; again is harmless."
    )
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        connection.ensure_connection()
        line = cast("psycopg.Connection", connection.connection)
        passwords = {
            service: os.environ.get(login.password_setting, "") for service, login in LOGINS.items()
        }
        try:
            make_logins(line, passwords)
            if not settings.IS_EMBEDDED:  # There the terminal's own commands are the owner's.
                hand_over(line)
        except psycopg.errors.InsufficientPrivilege as error:
            raise CommandError(
                f"{line.info.user} may not make roles ({error.diag.message_primary}). Name a"
                " superuser of the server in DATABASE_URL for this one command."
            ) from error
        for login in LOGINS.values():
            limits = ", ".join(map(" ".join, zip(TIME_OUTS, login.time_outs, strict=True)))
            self.stdout.write(f"{login.name}: {limits}")
            if not passwords[login.service] and not settings.IS_EMBEDDED:
                self.stdout.write(f"  {login.password_setting} is not set: its password stays.")
        if trouble := trouble_with_roles():
            self.stdout.write(f"Not right yet: {trouble}")
