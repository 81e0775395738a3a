"""Tests of templates/macros/head.html: what a chat reads of a page before anyone opens it."""

from urllib.parse import parse_qs, quote, urlsplit

import pytest

from app.explain import Names
from app.explain.numbers import raised
from app.stats import Table
from app.web.fields import Question
from app.web.result import explained
from tests.web.documents import read

WORKED = "b=17&c=3&a=157&d=23"
FIRST = 4096
"""Bytes that a chat tool reads at least; a TCP window's worth is what small robots stop after."""

HEADLINE = "Candidate +7.0 points, resolved at 95% (exact p 0.0026)"
SENTENCE = (
    "The candidate is better: +7.0 points, 95% interval +2.7 to +11.6, exact p 0.0026; "
    "17 fixed, 3 broken."
)
ARABIC = "نموذج لغوي كبير مدرب على بيانات كثيرة جدا ومقارن بنموذج آخر أصغر منه بكثير والسلام"[:80]


@pytest.fixture
def page(client):
    return lambda address: read(client.get(address).text)


@pytest.mark.parametrize("path", ["/", "/embed"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        # issue 2 and design.md, section 3: the numbers of the worked example
        ("description", SENTENCE),
        ("og:title", HEADLINE),
        ("og:description", SENTENCE),
        ("og:type", "website"),
        ("og:url", f"http://localhost/?{WORKED}"),
        ("og:image", f"http://localhost/card.png?{WORKED}"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", HEADLINE),
        ("twitter:card", "summary_large_image"),
        ("robots", "noindex"),
    ],
)
def test_a_result_says_in_its_head_what_it_is(page, path, name, content):
    assert page(f"{path}?{WORKED}").meta(name) == [content]


@pytest.mark.parametrize("path", ["/", "/embed"])
def test_a_result_names_its_address_and_its_description(page, path):
    head = page(f"{path}?{WORKED}").one("head")
    assert head.one("title").text.startswith(HEADLINE)
    assert head.one("link", rel="canonical").attrs["href"] == f"http://localhost/?{WORKED}"
    link = head.one("link", rel="alternate")
    # oembed.com, section 4
    assert link.attrs["type"] == "application/json+oembed"
    assert link.attrs["title"] == HEADLINE
    address = urlsplit(link.attrs["href"])
    assert address[:3] == ("http", "localhost", "/oembed")
    assert parse_qs(address.query) == {"url": [f"http://localhost/?{WORKED}"]}


def test_the_description_that_a_page_links_to_is_that_of_its_frame(client, page):
    link = page(f"/?{WORKED}&theme=dark").one("link", rel="alternate").attrs["href"]
    found = client.get(link)
    assert found.status_code == 200
    assert f"/embed?{WORKED}&theme=dark" in read(found.json["html"]).one("iframe").attrs["src"]


def test_the_head_of_every_result_is_its_verdict(client, edge_table):
    question = Question(edge_table)
    verdict = explained(question).verdict
    # an attribute holds no <sup>
    headline, sentence = raised(verdict.headline), raised(verdict.sentence)
    page = read(client.get(f"/?{question.query()}").text)
    assert page.meta("description") == page.meta("og:description") == [sentence]
    assert page.meta("og:title") == page.meta("og:image:alt") == [headline]
    assert page.one("title").words.startswith(headline)
    assert "10^" not in "".join(tag for tag in page.meta("description") + page.meta("og:title"))
    assert page.one("link", rel="canonical").attrs["href"].endswith(f"/?{question.query()}")


@pytest.mark.parametrize("path", ["/", "/?theme=dark", "/?candidate=x"])
def test_the_page_without_counts_has_tags_but_may_be_listed(page, path):
    found = page(path)
    assert found.meta("og:title") == [found.one("title").words]
    assert len(found.meta("description")) == 1
    assert found.meta("robots") == found.meta("og:url") == []
    assert found.all("link", rel="canonical") == found.all("link", rel="alternate") == []
    # nobody's verdict goes with the bare page
    assert found.meta("og:image") == found.meta("twitter:card") == []
    assert SENTENCE not in found.meta("description")


@pytest.mark.parametrize("path", ["/?b=x", "/?b=1&c=2&theme=pink", "/embed?b=x", "/embed"])
def test_a_page_without_a_result_unfurls_to_none(page, path):
    found = page(path)
    assert [element.attrs for element in found.all("meta") if "property" in element.attrs] == []
    assert found.meta("description") == found.meta("twitter:card") == []
    assert found.all("link", rel="canonical") == found.all("link", rel="alternate") == []


@pytest.mark.parametrize("path", ["/", "/embed"])
@pytest.mark.parametrize(
    "names",
    [
        {},
        {"candidate": "gpt-5 (2026-11, tools)", "baseline": "gpt-4"},
        {"candidate": "W" * 80, "baseline": "M" * 80},
        {"candidate": ARABIC},
        {"candidate": ARABIC, "baseline": f"{ARABIC[:-1]}x"},
        {"candidate": "&" * 80, "baseline": '"' * 80},
        {"candidate": "模" * 80},
    ],
    ids=lambda names: "-".join(name[:4] for name in names.values()) or "unnamed",
)
def test_what_matters_stands_within_the_first_bytes(client, path, names):
    query = Question(Table(17, 3, 157, 23), names=Names(**names)).query()
    start = client.get(f"{path}?{query}").data[:FIRST].decode(errors="ignore")
    for tag in ("</title>", '"description"', '"og:title"', '"twitter:card"', '"og:image"'):
        assert tag in start, tag
    assert f"/card.png?{query.replace('&', '&amp;')}&#34;".replace("&#34;", '"') in start
    assert '"og:url"' in start
    assert '<meta name="robots" content="noindex">' in start


@pytest.mark.parametrize("path", ["/", "/embed"])
def test_two_names_of_80_emoji_leave_room_for_the_picture(client, path):
    names = Names(candidate="🙂" * 80, baseline="🙃" * 80)
    query = Question(Table(17, 3, 157, 23), names=names).query()
    start = client.get(f"{path}?{query}").data[:FIRST].decode(errors="ignore")
    for tag in ("</title>", '"description"', '"og:title"', '"twitter:card"'):
        assert tag in start, tag
    assert f'/card.png?{query.replace("&", "&amp;")}"' in start


@pytest.mark.parametrize("path", ["/", "/embed"])
def test_the_type_of_the_letters_is_told_first(client, path):
    # HTML standard, 4.2.5.4: within the first 1024 bytes
    assert b'<meta charset="utf-8">' in client.get(f"{path}?{WORKED}").data[:1024]


def test_the_head_names_no_address_that_is_not_absolute(page):
    found = page(f"/?{WORKED}&candidate={quote('模型')}")
    for name in ("og:url", "og:image"):
        assert found.meta(name)[0].startswith("http://localhost/")
        assert found.meta(name)[0].isascii()
