"""How gunicorn serves the page: `gunicorn`, started in this folder, reads it by itself."""

import importlib
import logging
import os
import threading
from pathlib import Path
from typing import Any

from app.settings import Settings

settings = Settings.from_environ()

# Nothing here multiplies matrices, so OpenBLAS need not start threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

wsgi_app = "app:create_app()"
bind = f"{settings.host}:{settings.port}"
workers = settings.workers
threads = settings.threads

# Threads, since a sync worker hangs on a browser's idle connection.
worker_class = "gthread"
# Heartbeats in memory: no disk can stall them, and the root may be read-only.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
control_socket_disable = True
# The application refuses a query of over 4,000 characters itself, in its own style.
limit_request_line = 8190
# Which proxy to believe is decided in one place, app/web/proxies.py.
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""


def post_worker_init(worker: Any) -> None:
    # So that the first large table need not wait for SciPy, nor the first page for either.
    warm_up = threading.Timer(1.0, importlib.import_module, ["app.stats.large"])
    warm_up.daemon = True
    warm_up.start()


def on_starting(server: Any) -> None:
    server.log.error_log.addFilter(hide_submission)


def hide_submission(record: logging.LogRecord) -> bool:
    # Request lines hold counts and names, and those are never logged.
    for event in ("Invalid request", "Error handling request"):
        if str(record.msg).startswith(event):
            record.msg, record.args = event, ()
    return True
