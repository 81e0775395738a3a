"""On paper: the answer and its steps, in dark ink on white."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe

RESULT = "/?b=17&c=3&a=157&d=23"


@pytest.fixture
def printed(page):
    page.goto(RESULT)
    page.emulate_media(media="print")
    return page


@pytest.mark.parametrize("selector", ["#calculator", ".masthead", ".colophon", ".skip", ".lead"])
def test_what_only_a_screen_needs_is_dropped(printed, selector):
    expect(printed.locator(selector)).to_have_count(1)
    expect(printed.locator(selector)).to_be_hidden()


def test_the_verdict_the_counts_and_every_step_are_there(printed):
    expect(printed.locator(".sentence")).to_be_visible()
    counts = printed.locator(".counts")
    expect(counts).to_be_visible()
    assert re.findall(r"\d+", counts.inner_text()) == ["17", "3", "157", "23"]
    steps = printed.locator(".step")
    assert steps.count() > 8
    for step in steps.all():
        expect(step).to_be_visible()
    expect(printed.locator(".sources li").first).to_be_visible()


def test_on_a_screen_the_counts_stand_in_the_form_only(page):
    page.goto(RESULT)
    expect(page.locator("#calculator")).to_be_visible()
    expect(page.locator(".counts")).to_be_hidden()


def test_each_picture_is_printed_once(printed):
    expect(printed.locator(".picture.intervals:visible")).to_have_count(1)
    expect(printed.locator(".picture.binomial:visible")).to_have_count(1)


def test_a_result_that_replaced_another_prints_its_own_counts(page, ask):
    page.goto(RESULT)
    ask(page, b=18)
    expect(page).to_have_url("/?b=18&c=3&a=157&d=23")
    page.emulate_media(media="print")
    expect(page.locator(".counts .fixed")).to_have_text("18")


def test_ink_has_contrast_on_white_paper(printed):
    background = "getComputedStyle(document.documentElement).backgroundColor"
    assert printed.evaluate(background) == "rgb(255, 255, 255)"
    assert axe(printed) == []


@pytest.mark.parametrize(
    ("scheme", "theme"), [("dark", "auto"), ("light", "dark"), ("dark", "dark"), ("dark", "light")]
)
def test_every_theme_prints_in_the_same_colours(printed, scheme, theme):
    light = colours(printed)
    printed.goto(f"{RESULT}&theme={theme}")
    printed.emulate_media(media="print", color_scheme=scheme)
    assert colours(printed) == light


def colours(page):
    """The colours of each kind of element."""
    found = page.evaluate("""() => [...document.querySelectorAll("html, main, #result *")]
        .map((element) => {
            const style = getComputedStyle(element);
            return [element.tagName, style.color, style.backgroundColor, style.borderTopColor,
                    style.fill, style.stroke].join(" ");
        })""")
    return set(found)


@pytest.mark.parametrize(
    "address",
    [RESULT, "/", "/?b=17&c=3", "/?" + "&".join(f"{cell}={10**12}" for cell in "bcad")],
)
def test_it_fits_on_a_few_sheets(page, address):
    page.goto(address)
    page.evaluate("document.fonts.ready")
    pdf = page.pdf(format="A4")
    assert 2 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) < 12


def test_nothing_is_wider_than_the_sheet(page):
    page.set_viewport_size({"width": 640, "height": 900})  # A4 less the margins
    page.goto(f"{RESULT}&candidate={'W' * 80}")
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    for term in page.locator(".term").all():
        assert term.evaluate("term => term.scrollWidth <= term.clientWidth")
