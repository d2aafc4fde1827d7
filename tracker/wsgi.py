"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
application = get_wsgi_application()

from tracker.jobs.worker import start_in_background  # noqa: E402 (models can be imported only now)
from tracker.starting import set_apart  # noqa: E402

set_apart()
start_in_background()
