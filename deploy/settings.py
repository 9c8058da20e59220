"""All settings, from the environment: every one typed, a missing one refused at the start.

With neither DATABASE_URL nor REDIS_URL set, the embedded servers and keys of the data directory
are the environment (`deploy.embedded.addresses`). With both set nothing has a default that matters.
"""

import logging
import os
from datetime import timedelta
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static
from environs import Env, validate

from deploy.database.roles import LOGINS
from deploy.embedded.addresses import KEYS, data_directory, environment, forget_libpq, is_embedded
from deploy.logs import configure_structlog, logging_settings
from deploy.paths import PROJECT_DIR
from deploy.values import read_database, read_hosts, read_keys, read_networks, read_redis

DATA_DIR = data_directory(os.environ)

IS_EMBEDDED = is_embedded(os.environ)
if IS_EMBEDDED:
    forget_libpq(os.environ)
    for _name, _value in environment(DATA_DIR).items():
        os.environ.setdefault(_name, _value)
_missing = {"DATABASE_URL", "REDIS_URL", *KEYS} - os.environ.keys()
if _missing:
    raise ImproperlyConfigured(
        f"Set {', '.join(sorted(_missing))} in the environment (see docs/operator.md), or unset "
        "both DATABASE_URL and REDIS_URL to run on the embedded servers."
    )
_misleading = {"PGHOSTADDR", "PGOPTIONS", "PGSERVICE"} & os.environ.keys()
if _misleading:
    raise ImproperlyConfigured(
        f"Unset {', '.join(sorted(_misleading))}: DATABASE_URL alone tells where the database is "
        "and how to use it; parameters of libpq can stand in it."
    )

PRIVATE = ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]

env = Env()

# Security
SECRET_KEY = env.str("SECRET_KEY")
# Fernet keys: the first one seals, all of them open.
SEED_KEYS = read_keys("SEED_KEYS", env.list("SEED_KEYS"), apart_from={})
SECOND_FACTOR_KEYS = read_keys(
    "SECOND_FACTOR_KEYS", env.list("SECOND_FACTOR_KEYS"), apart_from={"SEED_KEYS": SEED_KEYS}
)
DEBUG = env.bool("DEBUG", False)
ALLOWED_HOSTS = read_hosts(
    "ALLOWED_HOSTS",
    env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if IS_EMBEDDED else []),
)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
IS_BEHIND_TLS = env.bool("BEHIND_TLS", not IS_EMBEDDED)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = IS_BEHIND_TLS
if IS_BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 31_536_000)
# Whose X-Forwarded-For is believed (`deploy.rest.addresses`): private networks, behind TLS.
TRUSTED_PROXIES = read_networks(
    "TRUSTED_PROXIES", env.list("TRUSTED_PROXIES", PRIVATE if IS_BEHIND_TLS else [])
)
PASSWORD_AGAIN_MINUTES = env.int("PASSWORD_AGAIN_MINUTES", 15, validate=validate.Range(min=0))
ASKS_AGAIN = "clubs.admin.asking_again.ask_again"  # Who moves chips by hand, after so long.
# Who may ask /readyz through a proxy; who comes without one, from within, needs no token.
READYZ_TOKEN = env.str("READYZ_TOKEN", "")
DISKS: list[str] = env.list("DISKS", [str(DATA_DIR)] if IS_EMBEDDED else [])
DISK_FREE_MB = env.int("DISK_FREE_MB", 500, validate=validate.Range(min=1))
# The operator decides about the other hosts of their domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024  # Forms; doors of the API read less, each its own.

# Parts
INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
    "template_partials",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "deploy",
    "ledger",
    "clubs",
    "games",
    "tournaments",
]
MIDDLEWARE = [
    "deploy.health.Health",
    "deploy.headers.Headers",
    "deploy.compression.Compression",
    "deploy.rest.bodies.Bodies",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubs.local_time.LocalTime",
    "clubs.accounts.demanding.SecondFactorDemanded",
    "clubs.accounts.lost_factor.LostFactor",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "deploy.rest.request_ids.RequestIds",
    "deploy.rest.queries.KnownQueries",
    "deploy.rest.outages.Outages",
    "deploy.rest.throttles.RateLimits",
    "deploy.rest.conditional.ConditionalGets",
]
ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.wsgi.application"
AUTH_USER_MODEL = "clubs.Player"
LOGIN_URL = "account_login"
CSRF_FAILURE_VIEW = "deploy.rest.pages.csrf_refused"
LOGIN_REDIRECT_URL = "home"  # Also where a `?next=` leads that is not ours.
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT_DIR / "deploy" / "templates"],  # Before those of unfold.
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]

PAUSES_BETWEEN_DEALS = env.bool("PAUSES_BETWEEN_DEALS", True)  # False for tests and benchmarks.

