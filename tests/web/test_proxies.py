"""Tests of app.web.proxies: the address that users see, behind proxies or as it is set."""

import functools
import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from app import create_app
from app.settings import Settings
from tests.web.documents import read

RESULT = "b=17&c=3&a=157&d=23"
FORWARDED = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "tools.example",
    "X-Forwarded-Port": "443",
    "X-Forwarded-Prefix": "/mcnemar",
}
PUBLIC = "https://tools.example/mcnemar"


@functools.cache  # an application holds no state but compiled templates
def client_of(**settings):
    return create_app(Settings(**settings)).test_client()


def absolute_addresses(client, path="", **headers):
    """Return every absolute address of ours that a result gives, by where it stands."""
    page = read(client.get(f"{path}/?{RESULT}", headers=headers).text)
    embed = read(client.get(f"{path}/embed?{RESULT}", headers=headers).text)
    snippet = read(page.one(id="frame-code").text)
    found = {
        "canonical": page.one("link", rel="canonical").attrs["href"],
        "og:url": page.meta("og:url")[0],
        "og:image": page.meta("og:image")[0],
        "oembed link": page.one("link", type="application/json+oembed").attrs["href"],
        "permalink": page.one(id="permalink").text,
        "snippet": snippet.one("iframe").attrs["src"],
        "snippet script": re.search(r'src\^="([^"]+)"', snippet.one("script").text)[1],
        "address in the frame": embed.one("code", class_="address").text,
        "link out of the frame": embed.one("footer").one("a").attrs["href"],
    }
    described = {"url": found["canonical"]}
    oembed = client.get(f"{path}/oembed", query_string=described, headers=headers)
    assert oembed.status_code == 200
    found["frame of oembed"] = read(oembed.json["html"]).one("iframe").attrs["src"]
    found["provider of oembed"] = oembed.json["provider_url"]
    found["picture of oembed"] = oembed.json["thumbnail_url"]
    return found


def own_addresses(client, path="", **headers):
    """Return every address that a page gives to its own browser: links, form and files."""
    found = set()
    for text in (
        client.get(f"{path}/?{RESULT}", headers=headers).text,
        client.get(f"{path}/?b=x", headers=headers).text,
        client.get(f"{path}/embed", headers=headers).text,
        client.get(f"{path}/nowhere", headers=headers).text,
    ):
        found |= set(re.findall(r'(?:href|src|action)="(/[^"]*)"', html.unescape(text)))
    return found


def roots(addresses):
    return {re.match(r"\w+://[^/]+(/mcnemar)?", address)[0] for address in addresses.values()}


def test_the_absolute_addresses_without_a_proxy_are_those_of_the_request():
    found = absolute_addresses(client_of())
    assert roots(found) == {"http://localhost"}
    assert len(found) == 12


def test_what_a_proxy_says_changes_nothing_unless_it_is_trusted():
    client = client_of(trusted_proxies=0)
    plain, forwarded = client.get(f"/?{RESULT}"), client.get(f"/?{RESULT}", headers=FORWARDED)
    assert forwarded.data == plain.data
    assert "Strict-Transport-Security" not in forwarded.headers
    assert absolute_addresses(client, **FORWARDED) == absolute_addresses(client)


