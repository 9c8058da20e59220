"""Tests of tournaments: what a sweep sends to workers is done at once."""

from collections.abc import Iterator

import pytest

from deploy.celery import app


@pytest.fixture(autouse=True)
def workers_at_once() -> Iterator[None]:
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False
