"""The web's sign of life, from a thread of its own."""

import threading
import time

import psycopg
from django.db import connection

from deploy.heart import beat_on
from games.models import Heartbeat

PATIENCE_SECONDS = 30


def wait_for_sign(since: float) -> None:
    while not Heartbeat.objects.filter(part="web").exists():
        assert time.monotonic() - since < PATIENCE_SECONDS, "no sign of life"
        time.sleep(0.02)


def test_the_web_gives_a_sign_even_after_its_connection_was_lost(own_database: str) -> None:
    heart = threading.Event()
    thread = threading.Thread(target=beat_on, args=(heart,))
    thread.start()
    try:
        wait_for_sign(time.monotonic())
        connection.close()
        with psycopg.connect(own_database) as owner:
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        Heartbeat.objects.all().delete()
        wait_for_sign(time.monotonic())
    finally:
        heart.set()
        thread.join(timeout=PATIENCE_SECONDS)
    assert not thread.is_alive()
