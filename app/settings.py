"""Every setting, read from the environment in this one place."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Settings:
    """What may differ between two installations.

    Attributes
    ----------
    host, port : str, int
        Where gunicorn listens.
    workers, threads : int
        Processes, and threads in each.
    trusted_proxies : int
        How many proxies stand in front, whose ``X-Forwarded-*`` headers are believed.
    public_url : str
        Where users find the page, whatever requests and proxies say; may hold a path.
    frame_ancestors : str
        Who may show the page in a frame (CSP source list).
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    threads: int = 4
    trusted_proxies: int = 0
    public_url: str = ""
    frame_ancestors: str = "*"

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Read each setting from the variable of its name in capitals.

        What is empty counts as not set.

        Raises
        ------
        ValueError
            If a number or an address is none, or out of range; the message names the variable.
        """
        return cls(
            host=environ.get("HOST") or cls.host,
            port=_number(environ, "PORT", cls.port, 1, 65535),
            workers=_number(environ, "WORKERS", cls.workers, 1, 256),
            threads=_number(environ, "THREADS", cls.threads, 1, 256),
            trusted_proxies=_number(environ, "TRUSTED_PROXIES", cls.trusted_proxies, 0, 16),
            public_url=_address(environ, "PUBLIC_URL", cls.public_url),
            frame_ancestors=_sources(environ, "FRAME_ANCESTORS", cls.frame_ancestors),
        )


def _number(environ: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}, not {text!r}")
    return int(text)


def _address(environ: Mapping[str, str], name: str, default: str) -> str:
    text = environ.get(name) or default
    if text and not _is_whole(text):
        raise ValueError(f"{name} is an address like https://host/path, not {text!r}")
    return text.rstrip("/")


def _sources(environ: Mapping[str, str], name: str, default: str) -> str:
    text = environ.get(name) or default
    if not text.isascii() or not text.isprintable() or set(text) & set(";,"):
        raise ValueError(f"{name} is a list of sources with blanks between them, not {text!r}")
    return text


def _is_whole(address: str) -> bool:
    try:
        parts = urlsplit(address)
        reachable = parts.hostname and parts.port != 0  # raises where the port is none
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(reachable) and not set("@?#") & set(address)
