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

        Raises
        ------
        ValueError
            If a number is none.
        """
        return cls(
            host=environ.get("HOST", cls.host),
            port=int(environ.get("PORT", cls.port)),
            workers=int(environ.get("WORKERS", cls.workers)),
            threads=int(environ.get("THREADS", cls.threads)),
            forwarded_allow_ips=environ.get("FORWARDED_ALLOW_IPS", cls.forwarded_allow_ips),
            frame_ancestors=environ.get("FRAME_ANCESTORS", cls.frame_ancestors),
        )
