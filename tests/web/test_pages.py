"""Tests of app.web.pages: the page, the form, and errors in the style of the page."""

import html
import re

import pytest

from app import create_app
from app.explain.reports import python_code, r_code
from app.settings import Settings
from app.stats import Table, compare
from app.web.errors import MAX_QUERY
from app.web.factory import MAX_BODY
from app.web.fields import FIELDS, Question
from tests.web.documents import read

WORKED = "/?b=17&c=3&a=157&d=23"
EXAMPLE = "A worked example, until you fill in the table"
# issue 2: one sentence a manager can read
SENTENCE = (
    "The candidate is better: +7.0 points, 95% interval +2.7 to +11.6, exact p 0.0026; "
    "17 fixed, 3 broken."
)


@pytest.fixture
def inputs(elements):
    """Return the form's fields by name."""
    return lambda response: {
        attrs["name"]: attrs for tag, attrs in elements(response.text) if tag == "input"
    }


def title(response):
    return html.unescape(re.search(r"<title>(.*?)</title>", response.text, re.S)[1].strip())


def text(response):
    """Return the words of a page's body without its tags, and without the code to copy."""
    body = response.text.partition("<body>")[2]
    body = re.sub(r"<pre.*?</pre>", "", body, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_without_counts_there_is_an_empty_form_above_the_worked_example(client, inputs):
    response = client.get("/")
    assert response.status_code == 200
    assert {name: inputs(response)[name]["value"] for name in "bcad"} == dict.fromkeys("bcad", "")
    assert inputs(response)["confidence"]["value"] == "95"
    assert EXAMPLE in response.text
    assert SENTENCE in response.text
    assert response.text.index('id="calculator"') < response.text.index(EXAMPLE)


def test_a_name_alone_stays_in_the_empty_form(client, inputs):
    response = client.get("/?candidate=gpt-5&confidence=99")
    assert inputs(response)["candidate"]["value"] == "gpt-5"
    assert inputs(response)["confidence"]["value"] == "99"
    assert EXAMPLE in response.text


def test_with_counts_the_result_stands_below_the_filled_form(client, inputs):
    response = client.get("/?b=1017&c=3&a=157&d=23&confidence=99&candidate=new")
    assert response.status_code == 200
    values = {name: field["value"] for name, field in inputs(response).items()}
    assert values | {"b": "1,017", "c": "3", "candidate": "new", "confidence": "99"} == values
    assert EXAMPLE not in response.text
    assert "“new” is better" in response.text
    assert "resolved at 99%" in title(response)
    assert "Resolved at 99%" in response.text


def test_the_worked_example_has_every_number_of_the_design(client):
    # design.md, section 3
    said = text(client.get(WORKED))
    for printed in (
        "9.80",
        "0.0017",
        "8.45",
        "0.0037",
        "0.0026",
        "87.0%",
        "80.0%",
        "+7.0 points",
        "0.0427",
        "[+2.7, +11.3] points",
        "+2.7 to +11.6",
        "1.886",
        "0.0593",
        "Resolved at 95%",
    ):
        assert printed in said, printed


def test_the_totals_of_rows_and_columns_are_filled_in(client):
    # by hand: 157 + 17, 3 + 23, 157 + 3, 17 + 23
    totals = dict(re.findall(r'data-total="(\w+)">(.*?)<', client.get(WORKED).text))
    assert totals == {
        "candidate_passed": "174",
        "candidate_failed": "26",
        "baseline_passed": "160",
        "baseline_failed": "40",
        "items": "200",
    }


def test_b_and_c_alone_give_p_values_and_say_what_a_and_d_would_add(client):
    said = text(client.get("/?b=17&c=3"))
    assert "exact p 0.0026; 17 fixed, 3 broken." in said
    assert "With the items that both passed and both failed, this page would add" in said
    assert "Newcombe" not in said
    assert "points" not in said.split("Every step")[1]


@pytest.mark.parametrize(
    ("fields", "location"),
    [
        # design.md, section 4: canonical order, defaults left out, numbers without separators
        ({"d": "23", "a": "157", "c": "3", "b": "17"}, "/?b=17&c=3&a=157&d=23"),
        ({"b": " 1,017 ", "c": "3", "a": "", "d": "", "confidence": "95.0"}, "/?b=1017&c=3"),
        (
            {"b": "1", "c": "2", "candidate": "model+rag", "baseline": "a&b=c", "theme": "dark"},
            "/?b=1&c=2&baseline=a%26b%3Dc&candidate=model%2Brag&theme=dark",
        ),
        (
            {
                "items": "200",
                "candidate_passed": "174",
                "baseline_passed": "160",
                "both_passed": "157",
            },
            "/?b=17&c=3&a=157&d=23",
        ),
    ],
)
def test_a_form_is_answered_with_its_canonical_address(client, fields, location):
    response = client.post("/", data=fields)
    assert response.status_code == 303
    assert response.headers["Location"] == location
    assert client.get(location).status_code == 200


def test_the_address_of_a_form_shows_what_was_typed(client, inputs):
    sent = {"b": "17", "c": "3", "candidate": '模型 "v2" <+&', "baseline": "👩‍🚀"}
    response = client.post("/", data=sent, follow_redirects=True)
    assert {name: inputs(response)[name]["value"] for name in sent} == sent


FAULTY = {"b": "-3", "c": "1e3", "a": "12", "d": "", "confidence": "5", "candidate": 'x"<' * 30}


@pytest.fixture(params=["POST", "GET"])
def refused(client, request):
    if request.param == "POST":
        return client.post("/", data=FAULTY)
    return client.get("/", query_string=FAULTY)


def test_a_refused_form_keeps_what_was_typed(refused, inputs):
    assert refused.status_code == 422
    assert {name: inputs(refused)[name]["value"] for name in FAULTY} == FAULTY
    assert "Every step" not in refused.text


def test_a_refused_form_says_so_first(refused):
    assert title(refused).startswith("Error: ")
    assert "There is a problem" in refused.text
    assert refused.text.index("There is a problem") < refused.text.index('id="calculator"')


def test_the_error_summary_links_to_every_faulty_field(refused, elements):
    links = [attrs["href"] for tag, attrs in elements(refused.text) if tag == "a"]
    assert [link for link in links if link.startswith("#") and link != "#main"] == [
        "#b",
        "#c",
        "#d",
        "#confidence",
        "#candidate",
    ]
    (summary,) = (attrs for _, attrs in elements(refused.text) if attrs.get("role") == "alert")
    assert "error-summary" in summary["class"]


def test_f24_an_error_is_tied_to_its_field(refused, elements, inputs):
    ids = {attrs.get("id") for _, attrs in elements(refused.text)}
    for name, field in inputs(refused).items():
        faulty = name in ("b", "c", "d", "confidence", "candidate")
        assert (field.get("aria-invalid") == "true") == faulty, name
        described = field.get("aria-describedby", "").split()
        assert (f"{name}-error" in described) == faulty, name
        assert set(described) <= ids, name


@pytest.mark.parametrize(("field", "message"), [("b", "is negative"), ("d", "enter both failed")])
def test_the_message_stands_at_the_field_and_in_the_summary(refused, field, message):
    (error,) = re.findall(rf'id="{field}-error">(.*?)</p>', refused.text)
    assert message in error
    assert refused.text.count(message) == 2


def test_f23_counts_are_text_fields_that_a_mouse_wheel_does_not_change(client, inputs):
    for name in ("b", "c", "a", "d"):
        field = inputs(client.get("/"))[name]
        assert (field["type"], field["inputmode"]) == ("text", "numeric")


@pytest.mark.parametrize(
    "query",
    [
        "b=",
        "b=1&b=2&c=3",
        "b=1&c=2&theme=pink",
        "b=1&c=2&confidence=200",
        "b=1&c=2&a=3",
        "b=0&c=0&a=0&d=0",
        "items=10&candidate_passed=11&baseline_passed=1&both_passed=1",
        # without counts too: "an unknown value … is a 422, in a GET as in a POST"
        "theme=pink",
        "confidence=200",
        "candidate=a&candidate=b",
    ],
)
def test_a_faulty_query_is_refused(client, query):
    response = client.get(f"/?{query}")
    assert response.status_code == 422
    assert title(response).startswith("Error: ")


def test_a_theme_that_does_not_exist_does_not_stay_in_the_form(client, inputs):
    # it is a hidden field: a user could not take it back
    response = client.get("/?b=1&c=2&theme=pink")
    assert inputs(response).get("theme", {"value": ""})["value"] in ("", "auto")


def test_rates_that_were_refused_are_shown_open(client, elements):
    response = client.post("/", data={"items": "10", "candidate_passed": "11"})
    (details,) = (attrs for tag, attrs in elements(response.text) if tag == "details")
    assert "open" in details


HOSTILE = [
    '"><script>alert(1)</script>',
    "'\" onfocus=alert(1) x='",
    "<img src=x onerror=alert(1)>",
    "</title><b>",
    "{{ 7*7 }}",
    "&lt;b&gt;",
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("counts", ["b=17&c=3&a=157&d=23", "b=-1&c=x", ""])
def test_a_hostile_name_stays_text(client, elements, inputs, name, counts):
    plain = {tag for tag, _ in elements(client.get(f"/?{counts}").text)}
    query = dict(pair.split("=") for pair in counts.split("&") if pair) | {"candidate": name}
    response = client.get("/", query_string=query, follow_redirects=True)
    assert {tag for tag, _ in elements(response.text)} == plain
    assert inputs(response)["candidate"]["value"] == name
    assert not re.search(r"<script(?! src=)|<img|<b>|\b49\b", response.text)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_a_count_stays_text(client, elements, inputs, text):
    response = client.post("/", data={"b": text, "c": text, "confidence": text, "theme": text})
    assert response.status_code == 422
    assert inputs(response)["b"]["value"] == text
    assert {"b", "img"} & {tag for tag, _ in elements(response.text)} == set()
    assert response.text.count("<script") == 1


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_the_theme_of_the_query_is_that_of_the_page(client, elements, theme):
    for path in (f"/?theme={theme}", f"{WORKED}&theme={theme}"):
        page = client.get(path, follow_redirects=True).text
        (root,) = (attrs for tag, attrs in elements(page) if tag == "html")
        assert root["data-theme"] == theme


def test_no_cookie_is_set(client):
    for response in (client.get("/"), client.get(WORKED), client.post("/", data={"b": 1, "c": 2})):
        assert "Set-Cookie" not in response.headers
        assert "Cookie" not in response.headers.get("Vary", "")


def test_e01_a_form_is_answered_without_a_cookie_from_another_site(client):
    headers = {"Origin": "null", "Referer": "https://wiki.example/", "Sec-Fetch-Site": "cross-site"}
    assert client.post("/", data={"b": 1, "c": 2}, headers=headers).status_code == 303


def test_healthz(client):
    response = client.get("/healthz")
    assert (response.status_code, response.text) == (200, "ok")
    assert response.mimetype == "text/plain"


@pytest.mark.parametrize("path", ["/", WORKED, "/healthz"])
def test_head_is_answered_like_get_without_a_body(client, path):
    response = client.head(path)
    assert (response.status_code, response.data) == (200, b"")
    assert response.headers["Content-Length"] == client.get(path).headers["Content-Length"]


def test_a_result_is_a_pure_function_of_its_address(client):
    first = client.get(WORKED).data
    client.get("/?b=1&c=2&candidate=other")
    assert client.get(WORKED).data == first


# Errors


def is_error_page(response, status):
    assert response.status_code == status
    assert response.mimetype == "text/html"
    assert '<link rel="stylesheet"' in response.text
    assert '<a href="/">To the calculator</a>' in response.text


@pytest.mark.parametrize("path", ["/nowhere", "/static/nowhere.css", "/static/0/nowhere.css"])
def test_404(client, path):
    response = client.get(path)
    is_error_page(response, 404)
    assert title(response) == "Not Found"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("DELETE", "/?b=1&c=2", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("POST", "/healthz", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/static/0/style.css", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_405_says_what_is_allowed(client, method, path, allowed):
    response = client.open(path, method=method)
    is_error_page(response, 405)
    assert set(response.headers["Allow"].split(", ")) == allowed


def test_413(client):
    is_error_page(client.post("/", data={"b": "1" * (MAX_BODY + 1)}), 413)
    multipart = {"b": "1" * (MAX_BODY + 1), "c": "2"}
    is_error_page(client.post("/", data=multipart, content_type="multipart/form-data"), 413)


def test_414(client):
    query = "b=1&c=2&candidate="
    assert client.get(f"/?{query}{'x' * (MAX_QUERY - len(query))}").status_code == 422  # the name
    response = client.get(f"/?{query}{'x' * (MAX_QUERY + 1 - len(query))}")
    is_error_page(response, 414)
    assert "4000" in response.text


def test_500_says_nothing_of_the_request_and_logs_nothing_of_it(caplog):
    app = create_app(Settings())
    app.add_url_rule("/broken", view_func=lambda: 1 // 0)
    response = app.test_client().get("/broken?b=12345&candidate=secret-model")
    is_error_page(response, 500)
    assert "ZeroDivisionError" not in response.text
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "ZeroDivisionError" in caplog.text
    assert "12345" not in caplog.text
    assert "secret-model" not in caplog.text


# What holds for every page


PAGES = [
    "/",
    WORKED,
    f"{WORKED}&baseline=x&candidate=%22%3E&theme=dark",
    "/?b=17&c=3",
    "/?b=-3&c=x&a=1&confidence=2&candidate=a&baseline=A",
    "/?b=1&c=2&theme=pink",
    "/?items=10&candidate_passed=11&baseline_passed=x",
    "/?items=1&b=1",
    "/nowhere",
]


def is_whole(page, elements):
    """Check what is easily broken: ids, links within, and what the policy would block."""
    found = elements(page)
    ids = [attrs["id"] for _, attrs in found if "id" in attrs]
    assert len(set(ids)) == len(ids)
    links = {attrs["href"] for _, attrs in found if attrs.get("href", "").startswith("#")}
    assert {link[1:] for link in links} <= set(ids)
    for name in ("for", "aria-labelledby", "aria-describedby"):
        assert {i for _, attrs in found for i in attrs.get(name, "").split()} <= set(ids)
    # the script is hidden from readers without scripts
    assert "script" not in {tag for tag, _ in found}
    assert [script.attrs["src"] for script in read(page).all("script")] in (
        [],
        re.findall(r"/static/\w+/page\.js", page),
    )
    for tag, attrs in found:
        assert tag not in ("style", "iframe", "base"), tag
        assert not [name for name in attrs if name == "style" or name.startswith("on")], attrs
        for name in ("src", "action"):
            assert attrs.get(name, "/").startswith("/"), attrs
    assert page.count("<main") == page.count("<h1>") == 1


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole(client, elements, path):
    is_whole(client.get(path).text, elements)


def test_the_page_of_every_edge_table_is_whole(client, elements, edge_table):
    # StrictUndefined: a value that a template does not find would be a 500
    response = client.get(f"/?{Question(edge_table).query()}")
    assert response.status_code == 200
    is_whole(response.text, elements)
    assert response.text.count("<math") > 20
    said = text(response)
    assert not re.search(r"\b(nan|inf|None|Undefined)\b|Markup\(", said)
    assert not re.search(r"[\\^]|\{,\}", said), "TeX left over"


def test_every_step_has_its_formula_its_value_and_its_sources(client):
    page = client.get(WORKED).text
    steps = re.findall(r'<li class="step[^"]*" id="step-(\w+)">(.*?)</li>', page, re.S)
    assert len(steps) == 29  # 7 for the p-values, 16, 3 and 3
    for key, step in steps:
        assert step.count("<math") >= 3, key
        assert '<strong class="value">' in step, key
        assert 'class="note"' in step, key
    marked = [key for key, step in steps if "report this one" in step]
    assert marked == ["exact"]


def test_an_underflowing_p_is_printed_as_a_power(client):
    # issue 2: log10 p is −3009.99892664415
    response = client.get("/?b=10000&c=0")
    assert "1.0 × 10<sup>−3010</sup>" in response.text
    assert "10^" not in text(response)
    assert "10^" not in title(response)


def test_every_field_of_the_form_is_one_that_is_read(client, inputs):
    assert set(inputs(client.get(f"{WORKED}&theme=dark"))) == set(FIELDS)


@pytest.mark.parametrize("address", ["/", "/api/v1/compare"])
def test_a_body_in_chunks_is_refused_before_it_is_cut(client, address):
    # cut at the limit, b=17000 would be read as 17
    found = client.post(
        address,
        data=b"c=3&b=17000",
        headers={"Transfer-Encoding": "chunked"},
        content_type="application/x-www-form-urlencoded",
    )
    assert found.status_code == 400
    assert "length" in found.text


# What can be taken along

SHARED = f"http://localhost{WORKED}"
NAMED = "/?b=17&c=3&confidence=99&baseline=a%26b&candidate=model%2Brag&theme=dark"


@pytest.mark.parametrize("path", [WORKED, "/?b=17&c=3", NAMED])
def test_the_link_to_a_result_is_its_canonical_absolute_address(client, path):
    page = read(client.get(path).text)
    link = page.one(id="permalink")
    assert link.text == f"http://localhost{path}"
    assert page.one("link", rel="canonical").attrs["href"] == link.text
    assert page.one("p", class_="permalink").one(id="permalink-label").words == (
        "Link to this result"
    )


def test_the_link_of_another_spelling_is_the_canonical_one(client):
    response = client.get("/?d=23&a=157&c=3&b=1%2C017&utm_source=x", follow_redirects=True)
    address = read(response.text).one(id="permalink").text
    assert address == "http://localhost/?b=1017&c=3&a=157&d=23"


@pytest.mark.parametrize("path", [WORKED, NAMED])
def test_every_report_is_linked_by_its_name(client, path):
    query = path.removeprefix("/?")
    links = read(client.get(path).text).one("ul", class_="reports").all("a")
    # design.md, section 4
    assert [(link.words, link.attrs["href"]) for link in links] == [
        ("Markdown", f"/report.md?{query}"),
        ("LaTeX", f"/report.tex?{query}"),
        ("CSV", f"/report.csv?{query}"),
        ("JSON", f"/report.json?{query}"),
    ]
    for link in links:
        assert client.get(link.attrs["href"]).status_code == 200


def test_what_a_script_would_copy_is_there_and_its_button_is_hidden(client):
    # without a script a copy button is dead
    page = read(client.get(WORKED).text)
    buttons = [
        *page.one("p", class_="permalink").all("button"),
        *page.one("section", class_="along").all("button"),
    ]
    assert [button.words for button in buttons] == [
        "Copy link",
        "Copy as Markdown",
        "Copy as LaTeX",
        "Copy frame and script",
        "Copy the lines",
        "Copy the lines",
    ]
    for button in buttons:
        assert "hidden" in button.attrs
        assert button.attrs["type"] == "button"
        if "data-copy-text-of" in button.attrs:
            assert page.one(id=button.attrs["data-copy-text-of"]).text
        else:
            assert button.attrs["data-copy-answer-of"].startswith("/report.")


def test_the_frame_to_copy_is_the_whole_snippet(client):
    code = read(client.get(WORKED).text).one(id="frame-code")
    snippet = read(code.text)
    frame = snippet.one("iframe")
    assert frame.attrs == {
        "src": "http://localhost/embed?b=17&c=3&a=157&d=23",
        "title": "Candidate +7.0 points, resolved at 95% (exact p 0.0026)",
        "width": "100%",
        "height": "1000",
        "frameborder": "0",
        "loading": "lazy",
    }
    assert client.get(frame.attrs["src"]).status_code == 200
    script = snippet.one("script")
    assert script.attrs == {}
    # design.md, section 8
    assert '"mcnemar:height"' in script.text
    assert "source" in script.text  # only the frame that sent the message grows
    (prefix,) = re.findall(r'iframe\[src\^="([^"]+)"\]', script.text)
    assert frame.attrs["src"].startswith(prefix)
    assert prefix == "http://localhost/embed"


@pytest.mark.parametrize("path", [WORKED, "/?b=17&c=3", "/?b=0&c=0&a=5&d=5", NAMED])
def test_the_lines_to_copy_are_those_that_are_written_for_the_table(client, path):
    page = read(client.get(path).text)
    fields = dict(pair.split("=") for pair in path.removeprefix("/?").split("&"))
    table = Table(**{cell: int(fields[cell]) for cell in "bcad" if cell in fields})
    found = compare(table, float(fields.get("confidence", 95)) / 100)
    folds = page.one("section", class_="along").all("details")
    assert [fold.one("code").text for fold in folds] == [python_code(found), r_code(found)]
    assert [fold.one("summary").words.split()[0].strip(",") for fold in folds] == ["Python", "R"]


def test_the_theme_for_a_wiki_that_is_always_light_can_be_added_to_the_frame(client):
    page = read(client.get(WORKED).text)
    assert "&theme=light" in page.one("section", class_="along").words
    address = f"{read(page.one(id='frame-code').text).one('iframe').attrs['src']}&theme=light"
    response = client.get(address)
    assert response.status_code == 200
    assert read(response.text).one("html").attrs["data-theme"] == "light"


@pytest.mark.parametrize("path", ["/", "/?theme=dark", "/?b=x", "/?candidate=x"])
def test_without_a_result_of_ones_own_there_is_nothing_to_take_along(client, path):
    page = read(client.get(path).text)
    for name in ("permalink", "frame-code", "along-title"):
        assert page.all(id=name) == []
    for name in ("reports", "along", "permalink"):
        assert page.all(class_=name) == []
    assert "report." not in client.get(path).text


def test_the_script_runs_where_scripts_run_and_is_not_there_where_they_do_not(client):
    page = client.get(WORKED).text
    assert len(read(page).all("script")) == 1
    assert read(page, scripts=False).all("script") == []
    assert [e.tag for e in read(page) if e.tag != "script"] == [
        e.tag for e in read(page, scripts=False)
    ]


def test_robots_may_read_every_page_so_that_they_learn_which_not_to_list(client):
    # RFC 9309; a page that a robot may not read cannot tell it noindex
    response = client.get("/robots.txt")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.text.splitlines() == ["User-agent: *", "Allow: /"]
