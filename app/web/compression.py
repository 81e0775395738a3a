"""Compression of what is sent."""

from flask import Flask
from flask_compress import Compress

_TYPES = [
    "text/html",
    "text/css",
    "text/csv",
    "text/javascript",
    "text/markdown",
    "text/plain",
    "application/json",
    "application/problem+json",
    "application/x-tex",
    "image/svg+xml",
]


def compress(app: Flask) -> None:
    """Compress the answers of `app` as the client allows; to be called before other hooks.

    What is hooked in first sees the answer last.
    """
    app.config["COMPRESS_MIMETYPES"] = _TYPES
    app.config["COMPRESS_ALGORITHM"] = ["br", "zstd", "gzip"]
    app.config["COMPRESS_ALGORITHM_STREAMING"] = ["br", "zstd"]
    Compress(app)
