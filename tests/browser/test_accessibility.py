"""WCAG 2.2 AA in light and dark, and the theme of the address."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe

RESULT = "/?b=17&c=3&a=157&d=23"
PAGES = {
    "form and worked example": "/",
    "result": RESULT,
    "only b and c": "/?b=17&c=3",
    "errors": "/?b=x&confidence=7&items=3",
    "nothing there": "/nothing/here",
}
BACKGROUND = "getComputedStyle(document.documentElement).backgroundColor"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(new_page, name, width, scheme):
    page = new_page(
        viewport={"width": width, "height": 800}, color_scheme=scheme, expect_status=[404, 422]
    )
    page.goto(PAGES[name])
    page.evaluate("document.fonts.ready")
    assert axe(page) == []


@pytest.mark.parametrize(("theme", "scheme"), [("dark", "light"), ("light", "dark")])
def test_axe_finds_nothing_in_a_chosen_theme(new_page, theme, scheme):
    page = new_page(color_scheme=scheme)
    page.goto(f"{RESULT}&theme={theme}")
    assert axe(page) == []


def test_axe_finds_nothing_after_a_result_replaced_faults(new_page, ask):
    page = new_page(expect_status=[422])
    page.goto("/")
    ask(page, b="x", c=3, confidence=7)
    expect(page.get_by_role("alert")).to_be_focused()
    assert axe(page) == []
    ask(page, b=17, confidence=95)
    expect(page).to_have_url("/?b=17&c=3")
    assert axe(page) == []


def test_axe_finds_nothing_where_formulas_scroll(new_page):
    page = new_page(viewport={"width": 320, "height": 640})
    page.goto("/?" + "&".join(f"{cell}={10**12}" for cell in "bcad"))
    page.evaluate("document.fonts.ready")
    expect(page.locator(".term[tabindex]").first).to_be_visible()
    assert axe(page) == []


def test_axe_finds_nothing_in_the_open_rates(page):
    page.goto("/")
    page.locator("summary").click()
    assert axe(page) == []


def background(new_page, address, scheme):
    page = new_page(color_scheme=scheme)
    page.goto(address)
    return page.evaluate(BACKGROUND)


@pytest.mark.parametrize("address", ["/", RESULT])
def test_without_a_theme_the_colours_follow_the_system(new_page, address):
    dark, light = (background(new_page, address, scheme) for scheme in ("dark", "light"))
    assert dark != light
    assert sum(channels(dark)) < 200 < 600 < sum(channels(light))


def channels(colour):
    return [int(channel) for channel in colour.removeprefix("rgb(").rstrip(")").split(", ")]


@pytest.mark.parametrize(("theme", "scheme"), [("dark", "light"), ("light", "dark")])
@pytest.mark.parametrize("query", ["/?", f"{RESULT}&"])
def test_a_theme_in_the_address_overrides_the_system(new_page, query, theme, scheme):
    chosen = background(new_page, f"{query}theme={theme}", scheme)
    assert chosen == background(new_page, "/", theme)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_theme_reaches_every_colour(new_page, theme):
    colours = """() => [...document.querySelectorAll("body *")].map((element) => {
        const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(element);
        return [element.tagName, color, backgroundColor, borderTopColor, fill, stroke].join(" ");
    })"""
    chosen = new_page(color_scheme="dark" if theme == "light" else "light")
    chosen.goto(f"{RESULT}&theme={theme}")
    system = new_page(color_scheme=theme)
    system.goto(f"{RESULT}&theme=auto")
    # The field that carries the theme itself is the one element more.
    hidden = "document.querySelector('#calculator input[type=hidden]')?.remove()"
    for page in (chosen, system):
        page.evaluate(hidden)
    assert chosen.evaluate(colours) == system.evaluate(colours)


def test_the_pictures_say_in_words_what_they_show(page):
    page.goto(RESULT)
    pictures = page.get_by_role("img")
    expect(pictures).to_have_count(2)
    expect(pictures.first).to_have_accessible_name(re.compile(r"Newcombe \+2\.7 to \+11\.6 points"))
    expect(pictures.last).to_have_accessible_name(re.compile(r"up to 3 and from 17 on"))
