"""The headers of every response, in one place."""

from flask import Flask, Response, request

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


def add_headers(app: Flask, frame_ancestors: str) -> None:
    """Send the security headers with every response of `app`."""
    policy = f"{_SELF_ONLY}; frame-ancestors {frame_ancestors}"

    @app.after_request
    def send(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = policy
        for name, value in _HEADERS.items():
            response.headers[name] = value
        if request.endpoint == "static":
            # A sandboxed frame has no origin: its own style sheet comes from elsewhere.
            response.headers["Access-Control-Allow-Origin"] = "*"
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        return response
