"""Tests of app.settings: what the environment says, and the defaults."""

import dataclasses

import pytest

from app.settings import Settings

# Issue 2: 127.0.0.1:8000 by default, PORT, HOST; design.md, sections 7 and 8.
DEFAULTS = {
    "host": "127.0.0.1",
    "port": 8000,
    "workers": 2,
    "threads": 4,
    "forwarded_allow_ips": "127.0.0.1,::1",
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
        ("FORWARDED_ALLOW_IPS", "*", "forwarded_allow_ips", "*"),
        ("FRAME_ANCESTORS", "https://wiki.example", "frame_ancestors", "https://wiki.example"),
    ],
)
def test_a_variable_sets_one_field(variable, text, field, value):
    found = Settings.from_environ({variable: text, "UNRELATED": "x"})
    assert dataclasses.asdict(found) == DEFAULTS | {field: value}


@pytest.mark.parametrize("variable", ["PORT", "WORKERS", "THREADS"])
@pytest.mark.parametrize("text", ["http", "80.5", "0", "-1", "99999", "٨"])
def test_a_number_that_is_none_or_out_of_range_is_an_error_that_names_it(variable, text):
    with pytest.raises(ValueError, match=f"{variable} is a whole number"):
        Settings.from_environ({variable: text})


def test_an_empty_variable_counts_as_not_set():
    # an empty HOST would make gunicorn listen everywhere
    empty = dict.fromkeys(["HOST", "PORT", "WORKERS", "THREADS", "FRAME_ANCESTORS"], "")
    assert Settings.from_environ(empty) == Settings()


def test_settings_cannot_be_changed():
    with pytest.raises(AttributeError):
        Settings().port = 1
