"""A real gunicorn, a real Chromium, and pages that must stay at home and keep quiet."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.browser.chromium import find_chromium

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# Without these Chromium calls home, and a closed network answers slowly.
CHROMIUM_ARGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of the application, served as `make run` serves it."""
    port = free_port()
    environ = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port)}
    with (
        tempfile.TemporaryFile("w+") as stderr,
        subprocess.Popen(
            [sys.executable, "-m", "gunicorn"], cwd=ROOT, env=environ, stderr=stderr
        ) as process,
    ):
        try:
            if not answers(port, process):
                stderr.seek(0)
                pytest.fail(f"gunicorn does not answer:\n{stderr.read()}", pytrace=False)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def answers(port: int, process: subprocess.Popen[bytes], seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return True
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(0.05)
    return False


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open pages with any option of `Browser.new_context`: viewport, color_scheme, ….

    A test fails when one of its pages asks another origin for anything or prints an error.
    `expect_status=[422]` lets Chromium's own line about such an answer pass.
    """
    requests: list[str] = []
    errors: list[str] = []
    contexts = []

    def open_page(*, expect_status: Collection[int] = (), **options: Any) -> Page:
        expected = tuple(
            f"Failed to load resource: the server responded with a status of {status} "
            for status in expect_status
        )

        def note_error(message: ConsoleMessage) -> None:
            if message.type == "error" and not message.text.startswith(expected):
                errors.append(message.text)

        context = browser.new_context(base_url=server, **options)
        contexts.append(context)
        context.on("request", lambda request: requests.append(request.url))
        context.on("console", note_error)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert [url for url in requests if not url.startswith((f"{server}/", "data:"))] == []
    assert errors == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()