# Accounts: what people do with their own logins (django-allauth, `clubs.accounts`)
SIGN_UP = env.str(
    "SIGN_UP",
    "open" if IS_EMBEDDED else "invited",
    validate=validate.OneOf(["open", "invited", "closed"]),
)
PROGRAMS_SIGN_UP = env.bool("PROGRAMS_SIGN_UP", IS_EMBEDDED)  # Also: forgotten passwords.
SECOND_FACTOR_DEMANDED = env.bool("SECOND_FACTOR_DEMANDED", not IS_EMBEDDED)  # Of organisers.
ACCOUNT_ADAPTER = "clubs.accounts.adapters.Accounts"
ACCOUNT_CHANGE_EMAIL = True  # One address; the new one counts once it is confirmed.
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_FORMS = {
    "change_password": "clubs.accounts.forms.PasswordForm",
    "reset_password": "clubs.accounts.forms.ForgottenForm",
    "signup": "clubs.accounts.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # In the browser alone that signed up just now.
ACCOUNT_PASSWORD_MIN_LENGTH = None  # As AUTH_PASSWORD_VALIDATORS say.
ACCOUNT_PREVENT_ENUMERATION = "strict"  # An address is taken once it is confirmed.
ACCOUNT_RATE_LIMITS = {
    # A hall stands behind one address; `clubs.signing_in` counts what is wrong.
    **dict.fromkeys(("login", "change_password", "reauthenticate")),
    "confirm_email": "3/3m/key",  # Several logins can name one address: each gets its own mail.
    "login_failed": "5/15m/key",  # Wrong codes of one player; wrong passwords never come here.
    "signup": "60/m/ip",
}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_DISPLAY = str
MFA_ADAPTER = "clubs.accounts.adapters.SecondFactors"
MFA_FORMS = {
    "add_webauthn": "clubs.accounts.passkeys.AddPasskeyForm",
    "authenticate": "clubs.accounts.codes.CodeForm",
    "authenticate_webauthn": "clubs.accounts.passkeys.FactorForm",
    "login_webauthn": "clubs.accounts.passkeys.SignInForm",
    "reauthenticate": "clubs.accounts.codes.CodeAgainForm",
    "reauthenticate_webauthn": "clubs.accounts.passkeys.AgainForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1  # A code that turns over while it is typed still counts.
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_BEHIND_TLS  # On localhost.

# Mails: printed by the demo, sent where there is a server, else none.
EMAIL_HOST = env.str("EMAIL_HOST", "")
EMAIL_PORT = env.int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", EMAIL_PORT == 587) and not EMAIL_USE_SSL  # STARTTLS.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", "Spoil Five <spoil-five@localhost>")
SENDS_MAIL = bool(EMAIL_HOST)
if SENDS_MAIL and not env.str("EMAIL_FROM", ""):
    raise ImproperlyConfigured("Set EMAIL_FROM, the sender of mails: EMAIL_HOST is set.")
MFA_ALLOW_UNVERIFIED_EMAIL = not SENDS_MAIL  # Nobody can confirm one there.
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if SENDS_MAIL
    else "deploy.mails.Printed"
    if IS_EMBEDDED
    else "django.core.mail.backends.dummy.EmailBackend"
)
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if SENDS_MAIL else "optional"

# The look of the admin
UNFOLD = {
    "SITE_TITLE": "Spoil Five",
    "SITE_HEADER": "Spoil Five",
    "SITE_SYMBOL": "playing_cards",
    "SITE_URL": lambda request: "/api/docs/" if request.user.is_authenticated else "/",
    "SHOW_BACK_BUTTON": True,
    "SITE_FAVICONS": [
        {
            "rel": "icon",
            "type": "image/svg+xml",
            "href": lambda _: static("pages/favicon.svg"),
        }
    ],
    "COLORS": {
        "primary": {
            "50": "#f0fdf4",
            "100": "#dcfce7",
            "200": "#bbf7d0",
            "300": "#86efac",
            "400": "#4ade80",
            "500": "#22c55e",
            "600": "#15803d",
            "700": "#166534",
            "800": "#14532d",
            "900": "#052e16",
            "950": "#021a0c",
        },
    },
    "SIDEBAR": {"navigation": "deploy.menu.navigation"},
    "DASHBOARD_CALLBACK": "deploy.dashboard.dashboard",
    "STYLES": [lambda _: static("admin.css"), lambda _: static("lists.css")],
}

# Database
_conninfo = read_database("DATABASE_URL", env.str("DATABASE_URL"))
if DATABASE_LOGIN := env.str("DATABASE_LOGIN", "", validate=validate.OneOf(["", *LOGINS])):
    _login = LOGINS[DATABASE_LOGIN]  # Set for every service.
    _conninfo |= {"user": _login.name, "password": env.str(_login.password_setting, "")}
