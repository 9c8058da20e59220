"""The settings come from the environment, and what is missing is named at once."""

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings

from deploy.celery import app
from deploy.paths import PROJECT_DIR


def import_settings(
    told: str = "s.IS_EMBEDDED, s.DEBUG", **environ: str
) -> subprocess.CompletedProcess[str]:
    """A fresh Python that imports the settings under this environment alone, and tells some."""
    return subprocess.run(
        [sys.executable, "-c", f"import deploy.settings as s; print({told})"],
        env={"PATH": os.environ["PATH"], **environ},
        capture_output=True,
        text=True,
        check=False,
    )


PRODUCTION = {
    "DATABASE_URL": "postgresql://spoil@db/spoil",
    "REDIS_URL": "redis://redis:6379/0",
    "SECRET_KEY": "a",
    "ALLOWED_HOSTS": "cards.example",
    "SEED_KEYS": "a2V5cyBvZiBkZWFscywgdGhpcnR5LXR3byBieXRlcy4=",
    "SECOND_FACTOR_KEYS": "a2V5cyBvZiBwaG9uZXMsIHRoaXJ0eS10d28gYnl0ZXM=",
}
MAIL = {"EMAIL_HOST": "mail.example", "EMAIL_FROM": "a@b.example"}


def test_without_servers_named_the_embedded_ones_are_meant() -> None:
    assert import_settings().stdout == "True False\n"


def test_with_everything_named_nothing_is_embedded() -> None:
    assert import_settings(**PRODUCTION).stdout == "False False\n"


@pytest.mark.parametrize("missing", PRODUCTION)
def test_a_missing_setting_is_named(missing: str) -> None:
    environ = {name: value for name, value in PRODUCTION.items() if name != missing}

    answer = import_settings(**environ)

    assert answer.returncode == 1
    assert f"ImproperlyConfigured: Set {missing} in the environment" in answer.stderr


@pytest.mark.parametrize(
    "value", ["", "https://cards.example", "cards.example:443", "two words", "cards.example/"]
)
def test_names_by_which_nobody_reaches_the_service_stop_the_start(value: str) -> None:
    """Else it starts, and answers 400 to everybody."""
    answer = import_settings(**PRODUCTION | {"ALLOWED_HOSTS": value})

    assert answer.returncode == 1
    assert "ALLOWED_HOSTS" in answer.stderr
    assert "such as cards.example" in answer.stderr


def test_the_image_is_built_with_settings_that_are_taken() -> None:
    """It gathers the static files, for which the settings are read."""
    text = (PROJECT_DIR / "deploy" / "Dockerfile").read_text()
    [line] = re.findall(r"^RUN (DATABASE_URL=.*?)python manage.py collectstatic", text, re.M | re.S)
    environ = dict(word.split("=", 1) for word in line.replace("\\\n", " ").split())

    assert import_settings(**environ).stdout == "False False\n"


