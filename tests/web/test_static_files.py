"""Tests of app.web.static_files: kept for ever, yet never old."""

import mimetypes
import re
import shutil
from posixpath import dirname, join, normpath

import pytest
from flask import Flask, url_for

from app import create_app
from app.web.factory import ROOT
from app.web.static_files import fingerprint_of, serve_static

YEAR = 365 * 24 * 3600  # RFC 9111 names no limit; a year is what "for ever" is written as
FILES = [
    ("style.css", "text/css"),
    ("page.js", "text/javascript"),
    ("embed.js", "text/javascript"),
    ("icon.svg", "image/svg+xml"),
    ("fonts/stix-two-math.woff2", "font/woff2"),
]


@pytest.fixture
def address(app):
    """Return the address of a static file, as a page gives it."""

    def find(name):
        with app.test_request_context():
            return url_for("static", filename=name)

    return find


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(ROOT / "static", tmp_path / "static")


def test_the_address_of_a_file_holds_a_fingerprint(address):
    assert re.fullmatch(r"/static/[0-9a-f]{12}/style\.css", address("style.css"))


@pytest.mark.parametrize(("name", "mimetype"), FILES)
def test_a_file_is_served_as_what_it_is(client, address, name, mimetype):
    with client.get(address(name)) as response:
        assert response.status_code == 200
        assert response.mimetype == mimetype
        assert response.data == (ROOT / "static" / name).read_bytes()


@pytest.mark.parametrize(("name", "mimetype"), FILES)
def test_a_frame_without_an_origin_may_load_our_own_files(client, address, name, mimetype):
    # design.md, section 8: measured in a sandboxed frame
    with client.get(address(name), headers={"Origin": "null"}) as response:
        assert response.headers.getlist("Access-Control-Allow-Origin") == ["*"]
        assert response.headers.getlist("Cross-Origin-Resource-Policy") == ["cross-origin"]


def test_a_current_file_is_kept_for_a_year_and_never_asked_for_again(client, address):
    # RFC 8246: immutable
    with client.get(address("style.css")) as response:
        cache = response.cache_control
        assert (cache.max_age, cache.immutable) == (YEAR, True)
        assert cache.no_cache is None


def test_an_older_fingerprint_gives_the_same_file_but_it_must_not_be_kept(client, address):
    current = address("style.css")
    with client.get(current) as fresh, client.get("/static/0123456789ab/style.css") as old:
        assert old.status_code == 200
        assert old.data == fresh.data
        assert not old.cache_control.immutable
        assert old.cache_control.max_age in (0, None)
        assert "max-age=0" in str(old.cache_control) or old.cache_control.no_cache


@pytest.mark.parametrize("coding", ["", "gzip", "br"])
@pytest.mark.parametrize("name", ["style.css", "fonts/stix-two-math.woff2"])
def test_a_file_that_a_browser_has_is_not_sent_again(client, address, name, coding):
    headers = {"Accept-Encoding": coding}
    with client.get(address(name), headers=headers) as first:
        tag, cache = first.headers["ETag"], first.headers["Cache-Control"]
    with client.get(address(name), headers=headers | {"If-None-Match": tag}) as unchanged:
        assert (unchanged.status_code, unchanged.data) == (304, b"")
        assert unchanged.headers["ETag"] == tag
        assert unchanged.headers["Cache-Control"] == cache
        assert unchanged.headers["Access-Control-Allow-Origin"] == "*"
        assert unchanged.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    with client.get(address(name), headers=headers | {"If-None-Match": '"other"'}) as changed:
        assert changed.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/{}/nowhere.css",
        "/static/{}/",
        "/static/{}",
        "/static/",
        "/static/style.css",  # no fingerprint
        "/static/{}/fonts",  # a folder
        "/static/{}/../../app/settings.py",
        "/static/{}/..%2f..%2fapp%2fsettings.py",
        "/static/{}/%2e%2e/%2e%2e/app/settings.py",
        "/static/{}/fonts/../../README.md",
        "/static/{}//etc/passwd",
        "/static/{}/%2fetc%2fpasswd",
        "/static/{}/style.css%00.png",
        "/static/{}/..\\README.md",
        "/static/../app/settings.py",
        "/static/%2e%2e/README.md",
    ],
)
def test_what_is_no_static_file_is_not_found(client, address, path):
    fingerprint = address("style.css").split("/")[2]
    response = client.get(path.format(fingerprint), follow_redirects=True)
    assert response.status_code == 404
    assert response.mimetype == "text/html"
    assert "To the calculator" in response.text


def test_every_relative_address_in_the_style_sheet_is_one_of_a_file(client, address):
    style = address("style.css")
    with client.get(style) as response:
        links = re.findall(r"url\(\s*[\"']?([^\"')]+)", response.text)
    assert links  # the formula font
    for link in links:
        assert not re.match(r"[a-z]+:|/", link), link
        target = normpath(join(dirname(style), link))
        with client.get(target) as file:
            assert file.status_code == 200, link
            # under the current fingerprint, so kept as long as the style sheet itself
            assert file.cache_control.immutable, link


@pytest.mark.parametrize("path", ["/", "/?b=17&c=3", "/embed?b=17&c=3", "/nowhere"])
def test_every_file_that_a_page_names_is_there_and_current(client, address, path):
    fingerprint = address("style.css").split("/")[2]
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get(path).text)
    assert address("style.css") in named
    for file in named:
        assert file.split("/")[2] == fingerprint
        with client.get(file) as response:
            assert response.status_code == 200, file


def test_the_fingerprint_is_that_of_the_same_files_everywhere(folder):
    assert fingerprint_of(folder) == fingerprint_of(ROOT / "static")


def change(folder):
    (folder / "style.css").write_text("html { color: red }")


def change_one_letter(folder):
    style = (folder / "style.css").read_bytes()
    (folder / "style.css").write_bytes(style[:-1] + b" ")


def change_within_a_folder(folder):
    (folder / "fonts" / "stix-two-math.woff2").write_bytes(b"")


def add(folder):
    (folder / "new.css").write_text("")


def rename(folder):
    (folder / "page.js").rename(folder / "pages.js")


def remove(folder):
    (folder / "icon.svg").unlink()


def swap(folder):
    page, embed = (folder / "page.js").read_bytes(), (folder / "embed.js").read_bytes()
    (folder / "page.js").write_bytes(embed)
    (folder / "embed.js").write_bytes(page)


@pytest.mark.parametrize(
    "alter", [change, change_one_letter, change_within_a_folder, add, rename, remove, swap]
)
def test_any_change_of_the_files_changes_the_fingerprint(folder, alter):
    before = fingerprint_of(folder)
    alter(folder)
    assert fingerprint_of(folder) != before


def test_touching_a_file_does_not_change_the_fingerprint(folder):
    before = fingerprint_of(folder)
    (folder / "style.css").touch()
    assert fingerprint_of(folder) == before


def test_an_application_gives_the_address_of_the_files_it_started_with(folder):
    change(folder)
    app = Flask("other", static_folder=None)
    serve_static(app, folder)
    with app.test_request_context():
        address = url_for("static", filename="style.css")
    assert address == f"/static/{fingerprint_of(folder)}/style.css"
    with app.test_client().get(address) as response:
        assert response.text == "html { color: red }"


def test_types_do_not_depend_on_the_machines_table():
    mimetypes.init(files=())  # a machine without /etc/mime.types
    try:
        create_app()
        assert mimetypes.guess_type("x.woff2")[0] == "font/woff2"
        assert mimetypes.guess_type("page.js")[0] == "text/javascript"
    finally:
        mimetypes.init()
        create_app()
