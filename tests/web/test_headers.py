"""Tests of app.web.headers: design.md, section 8."""

import mimetypes

import pytest

from app import create_app
from app.settings import Settings

# a page, a result, JSON, an error of each kind, a file
PATHS = ["/", "/?b=17&c=3", "/api/v1/compare?b=1&c=2", "/api/v1/compare", "/nowhere", "/healthz"]


def policy(response):
    directives = response.headers["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in directives)


@pytest.mark.parametrize("path", PATHS)
def test_the_content_security_policy(client, path):
    assert policy(client.get(path)) == {
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


def test_who_may_frame_the_page_can_be_narrowed():
    client = create_app(Settings(frame_ancestors="https://wiki.example 'self'")).test_client()
    assert policy(client.get("/"))["frame-ancestors"] == "https://wiki.example 'self'"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("Cross-Origin-Resource-Policy", "cross-origin"),
    ],
)
def test_a_header_of_every_response(client, path, header, value):
    assert client.get(path).headers.getlist(header) == [value]


@pytest.mark.parametrize("feature", ["camera", "geolocation", "microphone"])
def test_the_permissions_policy_refuses(client, feature):
    assert f"{feature}=()" in client.get("/").headers["Permissions-Policy"].split(", ")


@pytest.mark.parametrize("header", ["X-Frame-Options", "Strict-Transport-Security", "Set-Cookie"])
def test_a_header_that_is_never_sent_over_plain_http(client, header):
    for path in PATHS:
        assert header not in client.get(path).headers, path


@pytest.mark.parametrize(
    ("path", "mimetype"),
    [
        ("/static/style.css", "text/css"),
        ("/static/page.js", "text/javascript"),
        ("/static/fonts/stix-two-math.woff2", "font/woff2"),
    ],
)
def test_a_frame_without_an_origin_may_load_our_own_files(client, path, mimetype):
    with client.get(path) as response:
        assert response.mimetype == mimetype
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        tag = response.headers["ETag"]
    with client.get(path, headers={"If-None-Match": tag}) as unchanged:
        assert unchanged.status_code == 304
        assert unchanged.headers["Access-Control-Allow-Origin"] == "*"


def test_pages_and_answers_are_not_opened_to_other_origins(client):
    assert "Access-Control-Allow-Origin" not in client.get("/").headers


def test_https_is_asked_for_only_behind_https(client):
    # RFC 6797, section 7.2: the header must not be sent over plain http
    secure = client.get("/", base_url="https://localhost")
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get("/").headers


def test_types_do_not_depend_on_the_machines_table():
    mimetypes.init(files=())  # a machine without /etc/mime.types
    try:
        create_app()
        assert mimetypes.guess_type("x.woff2")[0] == "font/woff2"
        assert mimetypes.guess_type("page.js")[0] == "text/javascript"
    finally:
        mimetypes.init()
        create_app()
