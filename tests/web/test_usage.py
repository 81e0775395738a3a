"""Tests of app.web.usage: the examples on the page run as they are printed."""

import json
import shlex
import shutil
import subprocess
import sys
import threading
from html.parser import HTMLParser
from urllib.request import Request, urlopen

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from app.web.fields import QUESTION_FIELDS, RATES

SENTENCE = (
    "The candidate is better: +7.0 points, 95% interval +2.7 to +11.6, exact p 0.0026; "
    "17 fixed, 3 broken."
)


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


@pytest.fixture(scope="module")
def server(app):
    """The address of the application, served within this process."""
    with make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{served.port}"
        served.shutdown()
        thread.join()


class Code(HTMLParser):
    """Every block of code of a page, as a reader copies it."""

    def __init__(self, html):
        super().__init__()
        self.blocks, self.inside = [], False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag == "pre":
            self.blocks.append("")
        self.inside = self.inside or tag == "pre"

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "pre"

    def handle_data(self, data):
        if self.inside:
            self.blocks[-1] += data


@pytest.fixture(scope="module")
def blocks(server):
    with urlopen(f"{server}/api") as response:
        return Code(response.read().decode()).blocks


def only(blocks, start):
    (block,) = (block for block in blocks if block.startswith(start))
    return block


def perform(line):
    """Do what a line of curl says, for machines that have none."""
    program, *words = shlex.split(line.replace("\\\n", ""))
    assert program == "curl"
    headers, data, address = {}, None, None
    words = iter(words)
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            data = next(words).encode()
        else:
            assert address is None
            address = word
    with urlopen(Request(address, data, headers)) as response:
        return json.load(response)


def holds(whole, part):
    """Return whether `part` is an excerpt of `whole`."""
    if isinstance(part, dict):
        return all(key in whole and holds(whole[key], value) for key, value in part.items())
    return whole == part


@pytest.mark.parametrize("start", ["curl 'http", "curl -H"])
def test_a_printed_line_of_curl_gets_the_printed_answer(blocks, start):
    answer = perform(only(blocks, start))
    assert answer["verdict"]["sentence"] == SENTENCE
    assert holds(answer, json.loads(only(blocks, "{")))


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("start", ["curl 'http", "curl -H"])
def test_a_printed_line_runs_in_a_shell(blocks, start):
    line = only(blocks, start)
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=True, timeout=30)
    assert json.loads(done.stdout) == perform(line)


def test_the_printed_python_runs(blocks):
    program = only(blocks, "import json")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, timeout=30
    )
    assert done.stdout.decode().strip() == SENTENCE


def test_the_printed_script_asks_the_printed_address(blocks, server):
    script = only(blocks, "const address")
    assert f'const address = "{server}/api/v1/compare?b=17&c=3&a=157&d=23";' in script


def test_every_field_is_explained_and_those_of_the_form_alone_are_not(client):
    page = client.get("/api").text
    for field in QUESTION_FIELDS:
        assert f'<th scope="row"><code>{field}</code></th>' in page
    for field in RATES:
        assert f"<code>{field}</code>" not in page


def test_every_part_of_an_answer_and_every_status_is_explained(client):
    page, document = client.get("/api").text, client.get("/api/v1/openapi.json").json
    parts = client.get("/api/v1/compare?b=17&c=3&a=157&d=23").json
    statuses = {
        status
        for path in document["paths"].values()
        for operation in path.values()
        for status in operation["responses"]
    }
    for name in [*parts, *(status for status in statuses if status >= "400")]:
        assert f'<th scope="row"><code>{name}</code></th>' in page


def test_the_description_is_linked(client, elements):
    links = [
        attributes["href"] for tag, attributes in elements(client.get("/api").text) if tag == "a"
    ]
    assert "http://localhost/api/v1/openapi.json" in links


def test_the_page_holds_neither_style_nor_script(client, elements):
    for tag, attributes in elements(client.get("/api").text):
        assert tag not in ("style", "script")
        assert "style" not in attributes


def test_the_address_is_quoted_for_the_shell(client):
    page = client.get("/api", base_url="https://tools.example/a$b").text
    (line,) = (block for block in Code(page).blocks if block.startswith("curl -H"))
    assert shlex.split(line.replace("\\\n", ""))[-1].startswith("https://tools.example/a")


def test_another_method_is_refused_with_what_there_is(client):
    response = client.post("/api")
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
