"""Tests of app.web.compression: smaller on the way, the same on arrival."""

import gzip
import sys

import brotli
import pytest

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

RESULT = "b=17&c=3&a=157&d=23"
PAGE = f"/?{RESULT}"
UNPACK = {"br": brotli.decompress, "zstd": zstd.decompress, "gzip": gzip.decompress, None: bytes}


def fetch(client, path, accepted, method="GET", **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    if accepted is not None:
        headers["Accept-Encoding"] = accepted
    return client.open(path, method=method, headers=headers)


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        # RFC 9110, section 12.5.3; of equals brotli, which packs a page best
        (None, None),
        ("", None),
        ("identity", None),
        ("br", "br"),
        ("zstd", "zstd"),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, zstd", "zstd"),
        ("gzip, deflate", "gzip"),
        ("deflate", None),  # what "deflate" means is in doubt, and no browser needs it
        ("compress, exi", None),
        ("br;q=0.1, gzip;q=0.9", "gzip"),
        ("br;q=0.5, zstd;q=0.8, gzip", "gzip"),
        ("zstd;q=1.0, br;q=1.0", "br"),
        ("GZIP", "gzip"),
        ("*", "br"),
        ("identity, *;q=0", None),
        ("identity;q=1, br;q=0.5", None),
        # "not acceptable"
        ("br;q=0, gzip", "gzip"),
        ("br;q=0", None),
        ("gzip;q=0, br;q=0, zstd;q=0", None),
        ("gzip;q=0.000", None),
        # not an error of ours
        (";;,,=", None),
    ],
)
def test_a_page_travels_in_the_best_form_that_the_client_takes(client, accepted, coding):
    plain = fetch(client, PAGE, None)
    response = fetch(client, PAGE, accepted)
    assert response.status_code == 200
    assert response.headers.get("Content-Encoding") == coding
    assert UNPACK[coding](response.data) == plain.data
    assert int(response.headers["Content-Length"]) == len(response.data)
    assert "Accept-Encoding" in response.headers["Vary"]


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        PAGE,
        f"/embed?{RESULT}",
        f"/report.json?{RESULT}",
        f"/api/v1/compare?{RESULT}",
        f"/oembed?url=http://localhost/?{RESULT.replace('&', '%26')}",
        "/nowhere?static",
        "/static/0/style.css",
        "/static/0/page.js",
    ],
)
def test_an_answer_is_the_same_when_it_is_unpacked(client, path, coding):
    with fetch(client, path, None) as plain, fetch(client, path, coding) as packed:
        assert packed.status_code == plain.status_code
        used = packed.headers.get("Content-Encoding")
        assert used == (coding if plain.status_code == 200 else None)
        assert UNPACK[used](packed.data) == plain.data
        assert packed.headers["Content-Type"] == plain.headers["Content-Type"]
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip"])
def test_a_page_shrinks_to_less_than_a_quarter(client, coding):
    # measured: about a sixth; the formulas repeat their tags
    assert len(fetch(client, PAGE, coding).data) < len(fetch(client, PAGE, None).data) / 4


@pytest.mark.parametrize(
    "path",
    [f"/card.png?{RESULT}", "/static/0/fonts/stix-two-math.woff2", "/static/0/screenshot.png"],
)
def test_what_is_packed_already_is_left_as_it_is(client, path):
    with fetch(client, path, None) as plain, fetch(client, path, "br, gzip, zstd") as response:
        assert response.status_code == 200
        assert "Content-Encoding" not in response.headers
        assert response.data == plain.data


def test_what_is_tiny_is_left_as_it_is(client):
    # two bytes cannot shrink
    response = fetch(client, "/healthz", "br, gzip, zstd")
    assert ("Content-Encoding" in response.headers, response.text) == (False, "ok")


@pytest.mark.parametrize("path", [PAGE, "/static/0/style.css", f"/card.png?{RESULT}"])
@pytest.mark.parametrize("accepted", [None, "br", "zstd", "gzip"])
def test_head_is_answered_like_get_without_a_body(client, path, accepted):
    with (
        fetch(client, path, accepted, method="HEAD") as head,
        fetch(client, path, accepted) as full,
    ):
        assert (head.status_code, head.data) == (200, b"")
        for header in ("Content-Type", "Content-Encoding", "ETag", "Vary"):
            assert head.headers.get(header) == full.headers.get(header), header


@pytest.mark.parametrize("path", [PAGE, "/static/0/style.css"])
@pytest.mark.parametrize("coding", ["br", "zstd", "gzip"])
def test_what_the_client_has_is_not_packed_and_sent_again(client, path, coding):
    with fetch(client, path, coding) as first:
        tag = first.headers["ETag"]
    with fetch(client, path, coding, If_None_Match=tag) as again:
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert "Content-Encoding" not in again.headers
        assert "Accept-Encoding" in again.headers["Vary"]


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip"])
def test_a_packed_file_has_another_strong_tag_than_the_plain_one(client, coding):
    # RFC 9110, section 8.8.3.3: a strong tag is one of the bytes that travel
    with (
        fetch(client, "/static/0/style.css", None) as plain,
        fetch(client, "/static/0/style.css", coding) as packed,
    ):
        strong = [tag for tag in (plain.headers["ETag"], packed.headers["ETag"]) if tag[0] == '"']
        assert len(set(strong)) == len(strong)


def test_an_error_and_a_redirect_vary_too(client):
    for path in ("/?b=x", "/?c=3&b=17", "/nowhere"):
        assert "Accept-Encoding" in fetch(client, path, "br").headers["Vary"], path
