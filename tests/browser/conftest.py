"""A real gunicorn, a real Chromium, and pages that must stay at home and keep quiet."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    sync_playwright,
)

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
    # A host that is no loopback, so that plain http is not trusted with the clipboard.
    "--host-resolver-rules=MAP calculator.test 127.0.0.1",
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
    with serve() as address:
        yield address


@contextmanager
def serve(**settings: str) -> Iterator[str]:
    """Serve the application with some settings of its environment; give its address."""
    port = free_port()
    environ = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), **settings}
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
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGS)
    yield browser
    browser.close()


class Watch:
    """What pages ask for, complain about and keep, with all their frames.

    A strict watch counts warnings and requests without an answer as well.
    """

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.contexts: list[BrowserContext] = []

    def over(self, context: BrowserContext, expected: Collection[str] = ()) -> BrowserContext:
        """Watch a context; lines of its console that begin as expected may pass."""
        levels = ("error", "warning") if self.strict else ("error",)

        def note(message: ConsoleMessage) -> None:
            if message.type in levels and not message.text.startswith(tuple(expected)):
                self.errors.append(message.text)

        self.contexts.append(context)
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", note)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        if self.strict:
            context.on(
                "requestfailed",
                lambda request: self.errors.append(f"{request.failure}: {request.url}"),
            )
        return context

    def end(self, *origins: str) -> None:
        """Close the contexts; fail on a complaint, a cookie, or a request to other origins."""
        errors = [*self.errors]
        cookies = [cookie for context in self.contexts for cookie in context.cookies()]
        for context in self.contexts:
            context.close()
        ours = (*(f"{origin}/" for origin in origins), "data:")
        assert cookies == []
        assert [url for url in self.requests if not url.startswith(ours)] == []
        assert errors == []


@pytest.fixture
def new_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open pages with any option of `Browser.new_context`: viewport, color_scheme, ….

    A test fails when one of its pages asks another origin for anything, prints an error (as a
    breach of the Content-Security-Policy does) or gets a cookie. `expect_status=[422]` lets
    Chromium's own line about such an answer pass, `expect_failure=True` the one about no answer.
    `origins` are other addresses of the same server.
    """
    watch, ours = Watch(), [server]

    def open_page(
        *,
        expect_status: Collection[int] = (),
        expect_failure: bool = False,
        origins: Collection[str] = (),
        **options: Any,
    ) -> Page:
        ours.extend(origins)
        expected = [unsuccessful(status) for status in expect_status]
        if expect_failure:
            expected.append("Failed to load resource: net::ERR_FAILED")
        context = browser.new_context(**{"base_url": server, **options})
        return watch.over(context, expected).new_page()

    yield open_page
    watch.end(*ours)


def unsuccessful(status: int) -> str:
    """How Chromium's own line about an answer with such a status begins."""
    return f"Failed to load resource: the server responded with a status of {status} "


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
