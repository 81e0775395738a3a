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
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

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

    A test fails when one of its pages asks another origin for anything, prints an error (as a
    breach of the Content-Security-Policy does) or gets a cookie. `expect_status=[422]` lets
    Chromium's own line about such an answer pass, `expect_failure=True` the one about no answer.
    """
    requests: list[str] = []
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(
        *, expect_status: Collection[int] = (), expect_failure: bool = False, **options: Any
    ) -> Page:
        expected = tuple(
            f"Failed to load resource: the server responded with a status of {status} "
            for status in expect_status
        )
        if expect_failure:
            expected += ("Failed to load resource: net::ERR_FAILED",)

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
    cookies = [cookie for context in contexts for cookie in context.cookies()]
    for context in contexts:
        context.close()
    assert cookies == []
    assert [url for url in requests if not url.startswith((f"{server}/", "data:"))] == []
    assert errors == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def fill() -> Callable[..., None]:
    """Type into fields of the calculator: `fill(page, b=17, c=3)`."""
    return fill_in


@pytest.fixture
def ask() -> Callable[..., None]:
    """Fill in the calculator as `fill` does, and send it."""

    def fill_in_and_send(page: Page, **values: object) -> None:
        fill_in(page, **values)
        page.get_by_role("button", name="Compare the runs").click()

    return fill_in_and_send


def fill_in(page: Page, **values: object) -> None:
    for name, value in values.items():
        page.locator(f"#{name}").fill(str(value))


@pytest.fixture
def until() -> Callable[[Page, str], None]:
    """Wait until an expression is true in a page.

    `Page.wait_for_function` needs `eval`, which the Content-Security-Policy forbids.
    """

    def wait(page: Page, expression: str, seconds: float = 5) -> None:
        deadline = time.monotonic() + seconds
        while not page.evaluate(expression):
            if time.monotonic() > deadline:
                pytest.fail(f"never true: {expression}")
            page.evaluate("new Promise(requestAnimationFrame)")

    return wait


@pytest.fixture
def fields() -> Callable[[Page], dict[str, str]]:
    """What stands in the fields of a page that are not empty."""

    def read(page: Page) -> dict[str, str]:
        return page.evaluate("""() => Object.fromEntries(
            [...document.querySelectorAll("#calculator input")]
                .filter((field) => field.value)
                .map((field) => [field.name, field.value]))""")

    return read


@pytest.fixture
def totals() -> Callable[[Page], dict[str, str]]:
    """The totals of the table as a page shows them."""

    def read(page: Page) -> dict[str, str]:
        return page.evaluate("""() => Object.fromEntries(
            [...document.querySelectorAll("[data-total]")]
                .map((total) => [total.dataset.total, total.textContent]))""")

    return read
