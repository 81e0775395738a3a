"""Formulas are set in the font that comes with the page, every character of them."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import expect

FONT = Path(__file__).parents[2] / "static/fonts/stix-two-math.woff2"
HUGE = 10**12
RESULTS = [
    "/",
    "/?b=17&c=3",
    "/?b=3&c=17&a=157&d=23&confidence=99.9",
    "/?b=0&c=0&a=5&d=5",
    "/?b=10000&c=0",
    "/?b=5200&c=4800&a=100000&d=20000",
    f"/?b={HUGE}&c={HUGE}&a={HUGE}&d={HUGE}",
    "/?b=17&c=3&a=157&d=23&candidate=µ-modèle&baseline=基线",
]
# A letter alone in <mi> is drawn as its mathematical italic.
DRAWN = """() => [...document.querySelectorAll("math *")]
    .filter((element) => element.childElementCount === 0)
    .map((element) => [
        element.textContent,
        element.localName === "mi" && [...element.textContent].length === 1
            && element.getAttribute("mathvariant") !== "normal",
    ])"""


@pytest.fixture(scope="module")
def characters():
    return set(TTFont(FONT).getBestCmap())


def italic(letter):
    if letter == "h":
        return 0x210E
    if "a" <= letter <= "z":
        return 0x1D44E + ord(letter) - ord("a")
    if "A" <= letter <= "Z":
        return 0x1D434 + ord(letter) - ord("A")
    if "α" <= letter <= "ω":
        return 0x1D6FC + ord(letter) - ord("α")
    return ord(letter)


def test_the_font_is_loaded(page):
    page.goto("/")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("""[...document.fonts]
        .filter((font) => font.status === "loaded")
        .map((font) => font.family.replaceAll('"', ""))""")
    assert loaded == ["STIX Two Math"]


@pytest.mark.parametrize("address", RESULTS)
def test_every_character_of_a_formula_is_in_the_font(page, characters, address):
    page.goto(address)
    drawn = page.evaluate(DRAWN)
    assert len(drawn) > 50
    needed = {
        italic(character) if alone else ord(character)
        for text, alone in drawn
        for character in text
        if not character.isspace()
    }
    assert [f"U+{code:04X} {chr(code)}" for code in sorted(needed - characters)] == []


@pytest.mark.parametrize("address", RESULTS[:3])
def test_the_browser_draws_formulas_with_no_other_font(page, address):
    page.goto(address)
    page.evaluate("document.fonts.ready")
    expect(page.locator("math").first).to_be_visible()
    assert fonts_used(page, "math") == {("STIX Two Math", True)}


def test_words_are_not_drawn_with_it(page):
    page.goto("/")
    assert "STIX Two Math" not in {name for name, _ in fonts_used(page, "h1")}


def fonts_used(page, selector):
    """The fonts that glyphs came from, and whether the page brought them."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    found = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})
    return {
        (font["familyName"], font["isCustomFont"])
        for node in found["nodeIds"]
        for font in devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    }
