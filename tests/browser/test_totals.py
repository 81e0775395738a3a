"""Totals of rows and columns while typing."""

import re

import pytest
from playwright.sync_api import expect

UNKNOWN = "–"


@pytest.fixture
def page(page):
    page.goto("/")
    return page


def test_they_follow_what_is_typed(page, totals):
    page.locator("#a").press_sequentially("157")
    assert set(totals(page).values()) == {UNKNOWN}
    page.locator("#b").press_sequentially("17")
    assert totals(page)["candidate_passed"] == "174"
    page.locator("#c").press_sequentially("3")
    assert totals(page)["baseline_passed"] == "160"
    assert totals(page)["items"] == UNKNOWN
    page.locator("#d").press_sequentially("23")
    assert totals(page) == {
        "candidate_passed": "174",
        "candidate_failed": "26",
        "baseline_passed": "160",
        "baseline_failed": "40",
        "items": "200",
    }


@pytest.mark.parametrize(
    "text", ["x", "1.5", "1e3", "-3", "1,23", "12%", "1_000", "", "1000000000001", "9" * 20]
)
def test_text_that_is_no_count_makes_its_totals_unknown(page, fill, totals, text):
    fill(page, a=1, b=2, c=3, d=4)
    assert totals(page)["items"] == "10"
    fill(page, b=text)
    assert totals(page) == {
        "candidate_passed": UNKNOWN,
        "candidate_failed": "7",
        "baseline_passed": "4",
        "baseline_failed": UNKNOWN,
        "items": UNKNOWN,
    }


@pytest.mark.parametrize(
    "text",
    ["1,234", "1 234", "1\u00a0234", "1\u202f234", "1\u2009234", "１２３４", "01234", " 1234 "],
)
def test_every_way_to_write_a_count_is_read(page, fill, totals, text):
    fill(page, a=1, b=text, c=0, d=0)
    assert totals(page)["candidate_passed"] == "1,235"


def test_a_corrected_field_counts_again(page, fill, totals):
    fill(page, a=1, b="x", c=3, d=4)
    fill(page, b=2)
    assert totals(page)["items"] == "10"


@pytest.mark.parametrize(
    "counts",
    [
        {"b": "17", "c": "3", "a": "157", "d": "23"},
        {"b": "12,345", "c": "0", "a": "９９９", "d": "1 000"},
        dict.fromkeys("abcd", "1000000000000"),
        {"b": "17", "c": "3"},
    ],
)
def test_they_are_the_ones_of_the_server(page, new_page, ask, fill, totals, counts):
    fill(page, **counts)
    typed = totals(page)
    ask(page)
    expect(page).to_have_url(re.compile(r"\?b="))
    expect(page.locator("#calculator")).not_to_have_attribute("aria-busy", "true")
    assert totals(page) == typed
    fresh = new_page()
    fresh.goto(page.url)
    assert totals(fresh) == typed