elif _password := env.str("DATABASE_PASSWORD", ""):  # One that an address would have to escape.
    _conninfo["password"] = _password
DATABASES = {
    "default": {
        "ENGINE": "deploy.database",
        "NAME": _conninfo.pop("dbname"),
        "USER": _conninfo.pop("user", ""),
        "PASSWORD": _conninfo.pop("password", ""),
        "HOST": _conninfo.pop("host", ""),
        "PORT": _conninfo.pop("port", ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _conninfo,
    }
}

# What counts for all processes is in the database; each keeps the counts of requests for itself.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "clubs_cache",
        "OPTIONS": {"MAX_ENTRIES": 1_000_000},  # A sweep deletes what is over; no count is lost.
    },
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

# Logs
LOG_LEVEL = env.str(
    "LOG_LEVEL", "INFO", validate=validate.OneOf(list(logging.getLevelNamesMapping()))
)
LOG_ADDRESSES = env.bool("LOG_ADDRESSES", False)  # Of failed sign-ins, for a guard that bans.
LOGGING = logging_settings(as_json=not IS_EMBEDDED, level=LOG_LEVEL)
configure_structlog()
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False  # Who asked is known where it matters: by name.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG  # One line a request, at its end.

# Language, time, files
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = IS_EMBEDDED  # In production `manage.py collectstatic` gathers them.
WHITENOISE_ROOT = PROJECT_DIR / "deploy" / "root"  # What browsers ask for by a fixed address.
# Files are compressed when they are gathered; where they are not, `deploy.compression` does it.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
STATIC_ROOT = None if IS_EMBEDDED else env.str("STATIC_ROOT", str(DATA_DIR / "static"))