@pytest.mark.parametrize("value", ["cards.example", ".cards.example", "*", "192.0.2.7,[::1]"])
def test_names_are_taken_as_django_knows_them(value: str) -> None:
    answer = import_settings("s.ALLOWED_HOSTS", **PRODUCTION | {"ALLOWED_HOSTS": value})

    assert answer.stdout == f"{value.split(',')}\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "perhaps"),
        ("SIGN_UP", "maybe"),
        ("RATE_OF_PERSON", "fast"),
        ("RATE_OF_STRANGER", "0/min"),
    ],
)
def test_a_value_that_is_none_is_refused(name: str, value: str) -> None:
    answer = import_settings(**{name: value})

    assert answer.returncode == 1
    assert name in answer.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "foo", "DATABASE_URL is no address of PostgreSQL, such as postgresql://"),
        ("DATABASE_URL", "postgresql://u:secret@db", "DATABASE_URL names no database"),
        ("REDIS_URL", "foo", "REDIS_URL is no address of Redis, such as redis://host"),
        ("SEED_KEYS", "secret", "SEED_KEYS: key 1 is no key. Make one: python3"),
        ("SEED_KEYS", PRODUCTION["SEED_KEYS"] + ",secret", "SEED_KEYS: key 2 is no key"),
        ("SEED_KEYS", "", "SEED_KEYS"),
        ("SECOND_FACTOR_KEYS", "secret", "SECOND_FACTOR_KEYS: key 1 is no key. Make one: python3"),
        ("SECOND_FACTOR_KEYS", "", "SECOND_FACTOR_KEYS"),
        (
            *("SECOND_FACTOR_KEYS", PRODUCTION["SEED_KEYS"]),
            "SECOND_FACTOR_KEYS: key 1 is a key of SEED_KEYS, too. Make another: python3",
        ),
        ("TRUSTED_PROXIES", "foo", "TRUSTED_PROXIES: 'foo' is no network"),
        ("TRUSTED_PROXIES", "10.0.0.1/8", "TRUSTED_PROXIES: '10.0.0.1/8' is no network"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_its_name(name: str, value: str, said: str) -> None:
    """Its own text is not repeated where it holds a secret."""
    answer = import_settings(**PRODUCTION | {name: value})

    assert answer.returncode == 1
    assert said in answer.stderr.splitlines()[-1]
    assert "secret" not in answer.stderr.splitlines()[-1].replace("secrets", "")


def test_a_mail_server_needs_a_sender() -> None:
    answer = import_settings(EMAIL_HOST="mail.example")

    assert answer.returncode == 1
    assert "Set EMAIL_FROM, the sender of mails" in answer.stderr


@pytest.mark.parametrize(("port", "ways"), [("465", "True False"), ("587", "False True")])
def test_mails_go_by_tls_in_one_way(port: str, ways: str) -> None:
    """Django refuses both, with the first mail."""
    tls = {"EMAIL_PORT": port, "EMAIL_USE_TLS": "true"}

    answer = import_settings("s.EMAIL_USE_SSL, s.EMAIL_USE_TLS", **MAIL, **tls)

    assert answer.stdout == f"{ways}\n"


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({}, "optional deploy.mails.Printed False"),
        (PRODUCTION, "optional django.core.mail.backends.dummy.EmailBackend True"),
        (PRODUCTION | MAIL, "mandatory django.core.mail.backends.smtp.EmailBackend True"),
    ],
)
def test_where_mails_are_sent_addresses_are_confirmed_and_where_it_counts_organisers_need_more(
    environ: dict[str, str], told: str
) -> None:
    """The embedded service prints its mails, and asks nobody for a second factor."""
    names = "s.ACCOUNT_EMAIL_VERIFICATION, s.EMAIL_BACKEND, s.SECOND_FACTOR_DEMANDED"

    assert import_settings(names, **environ).stdout == f"{told}\n"


def test_a_deployment_is_secure() -> None:
    """Django's own checks, the API's description among them."""
    answer = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=PROJECT_DIR,
        env={"PATH": os.environ["PATH"], **PRODUCTION, "SECRET_KEY": "a2c4e6g8" * 8},
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 0, answer.stderr


def test_a_service_logs_in_as_the_role_that_it_is_given() -> None:
    """Whoever the address names is somebody else."""
    answer = subprocess.run(
        [
            sys.executable,
            "-c",
            "from deploy.settings import DATABASES; d = DATABASES['default'];"
            "print(d['USER'], d['PASSWORD'])",
        ],
        env={
            "PATH": os.environ["PATH"],
            **PRODUCTION,
            "DATABASE_URL": "postgresql://owner:theirs@db/spoil",
            "DATABASE_LOGIN": "web",
            "DATABASE_PASSWORD_WEB": "ours",
        },
        capture_output=True,
        text=True,
        check=True,
    )

    assert answer.stdout == "spoil_five_web ours\n"


def test_a_login_that_no_service_has_is_refused() -> None:
    answer = import_settings(**PRODUCTION, DATABASE_LOGIN="root")

    assert answer.returncode == 1
    assert "DATABASE_LOGIN" in answer.stderr


def test_a_beat_entry_that_waited_too_long_is_dropped() -> None:
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        assert entry["options"]["expires"] == max(entry["schedule"], 2), name


def test_celery_is_set_as_the_rows_want_it() -> None:
    """A lost worker's message comes again, nothing is hoarded, no answer is kept."""
    conf = app.conf

    assert (conf.task_acks_late, conf.task_reject_on_worker_lost) == (True, True)
    assert conf.worker_prefetch_multiplier == 1
    assert conf.task_ignore_result
    assert conf.result_backend is None
    assert 0 < conf.task_soft_time_limit < conf.task_time_limit
    assert conf.broker_transport_options["socket_connect_timeout"] <= 5
