"""Static files at addresses that change with them, so that they can be kept for ever."""

import hashlib
import mimetypes
from pathlib import Path
from typing import Any

from flask import Flask, Response, send_from_directory

_YEAR = 365 * 24 * 3600


def serve_static(app: Flask, folder: Path) -> None:
    """Serve `folder` under the fingerprint of all its files, as the endpoint ``static``.

    One fingerprint for all, so that a style sheet's own relative links hold.
    """
    # Not every machine's table of types has these two.
    mimetypes.add_type("font/woff2", ".woff2")
    mimetypes.add_type("text/javascript", ".js")
    current = fingerprint_of(folder)

    @app.url_defaults
    def point_to_current(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["fingerprint"] = current

    @app.get("/static/<fingerprint>/<path:filename>", endpoint="static")
    def static_file(fingerprint: str, filename: str) -> Response:
        # An older page may still ask under an older fingerprint, and must not keep what it gets.
        is_current = fingerprint == current
        response = send_from_directory(
            folder, filename, max_age=_YEAR if is_current else 0, conditional=False
        )
        response.cache_control.immutable = is_current
        # Whole: a part cannot be compressed, and a stream stays open when it is.
        response.direct_passthrough = False
        response.make_sequence()
        return response


def fingerprint_of(folder: Path) -> str:
    """Return a short hash of the names and contents of all files in `folder`."""
    found = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder)} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:12]
