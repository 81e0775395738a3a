"""The page against a bare Flask page, both on gunicorn with the same settings."""

import os
import socket
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from multiprocessing import Pool
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS, BARE = "app:create_app()", "tests.bench.bare:create_app()"
_CLIENTS = 4
_SECONDS = 3.0
_ROUNDS = 5


def serving():
    """Yield requests per second, a different table in every request."""
    found = {OURS: [], BARE: []}
    for turn in range(_ROUNDS):
        for application, rates in found.items():
            with gunicorn(application) as port, Pool(_CLIENTS) as pool:
                _load((port, turn, 0.5))
                jobs = [(port, 1000 * turn + client, _SECONDS) for client in range(_CLIENTS)]
                rates.append(sum(pool.map(_load, jobs)) / _SECONDS)
    ours, bare = statistics.median(found[OURS]), statistics.median(found[BARE])
    yield (
        "page, requests a second",
        f"{ours:.0f}",
        "bare Flask page",
        f"{bare:.0f}",
        f"{ours / bare:.2f}",
        "≥ 0.25",
    )


def starting():
    """Yield the time from starting gunicorn to the first answered page."""
    found = {OURS: [], BARE: []}
    for _ in range(2 * _ROUNDS):
        for application, times in found.items():
            begin = time.perf_counter()
            with gunicorn(application):
                times.append(time.perf_counter() - begin)
    ours, bare = statistics.median(found[OURS]), statistics.median(found[BARE])
    yield (
        "start to first page",
        f"{ours:.2f} s",
        "bare Flask page",
        f"{bare:.2f} s",
        f"{ours / bare:.2f}",
        "≤ 2",
    )


@contextmanager
def gunicorn(application):
    """Serve `application` until the block ends; enter it once the first page is answered."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            Path(sys.executable).parent / "gunicorn",
            "--log-level",
            "error",
            "--graceful-timeout",
            "1",
            application,
        ],
        cwd=ROOT,
        env=os.environ | {"PORT": str(port), "HOST": "127.0.0.1"},
    )
    try:
        while not _answers(port):
            if process.poll() is not None:
                raise RuntimeError(f"gunicorn ended with {process.returncode}")
            time.sleep(0.002)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _answers(port):
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
            return _get(connection, "/?b=17&c=3&a=157&d=23")
    except ConnectionError:
        return False


def _load(job):
    """Ask for pages for so many seconds on one connection at a time; return how many came."""
    port, seed, seconds = job
    count, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            for _ in range(50):
                number = 100_000 * seed + count
                query = f"/?b={17 + number % 997}&c={3 + number % 89}&a={157 + number}&d=23"
                if not _get(connection, query) or time.perf_counter() > end:
                    break
                count += 1
    return count


def _get(connection, path):
    """Return whether `path` was answered with 200, reading the whole body."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head, _, body = b"", b"", b""
    while b"\r\n\r\n" not in head:
        received = connection.recv(65536)
        if not received:
            return False
        head += received
    head, _, body = head.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
    left = length - len(body)
    while left > 0:
        left -= len(connection.recv(65536))
    return head.startswith(b"HTTP/1.1 200")
