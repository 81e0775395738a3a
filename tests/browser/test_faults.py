"""What was typed wrong: said at once, tied to its field, and gone when corrected."""

import pytest
from playwright.sync_api import expect

EXAMPLE = {"b": 17, "c": 3, "a": 157, "d": 23}


@pytest.fixture
def page(new_page, ask):
    """The form with two faulty fields, after it was sent."""
    page = new_page(expect_status=[422])
    page.goto("/")
    page.evaluate("window.marker = true")
    ask(page, b="1.5", c=3, a=157, d=23, confidence="all")
    expect(page.get_by_role("alert")).to_be_visible()
    return page


def test_both_are_listed(page):
    assert page.get_by_role("alert").get_by_role("link").all_inner_texts() == [
        "“1.5” is not a whole number; items are counted whole.",
        "“all” is no confidence level; enter percent from 80 to 99.99, like 95 or 99.9, "
        "with up to four decimals.",
    ]


def test_the_summary_gets_the_focus_and_is_in_view(page):
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_nothing_was_loaded_and_the_address_is_the_same(page):
    assert page.evaluate("window.marker === true")
    expect(page).to_have_url("/")


def test_the_title_says_so(page):
    expect(page).to_have_title("Error: McNemar’s test for paired eval runs")


def test_what_was_typed_is_kept(page, fields):
    assert fields(page) == {"b": "1.5", "c": "3", "a": "157", "d": "23", "confidence": "all"}


def test_no_result_is_shown(page):
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.get_by_text("A worked example")).to_have_count(0)


@pytest.mark.parametrize("field", ["b", "confidence"])
def test_the_field_names_its_fault(page, field):
    faulty = page.locator(f"#{field}")
    expect(faulty).to_have_attribute("aria-invalid", "true")
    described_by = faulty.get_attribute("aria-describedby").split()
    assert f"{field}-error" in described_by
    for name in described_by:
        expect(page.locator(f"#{name}")).to_be_visible()
    expect(page.locator(f"#{field}-error")).to_contain_text("Error: “")


def test_only_the_faulty_fields_are_marked(page):
    marked = page.locator("[aria-invalid]")
    assert marked.evaluate_all("fields => fields.map((field) => field.id)") == ["b", "confidence"]


@pytest.mark.parametrize("field", ["b", "confidence"])
def test_a_link_in_the_summary_focuses_its_field(page, field):
    page.locator(f"#errors a[href='#{field}']").click()
    expect(page.locator(f"#{field}")).to_be_focused()
    expect(page.locator(f"#{field}")).to_be_in_viewport()


def test_a_link_in_the_summary_keeps_the_faults_and_what_was_typed(page, fields):
    page.locator("#errors a[href='#b']").click()
    expect(page.locator("#b")).to_be_focused()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#b-error")).to_be_visible()
    assert fields(page)["b"] == "1.5"
    assert fields(page)["confidence"] == "all"


def test_corrected_all_faults_are_gone(page, ask):
    ask(page, b=17, confidence=95)
    expect(page).to_have_url("/?b=17&c=3&a=157&d=23")
    expect(page.locator(".sentence")).to_contain_text("is better: +7.0 points")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".error, .has-error, [aria-invalid]")).to_have_count(0)
    expect(page.locator("#b")).not_to_have_attribute("aria-describedby", "b-error")
    expect(page.locator("#confidence")).to_have_attribute("aria-describedby", "confidence-hint")


def test_one_corrected_fault_leaves_the_other(page, ask):
    ask(page, b=17)
    expect(page.get_by_role("alert").get_by_role("link")).to_have_count(1)
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("#b")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#b-error")).to_have_count(0)


def test_the_button_stays_where_it_is_when_the_faults_go(page, fill):
    page.set_viewport_size({"width": 1280, "height": 500})
    fill(page, b=17, confidence=95)
    button = page.get_by_role("button", name="Compare the runs")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    button.click()
    expect(page.get_by_role("alert")).to_have_count(0)
    # a page scrolls by whole pixels
    assert abs(button.bounding_box()["y"] - before["y"]) <= 1


def test_a_fault_after_a_result_removes_the_result_and_keeps_its_address(new_page, ask):
    page = new_page(expect_status=[422])
    page.goto("/?b=17&c=3")
    ask(page, a=157)
    expect(page.get_by_role("alert")).to_contain_text("Both passed is given, so enter both failed")
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page).to_have_url("/?b=17&c=3")


def test_an_empty_form_asks_for_both_counts(new_page, ask):
    page = new_page(expect_status=[422])
    page.goto("/")
    ask(page)
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text(
        [
            "Enter how many items the candidate fixed; 0 if none.",
            "Enter how many items the candidate broke; 0 if none.",
        ]
    )


def test_a_fault_in_the_rates_leads_to_them(new_page, ask):
    page = new_page(expect_status=[422])
    page.goto("/")
    page.get_by_text("I only know how many items each run passed").click()
    ask(page, items=200, candidate_passed=174, baseline_passed=160, both_passed=100)
    expect(page.get_by_role("alert")).to_be_focused()
    page.get_by_role("link", name="at least 134 of 200 items were passed by both").click()
    expect(page.locator("#both_passed")).to_be_focused()


def test_markup_in_a_field_is_shown_as_text(new_page, ask):
    page = new_page(expect_status=[422])
    page.goto("/")
    ask(page, b="<b>7</b>", c='"><img src=x>')
    expect(page.get_by_role("alert")).to_contain_text("“<b>7</b>”")
    expect(page.locator("#c")).to_have_value('"><img src=x>')
    expect(page.locator("img")).to_have_count(0)


def test_every_fault_of_an_address_leads_to_something(new_page):
    page = new_page(expect_status=[422])
    page.goto("/?b=x&c=1&c=2&a=1&confidence=7&baseline=a%0Ab")
    targets = page.locator("#errors a").evaluate_all("links => links.map((link) => link.hash)")
    assert len(targets) == 5
    for target in targets:
        expect(page.locator(target)).to_be_visible()


def test_a_faulty_theme_in_the_address_is_named(new_page):
    page = new_page(expect_status=[422])
    page.goto("/?b=17&c=3&theme=pink")
    expect(page.get_by_role("alert")).to_contain_text("Theme is one of auto, light, dark.")


def test_a_faulty_theme_in_the_address_does_not_stick(new_page, ask):
    page = new_page(expect_status=[422])
    page.goto("/?b=17&c=3&theme=pink")
    ask(page)
    expect(page.locator(".sentence")).to_contain_text("exact p 0.0026")