@pytest.mark.parametrize("proxies", [1, 2])
@pytest.mark.parametrize(
    ("said", "root"),
    [
        ({"X-Forwarded-Proto": "https"}, "https://localhost"),
        ({"X-Forwarded-Host": "tools.example"}, "http://tools.example"),
        ({"X-Forwarded-Host": "tools.example:8443"}, "http://tools.example:8443"),
        ({"X-Forwarded-Port": "8080"}, "http://localhost:8080"),
        (
            {"X-Forwarded-Proto": "https", "X-Forwarded-Port": "443"},
            "https://localhost",
        ),
        (
            {
                "X-Forwarded-Proto": "https",
                "X-Forwarded-Host": "tools.example",
                "X-Forwarded-Port": "8443",
            },
            "https://tools.example:8443",
        ),
        ({"X-Forwarded-Prefix": "/mcnemar"}, "http://localhost/mcnemar"),
        (FORWARDED, PUBLIC),
    ],
)
def test_the_absolute_addresses_follow_the_trusted_proxies(proxies, said, root):
    # each proxy adds its own entry; the last is of the one that is nearest
    entries = {name: ", ".join([value] * proxies) for name, value in said.items()}
    found = absolute_addresses(client_of(trusted_proxies=proxies), **entries)
    assert roots(found) == {root}
    # within the address of the oEmbed description stands the address of the page
    (described,) = parse_qs(urlsplit(found["oembed link"]).query)["url"]
    assert described == found["canonical"] == f"{root}/?{RESULT}"


@pytest.mark.parametrize("proxies", [1, 2])
def test_entries_that_a_client_made_up_are_ignored(proxies):
    names = ("X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix")
    said = {
        name: ", ".join([made_up, *[FORWARDED[name]] * proxies])
        for name, made_up in zip(names, ("ftp", "evil.example", "666", "/evil"), strict=True)
    }
    found = absolute_addresses(client_of(trusted_proxies=proxies), **said)
    assert roots(found) == {PUBLIC}


def test_fewer_entries_than_proxies_are_not_believed():
    # whoever reaches the server past one of the two proxies must not choose the host
    found = absolute_addresses(client_of(trusted_proxies=2), **FORWARDED)
    assert roots(found) == {"http://localhost"}


def test_https_is_asked_for_only_where_a_trusted_proxy_speaks_it():
    client = client_of(trusted_proxies=1)
    secure = client.get("/", headers={"X-Forwarded-Proto": "https"})
    assert "Strict-Transport-Security" in secure.headers
    for said in ({}, {"X-Forwarded-Proto": "http"}, {"X-Forwarded-Proto": "https, http"}):
        assert "Strict-Transport-Security" not in client.get("/", headers=said).headers


@pytest.mark.parametrize("path", ["", "/mcnemar"])
def test_a_public_address_overrides_host_scheme_and_prefix(path):
    client = client_of(public_url=PUBLIC)
    found = absolute_addresses(client, path, Host="inside:8000")
    assert roots(found) == {PUBLIC}
    assert found["canonical"] == f"{PUBLIC}/?{RESULT}"
    assert found["og:image"] == f"{PUBLIC}/card.png?{RESULT}"


@pytest.mark.parametrize(
    "public", ["http://tools.example", "https://tools.example:8443", "http://[::1]:9000"]
)
def test_a_public_address_need_not_have_a_path(public):
    found = absolute_addresses(client_of(public_url=public))
    assert found["canonical"] == f"{public}/?{RESULT}"
    assert all(address.startswith(f"{public}/") for address in found.values())


@pytest.mark.parametrize(
    ("public", "secure"), [("https://tools.example", True), ("http://tools.example", False)]
)
def test_https_is_asked_for_where_the_public_address_has_it(public, secure):
    headers = client_of(public_url=public).get("/").headers
    assert ("Strict-Transport-Security" in headers) == secure


@pytest.mark.parametrize("said", [FORWARDED, {"X-Forwarded-Host": "evil.example"}])
def test_a_public_address_stands_whatever_a_proxy_says_that_is_not_trusted(said):
    client = client_of(public_url="https://public.example/here")
    found = absolute_addresses(client, **said)
    assert all(address.startswith("https://public.example/here/") for address in found.values())


def test_a_public_address_has_the_last_word_over_a_trusted_proxy():
    # README, "Settings"
    client = client_of(public_url=PUBLIC, trusted_proxies=1)
    assert roots(absolute_addresses(client)) == {PUBLIC}
    told = {f"X-Forwarded-{part}": "other.example" for part in ("Host", "Prefix")}
    assert roots(absolute_addresses(client, **told)) == {PUBLIC}


