"""Tests of app.web.headers: design.md, section 8."""

import re
from urllib.parse import quote

import pytest

from app import create_app
from app.settings import Settings

COUNTS = "b=17&c=3&a=157&d=23"
OEMBED = f"/oembed?url={quote(f'http://localhost/?{COUNTS}', safe='')}"
RESULT_PATHS = ["/", "/embed", "/card.png", *(f"/report.{kind}" for kind in ("md", "tex", "csv"))]
# Method, path, status: a response of every kind.
RESPONSES = [
    ("GET", "/", 200),
    ("GET", f"/?{COUNTS}", 200),
    ("HEAD", f"/?{COUNTS}", 200),
    ("GET", "/embed", 200),
    ("GET", f"/embed?{COUNTS}", 200),
    ("GET", f"/card.png?{COUNTS}", 200),
    ("GET", OEMBED, 200),
    ("GET", f"/report.md?{COUNTS}", 200),
    ("GET", f"/report.tex?{COUNTS}", 200),
    ("GET", f"/report.csv?{COUNTS}", 200),
    ("GET", f"/report.json?{COUNTS}", 200),
    ("GET", f"/api/v1/compare?{COUNTS}", 200),
    ("OPTIONS", "/api/v1/compare", 200),
    ("GET", "/healthz", 200),
    ("GET", "/robots.txt", 200),
    ("GET", "/?c=3&b=17", 302),
    ("GET", "/embed?c=3&b=17", 302),
    ("POST", "/", 422),
    ("GET", "/?b=x", 422),
    ("GET", "/embed?b=x", 422),
    ("GET", "/card.png?b=x", 422),
    ("GET", "/report.md?b=x", 422),
    ("GET", "/api/v1/compare?b=x", 422),
    ("GET", "/oembed", 400),
    ("GET", "/nowhere", 404),
    ("GET", "/report.pdf", 404),
    ("GET", "/api/v1/nowhere", 404),
    ("GET", "/static/nowhere/nothing.css", 404),
    ("DELETE", "/", 405),
    ("DELETE", "/api/v1/compare", 405),
    ("GET", f"/?b={'1' * 4001}", 414),
]
REFUSED_SENSORS = ("camera", "geolocation", "microphone")


@pytest.fixture(params=RESPONSES, ids=lambda case: f"{case[0]} {case[1][:40]} {case[2]}")
def response(client, request):
    method, path, status = request.param
    with client.open(path, method=method) as found:
        assert found.status_code == status
        yield found


def policy(response):
    directives = response.headers["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in directives)


def test_the_content_security_policy(response):
    assert len(response.headers.getlist("Content-Security-Policy")) == 1
    assert policy(response) == {
        "default-src": "'none'",
        "style-src": "'self'",
        "script-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "*",
    }


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("Cross-Origin-Resource-Policy", "cross-origin"),
    ],
)
def test_a_header_of_every_response(response, header, value):
    assert response.headers.getlist(header) == [value]


def test_the_permissions_policy_refuses_every_sensor(response):
    refused = response.headers["Permissions-Policy"].split(", ")
    assert {f"{sensor}=()" for sensor in REFUSED_SENSORS} <= set(refused)


@pytest.mark.parametrize("header", ["X-Frame-Options", "Strict-Transport-Security", "Set-Cookie"])
def test_a_header_that_is_never_sent_over_plain_http(response, header):
    assert header not in response.headers


def test_no_answer_depends_on_a_cookie(response):
    assert "Cookie" not in response.headers.get("Vary", "")


@pytest.mark.parametrize(("method", "path", "status"), [("POST", "/", 303), ("POST", "/", 413)])
def test_the_headers_of_an_answer_to_a_form(client, method, path, status):
    fields = {"b": "17", "c": "3" if status == 303 else "3" * 20_000}
    found = client.open(path, method=method, data=fields)
    assert found.status_code == status
    assert policy(found)["frame-ancestors"] == "*"
    assert found.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in found.headers


