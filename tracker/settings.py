"""Settings of the project, all of them steered by environment variables (see README, "In production").

Without any variable this is the embedded default: SQLite in WAL mode, one background thread, no broker, loopback only.
"""

from pathlib import Path

import environ

from tracker.database_url import database
from tracker.secret import local_secret

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()

PRODUCTION = env.bool("TRACKER_PRODUCTION", default=False)
DEBUG = env.bool("TRACKER_DEBUG", default=False)
SECRET_KEY = (
    env.str("TRACKER_SECRET_KEY") if PRODUCTION else env.str("TRACKER_SECRET_KEY", default=local_secret(VAR_DIR))
)
ALLOWED_HOSTS = env.list("TRACKER_ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("TRACKER_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "servestatic",
    "django_htmx",
    "allauth",
    "allauth.account",
    "rest_framework",
    "drf_spectacular",
    "tracker.eventstore",
    "tracker.timelines",
    "tracker.packs",
    "tracker.jobs",
    "tracker.simulations",
    "tracker.archive",
    "projections",
    "tracker.web",
    "tracker.api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tracker.web.shell.page_headers",
    "tracker.errors.readable_addresses",
]

ROOT_URLCONF = "tracker.urls"
ASGI_APPLICATION = "tracker.asgi.application"
WSGI_APPLICATION = "tracker.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tracker.web.shell.shell",
            ],
        },
    },
]

# ---- database

DATABASES = {"default": database(env, f"sqlite:///{VAR_DIR / 'tracker.sqlite3'}")}
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    # IMMEDIATE: a transaction that reads first and writes later fails at once under a second writer. The short timeout
    # goes with the retries of tracker.eventstore: SQLite's own long waiting starves writers.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": env.float("TRACKER_SQLITE_TIMEOUT", default=5.0),
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # Threads of one process share an in-memory database badly, so tests use a file.
    _database["TEST"] = {"NAME": env.str("TRACKER_TEST_SQLITE", default=str(VAR_DIR / "test.sqlite3"))}
else:
    _database["OPTIONS"] = {"server_side_binding": True}
    if env.bool("TRACKER_DATABASE_POOL", default=False):
        _database["OPTIONS"]["pool"] = {"min_size": 1, "max_size": env.int("TRACKER_DATABASE_POOL_SIZE", default=16)}
    else:
        _database["CONN_MAX_AGE"] = env.int("TRACKER_CONN_MAX_AGE", default=60)
        _database["CONN_HEALTH_CHECKS"] = True
    if env.bool("TRACKER_PREPARED_STATEMENTS", default=False):
        _database["OPTIONS"]["prepare_threshold"] = 5
    if test_database := env.str("TRACKER_TEST_DATABASE", default=""):
        _database["TEST"] = {"NAME": test_database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- cache: it holds the limits of what is tried too often, and nothing else

CACHES = {
    "default": env.cache_url_config(
        env.str("TRACKER_CACHE_URL", default="dbcache://tracker_cache" if PRODUCTION else "locmemcache://")
    )
}
"""In production the processes share it, so that a limit holds for the site and not for each of them. The table
``tracker_cache`` comes with the migrations."""

# ---- accounts

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("TRACKER_EMAIL_VERIFICATION", default="none")
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_ADAPTER = "tracker.web.account_forms.Adapter"
ACCOUNT_FORMS = {
    "login": "tracker.web.account_forms.LoginForm",
    "signup": "tracker.web.account_forms.SignupForm",
}
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("TRACKER_FROM_EMAIL", default="tracker@localhost")
TRACKER_DEMO_LOGIN = env.str("TRACKER_DEMO_LOGIN", default="")
"""``name:password`` of a demo account, shown on the login page. Empty: nothing is shown."""

# ---- language, time, static files

LANGUAGE_CODE = "en"
TIME_ZONE = env.str("TRACKER_TIME_ZONE", default="UTC")
USE_I18N = True
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
SERVESTATIC_USE_FINDERS = not PRODUCTION
SERVESTATIC_AUTOREFRESH = not PRODUCTION
"""Files are looked up as they are asked for: one that changes under a running server (an update, a developer) is served
as it is now. In production names carry a hash of the content, and a new version is collected before servers restart."""
SERVESTATIC_MAX_AGE = 60 if PRODUCTION else 0

# ---- API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tracker.api.signing_in.GuardedBasicAuthentication",  # the first one says how to sign in, with a 401
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PARSER_CLASSES": ["tracker.api.parsing.ShallowJSONParser"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tracker.api.problems.handle",
    "DEFAULT_THROTTLE_CLASSES": ["tracker.api.throttling.CountingThrottle"],
    "DEFAULT_THROTTLE_RATES": {"user": env.str("TRACKER_API_RATE", default="600/min")},
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Campaign tracker",
    "DESCRIPTION": "Decisions in, events out: campaigns, timelines, options and history.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
}

# ---- background work

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
"""Empty: one thread of the web process does the background work."""
CELERY_QUEUE = env.str("CELERY_QUEUE", default="tracker")
"""Where wake-ups are sent; several sites on one broker each have their own."""
TRACKER_EMBEDDED_WORKER = env.bool("TRACKER_EMBEDDED_WORKER", default=not CELERY_BROKER_URL)
"""False: the web process leaves the background work to ``manage.py work`` or to Celery."""
TRACKER_JOB_LEASE = env.float("TRACKER_JOB_LEASE", default=30.0)
"""Seconds after which a job whose worker died is begun again."""

TRACKER_SIMULATION_PROCESSES = env.int("TRACKER_SIMULATION_PROCESSES", default=0)
"""How many processes play a what-if at once; 0: one a processor, up to four."""

# ---- security

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.bool("TRACKER_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("TRACKER_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("TRACKER_LOG_LEVEL", default="INFO")},
}
