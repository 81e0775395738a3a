"""On a phone: nothing sideways, nothing cut off, nothing too small to read."""

import pytest
from playwright.sync_api import expect

LONG = "W" * 80
HUGE = 10**12
PAGES = {
    "form and worked example": "/",
    "result": "/?b=17&c=3&a=157&d=23",
    "only b and c": "/?b=17&c=3",
    "no flips": "/?b=0&c=0&a=5&d=5",
    "huge counts": f"/?b={HUGE}&c={HUGE}&a={HUGE}&d={HUGE}",
    "huge difference": f"/?b={HUGE}&c=0&a=0&d={HUGE}&confidence=99.99",
    "tiny difference": f"/?b=17&c=3&a={HUGE}&d={HUGE}",
    "many flips": "/?b=5200&c=4800&a=100000&d=20000",
    "long names": f"/?b=17&c=3&a=157&d=23&baseline={LONG}&candidate={LONG[:-1]}M",
    "errors": f"/?b=x&c={'9' * 60}&a=1&confidence=7&baseline={LONG}&candidate={LONG}",
    "errors in the rates": f"/?items={'x' * 60}&candidate_passed=1",
    "nothing there": "/nothing/here",
}
RESULTS = [name for name in PAGES if not name.startswith(("errors", "nothing"))]
EDGES = """element => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    return { text: element.textContent, left, right, top, bottom, height };
}"""
CUT_OFF = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !parent.checkVisibility()) continue;
        if (parent.closest(".visually-hidden, .skip, .term, pre")) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const { left, right } = range.getBoundingClientRect();
        if (left < 0 || right > innerWidth) found.push(walker.currentNode.data.trim());
    }
    return found;
}"""


@pytest.fixture(params=[390, 320])
def width(request):
    return request.param


@pytest.fixture
def page(new_page, width):
    return new_page(viewport={"width": width, "height": 700}, expect_status=[404, 422])


def open_page(page, name):
    page.goto(PAGES[name])
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("name", PAGES)
def test_nothing_reaches_beyond_the_edge(page, width, name):
    open_page(page, name)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    page.evaluate("scrollTo(1000, 0)")
    assert page.evaluate("scrollX") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("name", RESULTS)
def test_the_verdict_is_there_to_read(page, width, name):
    open_page(page, name)
    verdict = page.locator(".verdict .sentence")
    expect(verdict).to_be_visible()
    edges = verdict.evaluate(EDGES)
    assert 0 < edges["left"] < edges["right"] < width


@pytest.mark.parametrize("name", RESULTS)
def test_words_in_pictures_can_be_read(page, width, name):
    open_page(page, name)
    for picture in page.locator(".picture:visible").all():
        texts = [text.evaluate(EDGES) for text in picture.locator("text").all()]
        assert texts
        for index, text in enumerate(texts):
            assert text["height"] >= 9, text
            assert 0 <= text["left"] < text["right"] <= width, text
            assert not [other["text"] for other in texts[:index] if overlap(text, other)], text


def overlap(one, other):
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 0 and down > 3  # line boxes may touch, letters may not


@pytest.mark.parametrize(("name", "pictures"), [("result", 2), ("only b and c", 1)])
def test_one_drawing_of_each_picture_is_shown(page, name, pictures):
    open_page(page, name)
    expect(page.locator(".picture:visible")).to_have_count(pictures)


@pytest.mark.parametrize("name", ["form and worked example", "errors"])
def test_words_of_the_table_do_not_run_into_the_next_cell(page, name):
    open_page(page, name)
    wide = page.locator(".two-by-two :is(th, td)").evaluate_all("""cells => cells
        .filter((cell) => cell.scrollWidth > Math.ceil(cell.getBoundingClientRect().width))
        .map((cell) => cell.innerText)""")
    assert wide == []


@pytest.mark.parametrize("name", ["result", "errors"])
def test_targets_are_large_enough_for_a_finger(page, name):
    open_page(page, name)
    for target in page.locator("#calculator input:visible, summary:visible, button:visible").all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 24


def test_a_count_of_five_digits_is_seen_whole_while_typing(page, fill):
    page.goto("/")
    fill(page, a="12,345")
    field = page.locator("#a")
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")


def test_asking_brings_the_verdict(page, width, ask):
    page.goto("/")
    ask(page, b=17, c=3, a=157, d=23)
    expect(page).to_have_url("/?b=17&c=3&a=157&d=23")
    expect(page.locator(".sentence")).to_contain_text("is better: +7.0 points")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
