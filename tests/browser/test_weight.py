"""How much a reader's browser fetches: little at first, almost nothing again."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.worked_example import ADDRESS, EXAMPLE, VERDICT

KILOBYTE = 1000
MOST, MOST_SCRIPT = 120 * KILOBYTE, 20 * KILOBYTE


class Traffic:
    """What travels for a page: bytes by kind of file, as they are on the wire, and statuses."""

    def __init__(self, page):
        devtools = page.context.new_cdp_session(page)
        devtools.on("Network.requestWillBeSent", self.asked)
        devtools.on("Network.responseReceivedExtraInfo", self.answered)
        devtools.on("Network.loadingFinished", self.finished)
        devtools.send("Network.enable")
        self.forget()

    def forget(self):
        self.kinds, self.urls, self.bytes = {}, [], Counter()
        self.statuses = []

    def asked(self, event):
        self.kinds[event["requestId"]] = event.get("type", "Other")
        self.urls.append(event["request"]["url"])

    def answered(self, event):
        """Only the network says this, no cache."""
        self.statuses.append((self.kinds.get(event["requestId"]), event["statusCode"]))

    def finished(self, event):
        self.bytes[self.kinds[event["requestId"]]] += event["encodedDataLength"]


@pytest.fixture
def traffic(page):
    return Traffic(page)


def test_a_result_weighs_at_most_120_kilobytes_with_all_its_files(page, traffic, server):
    page.goto(ADDRESS, wait_until="networkidle")
    expect(page.locator(".sentence")).to_have_text(VERDICT)
    assert set(traffic.bytes) >= {"Document", "Stylesheet", "Script", "Font"}
    assert traffic.bytes.total() <= MOST
    assert 0 < traffic.bytes["Script"] <= MOST_SCRIPT
    assert [url for url in traffic.urls if not url.startswith((f"{server}/", "data:"))] == []


def test_the_empty_form_and_the_result_asked_in_it_weigh_no_more(page, traffic, ask):
    page.goto("/", wait_until="networkidle")
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    expect(page.get_by_text("A worked example")).to_have_count(0)
    assert traffic.bytes["Fetch"] > 0
    assert traffic.bytes.total() <= MOST


def test_a_frame_weighs_no_more(page, traffic):
    page.goto(f"/embed{ADDRESS.removeprefix('/')}", wait_until="networkidle")
    page.get_by_text("Every step, and the sources").click()
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    assert traffic.bytes["Font"] > 0
    assert traffic.bytes.total() <= MOST


def test_all_text_travels_compressed(page):
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(ADDRESS, wait_until="networkidle")
    packed = {
        answer.url.rpartition("/")[2]: answer.header_value("content-encoding") for answer in answers
    }
    assert packed["stix-two-math.woff2"] is None  # compressed in itself
    page_itself = ADDRESS.rpartition("/")[2]
    assert None not in [packed[name] for name in (page_itself, "style.css", "page.js")]


def test_the_second_visit_asks_only_whether_the_page_still_holds(page, traffic):
    page.goto(ADDRESS, wait_until="networkidle")
    first = traffic.bytes.total()
    page.goto("about:blank")
    traffic.forget()
    page.goto(ADDRESS, wait_until="networkidle")
    expect(page.locator(".sentence")).to_have_text(VERDICT)
    assert traffic.statuses == [("Document", 304)]
    assert traffic.bytes.total() < first / 20


def test_another_result_fetches_nothing_but_itself(page, traffic):
    page.goto(ADDRESS, wait_until="networkidle")
    traffic.forget()
    page.goto("/?b=3&c=17", wait_until="networkidle")
    expect(page.locator(".sentence")).to_contain_text("is worse")
    assert traffic.statuses == [("Document", 200)]
