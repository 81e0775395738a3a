"""Copying the link, the reports and the frame, where a browser allows it and where not."""

import pytest
from playwright.sync_api import expect

from tests.browser.worked_example import ADDRESS, EXAMPLE, VERDICT

# Found by what they copy, since their labels change.
BUTTONS = {
    "Copy link": "[data-copy-text-of='permalink']",
    "Copy LaTeX": "#step-exact [data-copy-text]",
    "Copy as Markdown": "[data-copy-answer-of*='/report.md']",
    "Copy as LaTeX": "[data-copy-answer-of*='/report.tex']",
    "Copy frame and script": "[data-copy-text-of='frame-code']",
}
CLIPBOARD = ["clipboard-read", "clipboard-write"]
SELECTED = "Selected"
# How far down the page everything stands, and how wide and high the page is.
PLACES = """() => [
    document.documentElement.scrollWidth, document.documentElement.scrollHeight,
    ...[...document.querySelectorAll("main *")]
        .filter((element) => element.checkVisibility())
        .map((element) => Math.round(element.getBoundingClientRect().top + scrollY)),
]"""


@pytest.fixture
def page(new_page):
    """A result, where scripts may use the clipboard."""
    page = new_page(permissions=CLIPBOARD)
    page.goto(ADDRESS)
    return page


@pytest.fixture
def plain_page(new_page, server):
    """The result on a host that is reached over plain http, so that there is no clipboard."""
    host = server.replace("127.0.0.1", "calculator.test")
    page = new_page(base_url=host, origins=[host])
    page.goto(ADDRESS)
    assert page.evaluate("!isSecureContext && navigator.clipboard === undefined")
    return page


@pytest.fixture
def refused_page(new_page):
    """A result, where the reader said no to the clipboard."""
    page = new_page()
    page.goto(ADDRESS)
    devtools = page.context.new_cdp_session(page)
    target = devtools.send("Target.getTargetInfo")["targetInfo"]
    devtools.send(
        "Browser.setPermission",
        {
            "permission": {"name": "clipboard-write"},
            "setting": "denied",
            "browserContextId": target["browserContextId"],
        },
    )
    return page


def copy(page, label):
    """Press a button, and find it under whatever it says then."""
    button = page.locator(BUTTONS[label])
    expect(button).to_have_text(label)
    button.click()
    return button


def clipboard(page):
    return page.evaluate("navigator.clipboard.readText()")


def selected(page):
    return page.evaluate("getSelection().toString()")


def test_the_buttons_say_what_they_copy(page):
    for label, button in BUTTONS.items():
        expect(page.locator(button)).to_have_text(label)
    expect(page.locator("button.copy[hidden]")).to_have_count(0)


def test_the_link_is_copied(page, server):
    expect(copy(page, "Copy link")).to_have_text("Copied")
    assert clipboard(page) == f"{server}{ADDRESS}"


def test_the_link_is_the_canonical_one_however_the_question_was_spelled(page, server):
    page.goto("/?theme=auto&d=023&a=157&c=3&b=17&confidence=95.0&utm_source=chat")
    expect(copy(page, "Copy link")).to_have_text("Copied")
    assert clipboard(page) == f"{server}{ADDRESS}"


def test_names_and_options_are_in_the_link(page, server):
    page.goto("/?b=17&c=3&confidence=99&candidate=neu+%26+gut&theme=dark")
    copy(page, "Copy link")
    expect(page.locator("#announcement")).to_have_text("Copied")
    assert clipboard(page) == page.url
    page.goto(clipboard(page))
    expect(page.locator(".sentence")).to_contain_text("neu & gut")


@pytest.mark.parametrize(
    ("label", "address"), [("Copy as Markdown", "/report.md"), ("Copy as LaTeX", "/report.tex")]
)
def test_a_report_is_copied(page, label, address):
    expect(copy(page, label)).to_have_text("Copied")
    report = page.request.get(f"{address}{ADDRESS.removeprefix('/')}").text()
    assert "p 0.0026" in report
    assert clipboard(page) == report


def test_a_formula_is_copied(page):
    expect(copy(page, "Copy LaTeX")).to_have_text("Copied")
    assert clipboard(page).endswith("= 0.0026")


def test_the_lines_of_code_are_copied(page):
    for summary in page.locator(".along summary").all():
        summary.click()
    blocks = page.locator(".along details .code").all()
    assert len(blocks) == 2
    for block in blocks:
        block.get_by_role("button", name="Copy the lines").click()
        expect(block.get_by_role("button")).to_have_text("Copied")
        assert clipboard(page) == block.locator("code").text_content()


def test_the_frame_is_copied_with_its_script(page):
    expect(copy(page, "Copy frame and script")).to_have_text("Copied")
    assert clipboard(page) == page.locator("#frame-code").text_content()
    assert clipboard(page).startswith("<iframe src=")
    assert clipboard(page).endswith("</script>")


