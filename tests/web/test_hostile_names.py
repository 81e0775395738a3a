"""Names come from anyone: what is markup, code or a formula elsewhere stays text."""

import csv
import functools
import html
import io
import json
import re
from urllib.parse import quote, unquote
from xml.etree import ElementTree

import pytest
from flask import render_template

from app.explain import Names
from app.stats import Table
from app.web.cards import COLOURS, Card, as_drawn
from app.web.fields import Question
from app.web.result import explained
from tests.web.documents import read

ARABIC = "نموذج لغوي كبير مدرب على بيانات كثيرة جدا ومقارن بنموذج آخر أصغر منه بكثير جدااا"[:80]
HOSTILE = {
    "script": '"><script>alert(1)</script>',
    "handler": "' onfocus=alert(1) autofocus x='",
    "image": "<img src=x onerror=alert(1)>",
    "title": "</title><b>bold</b>",
    "comment": "<!-- --><!--",
    "noscript": "</noscript><!--",
    "textarea": "</textarea></svg></math></code></pre>",
    "entities": "&lt;b&gt; &amp;amp; &#34; &quot;",
    "template": "{{ 7*7 }}{% raw %}{# x #}",
    "javascript": "javascript:alert(1)",
    "arabic": ARABIC,
    "emoji": "👩‍🚀🏳️‍🌈❤️",
    "plus": "model+rag",
    "query": "a&b=c#d?e",
    "percent": "100% %41 %2B",
    "formula": "=cmd()",
    "plus formula": "+1+cmd|' /C calc'!A0",
    "minus formula": "-1+1",
    "at": "@SUM(1;2)",
    "tex": "$x$ \\input{secret} \\end{document} ^_~#%&{}",
    "backslashes": "\\\\ \\n \\u003cscript\\u003e \\",
    "markdown": "**x** [a](javascript:alert(1)) `c` | # _y_ ![i](x)",
    "quotes": "“x” ‘y’ \"z\" 'w' „v‟",
    "json": '", "outcome": "resolved", "x": "',
    "format": "{0} %(x)s %s ${x} #{x}",
    "wide": "W" * 80,
    "ampersands": "&" * 80,
}
COUNTS = "b=17&c=3&a=157&d=23"

hostile = pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
roles = pytest.mark.parametrize("role", ["candidate", "baseline"])


def question(role, name):
    return Question(Table(17, 3, 157, 23), names=Names(**{role: name}))


def skeleton(page):
    """Return the elements with the names of their attributes: what a name must not change."""
    return [(element.tag, sorted(element.attrs)) for element in page]


def in_sentence(name, role):
    return getattr(Names(**{role: name}), f"the_{role}")


@pytest.fixture(scope="module")
def page(app):
    """Read the page of a name, once for all tests."""

    @functools.cache
    def find(path, role, name):
        response = app.test_client().get(f"{path}?{question(role, name).query()}")
        assert response.status_code == 200
        return read(response.text)

    return find


# Pages


@hostile
@roles
@pytest.mark.parametrize("path", ["/", "/embed"])
def test_a_name_adds_nothing_to_a_page(page, path, role, name):
    assert skeleton(page(path, role, name)) == skeleton(page(path, role, "x"))


@hostile
def test_a_name_adds_nothing_to_a_frame_without_scripts(client, name):
    found, plain = (
        client.get(f"/embed?{question('candidate', called).query()}").text for called in (name, "x")
    )
    assert skeleton(read(found, scripts=False)) == skeleton(read(plain, scripts=False))


@hostile
@roles
def test_the_form_holds_the_name_as_it_was_typed(page, role, name):
    (field,) = page("/", role, name).all("input", id=role)
    assert field.attrs["value"] == name


@hostile
@pytest.mark.parametrize("path", ["/", "/embed"])
def test_title_and_sentence_hold_the_name_as_text(page, path, name):
    found = page(path, "candidate", name)
    called = in_sentence(name, "candidate")
    assert found.one("p", class_="sentence").text.startswith(f"{called} is better")
    assert found.one("title").text.strip().startswith(f"{called} +7.0 points")
    labels = [dt.text for dt in found.one("dl", class_="counts").all("dt")]
    assert labels[:2] == [f"Fixed by {called}", f"Broken by {called}"]


