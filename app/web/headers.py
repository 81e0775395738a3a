"""The headers of every response, in one place."""

from flask import Flask, Response, request

from app.web.errors import is_for_programs
from app.web.fields import asks

_SELF_ONLY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
# What scripts of any origin may read: a sandboxed frame has no origin, so its own files too.
_OPEN_ENDPOINTS = {"static", "cards.card", "reports.report"}


def add_headers(app: Flask, frame_ancestors: str) -> None:
    """Send the headers of security and of caching with every response of `app`."""
    policy = f"{_SELF_ONLY}; frame-ancestors {frame_ancestors}"
    headers = {"Content-Security-Policy": policy, **_HEADERS}

    @app.after_request
    def send(response: Response) -> Response:
        response.headers.extend(headers)
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        if asks(request.args):
            # Somebody's result is theirs to share, not a search engine's to list.
            response.headers["X-Robots-Tag"] = "noindex"
        if request.endpoint in _OPEN_ENDPOINTS or (
            is_for_programs() and request.endpoint != "api.usage"
        ):
            _open_to_all_origins(response)
        return _validated(response)


def _open_to_all_origins(response: Response) -> None:
    response.headers["Access-Control-Allow-Origin"] = "*"
    if request.method == "OPTIONS" and "Allow" in response.headers:
        response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
        response.headers["Access-Control-Allow-Headers"] = "Content-Type"
        response.headers["Access-Control-Max-Age"] = "86400"


def _validated(response: Response) -> Response:
    """Let a cache keep the answer and ask whether it still holds, or answer that it does."""
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-cache"
    if response.status_code != 200 or request.method not in ("GET", "HEAD"):
        return response
    # Weak, since the same answer may travel compressed or not.
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response
