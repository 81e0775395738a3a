"""Compression of what is sent."""

from flask import Flask, Response, request
from flask_compress import Compress

_ALGORITHMS = ["br", "zstd", "gzip"]
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
    app.config["COMPRESS_ALGORITHM"] = _ALGORITHMS
    app.config["COMPRESS_REGISTER"] = False
    library = Compress(app)

    @app.after_request
    def squeeze(response: Response) -> Response:
        wanted = {coding.lower() for coding, quality in request.accept_encodings if quality > 0}
        refuses = any(quality == 0 for _, quality in request.accept_encodings)
        # The library takes q=0, which is a refusal, for a weak wish.
        if refuses and not wanted & set(_ALGORITHMS):
            response.vary.add("Accept-Encoding")
            return response
        return library.after_request(response)
