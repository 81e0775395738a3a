"""Tests of app.web.oembed: oEmbed 1.0, https://oembed.com."""

from urllib.parse import quote

import pytest

from app import create_app
from app.explain import Names
from app.settings import Settings
from app.stats import Table
from app.web.fields import Question
from tests.web.documents import read

QUERY = "b=17&c=3&a=157&d=23"
PAGE = f"http://localhost/?{QUERY}"
HEADLINE = "Candidate +7.0 points, resolved at 95% (exact p 0.0026)"


@pytest.fixture
def ask(client):
    return lambda address, **limits: client.get("/oembed", query_string={"url": address} | limits)


def frame(response):
    """Return the attributes of the one element that the answer's html holds."""
    assert response.status_code == 200
    (iframe,) = read(response.json["html"])
    assert iframe.tag == "iframe"
    assert iframe.children == []
    return iframe.attrs


def test_the_description_of_the_worked_example(ask):
    response = ask(PAGE)
    assert response.mimetype == "application/json"  # oembed.com, section 2.3.4
    answer = response.json
    html = answer.pop("html")
    assert answer == {
        "version": "1.0",
        "type": "rich",
        "title": HEADLINE,
        "provider_name": "McNemar’s test for paired eval runs",
        "provider_url": "http://localhost/",
        "cache_age": 86400,
        "width": 720,
        "height": 1000,
        "thumbnail_url": f"http://localhost/card.png?{QUERY}",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    assert html == (
        '<iframe src="http://localhost/embed?b=17&amp;c=3&amp;a=157&amp;d=23" '
        f'title="{HEADLINE}" width="720" height="1000" frameborder="0" loading="lazy"></iframe>'
    )


def test_the_frame_and_the_thumbnail_are_there(client, ask):
    answer = ask(PAGE).json
    assert client.get(frame(ask(PAGE))["src"]).status_code == 200
    picture = client.get(answer["thumbnail_url"])
    assert picture.mimetype == "image/png"


@pytest.mark.parametrize(
    ("limits", "width", "height", "thumbnail"),
    [
        # oembed.com, section 2.3.4.4: neither html nor thumbnail may be larger than asked
        ({}, 720, 1000, True),
        ({"maxwidth": "1200", "maxheight": "630"}, 720, 630, True),
        ({"maxwidth": "1199"}, 720, 1000, False),
        ({"maxheight": "629"}, 720, 629, False),
        ({"maxwidth": "720", "maxheight": "1000"}, 720, 1000, False),
        ({"maxwidth": "320"}, 320, 1000, False),
        ({"maxheight": "200"}, 720, 200, False),
        ({"maxwidth": "1", "maxheight": "1"}, 1, 1, False),
        ({"maxwidth": "0320"}, 320, 1000, False),
        ({"maxwidth": "999999999", "maxheight": "999999999"}, 720, 1000, True),
        ({"maxwidth": "1" + "0" * 30}, 720, 1000, True),
    ],
)
def test_the_frame_is_no_larger_than_asked(ask, limits, width, height, thumbnail):
    response = ask(PAGE, **limits)
    assert (response.json["width"], response.json["height"]) == (width, height)
    attrs = frame(response)
    assert (attrs["width"], attrs["height"]) == (str(width), str(height))
    given = [name for name in response.json if name.startswith("thumbnail_")]
    assert len(given) == (3 if thumbnail else 0)


@pytest.mark.parametrize("name", ["maxwidth", "maxheight"])
@pytest.mark.parametrize("text", ["", "0", "00", "-1", "12.5", "1e3", "100px", "٣٢٠", "²", "x"])
def test_a_size_that_is_none_is_refused(ask, name, text):
    response = ask(PAGE, **{name: text})
    assert response.status_code == 400
    assert name in response.text


@pytest.mark.parametrize(
    "address",
    [
        PAGE,
        f"https://localhost/?{QUERY}",
        f"HTTP://LOCALHOST/?{QUERY}",
        f"http://localhost:80/?{QUERY}",
        f"https://localhost:443/?{QUERY}",
        f"http://localhost?{QUERY}",
        f"http://localhost/embed?{QUERY}",
        f"{PAGE}#step-exact",
        "http://localhost/?d=23&a=157&c=3&b=17",
        "http://localhost/?b=%EF%BC%91%EF%BC%97&c=3&a=157&d=23&confidence=95.0&utm_source=slack",
        "http://localhost/?items=200&candidate_passed=174&baseline_passed=160&both_passed=157",
    ],
)
def test_the_address_of_a_result_may_be_spelled_in_any_way(ask, address):
    response = ask(address)
    assert response.json["title"] == HEADLINE
    assert frame(response)["src"] == f"http://localhost/embed?{QUERY}"
    assert response.json["thumbnail_url"] == f"http://localhost/card.png?{QUERY}"


def test_level_names_and_theme_go_into_the_frame(ask):
    options = "confidence=99&baseline=a%26b&candidate=model%2Brag&theme=light"
    response = ask(f"{PAGE}&{options}")
    assert frame(response)["src"] == f"http://localhost/embed?{QUERY}&{options}"
    assert response.json["title"].startswith("“model+rag” +7.0 points, resolved at 99%")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x",
        "/",
        f"/?{QUERY}",
        f"?{QUERY}",
        f"//localhost/?{QUERY}",
        f"localhost/?{QUERY}",
        f"ftp://localhost/?{QUERY}",
        f"javascript://localhost/?{QUERY}",
        "javascript:alert(1)",
        f"data:text/html,{QUERY}",
        f"file:///?{QUERY}",
        "http://[",
        "http://]",
        f"http://[::1/?{QUERY}",
        f"http://[x]/?{QUERY}",
        f"http://localhost:port/?{QUERY}",
        f"http://localhost:99999/?{QUERY}",
        f"http://localhost:-1/?{QUERY}",
        f"http://localhost:８０/?{QUERY}",
        f"http:///?{QUERY}",
        f"http://?{QUERY}",
        f"http://\ufe64localhost/?{QUERY}",
        f"http://localhost\u2100/?{QUERY}",
        f"http://[::1%25eth0]:0/?{QUERY}",
        "\x00",
        "http://\x00/",
        "%",
        "http://%zz/",
        # another place
        f"http://evil.example/?{QUERY}",
        f"http://localhost.evil.example/?{QUERY}",
        f"http://evil.example/http://localhost/?{QUERY}",
        f"http://localhost:81/?{QUERY}",
        f"http://localhost:443/?{QUERY}",
        f"https://localhost:80/?{QUERY}",
        f"http://localhost./?{QUERY}",
        f"http://127.0.0.1/?{QUERY}",
        # userinfo
        f"http://localhost@evil.example/?{QUERY}",
        f"http://localhost:80@evil.example/?{QUERY}",
        f"http://evil.example\\@localhost@evil.example/?{QUERY}",
        f"http://evil.example#@localhost/?{QUERY}",
        f"http://evil.example?@localhost/?{QUERY}",
        # another path
        f"http://localhost/nowhere?{QUERY}",
        f"http://localhost/card.png?{QUERY}",
        f"http://localhost/report.md?{QUERY}",
        f"http://localhost/oembed?url={quote(PAGE, safe='')}",
        f"http://localhost/embed/?{QUERY}",
        f"http://localhost//?{QUERY}",
        f"http://localhost/../?{QUERY}",
        f"http://localhost/;x?{QUERY}",
        # no result
        "http://localhost/",
        "http://localhost",
        "http://localhost/embed",
        "http://localhost/?theme=dark",
        f"http://localhost/#{QUERY}",
        "http://localhost/?b=x&c=3",
        "http://localhost/?b=17",
        f"{PAGE}&b=17",
        f"{PAGE}&theme=pink",
        f"{PAGE}&candidate=a%0Ab",
        f"{PAGE}&candidate={'x' * 81}",
        f"{PAGE}&{'&'.join(f'x{i}=1' for i in range(300))}&b=1",
    ],
)
def test_what_is_no_result_of_ours_has_no_description(ask, address):
    response = ask(address)
    # oembed.com, section 2.3.4.3: 404 where there is no response for the URL
    assert response.status_code in (400, 404)
    assert not response.is_json or response.mimetype == "application/problem+json"
    assert "<iframe" not in response.text


