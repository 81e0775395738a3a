"""Tests of app.settings: what the environment says, and the defaults."""

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.settings import Settings

ROOT = Path(__file__).parents[1]
# Issue 2: 127.0.0.1:8000 by default, PORT, HOST; design.md, sections 7 and 8.
DEFAULTS = {
    "host": "127.0.0.1",
    "port": 8000,
    "workers": 2,
    "threads": 4,
    "trusted_proxies": 0,
    "public_url": "",
    "frame_ancestors": "*",
}


def test_an_empty_environment_gives_the_defaults():
    assert dataclasses.asdict(Settings.from_environ({})) == DEFAULTS


@pytest.mark.parametrize(
    ("variable", "text", "field", "value"),
    [
        ("HOST", "0.0.0.0", "host", "0.0.0.0"),
        ("PORT", "9000", "port", 9000),
        ("WORKERS", "1", "workers", 1),
        ("THREADS", "16", "threads", 16),
        ("TRUSTED_PROXIES", "0", "trusted_proxies", 0),
        ("TRUSTED_PROXIES", "2", "trusted_proxies", 2),
        ("PUBLIC_URL", "https://tools.example", "public_url", "https://tools.example"),
        ("FRAME_ANCESTORS", "https://wiki.example", "frame_ancestors", "https://wiki.example"),
    ],
)
def test_a_variable_sets_one_field(variable, text, field, value):
    found = Settings.from_environ({variable: text, "UNRELATED": "x"})
    assert dataclasses.asdict(found) == DEFAULTS | {field: value}


@pytest.mark.parametrize("variable", ["PORT", "WORKERS", "THREADS", "TRUSTED_PROXIES"])
@pytest.mark.parametrize("text", ["http", "80.5", "-1", "99999", "٨", "²", "1 2"])
def test_a_number_that_is_none_or_out_of_range_is_an_error_that_names_it(variable, text):
    with pytest.raises(ValueError, match=f"{variable} is a whole number"):
        Settings.from_environ({variable: text})


@pytest.mark.parametrize("variable", ["PORT", "WORKERS", "THREADS"])
def test_none_of_something_that_it_takes_to_serve_is_an_error(variable):
    with pytest.raises(ValueError, match=f"{variable} is a whole number from 1"):
        Settings.from_environ({variable: "0"})


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://localhost:8000", "http://localhost:8000"),
        ("https://tools.example/", "https://tools.example"),
        ("https://tools.example/mcnemar", "https://tools.example/mcnemar"),
        ("https://tools.example/a/b/", "https://tools.example/a/b"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
        ("https://[2001:db8::1]/mcnemar", "https://[2001:db8::1]/mcnemar"),
        ("https://bücher.example", "https://bücher.example"),
    ],
)
def test_a_public_address_loses_only_its_last_slash(text, address):
    assert Settings.from_environ({"PUBLIC_URL": text}).public_url == address


@pytest.mark.parametrize(
    "text",
    [
        "tools.example",
        "tools.example/mcnemar",
        "//tools.example",
        "/mcnemar",
        "ftp://tools.example",
        "javascript:alert(1)",
        "https://",
        "https:///mcnemar",
        "https://user@tools.example",
        "https://user:pass@tools.example",
        "https://:pass@tools.example",
        "https://@tools.example",
        "https://tools.example?b=1",
        "https://tools.example/#result",
        "https://tools.example:port",
        "https://tools.example:99999",
        "https://[::1",
        "https://]/",
    ],
)
def test_a_public_address_that_is_none_is_an_error_that_names_it(text):
    with pytest.raises(ValueError, match=r"^PUBLIC_URL is an address like https://host/path"):
        Settings.from_environ({"PUBLIC_URL": text})


def test_an_empty_variable_counts_as_not_set():
    # an empty HOST would make gunicorn listen everywhere
    empty = {name.upper(): "" for name in DEFAULTS}
    assert Settings.from_environ(empty) == Settings()


def test_settings_cannot_be_changed():
    with pytest.raises(AttributeError):
        Settings().port = 1


def test_the_readme_lists_every_setting_with_its_default():
    section = (ROOT / "README.md").read_text("utf-8").split("\n## Settings\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:3]] for row in section.splitlines()]
    listed = {cells[0]: cells[1] for cells in rows if cells and re.match("`[A-Z_]+`", cells[0])}
    assert listed == {
        f"`{name.upper()}`": f"`{value}`" if value != "" else "" for name, value in DEFAULTS.items()
    }


@pytest.fixture(scope="module")
def gunicorn():
    """What gunicorn understands of its configuration, by name."""
    environ = {"HOST": "127.0.0.2", "PORT": "8765", "WORKERS": "3", "THREADS": "5"}
    program = "from gunicorn.app.wsgiapp import run; run()"
    ran = subprocess.run(
        [sys.executable, "-c", program, "--print-config"],
        cwd=ROOT,
        env=os.environ | environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(re.findall(r"^(\w+) += (.*)$", ran.stdout, re.M))


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("bind", "['127.0.0.2:8765']"),
        ("workers", "3"),
        ("threads", "5"),
        ("worker_class", "gthread"),
        ("wsgi_app", "app:create_app()"),
        # which proxy to believe is decided in app/web/proxies.py alone
        ("secure_scheme_headers", "{}"),
        ("forwarder_headers", "[]"),
    ],
)
def test_gunicorn_serves_by_the_settings_and_believes_no_proxy(gunicorn, setting, value):
    assert gunicorn[setting] == value
