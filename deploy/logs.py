"""How the service logs: readable lines for one terminal, JSON for a collector of logs.

A log tells who asked for what and how it ended. No body is logged, no statement, no row of a
broken constraint and no local variable of a traceback, for each may hold somebody's cards. No key
of a mail is logged either.
"""

import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

# What every line has, from structlog's own loggers and from the standard ones of libraries.
COMMON: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)
SWEEPS = (
    "celery.beat",
    "celery.worker.strategy",
    "celery.worker.request",
    "celery.app.trace",
)
# What PostgreSQL adds to its first line, up to a blank line or, in a `repr`, its end.
ROW_VALUES = re.compile(
    r"(\n|\\n)(DETAIL|CONTEXT|QUERY|LINE \d+):.*?(?=\n\n|\n\S+Error|['\"]\)|\Z)", re.DOTALL
)

OF_CALLERS = "django.security"
"""The loggers of requests that no browser of ours sends."""

KEYS = re.compile(r"(/accounts/(?:forgotten/[0-9A-Za-z]+-|confirm/))(?!set-password)[^/?\s'\"]+")
"""Keys of mails, in the addresses that their links lead to."""


def configure_structlog() -> None:
    """Hand structlog's lines to the standard handlers, which render them."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *COMMON,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_settings(*, as_json: bool, level: str) -> dict[str, Any]:
    """Django's LOGGING: everything to the standard error, where a supervisor finds it."""
    sweeps = "DEBUG" if level == "DEBUG" else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": COMMON,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *(_json() if as_json else _lines()),
                ],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # The request's own line, with its id, tells what these would tell again.
            "django.request": {"level": "CRITICAL"},
            "django.server": {"handlers": [], "level": "WARNING"},
            # Its statements come with their values, whatever LOG_LEVEL says.
            "django.db.backends": {"level": "INFO"},
            # Sweeps come every half second: what each says of itself is for LOG_LEVEL=DEBUG.
            **{name: {"level": sweeps} for name in SWEEPS},
        },
    }


def _hide_keys(_: Any, __: str, line: EventDict) -> EventDict:
    """Without the keys of mails: whoever reads the log would have the login."""
    for name, value in line.items():
        if isinstance(value, str):
            line[name] = KEYS.sub(r"\1…", value)
    return line


def _hide_rows(_: Any, __: str, line: EventDict) -> EventDict:
    """Without what a database error shows of rows and statements."""
    for name, value in line.items():
        if isinstance(value, str):
            line[name] = ROW_VALUES.sub("", value)
    return line


def _spare_tracebacks(_: Any, __: str, line: EventDict) -> EventDict:
    """What somebody sent is no fault of ours: the sentence says it all.

    Such as a request for another host, which anybody can send as often as they like.
    """
    if str(line.get("logger", "")).startswith(OF_CALLERS):
        line.pop("exc_info", None)
        line.pop("request", None)
        line["level"] = "warning"
    return line


def _json() -> tuple[Processor, ...]:
    return (
        _spare_tracebacks,
        structlog.processors.format_exc_info,
        _hide_rows,
        _hide_keys,
        structlog.processors.JSONRenderer(),
    )


def _lines() -> tuple[Processor, ...]:
    renderer = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback, pad_event_to=20
    )
    return (
        _spare_tracebacks,
        structlog.processors.format_exc_info,
        _hide_rows,
        _hide_keys,
        renderer,
    )