def test_the_button_soon_says_again_what_it_copies(page):
    button = copy(page, "Copy link")
    expect(button).to_have_text("Copied")
    button.click()
    expect(button).to_have_text("Copied")
    expect(button).to_have_text("Copy link", timeout=4000)


def test_it_is_announced(page):
    announcement = page.get_by_role("status")
    expect(announcement).to_have_text("")
    copy(page, "Copy link")
    expect(announcement).to_have_text("Copied")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_link_is_copied_by_keyboard(page, server, key):
    page.get_by_role("button", name="Compare the runs").focus()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Copy link":
            break
    page.keyboard.press(key)
    expect(page.locator(":focus")).to_have_text("Copied")
    assert clipboard(page) == f"{server}{ADDRESS}"


def test_a_result_that_replaced_another_is_copied(page, server, ask):
    page.evaluate("window.marker = true")
    ask(page, b=3, c=17)
    expect(page).to_have_url("/?b=3&c=17&a=157&d=23")
    expect(page.locator("#permalink")).to_have_text(f"{server}/?b=3&c=17&a=157&d=23")
    expect(page.locator("button.copy[hidden]")).to_have_count(0)
    expect(copy(page, "Copy link")).to_have_text("Copied")
    assert clipboard(page) == f"{server}/?b=3&c=17&a=157&d=23"
    expect(copy(page, "Copy frame and script")).to_have_text("Copied")
    assert f"{server}/embed?b=3&amp;c=17&amp;a=157&amp;d=23" in clipboard(page)
    assert page.evaluate("window.marker === true")


def test_the_first_result_after_the_example_can_be_copied(page, server, ask):
    page.goto("/")
    expect(page.locator(BUTTONS["Copy link"])).to_have_count(0)
    ask(page, **EXAMPLE)
    expect(copy(page, "Copy link")).to_have_text("Copied")
    assert clipboard(page) == f"{server}{ADDRESS}"


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_nothing_moves(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    assert what_moves(page) == []


def what_moves(page):
    """The labels of the buttons that move anything else when they are pressed."""
    page.evaluate("document.fonts.ready")
    moving = []
    for label in BUTTONS:
        before = page.evaluate(PLACES)
        expect(copy(page, label)).not_to_have_text(label)
        if page.evaluate(PLACES) != before:
            moving.append(label)
    return moving


# Where the clipboard is refused.


@pytest.mark.parametrize("where", ["plain_page", "refused_page"])
@pytest.mark.parametrize(
    ("label", "source"), [("Copy link", "permalink"), ("Copy frame and script", "frame-code")]
)
def test_what_cannot_be_copied_is_selected(request, where, label, source):
    page = request.getfixturevalue(where)
    button = copy(page, label)
    expect(button).to_have_text(SELECTED)
    expect(page.get_by_role("status")).to_have_text(SELECTED)
    assert selected(page) == page.locator(f"#{source}").inner_text()


@pytest.mark.parametrize("where", ["plain_page", "refused_page"])
def test_a_report_that_cannot_be_copied_is_still_a_link(request, where):
    page = request.getfixturevalue(where)
    expect(copy(page, "Copy as Markdown")).to_have_text("Not copied")
    expect(page.get_by_role("status")).to_have_text("Not copied")
    with page.expect_download() as download:
        page.get_by_role("link", name="Markdown").click()
    assert download.value.suggested_filename == "mcnemar-b17-c3-a157-d23.md"


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_nothing_moves_where_it_is_refused(plain_page, width):
    plain_page.set_viewport_size({"width": width, "height": 800})
    assert what_moves(plain_page) == []


@pytest.mark.parametrize("host", ["127.0.0.1", "calculator.test"])
def test_a_report_that_does_not_come_is_not_called_copied(new_page, server, host):
    server = server.replace("127.0.0.1", host)
    page = new_page(base_url=server, origins=[server], expect_status=[500])
    page.goto(ADDRESS)
    page.route("**/report.md?*", lambda route: route.fulfill(status=500, body="broken"))
    expect(copy(page, "Copy as Markdown")).to_have_text("Not copied")
    page.wait_for_load_state("networkidle")


# Without JavaScript.


def test_without_scripts_the_address_stands_there_to_be_selected(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(ADDRESS)
    expect(page.locator(".sentence")).to_have_text(VERDICT)
    expect(page.locator("button.copy").first).to_be_attached()
    expect(page.locator("button.copy:visible")).to_have_count(0)
    address = page.locator("#permalink")
    expect(address).to_be_visible()
    address.click()
    assert selected(page) == f"{server}{ADDRESS}"
    expect(page.locator("#frame-code")).to_be_visible()
