"""Tests of app.web.embed: design.md, section 8, "In a frame"."""

import html
import re

import pytest

from app.web.fields import FIELDS, Question
from tests.web.documents import read

WORKED = "b=17&c=3&a=157&d=23"
FRAME = f"/embed?{WORKED}"
PAGE = f"http://localhost/?{WORKED}"
# design.md, section 8: dead in a frame without allow-forms or allow-scripts
DEAD = {"form", "input", "button", "select", "textarea", "iframe", "dialog", "object", "base"}


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def frame(client, request):
    """Read a frame with scripts on and off."""
    return lambda path=FRAME: read(client.get(path).text, scripts=request.param)


def classes(element):
    return element.attrs.get("class", "").split()


@pytest.mark.parametrize("path", [FRAME, "/embed?b=17&c=3", "/embed", "/embed?b=x"])
def test_nothing_in_the_frame_is_dead_without_forms_or_scripts(frame, path):
    page = frame(path)
    assert DEAD & {element.tag for element in page} == set()
    for element in page:
        assert not [name for name in element.attrs if name.startswith("on") or name == "style"]
        assert "hidden" not in element.attrs
        assert "target" not in element.attrs  # dead without allow-popups
        assert "autofocus" not in element.attrs  # would scroll the page around it
        assert not element.attrs.get("href", "").startswith("javascript:")


def test_the_frame_shows_the_whole_result_with_and_without_scripts(frame):
    page = frame()
    article = page.one("article")
    assert classes(article) == ["result", "resolved"]
    assert article.one(class_="verdict").one("h2").words == "Resolved at 95%"
    assert article.one("p", class_="sentence").words == (
        # issue 2: one sentence a manager can read
        "The candidate is better: +7.0 points, 95% interval +2.7 to +11.6, exact p 0.0026; "
        "17 fixed, 3 broken."
    )
    assert [dd.words for dd in article.one("dl", class_="counts").all("dd")] == [
        "17",
        "3",
        "157",
        "23",
    ]
    assert len(article.all("svg", role="img")) == 4  # two pictures, for a wide and a narrow frame
    rows = article.one("table", class_="tests").one("tbody").all("tr")
    assert len(rows) == 4
    (reported,) = (row for row in rows if "reported" in classes(row))
    # 20 discordant items, fewer than 25
    assert reported.one("th").words.startswith("Exact")
    assert reported.one(class_="p").words == "0.0026"


def test_the_counts_are_shown_since_no_form_shows_them(frame):
    assert "form-above" not in classes(frame().one("dl", class_="counts"))


def test_every_step_and_source_is_folded_below_the_result(client, frame):
    fold = frame().one("details")
    assert "open" not in fold.attrs
    steps = [step.attrs["id"] for step in fold.all("li", class_="step")]
    page = read(client.get(f"/?{WORKED}").text)
    assert steps == [step.attrs["id"] for step in page.all("li", class_="step")]
    assert len(steps) == 29
    for step in fold.all("li", class_="step"):
        assert step.all("math")
    sources = [item.words for item in fold.one(class_="sources").all("li")]
    assert sources == [item.words for item in page.one(class_="sources").all("li")]
    # a plain element of HTML: it opens without a script
    assert fold.children[1].tag == "summary"


def test_links_within_the_frame_lead_somewhere(frame):
    page = frame()
    ids = [element.attrs["id"] for element in page if "id" in element.attrs]
    assert len(ids) == len(set(ids))
    links = [element.attrs["href"] for element in page.all("a")]
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    assert all(link.startswith(("#", "https://", "http://localhost/")) for link in links)


@pytest.mark.parametrize("options", ["", "&confidence=99&candidate=a%26b&theme=dark"])
def test_the_address_stands_there_as_a_link_and_as_text(frame, options):
    footer = frame(f"{FRAME}{options}").one("footer")
    assert footer.one("a").attrs["href"] == f"{PAGE}{options}"
    assert footer.one("code", class_="address").text == f"{PAGE}{options}"


