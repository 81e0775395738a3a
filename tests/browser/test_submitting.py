"""Asking with JavaScript: the result replaces itself, and nothing else moves."""

import pytest
from playwright.sync_api import expect

from tests.browser.worked_example import ADDRESS, EXAMPLE, VERDICT


@pytest.fixture
def page(page):
    """The empty form, with a marker that a page load would wipe out."""
    page.goto("/")
    page.evaluate("window.marker = true")
    return page


def is_same_page(page):
    return page.evaluate("window.marker === true")


def sentence(page):
    return page.locator(".verdict .sentence")


def test_counts_give_the_verdict_without_a_page_load(page, ask):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    expect(sentence(page)).to_have_text(VERDICT)
    assert is_same_page(page)


def test_the_result_is_no_longer_called_an_example(page, ask):
    expect(page.get_by_text("A worked example")).to_be_visible()
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    expect(page.get_by_text("A worked example")).to_have_count(0)


def test_enter_in_a_field_submits(page, fill):
    fill(page, **EXAMPLE)
    page.locator("#c").press("Enter")
    expect(page).to_have_url(ADDRESS)
    expect(sentence(page)).to_have_text(VERDICT)
    assert is_same_page(page)


def test_the_title_becomes_the_verdict(page, ask):
    ask(page, **EXAMPLE)
    expect(page).to_have_title(
        "Candidate +7.0 points, resolved at 95% (exact p 0.0026) – "
        "McNemar’s test for paired eval runs"
    )


def test_the_title_is_the_one_of_the_address(page, ask, new_page):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    fresh = new_page()
    fresh.goto(page.url)
    expect(page).to_have_title(fresh.title())


@pytest.mark.parametrize("field", ["b", "d", "confidence"])
def test_the_focus_stays_in_the_field(page, fill, field):
    fill(page, **EXAMPLE)
    page.locator(f"#{field}").press("Enter")
    expect(page).to_have_url(ADDRESS)
    expect(page.locator(f"#{field}")).to_be_focused()


def test_the_focus_stays_on_the_button(page, ask):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    expect(page.get_by_role("button", name="Compare the runs")).to_be_focused()


@pytest.mark.parametrize("height", [400, 900])
def test_the_page_does_not_jump(page, fill, height):
    page.set_viewport_size({"width": 1280, "height": height})
    fill(page, **EXAMPLE)
    button = page.get_by_role("button", name="Compare the runs")
    button.scroll_into_view_if_needed()
    before = button.bounding_box(), page.evaluate("scrollY")
    button.click()
    expect(page).to_have_url(ADDRESS)
    assert (button.bounding_box(), page.evaluate("scrollY")) == before


def test_the_page_does_not_jump_where_a_shorter_result_follows(page, ask, fill):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    fill(page, b=0, c=0, a="", d="")
    button = page.get_by_role("button", name="Compare the runs")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    button.click()
    expect(page).to_have_url("/?b=0&c=0")
    assert button.bounding_box() == before


def test_the_verdict_is_announced(page, ask):
    status = page.get_by_role("status").and_(page.locator("p"))
    expect(status).to_have_text("")
    ask(page, **EXAMPLE)
    expect(status).to_contain_text(VERDICT)


def test_a_second_question_replaces_the_first(page, ask, fields):
    ask(page, **EXAMPLE)
    expect(page).to_have_url(ADDRESS)
    ask(page, b=3, c=17)
    expect(page).to_have_url("/?b=3&c=17&a=157&d=23")
    expect(sentence(page)).to_have_count(1)
    expect(sentence(page)).to_contain_text("The candidate is worse: −7.0 points")
    expect(page.get_by_role("status").and_(page.locator("p"))).to_contain_text("is worse")
    assert fields(page) == {"a": "157", "b": "3", "c": "17", "d": "23", "confidence": "95"}
    assert is_same_page(page)


def test_names_and_confidence_reach_the_address_and_the_verdict(page, ask):
    ask(page, **EXAMPLE, candidate="new <prompt>", baseline="old & tried", confidence="99")
    expect(page).to_have_url(
        f"{ADDRESS}&confidence=99&baseline=old%20%26%20tried&candidate=new%20%3Cprompt%3E"
    )
    expect(sentence(page)).to_contain_text("new <prompt>")
    expect(page.get_by_role("heading", name="at 99%")).to_be_visible()


def test_counts_are_rewritten_as_the_page_prints_them(page, ask):
    ask(page, b="１２", c=" 3", a="1234", d="5\u202f000")
    expect(page).to_have_url("/?b=12&c=3&a=1234&d=5000")
    assert [page.locator(f"#{name}").input_value() for name in "bcad"] == [
        "12",
        "3",
        "1,234",
        "5,000",
    ]


def test_the_rates_fill_the_table(page, ask, fields, totals):
    page.get_by_text("I only know how many items each run passed").click()
    ask(page, items=200, candidate_passed=174, baseline_passed=160, both_passed=157)
    expect(page).to_have_url(ADDRESS)
    expect(sentence(page)).to_have_text(VERDICT)
    assert fields(page) == {"b": "17", "c": "3", "a": "157", "d": "23", "confidence": "95"}
    assert totals(page)["items"] == "200"
    assert is_same_page(page)


def test_the_theme_of_the_address_is_kept(page, ask):
    page.goto("/?theme=dark")
    ask(page, **EXAMPLE)
    expect(page).to_have_url(f"{ADDRESS}&theme=dark")


def test_only_b_and_c_give_no_picture_of_intervals_but_a_note(page, ask):
    ask(page, b=17, c=3)
    expect(page).to_have_url("/?b=17&c=3")
    expect(sentence(page)).to_contain_text("exact p 0.0026; 17 fixed, 3 broken.")
    expect(page.locator(".picture.intervals")).to_have_count(0)
    expect(page.locator(".picture.binomial").first).to_be_visible()
    expect(page.locator(".verdict .notes")).to_contain_text(
        "With the items that both passed and both failed, this page would add the pass rates"
    )


def test_no_flips_give_no_picture_of_the_coin(page, ask):
    ask(page, b=0, c=0, a=5, d=5)
    expect(page).to_have_url("/?b=0&c=0&a=5&d=5")
    expect(sentence(page)).to_contain_text("No evidence of a difference")
    expect(page.locator(".picture.binomial")).to_have_count(0)
    expect(page.locator(".picture.intervals").first).to_be_visible()