def test_an_unexpected_error_has_the_headers_too(caplog):
    app = create_app(Settings())
    app.add_url_rule("/broken", view_func=lambda: 1 // 0)
    found = app.test_client().get("/broken")
    assert found.status_code == 500
    assert policy(found)["default-src"] == "'none'"
    assert found.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", f"/embed?{COUNTS}", f"/card.png?{COUNTS}", "/nowhere"])
def test_who_may_frame_the_page_can_be_narrowed(path):
    client = create_app(Settings(frame_ancestors="https://wiki.example 'self'")).test_client()
    assert policy(client.get(path))["frame-ancestors"] == "https://wiki.example 'self'"


@pytest.mark.parametrize("path", ["/", f"/embed?{COUNTS}", "/nowhere", "/?c=3&b=17"])
def test_https_is_asked_for_only_behind_https(client, path):
    # RFC 6797, section 7.2: the header must not be sent over plain http
    secure = client.get(path, base_url="https://localhost")
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get(path).headers


# Robots


@pytest.mark.parametrize("path", [*RESULT_PATHS, "/api/v1/compare"])
@pytest.mark.parametrize("query", ["b=17&c=3", "c=3&b=17", "b=x&c=3", "items=1"])
def test_what_somebody_asked_is_not_to_be_listed(client, path, query):
    assert client.get(f"{path}?{query}").headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("path", ["/", "/?theme=dark", "/?candidate=x", "/embed", "/robots.txt"])
def test_what_asks_nothing_may_be_listed(client, path):
    assert "X-Robots-Tag" not in client.get(path).headers


# Other origins

OPEN = [
    f"/card.png?{COUNTS}",
    OEMBED,
    f"/report.md?{COUNTS}",
    f"/report.json?{COUNTS}",
    f"/api/v1/compare?{COUNTS}",
]


@pytest.mark.parametrize("path", [*OPEN, "/oembed", "/api/v1/compare?b=x", "/api/v1/nowhere"])
def test_scripts_of_any_origin_may_read_what_is_made_for_them(client, path):
    headers = client.get(path, headers={"Origin": "null"}).headers
    assert headers.getlist("Access-Control-Allow-Origin") == ["*"]
    assert "Access-Control-Allow-Credentials" not in headers


@pytest.mark.parametrize(
    "path", ["/", f"/?{COUNTS}", "/embed", f"/embed?{COUNTS}", "/healthz", "/nowhere", "/api"]
)
def test_pages_are_not_opened_to_other_origins(client, path):
    headers = client.get(path, headers={"Origin": "https://wiki.example"}).headers
    assert not [name for name, _ in headers if name.startswith("Access-Control-")]


def test_a_browser_that_asks_first_may_send_json_to_the_api(client):
    # Fetch standard, "CORS-preflight fetch": application/json is no simple type
    asking = {
        "Origin": "https://wiki.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    response = client.options("/api/v1/compare", headers=asking)
    assert response.status_code in (200, 204)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    methods = response.headers["Access-Control-Allow-Methods"].split(", ")
    assert {"GET", "POST"} <= set(methods)
    assert response.headers["Access-Control-Allow-Headers"].lower() == "content-type"
    assert int(response.headers["Access-Control-Max-Age"]) > 0


def test_an_answer_itself_has_no_headers_of_a_preflight(client):
    assert "Access-Control-Allow-Methods" not in client.get(f"/api/v1/compare?{COUNTS}").headers


# Caches

KEPT = [
    f"/?{COUNTS}",
    f"/embed?{COUNTS}",
    f"/card.png?{COUNTS}",
    f"/report.md?{COUNTS}",
    f"/report.tex?{COUNTS}",
    f"/report.csv?{COUNTS}",
    f"/report.json?{COUNTS}",
    f"/api/v1/compare?{COUNTS}",
    OEMBED,
    "/",
    "/embed",
]
CODINGS = ["", "gzip", "br", "zstd"]


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("path", KEPT)
def test_a_result_is_not_sent_again_to_whom_has_it(client, path, coding):
    headers = {"Accept-Encoding": coding}
    first = client.get(path, headers=headers)
    assert first.status_code == 200
    tag = first.headers["ETag"]
    # weak: the same answer travels compressed and plain (RFC 9110, section 8.8.1)
    assert re.fullmatch(r'W/"[0-9a-f]{16,}"', tag)
    for match in (tag, f'"other", {tag}', "*", tag.removeprefix("W/")):
        again = client.get(path, headers=headers | {"If-None-Match": match})
        assert (again.status_code, again.data) == (304, b""), match
        assert again.headers["ETag"] == tag
        # RFC 9110, section 15.4.5: what a 200 would have said
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert again.headers["Vary"] == first.headers["Vary"]
        assert "Content-Encoding" not in again.headers
        assert policy(again) == policy(first)
    other = client.get(path, headers=headers | {"If-None-Match": '"other"'})
    assert (other.status_code, bool(other.data)) == (200, True)


@pytest.mark.parametrize("path", KEPT)
def test_the_tag_does_not_depend_on_how_the_answer_travels(client, path):
    tags = {client.get(path, headers={"Accept-Encoding": c}).headers["ETag"] for c in CODINGS}
    assert len(tags) == 1


@pytest.mark.parametrize("path", KEPT[:-2])
@pytest.mark.parametrize(("cell", "change"), [("b=17", "b=18"), ("d=23", "d=24")])
def test_another_result_has_another_tag(client, path, cell, change):
    found, wanted = (quote(part, safe="") if path == OEMBED else part for part in (cell, change))
    changed = path.replace(found, wanted)
    assert changed != path
    first, other = client.get(path), client.get(changed)
    assert first.status_code == other.status_code == 200
    assert first.headers["ETag"] != other.headers["ETag"]
    kept = client.get(changed, headers={"If-None-Match": first.headers["ETag"]})
    assert kept.status_code == 200


@pytest.mark.parametrize("path", KEPT)
def test_head_and_get_have_the_same_tag(client, path):
    assert client.head(path).headers["ETag"] == client.get(path).headers["ETag"]


@pytest.mark.parametrize(
    ("path", "cache"),
    [
        ("/", "no-cache"),
        (f"/?{COUNTS}", "no-cache"),
        (f"/embed?{COUNTS}", "no-cache"),
        (f"/report.md?{COUNTS}", "no-cache"),
        (f"/api/v1/compare?{COUNTS}", "no-cache"),
        ("/?c=3&b=17", "no-cache"),
        ("/?b=x", "no-cache"),
        ("/nowhere", "no-cache"),
        (f"/card.png?{COUNTS}", "public, max-age=86400"),
    ],
)
def test_how_long_an_answer_may_be_kept(client, path, cache):
    assert client.get(path).headers["Cache-Control"] == cache


@pytest.mark.parametrize("path", ["/?b=x", "/nowhere", "/?c=3&b=17", "/api/v1/compare?b=x"])
def test_an_answer_that_is_no_result_has_no_tag_and_is_sent_in_full(client, path):
    response = client.get(path, headers={"If-None-Match": "*"})
    assert response.status_code in (302, 404, 422)
    assert "ETag" not in response.headers
    assert response.data


def test_a_form_is_answered_whatever_the_client_has(client):
    fields = {"b": "17", "c": "3"}
    assert client.post("/", data=fields, headers={"If-None-Match": "*"}).status_code == 303
    found = client.post("/api/v1/compare", json=fields, headers={"If-None-Match": "*"})
    assert (found.status_code, found.is_json) == (200, True)
