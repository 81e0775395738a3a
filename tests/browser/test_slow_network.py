"""Answers that are late, fail, or come in the wrong order."""

import pytest
from playwright.sync_api import expect

VERDICT = "The candidate is better: +7.0 points"
ADDRESS = "/?b=17&c=3&a=157&d=23"
EXAMPLE = {"b": 17, "c": 3, "a": 157, "d": 23}
IS_LOADED_PAGE = "window.marker === undefined"


@pytest.fixture
def page(new_page):
    page = new_page(expect_failure=True, expect_status=[500])
    page.goto("/")
    page.evaluate("window.marker = true")
    return page


@pytest.fixture
def held(page):
    """The questions that scripts send, held back until the test lets them go on."""
    held = []

    def hold(route):
        if route.request.resource_type == "fetch":
            held.append(route)
        else:
            route.continue_()

    page.route("**/*", hold)
    return held


def sent(page, held, count):
    """Wait until so many questions are on their way."""
    for _ in range(100):
        if len(held) == count:
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    pytest.fail(f"{len(held)} questions were sent, not {count}")


def let_go(page, route):
    """Let a question go on, and wait until its answer has had every chance to be shown."""
    route.continue_()
    answer = route.request.response()
    while answer:
        answer.finished()
        request = answer.request.redirected_to
        answer = request.response() if request else None
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")


def test_while_the_answer_is_late_the_form_is_busy_and_whole(page, held, ask):
    ask(page, **EXAMPLE)
    form = page.locator("#calculator")
    expect(form).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("button", name="Compare the runs")).to_be_visible()
    expect(page.get_by_role("button", name="Compare the runs")).to_be_enabled()
    expect(page.get_by_text("A worked example")).to_be_visible()
    expect(page).to_have_url("/")
    let_go(page, held[0])
    expect(page.locator(".sentence")).to_contain_text(VERDICT)
    expect(form).not_to_have_attribute("aria-busy", "true")


def test_what_is_typed_while_the_answer_is_late_is_kept(page, held, ask, fill):
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    fill(page, b=5)
    let_go(page, held[0])
    expect(page.locator(".sentence")).to_contain_text(VERDICT)
    expect(page.locator("#b")).to_have_value("5")


def test_a_second_question_wins_over_the_first_that_is_answered_later(page, held, ask):
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    ask(page, b=3, c=17)
    sent(page, held, 2)
    let_go(page, held[1])
    expect(page.locator(".sentence")).to_contain_text("is worse")
    let_go(page, held[0])
    expect(page.locator(".sentence")).to_contain_text("is worse")
    expect(page).to_have_url("/?b=3&c=17&a=157&d=23")
    expect(page.locator("#b")).to_have_value("3")
    expect(page.locator("#calculator")).not_to_have_attribute("aria-busy", "true")


def test_a_second_question_wins_over_the_first_that_is_answered_before(page, held, ask):
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    ask(page, b=3, c=17)
    sent(page, held, 2)
    let_go(page, held[0])
    expect(page.locator("#b")).to_have_value("3")
    expect(page.locator("#calculator")).to_have_attribute("aria-busy", "true")
    let_go(page, held[1])
    expect(page.locator(".sentence")).to_contain_text("is worse")
    expect(page).to_have_url("/?b=3&c=17&a=157&d=23")
    expect(page.locator("#b")).to_have_value("3")


def test_a_double_click_is_one_question(page, fill):
    fill(page, **EXAMPLE)
    before = page.evaluate("history.length")
    page.get_by_role("button", name="Compare the runs").dblclick()
    expect(page).to_have_url(ADDRESS)
    expect(page.locator(".sentence")).to_contain_text(VERDICT)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#calculator")).not_to_have_attribute("aria-busy", "true")
    assert page.evaluate("history.length") == before + 1


def test_going_back_wins_over_a_question_on_its_way(page, held, ask):
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    let_go(page, held[0])
    expect(page).to_have_url(ADDRESS)
    ask(page, b=3, c=17)
    sent(page, held, 2)
    page.evaluate("history.back()")
    sent(page, held, 3)
    let_go(page, held[2])
    expect(page.get_by_text("A worked example")).to_be_visible()
    let_go(page, held[1])
    expect(page.get_by_text("A worked example")).to_be_visible()
    expect(page).to_have_url("/")


def test_of_two_steps_back_the_last_wins(page, held, ask):
    for number, counts in enumerate((EXAMPLE, {"b": 3, "c": 17}), start=1):
        ask(page, **counts)
        sent(page, held, number)
        let_go(page, held[number - 1])
        expect(page.locator("#calculator")).not_to_have_attribute("aria-busy", "true")
    for number in (3, 4):
        page.evaluate("history.back()")
        sent(page, held, number)
    let_go(page, held[3])
    expect(page.get_by_text("A worked example")).to_be_visible()
    let_go(page, held[2])
    expect(page.get_by_text("A worked example")).to_be_visible()
    expect(page.locator("#b")).to_have_value("")


def test_a_failed_question_is_sent_again_as_a_plain_form(page, held, ask):
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    held[0].abort()
    expect(page).to_have_url(ADDRESS)
    expect(page.locator(".sentence")).to_contain_text(VERDICT)
    assert page.evaluate(IS_LOADED_PAGE)


def test_an_answer_that_is_no_calculator_is_asked_again_as_a_plain_form(page, held, ask):
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    held[0].fulfill(status=500, body="<h1>Something else</h1>", content_type="text/html")
    expect(page).to_have_url(ADDRESS)
    expect(page.locator(".sentence")).to_contain_text(VERDICT)
    assert page.evaluate(IS_LOADED_PAGE)


def test_an_answer_that_is_no_calculator_is_never_shown(page, held, ask, until):
    page.evaluate("""() => {
        HTMLFormElement.prototype.submit = () => { window.submitted = true; };
    }""")
    shown = "[document.title, document.querySelector('#result')?.innerHTML]"
    before = page.evaluate(shown)
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    held[0].fulfill(
        status=500, body="<title>Broken</title><h1>Something else</h1>", content_type="text/html"
    )
    until(page, "window.submitted === true")
    assert page.evaluate(shown) == before


def test_a_failed_step_back_loads_the_page(page, held, ask):
    ask(page, **EXAMPLE)
    sent(page, held, 1)
    let_go(page, held[0])
    expect(page).to_have_url(ADDRESS)
    page.evaluate("history.back()")
    sent(page, held, 2)
    with page.expect_event("load"):
        held[1].abort()
    assert page.evaluate(IS_LOADED_PAGE)
    expect(page).to_have_url("/")
    expect(page.get_by_text("A worked example")).to_be_visible()