@pytest.mark.parametrize("path", ["", "/mcnemar"])
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/", 200),
        (f"/?{RESULT}", 200),
        (f"/embed?{RESULT}", 200),
        (f"/api/v1/compare?{RESULT}", 200),
        ("/healthz", 200),
        ("/static/0/style.css", 200),
        ("/nowhere", 404),
        ("/api/v1/nowhere", 404),
    ],
)
def test_a_proxy_may_strip_the_prefix_or_not(path, address, status):
    with client_of(public_url=PUBLIC).get(f"{path}{address}") as response:
        assert response.status_code == status
        assert response.is_json == address.startswith("/api")


@pytest.mark.parametrize(
    "path",
    ["/mcnemar-else", "/mcnemarembed", "/mcnemar-else/embed", "/other/mcnemar/", "/Mcnemar/"],
)
def test_a_path_that_only_looks_like_the_prefix_is_not_cut(path):
    assert client_of(public_url=PUBLIC).get(path).status_code == 404


def test_the_prefix_is_cut_once():
    assert client_of(public_url=PUBLIC).get("/mcnemar/mcnemar/").status_code == 404


def test_the_prefix_without_its_slash_leads_to_the_page():
    # https://tools.example/mcnemar is what people type
    response = client_of(public_url=PUBLIC).get("/mcnemar")
    assert response.status_code in (200, 301, 302, 307, 308)
    if response.status_code != 200:
        assert response.headers["Location"] in (f"{PUBLIC}/", "/mcnemar/")


@pytest.mark.parametrize(
    ("settings", "path", "headers"),
    [
        ({"public_url": PUBLIC}, "", {}),
        ({"public_url": PUBLIC}, "/mcnemar", {}),
        ({"trusted_proxies": 1}, "", {"X-Forwarded-Prefix": "/mcnemar"}),
    ],
)
def test_links_form_and_files_carry_the_prefix(settings, path, headers):
    client = client_of(**settings)
    found = own_addresses(client, path, **headers)
    assert "/mcnemar/" in found  # the form, and the link home
    assert {address.rpartition("/")[2] for address in found} >= {"style.css", "page.js", "icon.svg"}
    assert [address for address in found if not address.startswith("/mcnemar/")] == []
    for address in found:
        inner = address if path else address.removeprefix("/mcnemar")
        with client.get(inner, headers=headers) as response:
            assert response.status_code == 200, address


@pytest.mark.parametrize(
    ("settings", "path", "headers"),
    [
        ({"public_url": PUBLIC}, "", {}),
        ({"public_url": PUBLIC}, "/mcnemar", {}),
        ({"trusted_proxies": 1}, "", {"X-Forwarded-Prefix": "/mcnemar"}),
    ],
)
def test_redirects_carry_the_prefix(settings, path, headers):
    client = client_of(**settings)
    for inner in ("/", "/embed", "/card.png", "/report.json"):
        response = client.get(f"{path}{inner}?c=3&b=17", headers=headers)
        assert response.status_code == 302
        location = urlsplit(response.headers["Location"])
        assert f"{location.path}?{location.query}" == f"/mcnemar{inner}?b=17&c=3"
    response = client.post(f"{path}/", data={"c": "3", "b": "17"}, headers=headers)
    assert response.status_code == 303
    assert urlsplit(response.headers["Location"])[2:4] == ("/mcnemar/", "b=17&c=3")


@pytest.mark.parametrize("said", ["evil.example/path", "a b", '"><script>', "'-alert(1)-'"])
def test_a_forwarded_host_that_is_none_stays_text(said):
    client = client_of(trusted_proxies=1)
    plain = read(client.get(f"/?{RESULT}").text)
    response = client.get(f"/?{RESULT}", headers={"X-Forwarded-Host": said})
    if response.status_code != 400:  # refused is as good
        assert [element.tag for element in read(response.text)] == [e.tag for e in plain]
        assert said not in response.text or not re.search(r"[<>\"']", said)
