"""The page with JavaScript off: forms, redirects and links do the same."""

import pytest
from playwright.sync_api import expect

from tests.browser.worked_example import ADDRESS, EXAMPLE, VERDICT


@pytest.fixture
def page(new_page):
    page = new_page(java_script_enabled=False, expect_status=[422])
    page.goto("/")
    return page


def test_counts_give_the_verdict(page, ask):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    expect(page.locator(".sentence")).to_have_text(VERDICT)
    expect(page).to_have_title(
        "Candidate +7.0 points, resolved at 95% (exact p 0.0026) – "
        "McNemar’s test for paired eval runs"
    )


def test_enter_in_a_field_submits(page, fill):
    fill(page, **EXAMPLE)
    page.locator("#d").press("Enter")
    expect(page.locator(".sentence")).to_have_text(VERDICT)


def test_the_form_is_posted_and_the_answer_is_a_redirect(page, ask):
    with page.expect_response(lambda response: response.request.method == "POST") as posted:
        ask(page, **EXAMPLE)
    assert posted.value.status == 303
    assert posted.value.headers["location"] == ADDRESS


def test_reload_asks_nothing_and_shows_the_result_again(page, ask):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    page.reload()
    expect(page.locator(".sentence")).to_have_text(VERDICT)


def test_fields_and_totals_show_the_question(page, ask, fields, totals):
    ask(page, **EXAMPLE | {"a": 1570}, candidate="new")
    expect(page.locator(".sentence")).to_be_visible()
    assert fields(page) == {
        "b": "17",
        "c": "3",
        "a": "1,570",
        "d": "23",
        "candidate": "new",
        "confidence": "95",
    }
    assert totals(page) == {
        "candidate_passed": "1,587",
        "candidate_failed": "26",
        "baseline_passed": "1,573",
        "baseline_failed": "40",
        "items": "1,613",
    }


def test_back_and_forward_walk_through_the_results(page, ask):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    ask(page, b=3, c=17)
    expect(page.locator(".sentence")).to_contain_text("is worse")
    page.go_back()
    expect(page.locator(".sentence")).to_have_text(VERDICT)
    expect(page.locator("#b")).to_have_value("17")
    page.go_forward()
    expect(page.locator(".sentence")).to_contain_text("is worse")
    expect(page.locator("#b")).to_have_value("3")


def test_the_rates_fill_the_table(page, ask, fields):
    page.get_by_text("I only know how many items each run passed").click()
    ask(page, items=200, candidate_passed=174, baseline_passed=160, both_passed=157)
    expect(page).to_have_url(ADDRESS)
    expect(page.locator(".sentence")).to_have_text(VERDICT)
    assert fields(page) == {"b": "17", "c": "3", "a": "157", "d": "23", "confidence": "95"}


def test_only_b_and_c_give_no_picture_of_intervals_but_a_note(page, ask):
    ask(page, b=17, c=3)
    expect(page).to_have_url("/?b=17&c=3")
    expect(page.locator(".picture.intervals")).to_have_count(0)
    expect(page.locator(".verdict .notes")).to_contain_text("both passed and both failed")


def test_faults_are_listed_and_what_was_typed_is_kept(page, ask, fields):
    ask(page, b="1.5", c="-3", a="x", d=1)
    assert page.get_by_role("alert").get_by_role("link").all_inner_texts() == [
        "“1.5” is not a whole number; items are counted whole.",
        "“-3” is negative; a count is 0 or more.",
        "“x” is not a whole number; write digits only, like 1234 or 1,234.",
    ]
    assert fields(page) == {"a": "x", "b": "1.5", "c": "-3", "d": "1", "confidence": "95"}
    expect(page).to_have_url("/")
    expect(page).to_have_title("Error: McNemar’s test for paired eval runs")


def test_each_fault_leads_to_its_field(page, ask):
    ask(page, b="x", confidence="50")
    for field in ("b", "c", "confidence"):
        page.locator(f"#errors a[href='#{field}']").click()
        expect(page.locator(f"#{field}")).to_be_focused()
        expect(page.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")


def test_corrected_faults_are_gone(page, ask):
    ask(page, b="x")
    expect(page.get_by_role("alert")).to_be_visible()
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def test_a_fault_in_the_rates_leaves_them_open(page, ask):
    page.get_by_text("I only know how many items each run passed").click()
    ask(page, items=200, candidate_passed=174)
    expect(page.get_by_role("alert").get_by_role("link")).to_have_count(2)
    expect(page.locator("#candidate_passed")).to_have_value("174")
    page.locator("#errors a[href='#both_passed']").click()
    expect(page.locator("#both_passed")).to_be_focused()


def test_wide_formulas_are_reachable_by_keyboard(new_page):
    page = new_page(java_script_enabled=False, viewport={"width": 320, "height": 640})
    page.goto("/?b=1000000000000&c=999999999999&a=1000000000000&d=1000000000000")
    page.get_by_role("button", name="Compare the runs").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.term')"):
            return
    pytest.fail("Tab never reaches a wide formula")
