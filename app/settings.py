"""Every setting, read from the environment in this one place."""

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What may differ between two installations.

    Attributes
    ----------
    host, port : str, int
        Where gunicorn listens.
    workers, threads : int
        Processes, and threads in each.
    forwarded_allow_ips : str
        Addresses of proxies whose forwarding headers gunicorn believes.
    frame_ancestors : str
        Who may show the page in a frame (CSP source list).
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    threads: int = 4
    forwarded_allow_ips: str = "127.0.0.1,::1"
    frame_ancestors: str = "*"

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Read HOST, PORT, WORKERS, THREADS, FORWARDED_ALLOW_IPS and FRAME_ANCESTORS.

        What is empty counts as not set.

        Raises
        ------
        ValueError
            If a number is none, or out of its range; the message names the variable.
        """
        return cls(
            host=environ.get("HOST") or cls.host,
            port=_number(environ, "PORT", cls.port, most=65535),
            workers=_number(environ, "WORKERS", cls.workers, most=256),
            threads=_number(environ, "THREADS", cls.threads, most=256),
            forwarded_allow_ips=environ.get("FORWARDED_ALLOW_IPS") or cls.forwarded_allow_ips,
            frame_ancestors=environ.get("FRAME_ANCESTORS") or cls.frame_ancestors,
        )


def _number(environ: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = environ.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise ValueError(f"{name} is a whole number from 1 to {most}, not {text!r}")
    return int(text)