# API
IS_RATE = validate.Regexp(
    r"^[1-9][0-9]*/(sec|min|hour|day)$", error="Say how many, and in what time, such as 60/min."
)
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "deploy.rest.schema.FrameSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "deploy.rest.authentication.Tokens",
        "rest_framework.authentication.SessionAuthentication",
        "clubs.by_link.ByLink",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["deploy.rest.rights.ByDeed"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["deploy.rest.parsers.SoundJSON"],
    "DEFAULT_PAGINATION_CLASS": "deploy.rest.pagination.Cursor",
    "DEFAULT_THROTTLE_CLASSES": [
        "deploy.rest.throttles.ByPerson",
        "deploy.rest.throttles.ByAddress",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "person": env.str("RATE_OF_PERSON", "1200/min", validate=IS_RATE),
        "stranger": env.str("RATE_OF_STRANGER", "60/min", validate=IS_RATE),
    },
    "EXCEPTION_HANDLER": "deploy.rest.problems.answer_problem",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
OPENAPI = PROJECT_DIR / "deploy" / "openapi.yaml"  # A test compares it with the API.
# What the API answers when an app refuses: the nearest class listed decides.
PROBLEMS = {
    "clubs.errors.ClubsError": 409,
    "clubs.errors.TooManyTries": 429,
    "clubs.errors.SecondFactorNeeded": 403,
    "clubs.errors.WrongCode": 400,
    "clubs.errors.SignUpClosed": 403,
    "clubs.errors.AddressNotConfirmed": 403,
    "clubs.errors.UnknownKey": 404,
    "clubs.errors.NotInvited": 404,
    "clubs.errors.UnknownInvitation": 404,
    "clubs.errors.UnknownLink": 404,
    "clubs.errors.NoSuchLink": 404,
    "clubs.errors.UnknownRules": 404,
    "tournaments.errors.TournamentsError": 409,
    "games.errors.GamesError": 409,
    "games.errors.NotOwnEntry": 403,
    "games.errors.EntryImpossible": 422,
    "games.errors.TotalsImpossible": 422,
    "games.engine.EngineError": 422,
    "games.engine.Unreadable": 400,
    "ledger.errors.LedgerError": 409,
    "ledger.errors.UnknownAccount": 404,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Spoil Five",
    "DESCRIPTION": "Club nights, tournaments, chips in double entry and online tables for Spoil "
    "Five. Every refusal is a problem document: /api/problems/ lists them all.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "CONTACT": {"name": "The people who wrote Spoil Five"},
    "SERVERS": [{"url": "/", "description": "The service that gave you this description."}],
    "TAGS": [
        {"name": name, "description": said}
        for name, said in {
            "accounts": "Accounts of chips, their entries and statements.",
            "clubs": "Clubs, their house rules and their house purse.",
            "deals": "Deals, as the caller may see them, and acting in them.",
            "free-tables": "Tables at which people sit down when they like.",
            "history": "Deals that are over, to read and to replay.",
            "invitations": "Invitations into a club.",
            "links": "Links by which a phone or a screen follows a night.",
            "members": "The members of clubs, and their chips.",
            "nights": "Club nights: people, rounds, tables, partners, chips.",
            "ratings": "How players of a preset compare.",
            "records": "What somebody played, won and jinked.",
            "rules": "What house rules can be at all.",
            "players": "Signing up, and a forgotten password.",
            "second-factor": "The second factor of a login.",
            "sessions": "Signing in and out with a browser.",
            "tables": "Tables, their results and the proof that they dealt fairly.",
            "tokens": "Tokens, by which programs sign in.",
            "tournaments": "Tournaments, from their announcement to the prizes.",
            "transfers": "Transfers of chips, and taking them back.",
        }.items()
    ],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "deploy.rest.schema.add_problems",
        "deploy.rest.schema.add_etags",
        "deploy.rest.examples.add_examples",
    ],
    "ENUM_NAME_OVERRIDES": {
        "Answer": "clubs.models.Answer",
        "BotLevelEnum": "games.bots.BOT_CHOICES",
        "LinkPurpose": "clubs.models.LinkPurpose",
        "NightStatus": "clubs.models.NightStatus",
        "DrawStatus": "tournaments.models.DrawStatus",
        "EntrantState": "tournaments.api.entrant_list.STATES",
        "Offence": "games.api.results.OFFENCES",
        "OutcomeKind": "games.api.results.KINDS",
        "Role": "clubs.models.Role",
        "RoleOfNewMember": ["scorer", "member", "guest"],
        "RoleToGive": ["owner", "organiser", "scorer", "member", "guest"],
        "TableStatus": ["open", "closed"],
        "TournamentStatus": "tournaments.models.TournamentStatus",
        "TransferReason": "ledger.declarations.declared_reasons",
        "WishKind": "clubs.models.WishKind",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Signing in there changes the token that guards forms: take the cookie's, not the page's.
    "SWAGGER_UI_SETTINGS": """{
        deepLinking: true,
        requestInterceptor: (request) => {
            const token = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
            if (token) request.headers["X-CSRFToken"] = token[1];
            return request;
        },
    }""",
}
KNOX_TOKEN_MODEL = "clubs.Token"
REST_KNOX = {"TOKEN_TTL": timedelta(days=90)}


def _every(seconds: float, task: str) -> dict[str, Any]:
    """A beat entry; one that waited longer than its period is worth nothing any more.

    It has two seconds at least: beat and the workers may differ in their clocks.
    """
    return {"task": task, "schedule": seconds, "options": {"expires": max(seconds, 2)}}


def _answer_of(queue: str) -> dict[str, Any]:
    """A beat entry that asks the workers of a queue for a sign."""
    options = {"queue": queue, "expires": 10}
    return {"task": "deploy.tasks.answer", "schedule": 10, "args": [queue], "options": options}


# Celery: the broker may forget everything, a message only says "look now".
REDIS_URL = read_redis("REDIS_URL", env.str("REDIS_URL"))
CELERY_BROKER_URL = (
    f"redis+socket://{REDIS_URL.removeprefix('unix://').replace('?db=', '?virtual_host=')}"
    if REDIS_URL.startswith("unix://")
    else REDIS_URL
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 2,  # Also what a request waits for a silent broker, once its effect is kept.
    "visibility_timeout": 120,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
# Sweeps, tables with people and tables of bots alone have queues of their own, so that none waits
# for another. What is due at tables is asked for by `manage.py sweep`.
CELERY_TASK_ROUTES = {
    "ledger.tasks.sweep_ledger": {"queue": "sweep"},
    "clubs.tasks.*": {"queue": "sweep"},
    "games.tasks.count_deals": {"queue": "sweep"},
    "tournaments.tasks.*": {"queue": "sweep"},
    "games.tasks.advance_people": {"queue": "play"},
    "games.tasks.advance_table": {"queue": "play"},
    "games.tasks.advance_bots": {"queue": "bots"},
}
CELERY_BEAT_SCHEDULE = {
    "ledger.tasks.sweep_ledger": _every(300, "ledger.tasks.sweep_ledger"),
    "clubs.tasks.sweep_nights": _every(60, "clubs.tasks.sweep_nights"),
    "clubs.tasks.sweep_sign_ins": _every(900, "clubs.tasks.sweep_sign_ins"),
    "clubs.tasks.sweep_tokens": _every(900, "clubs.tasks.sweep_tokens"),
    "games.tasks.count_deals": _every(5, "games.tasks.count_deals"),
    "tournaments.tasks.sweep_tournaments": _every(1, "tournaments.tasks.sweep_tournaments"),
    **{f"deploy.tasks.answer {queue}": _answer_of(queue) for queue in ("sweep", "play", "bots")},
}
CELERY_BEAT_SCHEDULER = "deploy.celery:Scheduler"  # In memory: sweeps are safe to repeat.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
