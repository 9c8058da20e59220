"""What the logs tell: who asked for what and how it ended, and never a card."""

import contextlib
import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from rest_framework.test import APIClient

from deploy.logs import SWEEPS, logging_settings
from tests.ledger.factories import HolderFactory
from tests.rest.conftest import DOORS

pytestmark = [pytest.mark.urls(DOORS), pytest.mark.django_db]


@pytest.fixture(params=[True, False], ids=["json", "lines"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What is logged from now on."""
    wanted = logging_settings(as_json=request.param, level="INFO")
    configurator = logging.config.DictConfigurator(wanted)
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(configurator.configure_formatter(wanted["formatters"]["structured"]))
    logging.root.addHandler(handler)
    yield log
    logging.root.removeHandler(handler)


@pytest.fixture
def client() -> APIClient:
    return APIClient(raise_request_exception=False)


def test_a_request_is_one_line_with_its_id(client: APIClient, log: io.StringIO) -> None:
    holder = HolderFactory.create()
    client.force_authenticate(holder)

    answer = client.post("/api/v1/refusals", {"chips": 5, "memo": "for nobody's eyes"})

    [line] = log.getvalue().splitlines()
    assert answer.headers["X-Request-ID"] in line
    assert "request_finished" in line
    assert "POST /api/v1/refusals" in line
    assert "for nobody's eyes" not in line


@pytest.mark.parametrize("address", ["forgotten/1a-{key}/", "confirm/{key}/"])
def test_a_key_of_a_mail_is_in_no_line(client: APIClient, log: io.StringIO, address: str) -> None:
    """Whoever reads the log would have the login."""
    key = "MQ-d1abc:2:secret"

    client.get(f"/accounts/{address.format(key=key)}?next=/")

    assert "/accounts/" in log.getvalue()
    assert "secret" not in log.getvalue()


def test_json_is_for_programs(client: APIClient, log: io.StringIO) -> None:
    client.get("/api/v1/refusals/stale")

    text = log.getvalue()
    if text.startswith("{"):
        line = json.loads(text)
        assert line["code"] == 409
        assert line["level"] == "warning"
        assert line["timestamp"].endswith("Z")
    else:
        assert "code=409" in text


def test_a_traceback_shows_no_local_variable(client: APIClient, log: io.StringIO) -> None:
    """The door that crashes has a card in a local variable."""
    client.get("/api/v1/crash-with-cards")

    text = log.getvalue()
    assert "ZeroDivisionError" in text
    assert "crash_with_cards" in text
    assert "9D" not in text


def test_a_library_is_heard_too(log: io.StringIO) -> None:
    logging.getLogger("some.library").warning("The broker is %s", "gone")

    assert "The broker is gone" in log.getvalue()
    assert "some.library" in log.getvalue()


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
def test_rounds_that_found_nothing_say_so_only_to_who_looks_for_a_fault(level: str) -> None:
    """Each sweep was two lines of the worker and one of beat: 250 MB a day of nothing."""
    loggers = logging_settings(as_json=True, level=level)["loggers"]

    levels = {loggers[name]["level"] for name in SWEEPS}
    assert levels == {"DEBUG" if level == "DEBUG" else "WARNING"}


def test_health_is_asked_without_a_line(log: io.StringIO) -> None:
    client = APIClient()

    assert [client.get(path).status_code for path in ("/livez", "/readyz")] == [200, 200]
    assert log.getvalue() == ""


def test_a_broken_constraint_shows_no_row(log: io.StringIO) -> None:
    """Neither its traceback nor who puts the error into words."""
    secret = "five" + "of" + "hearts"  # A traceback shows lines of this file.
    HolderFactory.create(username=secret)
    try:
        with transaction.atomic():
            HolderFactory.create(username=secret)
    except IntegrityError as error:
        logging.getLogger("some.task").exception("raised %r: %s", error, error)
    with contextlib.suppress(ProgrammingError), transaction.atomic():
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT '{secret}' FROM nowhere")
        except ProgrammingError:
            logging.getLogger("some.task").exception("no such table")
            raise

    text = log.getvalue()
    assert "violates unique constraint" in text
    assert "does not exist" in text
    assert "IntegrityError" in text
    assert secret not in text


def test_statements_are_never_logged() -> None:
    assert logging_settings(as_json=True, level="DEBUG")["loggers"]["django.db.backends"] == {
        "level": "INFO"
    }


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["evil.example", "not a host", "a_b;c", "[::", "cards.example:x"])
@pytest.mark.parametrize("path", ["/", "/api/v1/clubs", "/accounts/login/", "/nothing"])
def test_a_host_that_is_not_ours_is_a_sentence_and_one_line(
    log: io.StringIO, path: str, host: str
) -> None:
    """Anybody can send one, as often as they like."""
    answer = APIClient().get(path, headers={"host": host})

    assert answer.status_code == 400
    is_problem = answer.headers["Content-Type"].startswith("application/problem+json")
    assert is_problem == path.startswith("/api/")
    assert "Traceback" not in answer.content.decode()
    [line] = log.getvalue().splitlines()
    assert "Invalid HTTP_HOST header" in line
    assert "warning" in line
    assert "WSGIRequest" not in line