@hostile
@pytest.mark.parametrize("path", ["/", "/embed"])
def test_the_tags_for_chats_hold_the_name_as_text(page, path, name):
    found = page(path, "candidate", name)
    asked = question("candidate", name)
    verdict = explained(asked).verdict
    assert in_sentence(name, "candidate") in verdict.headline
    assert found.meta("og:title") == found.meta("og:image:alt") == [verdict.headline]
    assert found.meta("description") == [verdict.sentence]
    assert found.meta("og:url") == [f"http://localhost/?{asked.query()}"]
    assert found.meta("og:image") == [f"http://localhost/card.png?{asked.query()}"]
    assert found.one("link", rel="alternate").attrs["title"] == verdict.headline


@hostile
@roles
def test_every_address_on_the_page_holds_the_name_quoted(page, role, name):
    query = question(role, name).query()
    assert unquote(query.rpartition("=")[2]) == name
    found = page("/", role, name)
    assert found.one(id="permalink").text == f"http://localhost/?{query}"
    links = [link.attrs["href"] for link in found.one("ul", class_="reports").all("a")]
    assert len(links) == 4
    for link in links:
        assert link.endswith(f"?{query}")
    for link in found.all("a"):
        assert not link.attrs["href"].lower().startswith(("javascript:", "data:"))


@hostile
@roles
def test_the_snippet_is_text_on_the_page_and_one_frame_in_a_wiki(page, role, name):
    asked = question(role, name)
    code = page("/", role, name).one(id="frame-code")
    assert code.children == [code.text]
    assert [element.tag for element in read(code.text)] == ["iframe", "script"]
    frame = read(code.text).one("iframe")
    assert set(frame.attrs) == {"src", "title", "width", "height", "frameborder", "loading"}
    assert frame.attrs["src"] == f"http://localhost/embed?{asked.query()}"
    assert frame.attrs["title"] == explained(asked).verdict.headline
    # what runs there is the same for every result
    other = read(page("/", role, "x").one(id="frame-code").text)
    assert read(code.text).one("script").text == other.one("script").text


@hostile
@roles
def test_the_frame_of_oembed_is_one_frame(client, role, name):
    asked = question(role, name)
    found = client.get("/oembed", query_string={"url": f"http://localhost/?{asked.query()}"})
    (frame,) = read(found.json["html"])
    assert frame.attrs["src"] == f"http://localhost/embed?{asked.query()}"
    assert frame.attrs["title"] == found.json["title"] == explained(asked).verdict.headline


@hostile
@roles
def test_the_card_is_xml_that_says_the_name(app, role, name):
    names = Names(**{role: as_drawn(name)})
    explanation = explained(Question(Table(17, 3, 157, 23), names=names))
    with app.test_request_context():
        svg = render_template("card.svg", card=Card.of(explanation), colours=COLOURS)
    tree = ElementTree.fromstring(svg)
    texts = ["".join(text.itertext()).strip() for text in tree.iter() if text.tag.endswith("}text")]
    assert as_drawn(name).strip() in texts
    assert {element.tag.partition("}")[2] for element in tree.iter()} == {
        *("svg", "style", "rect", "g", "text", "tspan", "path", "circle")
    }


@hostile
@roles
def test_a_faulty_question_shows_the_name_as_text(client, role, name):
    for path in ("/", "/embed"):
        found = client.get(f"{path}?b=x&c=3&{role}={quote(name, safe='')}")
        plain = client.get(f"{path}?b=x&c=3&{role}=x")
        assert found.status_code == plain.status_code == 422
        assert skeleton(read(found.text)) == skeleton(read(plain.text))


# Files


@hostile
@roles
def test_json_holds_the_name_as_it_was_typed(client, role, name):
    for path in ("/api/v1/compare", "/report.json"):
        found = client.get(f"{path}?{question(role, name).query()}")
        answer = json.loads(found.data)
        assert answer["names"][role] == name, path
        other = client.get(f"{path}?{question(role, 'x').query()}").json
        assert set(answer) == set(other)
        assert answer["verdict"]["outcome"] == "resolved"


@hostile
@roles
@pytest.mark.parametrize("suffix", ["md", "tex", "csv"])
def test_a_report_is_written_whatever_the_name(client, role, name, suffix):
    found = client.get(f"/report.{suffix}?{question(role, name).query()}")
    assert found.status_code == 200
    assert found.headers["X-Content-Type-Options"] == "nosniff"
    assert found.headers["Content-Disposition"].startswith("attachment")


