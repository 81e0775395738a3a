"""Back, forward, reload, bookmarks and links inside the page."""

import re

import pytest
from playwright.sync_api import expect

EMPTY_FIELDS = {"confidence": "95"}
FIRST = {"b": "17", "c": "3", "a": "157", "d": "23"}
FIRST_ADDRESS = "/?b=17&c=3&a=157&d=23&candidate=new"
FIRST_FIELDS = {**FIRST, "candidate": "new", "confidence": "95"}
FIRST_TOTALS = {
    "candidate_passed": "174",
    "candidate_failed": "26",
    "baseline_passed": "160",
    "baseline_failed": "40",
    "items": "200",
}
SECOND_ADDRESS = "/?b=3&c=1017&a=157&d=23"
SECOND_FIELDS = {**FIRST, "b": "3", "c": "1,017", "confidence": "95"}
SECOND_TOTALS = {
    "candidate_passed": "160",
    "candidate_failed": "1,040",
    "baseline_passed": "1,174",
    "baseline_failed": "26",
    "items": "1,200",
}


@pytest.fixture
def asked(page, ask):
    """A page where the empty form was followed by a question."""
    page.goto("/")
    ask(page, **FIRST, candidate="new")
    expect(page).to_have_url(FIRST_ADDRESS)
    expect(page.locator(".sentence")).to_contain_text("is better")
    return page


@pytest.fixture
def asked_twice(asked, ask):
    """A page where a second question followed."""
    ask(asked, b=3, c=1017, candidate="")
    expect(asked).to_have_url(SECOND_ADDRESS)
    expect(asked.locator(".sentence")).to_contain_text("is worse")
    return asked


def test_back_restores_result_title_fields_and_totals(asked_twice, fields, totals):
    asked_twice.go_back()
    expect(asked_twice).to_have_url(FIRST_ADDRESS)
    expect(asked_twice.locator(".sentence")).to_contain_text("is better: +7.0 points")
    expect(asked_twice).to_have_title(re.compile(r"\+7\.0 points"))
    assert fields(asked_twice) == FIRST_FIELDS
    assert totals(asked_twice) == FIRST_TOTALS


def test_forward_restores_result_title_fields_and_totals(asked_twice, fields, totals):
    asked_twice.go_back()
    expect(asked_twice.locator(".sentence")).to_contain_text("is better")
    asked_twice.go_forward()
    expect(asked_twice).to_have_url(SECOND_ADDRESS)
    expect(asked_twice.locator(".sentence")).to_contain_text("is worse")
    expect(asked_twice).to_have_title(re.compile(r"−84\.5 points"))
    assert fields(asked_twice) == SECOND_FIELDS
    assert totals(asked_twice) == SECOND_TOTALS


def test_back_to_the_start_empties_the_form_and_shows_the_example(asked, fields, totals):
    asked.go_back()
    expect(asked).to_have_url("/")
    expect(asked.get_by_text("A worked example")).to_be_visible()
    assert fields(asked) == EMPTY_FIELDS
    assert set(totals(asked).values()) == {"–"}


def test_back_to_the_start_does_not_announce_the_example_as_a_result(asked):
    asked.go_back()
    expect(asked.get_by_text("A worked example")).to_be_visible()
    expect(asked.locator("#announcement")).not_to_contain_text("is better")


def test_back_loads_no_page(asked_twice):
    asked_twice.evaluate("window.marker = true")
    asked_twice.go_back()
    expect(asked_twice.locator(".sentence")).to_contain_text("is better")
    assert asked_twice.evaluate("window.marker === true")


def test_the_same_question_again_is_no_second_entry(asked, ask):
    before = asked.evaluate("history.length")
    with asked.expect_response(FIRST_ADDRESS):
        ask(asked)
    expect(asked.locator("#calculator")).not_to_have_attribute("aria-busy", "true")
    assert asked.evaluate("history.length") == before


def test_coming_back_from_another_page_shows_the_result(asked_twice, fields, totals):
    asked_twice.goto("/?b=1&c=1")
    asked_twice.go_back()
    expect(asked_twice.locator(".sentence")).to_contain_text("is worse")
    assert fields(asked_twice) == SECOND_FIELDS
    assert totals(asked_twice) == SECOND_TOTALS


def test_reload_shows_the_result_again(asked_twice, fields, totals):
    asked_twice.reload()
    expect(asked_twice.locator(".sentence")).to_contain_text("is worse")
    assert fields(asked_twice) == SECOND_FIELDS
    assert totals(asked_twice) == SECOND_TOTALS


def test_back_after_a_reload_shows_the_first_result(asked_twice, fields):
    asked_twice.reload()
    asked_twice.go_back()
    expect(asked_twice).to_have_url(FIRST_ADDRESS)
    expect(asked_twice.locator(".sentence")).to_contain_text("is better")
    assert fields(asked_twice) == FIRST_FIELDS


def test_a_bookmarked_link_shows_the_same_in_a_fresh_browser(asked, new_page, fields, totals):
    fresh = new_page()
    fresh.goto(asked.url)
    assert fresh.locator("#result").inner_text() == asked.locator("#result").inner_text()
    assert fields(fresh) == FIRST_FIELDS
    assert totals(fresh) == FIRST_TOTALS


def test_what_was_replaced_in_place_equals_what_a_fresh_load_shows(asked_twice, new_page):
    fresh = new_page()
    fresh.goto(asked_twice.url)
    html = "document.querySelector('#result').innerHTML.replaceAll(' tabindex=\"0\"', '')"
    assert asked_twice.evaluate(html) == fresh.evaluate(html)


def test_back_leads_to_a_faulty_address_and_says_what_is_wrong_with_it(new_page, ask):
    page = new_page(expect_status=[422])
    page.goto("/?b=many&c=3")
    ask(page, b=17)
    expect(page).to_have_url("/?b=17&c=3")
    page.go_back()
    expect(page).to_have_url("/?b=many&c=3")
    expect(page.get_by_role("alert")).to_contain_text("“many” is not a whole number")
    expect(page.locator("#b")).to_have_value("many")


def test_a_link_to_a_source_asks_the_server_nothing(asked):
    requests = []
    # the browser may look at the icon again; that is not the page's doing
    asked.on("request", lambda request: "icon" in request.url or requests.append(request.url))
    asked.get_by_role("link", name="Source 1", exact=True).first.click()
    expect(asked).to_have_url(f"{FIRST_ADDRESS}#source-1")
    expect(asked.locator("#source-1")).to_be_in_viewport()
    asked.wait_for_load_state("networkidle")
    assert requests == []
    assert asked.evaluate("document.querySelector(':target')?.id") == "source-1"


def test_a_link_to_a_source_keeps_what_was_typed(asked, fill):
    fill(asked, b=99)
    asked.get_by_role("link", name="Source 1", exact=True).first.click()
    expect(asked).to_have_url(f"{FIRST_ADDRESS}#source-1")
    asked.wait_for_load_state("networkidle")
    expect(asked.locator("#b")).to_have_value("99")


def test_back_from_a_source_leads_to_the_step_that_cites_it(asked, until):
    link = asked.get_by_role("link", name="Source 1", exact=True).first
    link.scroll_into_view_if_needed()
    before = asked.evaluate("scrollY")
    link.click()
    expect(asked.locator("#source-1")).to_be_in_viewport()
    asked.go_back()
    expect(asked).to_have_url(FIRST_ADDRESS)
    until(asked, f"Math.abs(scrollY - {before}) < 2")