@pytest.mark.parametrize(
    "address",
    [
        f"http://user@localhost/?{QUERY}",
        f"http://user:pass@localhost/?{QUERY}",
        f"http://evil.example@localhost/?{QUERY}",
    ],
)
def test_an_address_with_credentials_never_gets_them_into_an_answer(ask, address):
    response = ask(address)
    assert response.status_code in (200, 400, 404)
    assert "user" not in response.text
    assert "pass" not in response.text.replace("passed", "")
    assert "evil" not in response.text


def test_an_address_is_needed(client):
    assert client.get("/oembed").status_code == 400
    assert client.get("/oembed?format=json").status_code == 400


@pytest.mark.parametrize(
    ("kind", "status"), [("json", 200), ("xml", 501), ("", 501), ("JSON", 501), ("yaml", 501)]
)
def test_there_is_only_json(ask, kind, status):
    # oembed.com, section 2.3.4.3: 501 for a format that the provider cannot return
    assert ask(PAGE, format=kind).status_code == status


def test_a_format_that_there_is_not_is_no_error_of_ours(ask, caplog):
    ask(PAGE, format="xml")
    assert caplog.records == []


@pytest.mark.parametrize(
    "name",
    [
        '"><script>alert(1)</script>',
        "' onload='alert(1)",
        '" onload="alert(1)',
        "</iframe><b>",
        "&quot;&lt;",
        "{{ 7*7 }}",
        "javascript:alert(1)",
        "نموذج",
        "👩‍🚀",
        "model+rag",
        "\\u003c",
    ],
)
def test_a_hostile_name_stays_text_in_the_frame(ask, name):
    question = Question(Table(17, 3, 157, 23), names=Names(candidate=name))
    response = ask(f"http://localhost/?{question.query()}")
    attrs = frame(response)
    assert attrs["src"] == f"http://localhost/embed?{question.query()}"
    assert attrs["title"] == response.json["title"]
    assert name in response.json["title"]
    assert set(attrs) == {"src", "title", "width", "height", "frameborder", "loading"}