@hostile
@roles
def test_no_cell_of_the_csv_is_a_formula(client, role, name):
    # OWASP, "CSV injection"; a negative number is no formula
    found = client.get(f"/report.csv?{question(role, name).query()}")
    text = found.data.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    plain_answer = client.get(f"/report.csv?{question(role, 'x').query()}")
    plain = list(csv.reader(io.StringIO(plain_answer.data.decode("utf-8-sig"), newline="")))
    assert [len(row) for row in rows] == [len(row) for row in plain]
    cells = [cell for row in rows for cell in row]
    assert any(name in cell for cell in cells)
    for cell in cells:
        assert not cell.startswith(("=", "@", "\t", "\r")), cell
        if cell.startswith(("+", "-")):
            assert re.fullmatch(r"[+-][\d.e-]+|\+[\d.,]+( to [+−][\d.,]+)? points", cell), cell


@hostile
@roles
def test_the_markdown_holds_no_markup_of_the_name(client, role, name):
    found = client.get(f"/report.md?{question(role, name).query()}").text
    assert not re.search(r"(?<!\\)<(script|img|b|title|/|!--)", found)
    assert not re.search(r"(?<!\\)\]\(javascript:", found)
    plain = client.get(f"/report.md?{question(role, 'x').query()}").text
    assert len(found.splitlines()) == len(plain.splitlines())


@hostile
@roles
def test_the_latex_holds_no_command_of_the_name(client, role, name):
    found, plain = (
        client.get(f"/report.tex?{question(role, called).query()}").text.splitlines()
        for called in (name, "x")
    )
    # a comment ends with its line, and a name is one line
    found, plain = (
        "\n".join(line for line in lines if not line.startswith("%")) for lines in (found, plain)
    )
    assert "\\input{secret}" not in found
    for command in ("\\end{", "\\begin{", "\\input"):
        assert found.count(command) == plain.count(command), command
    for special in ("$", "%", "#", "&", "_", "^"):
        bare = rf"(?<!\\){re.escape(special)}"
        assert len(re.findall(bare, found)) == len(re.findall(bare, plain)), special


@hostile
@roles
def test_a_problem_holds_the_name_as_text(client, role, name):
    found = client.get("/api/v1/compare", query_string={"b": "x", "c": "3", role: name, name: "1"})
    assert found.status_code == 422
    assert found.mimetype == "application/problem+json"
    problem = json.loads(found.data)
    assert {"field": name} not in problem["errors"]
    assert name in [error["field"] for error in problem["errors"]]


# What no name may hold

ILLEGAL = {
    "newline": "a\nb",
    "return": "a\rb",
    "header": "a\r\nSet-Cookie: x=1",
    "tab": "a\tb",
    "null": "a\0b",
    "escape": "a\x1b[31mb",
    "delete": "a\x7fb",
    "c1": "a\x85b",
    "line separator": "a\u2028b",
    "paragraph separator": "a\u2029b",
    "override": "a\u202eb",
    "isolate": "a\u2066b",
    "zero width": "a\u200bb",
    "mark": "a\ufeffb",
    "tags": "a\U000e0041b",
    "no character": "a\ufffeb",
    "no character either": "a\uffffb",
}


@pytest.mark.parametrize("name", ILLEGAL.values(), ids=list(ILLEGAL))
@roles
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/embed",
        "/card.png",
        "/report.md",
        "/report.tex",
        "/report.csv",
        "/report.json",
        "/api/v1/compare",
    ],
)
def test_what_is_no_line_of_letters_is_refused_everywhere(client, path, role, name):
    found = client.get(path, query_string={"b": "17", "c": "3", role: name})
    assert found.status_code == 422
    assert "without control or invisible characters" in html.unescape(found.text)
    assert "Set-Cookie" not in found.headers


@pytest.mark.parametrize("name", ILLEGAL.values(), ids=list(ILLEGAL))
@roles
def test_what_is_no_line_of_letters_is_refused_when_it_is_sent(client, role, name):
    fields = {"b": "17", "c": "3", role: name}
    assert client.post("/", data=fields).status_code == 422
    assert client.post("/api/v1/compare", data=fields).status_code == 422
    assert client.post("/api/v1/compare", json=fields).status_code == 422
    address = f"http://localhost/?b=17&c=3&{role}={quote(name, safe='')}"
    assert client.get("/oembed", query_string={"url": address}).status_code in (400, 404)


@hostile
def test_a_name_is_in_no_header(client, name):
    for path in ("/", "/embed", "/card.png", "/report.json", "/api/v1/compare"):
        found = client.get(f"{path}?{question('candidate', name).query()}")
        assert found.status_code == 200
        for key, value in found.headers:
            assert name not in value, key
            assert quote(name, safe="") not in value, key
