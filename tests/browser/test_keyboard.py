"""Everything by keyboard, with the focus in sight."""

import pytest
from playwright.sync_api import expect

IN_FOCUS = """() => {
    const element = document.activeElement;
    return element.id || element.textContent.trim();
}"""
OUTLINE = """() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
}"""
ORDER = [
    "Skip to the content",
    "McNemar’s test for paired eval runs",
    "a",
    "b",
    "c",
    "d",
    "candidate",
    "baseline",
    "confidence",
    "I only know how many items each run passed",
    "Compare the runs",
]


def tab(page, times=1):
    for _ in range(times):
        page.keyboard.press("Tab")
        yield page.evaluate(IN_FOCUS)


@pytest.mark.parametrize("width", [1280, 390])
def test_tab_goes_through_the_form_in_reading_order(new_page, width):
    page = new_page(viewport={"width": width, "height": 800})
    page.goto("/")
    assert list(tab(page, times=len(ORDER))) == ORDER


def test_tab_goes_through_the_rates_when_they_are_open(page):
    page.goto("/")
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    assert list(tab(page, times=5)) == [
        "items",
        "candidate_passed",
        "baseline_passed",
        "both_passed",
        "Compare the runs",
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_is_outlined_and_in_view_everywhere(new_page, scheme):
    page = new_page(color_scheme=scheme, viewport={"width": 390, "height": 700})
    page.goto("/?b=17&c=3&a=157&d=23")
    seen = []
    for name in tab(page, times=200):
        if name in seen[:1] or page.evaluate("document.activeElement === document.body"):
            break
        seen.append(name)
        assert page.evaluate(OUTLINE) >= 2, name
        expect(page.locator(":focus")).to_be_in_viewport()
    assert len(seen) > len(ORDER)


def test_the_skip_link_leads_past_the_header(page):
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert list(tab(page)) == ["a"]


def test_the_skip_link_keeps_what_was_typed(page, fill):
    page.goto("/")
    fill(page, b=17)
    page.get_by_role("link", name="Skip to the content").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url("/#main")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#b")).to_have_value("17")


def test_a_question_is_asked_and_corrected_by_keyboard(new_page):
    page = new_page(expect_status=[422])
    page.goto("/")
    list(tab(page, times=3))
    for text in ("157", "x", "3", "23"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#b")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    expect(page.locator(".sentence")).to_contain_text("is better: +7.0 points")
    expect(page).to_have_url("/?b=17&c=3&a=157&d=23")


def test_the_rates_are_filled_in_by_keyboard(page):
    page.goto("/")
    page.locator("summary").focus()
    page.keyboard.press("Space")
    for text in ("200", "174", "160", "157"):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page).to_have_url("/?b=17&c=3&a=157&d=23")


def test_wide_formulas_are_reached_and_scrolled_by_keyboard(new_page, until):
    page = new_page(viewport={"width": 320, "height": 640})
    page.goto("/?b=1000000000000&c=999999999999&a=1000000000000&d=1000000000000")
    page.evaluate("document.fonts.ready")
    wide = page.locator(".term[tabindex='0']")
    expect(wide.first).to_be_visible()
    overflowing = page.locator(".term").evaluate_all(
        "terms => terms.filter((term) => term.scrollWidth > term.clientWidth).length"
    )
    assert wide.count() == overflowing
    page.get_by_role("button", name="Compare the runs").focus()
    for _ in tab(page, times=40):
        if page.evaluate("document.activeElement.matches('.term')"):
            break
    page.keyboard.press("ArrowRight")
    until(page, "document.activeElement.matches('.term') && document.activeElement.scrollLeft > 0")


def test_formulas_that_fit_are_no_stops(page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/?b=17&c=3&a=157&d=23")
    page.evaluate("document.fonts.ready")
    expect(page.locator(".term").first).to_be_visible()
    expect(page.locator(".term[tabindex]")).to_have_count(0)


def test_the_mouse_wheel_over_a_count_changes_nothing(page, until):
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto("/?b=17&c=3&a=157&d=23")
    page.locator("#b").click()
    page.mouse.wheel(0, 120)
    until(page, "scrollY > 0")
    expect(page.locator("#b")).to_have_value("17")
    expect(page.locator("#b")).to_be_focused()


def test_arrow_keys_in_a_count_change_nothing(page):
    page.goto("/?b=17&c=3&a=157&d=23")
    page.locator("#b").press("ArrowUp")
    page.locator("#b").press("ArrowDown")
    expect(page.locator("#b")).to_have_value("17")