def test_behind_an_address_that_is_set_only_its_addresses_are_known():
    public = "https://tools.example/mcnemar"
    client = create_app(Settings(public_url=public)).test_client()

    def status(address):
        return client.get("/oembed", query_string={"url": address}).status_code

    assert status(f"{public}/?{QUERY}") == 200
    assert status(f"{public}/embed?{QUERY}") == 200
    assert status(f"http://tools.example/mcnemar/?{QUERY}") == 200
    assert status(f"https://tools.example/?{QUERY}") == 404
    assert status(f"https://tools.example/mcnemar-else/?{QUERY}") == 404
    assert status(f"http://localhost/?{QUERY}") == 404


def test_an_ipv6_host_is_one_like_any_other():
    client = create_app(Settings(public_url="http://[::1]:8000")).test_client()
    found = client.get("/oembed", query_string={"url": f"http://[::1]:8000/?{QUERY}"})
    assert frame(found)["src"] == f"http://[::1]:8000/embed?{QUERY}"
    other = client.get("/oembed", query_string={"url": f"http://[::2]:8000/?{QUERY}"})
    assert other.status_code == 404


def test_what_the_query_says_of_a_frame_it_does_not_say_of_the_robots(ask):
    assert "X-Robots-Tag" not in ask(PAGE).headers
