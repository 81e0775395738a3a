"""Tests of app.web.addresses: where a result is found, in each of its forms."""

from urllib.parse import parse_qs, urlsplit

import pytest

from app.explain import Names
from app.stats import Table
from app.web.addresses import REPORT_FORMATS, Addresses
from app.web.fields import Question
from app.web.reports import REPORTS

WORKED = Question(Table(17, 3, 157, 23))
NAMED = Question(Table(17, 3), "99", Names("a&b=c", "模型+rag 100% #x"), "dark")


def addresses(app, question, base="http://localhost"):
    with app.test_request_context(base_url=base):
        return Addresses.of(question)


def every(found):
    return [*absolute(found), *found.reports.values()]


def absolute(found):
    return [found.page, found.embed, found.card, found.oembed]


def test_the_addresses_of_the_worked_example(app):
    # design.md, section 4
    found = addresses(app, WORKED)
    query = "b=17&c=3&a=157&d=23"
    assert found.page == f"http://localhost/?{query}"
    assert found.embed == f"http://localhost/embed?{query}"
    assert found.card == f"http://localhost/card.png?{query}"
    assert found.reports == {
        suffix: f"/report.{suffix}?{query}" for suffix in ("md", "tex", "csv", "json")
    }
    oembed = urlsplit(found.oembed)
    assert oembed[:3] == ("http", "localhost", "/oembed")
    assert parse_qs(oembed.query) == {"url": [found.page]}


def test_every_report_that_is_offered_is_one_that_is_written():
    assert set(REPORT_FORMATS) == set(REPORTS)


@pytest.mark.parametrize("question", [WORKED, NAMED])
def test_every_address_is_canonical_and_answers_at_once(app, client, question):
    for address in every(addresses(app, question)):
        if address.rpartition("?")[0].endswith((".md", ".tex", ".csv")):
            continue  # tests/web/test_reports.py
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("base", ["https://tools.example", "http://[::1]:8000", "http://h:81/p"])
def test_addresses_are_those_by_which_the_page_was_reached(app, base):
    found = addresses(app, NAMED, base)
    assert [address for address in absolute(found) if not address.startswith(f"{base}/")] == []
    assert all(address.startswith(f"{urlsplit(base).path}/") for address in found.reports.values())
    assert all(map(str.isascii, every(found)))


def test_the_page_in_the_address_of_its_description_is_quoted_once(app):
    found = addresses(app, NAMED)
    assert parse_qs(urlsplit(found.oembed).query, strict_parsing=True) == {"url": [found.page]}
    assert parse_qs(urlsplit(found.page).query)["candidate"] == ["模型+rag 100% #x"]
