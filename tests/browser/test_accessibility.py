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


@pytest.mark.parametrize("address", ["/", RESULT, "/nothing/here"])
def test_without_a_theme_the_colours_follow_the_system(new_page, address):
    page = new_page(color_scheme="light", expect_status=[404])
    page.goto(address)
    assert sum(background(page)) > 600
    page.emulate_media(color_scheme="dark")
    assert sum(background(page)) < 200


def background(page):
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return [int(channel) for channel in re.findall(r"\d+", colour)]


@pytest.mark.parametrize("query", ["/?", f"{RESULT}&"])
@pytest.mark.parametrize(("theme", "scheme"), [("dark", "light"), ("light", "dark")])
def test_a_theme_in_the_address_overrides_the_system(new_page, query, theme, scheme):
    page = new_page(color_scheme=scheme)
    page.goto(f"{query}theme={theme}")
    chosen = colours(page)
    page.goto(f"{query}theme=auto")
    page.emulate_media(color_scheme=theme)
    assert chosen == colours(page)
    page.emulate_media(color_scheme=scheme)
    assert chosen != colours(page)


def colours(page):
    """Every colour that elements have, by element."""
    return page.evaluate("""() => [...document.querySelectorAll("html, body :not([type=hidden])")]
        .map((element) => {
            const style = getComputedStyle(element);
            return [element.tagName, style.color, style.backgroundColor, style.borderTopColor,
                    style.fill, style.stroke].join(" ");
        })""")


def test_the_pictures_say_in_words_what_they_show(page):
    page.goto(RESULT)
    pictures = page.get_by_role("img")
    expect(pictures).to_have_count(2)
    expect(pictures.first).to_have_accessible_name(re.compile(r"Newcombe \+2\.7 to \+11\.6 points"))
    expect(pictures.last).to_have_accessible_name(re.compile(r"up to 3 and from 17 on"))