def test_the_script_runs_where_scripts_run_and_is_not_there_where_they_do_not(client):
    text = client.get(FRAME).text
    # The shape of the trick: where scripts run a noscript is text and ends before the script;
    # where they do not, its content is a comment that swallows the script.
    (shape,) = re.findall(
        r"<noscript><!--</noscript>"
        r'<script src="([^"]+)" type="module"></script>'
        r"<!-- --></noscript>",
        text,
    )
    assert text.count("noscript") == 3
    assert text.count("<script") == 1
    on, off = read(text), read(text, scripts=False)
    script = on.one("script")
    assert script.attrs == {"src": shape, "type": "module"}
    assert shape.endswith("/embed.js")
    assert script.text == ""
    assert on.one("noscript").text == "<!--"
    assert off.all("script") == []
    assert off.one("noscript").children == []
    # all else is the same
    tags = [element.tag for element in on]
    tags.remove("script")
    assert tags == [element.tag for element in off]
    # and the head is still the head
    assert script in on.one("head").all("script")


def test_the_script_file_is_served(client):
    (address,) = re.findall(r'<script src="([^"]+)"', client.get(FRAME).text)
    with client.get(address) as response:
        assert response.mimetype == "text/javascript"
        # design.md, section 8: the message that a page around it waits for
        assert "mcnemar:height" in response.text
        assert "getBoundingClientRect" in response.text
        assert "focus(" not in response.text
        assert "localStorage" not in response.text


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("query", ["{}", f"{WORKED}&{{}}", "b=x&{}"])
def test_the_theme_of_the_address_is_that_of_the_frame(client, theme, query):
    path = f"/embed?{query.format(f'theme={theme}')}"
    root = read(client.get(path, follow_redirects=True).text).one("html")
    assert root.attrs["data-theme"] == theme
    assert root.attrs["class"] == "embed"


def test_the_frame_paints_its_own_ground(client):
    # design.md, section 8: an OS in dark mode on a light wiki makes a black block
    page = read(client.get(FRAME).text)
    with client.get(page.one("link", rel="stylesheet").attrs["href"]) as response:
        style = response.text
    assert re.search(r"^html \{[^}]*background: var\(--paper\)", style, re.M)


@pytest.mark.parametrize("path", ["/embed", "/embed?theme=dark", "/embed?utm_source=wiki"])
def test_without_counts_the_frame_says_how_to_ask(client, path):
    response = client.get(path)
    assert response.status_code == 200
    page = read(response.text)
    assert "shows a result when its address holds the counts" in page.one("main").words
    address = page.one("code", class_="address").text
    assert address == f"http://localhost{FRAME}"
    assert client.get(address).status_code == 200
    assert page.one("main").one("a").attrs["href"] == "http://localhost/"
    assert page.all("article") == []


@pytest.mark.parametrize(
    ("query", "messages"),
    [
        ("b=-3&c=3", ["“-3” is negative; a count is 0 or more."]),
        ("b=3", ["Enter how many items the candidate broke; 0 if none."]),
        ("b=1&c=2&theme=pink", ["Theme is one of auto, light, dark."]),
        ("theme=pink", ["Theme is one of auto, light, dark."]),
        ("b=1&b=1&c=2", ["Fixed by the candidate is given more than once; give it once."]),
        ("confidence=5&candidate=Baseline", None),
        ("b=<b>&c=1e3&a=1", None),
    ],
)
def test_what_is_wrong_with_the_address_is_said_in_the_frame(client, query, messages):
    response = client.get(f"/embed?{query}")
    assert response.status_code == 422
    page = read(response.text)
    assert page.one("title").text.startswith("Error: ")
    said = [item.words.partition(": ")[2] for item in page.one("ul").all("li")]
    assert messages is None or said == messages
    fields = [item.one("code").text for item in page.one("ul").all("li")]
    assert set(fields) <= set(FIELDS)
    # as on the page itself
    summary = read(client.get(f"/?{query}").text).one(id="errors")
    assert said == [item.words for item in summary.all("li")]
    assert page.all("article") == []


def test_the_frame_of_every_edge_table_is_whole(client, edge_table):
    response = client.get(f"/embed?{Question(edge_table).query()}")
    assert response.status_code == 200
    page = read(response.text)
    assert page.one("article").one("h2", id="verdict").words
    assert len(page.all("main")) == 1
    assert not re.search(r"\b(nan|inf|None|Undefined)\b", html.unescape(page.one("main").words))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_frame_is_only_read(client, method):
    assert client.open(FRAME, method=method).status_code == 405
