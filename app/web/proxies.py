"""Where users find the page: behind proxies, or at an address that is set."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def trust_proxies(app: Flask, settings: Settings) -> None:
    """Let `app` see the address that users see, so that the links it gives are right."""
    # What is wrapped last sees a request first: an address that is set has the last word.
    if settings.public_url:
        app.wsgi_app = PublicAddress(  # type: ignore[method-assign]
            app.wsgi_app, settings.public_url
        )
    count = settings.trusted_proxies
    if count:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=count, x_proto=count, x_host=count, x_port=count, x_prefix=count
        )


class PublicAddress:
    """WSGI middleware: the application is at `url`, whatever the request says."""

    def __init__(self, app: "WSGIApplication", url: str) -> None:
        parts = urlsplit(url)
        self._app = app
        self._scheme, self._host, self._prefix = parts.scheme, parts.netloc, parts.path

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> "Iterable[bytes]":
        """Answer as if the request had come straight to the public address."""
        environ["wsgi.url_scheme"] = self._scheme
        environ["HTTP_HOST"] = self._host
        environ["SCRIPT_NAME"] = self._prefix
        # A proxy may hand the path on with the prefix or without it.
        if f"{environ['PATH_INFO']}/".startswith(f"{self._prefix}/"):
            environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix(self._prefix)
        return self._app(environ, start_response)
