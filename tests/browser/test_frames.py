"""In a frame of a wiki on another site: whole, quiet, and in nobody's way."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.chromium import find_chromium
from tests.browser.conftest import CHROMIUM_ARGS, Watch, serve, unsuccessful
from tests.browser.wiki import frame, serve_wiki
from tests.browser.worked_example import ADDRESS, VERDICT

EMBED = f"/embed{ADDRESS.removeprefix('/')}"
OTHER = "/embed?b=3&c=17"
ALL = "allow-scripts allow-same-origin allow-forms allow-popups"
HUGE = f"/embed?b=500003000000&c=499997000000&a={10**12}&d={10**12}"
LONG_NAMES = f"{EMBED}&baseline={'W' * 80}&candidate={'W' * 79}M"
STEPS = "Every step, and the sources"
PAPER = {"light": "rgb(255, 254, 250)", "dark": "rgb(23, 24, 27)"}
INK = {"light": "rgb(28, 27, 25)", "dark": "rgb(232, 230, 225)"}
ACCENT = "rgb(138, 28, 67)"
HEIGHT = "document.documentElement.getBoundingClientRect().height"
ISOLATED = {
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# What stands in the way; `cookies` says what the browser does with those of third parties.
WITHOUT_SCRIPTS = {
    "an empty sandbox": {"sandbox": ""},
    "JavaScript off": {"java_script_enabled": False},
}
WITH_SCRIPTS = {
    "no sandbox": {},
    "a sandbox with scripts": {"sandbox": "allow-scripts"},
    "a sandbox with scripts and origin": {"sandbox": "allow-scripts allow-same-origin"},
    "a wiki that requires COEP": {"headers": ISOLATED},
    "a wiki with a strict policy": {"strict_policy": True},
    "third-party cookies blocked": {"cookies": "blocked"},
    "third-party cookies allowed": {"cookies": "allowed"},
}
CASES = {**WITHOUT_SCRIPTS, **WITH_SCRIPTS}


@pytest.fixture(scope="module")
def wiki():
    with serve_wiki() as wiki:
        yield wiki


@pytest.fixture(scope="module")
def snippet(browser, server):
    """The frame and its script, exactly as the page offers them to be copied."""
    page = browser.new_page()
    page.goto(f"{server}{ADDRESS}")
    code = page.locator("#frame-code").text_content()
    page.context.close()
    return code


@pytest.fixture(scope="module")
def snippet_frame(snippet):
    return re.search("<iframe.*</iframe>", snippet).group()


@pytest.fixture(scope="module")
def snippet_script(snippet):
    return re.search("<script>(.*)</script>", snippet, re.DOTALL).group(1)


@pytest.fixture
def open_wiki(browser, playwright, server, wiki, tmp_path):
    """Open a page of the wiki with frames above and below the fold.

    A test fails when a page or a frame prints an error or a warning, asks anyone but the wiki and
    the calculator, asks in vain, or gets a cookie.
    """
    watch = Watch(strict=True)

    def open_article(above, below="", *, script="", headers=None, expected=(), cookies=None, **how):
        if cookies:
            context = context_with_third_party_cookies(playwright, tmp_path, cookies, **how)
        else:
            context = browser.new_context(**how)
        page = watch.over(context, expected).new_page()
        page.goto(wiki.article(above, below, script, headers))
        return page

    yield open_article
    watch.end(server, wiki.origin)


def context_with_third_party_cookies(playwright, folder, which, **how):
    """Chromium keeps them from contexts of a test by itself; this says it aloud, or lets them."""
    modes = {"allowed": 0, "blocked": 1}
    (folder / "Default").mkdir()
    preferences = {"profile": {"cookie_controls_mode": modes[which]}}
    (folder / "Default/Preferences").write_text(json.dumps(preferences))
    return playwright.chromium.launch_persistent_context(
        folder, executable_path=find_chromium(), args=CHROMIUM_ARGS, **how
    )


@pytest.fixture
def open_case(open_wiki, server, snippet_frame):
    """Open the wiki of a case, with two results in frames."""

    def open_wiki_of(name):
        case = {**CASES[name]}
        sandbox = case.pop("sandbox", None)
        above = frame(f"{server}{EMBED}", sandbox=sandbox)
        if case.pop("strict_policy", False):
            case["headers"] = {"Content-Security-Policy": strict_policy(server)}
            above = snippet_frame
        return open_wiki(above, frame(f"{server}{OTHER}", sandbox=sandbox), **case)

    return open_wiki_of


def strict_policy(server):
    return f"default-src 'none'; frame-src {server}; script-src 'self'; style-src 'self'"


def framed(page, index=0):
    """The content of a frame of the wiki, as soon as it is there."""
    content = page.locator("iframe").nth(index).element_handle().content_frame()
    content.wait_for_url(re.compile("^http"))
    return content


def eventually(page, check, seconds=5):
    """Wait until a check holds. Frames without scripts can keep no promise, so it is asked anew."""
    deadline = time.monotonic() + seconds
    while not check():
        if time.monotonic() > deadline:
            pytest.fail("never true")
        page.wait_for_timeout(20)


def height(content):
    return content.evaluate(HEIGHT)


def heights_sent(page, index=0):
    """The heights that a frame told the wiki."""
    return [message["height"] for message in page.evaluate("messages") if message["frame"] == index]


def fills_its_frame(content):
    """Whether nothing is left to scroll, in a frame that is no higher than it need be."""
    return content.evaluate("""() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        const { height } = document.documentElement.getBoundingClientRect();
        return scrollHeight <= clientHeight && clientHeight - height < 1;
    }""")


def test_the_wiki_is_another_site(open_wiki, server):
    page = open_wiki("")
    with page.expect_response(f"{server}{EMBED}") as asked:
        page.evaluate(
            "address => { document.body.append(Object.assign(document.createElement('iframe'),"
            " { src: address })); }",
            f"{server}{EMBED}",
        )
    assert asked.value.request.all_headers()["sec-fetch-site"] == "cross-site"


def test_an_error_in_a_frame_would_be_noticed(browser, wiki):
    watch = Watch(strict=True)
    page = watch.over(browser.new_context()).new_page()
    shouting = wiki.add("shouting", "<script>console.warn('one'); nothing.there;</script>")
    page.goto(wiki.article(frame(shouting.replace("localhost", "127.0.0.1"))))
    eventually(page, lambda: len(watch.errors) == 2)
    page.goto(wiki.article(frame(shouting, sandbox="")))
    eventually(page, lambda: "Blocked script execution" in watch.errors[-1])
    page.context.close()


@pytest.mark.parametrize("name", CASES)
def test_the_answer_is_there_as_at_home_and_the_wiki_stays_where_it_is(open_case, name):
    page = open_case(name)
    content = framed(page)
    expect(content.locator(".verdict .sentence")).to_have_text(VERDICT)
    expect(content.get_by_role("row", name="Exact")).to_contain_text("0.0026")
    for picture in ("intervals", "binomial"):
        box = content.locator(f".picture.{picture}:visible").bounding_box()
        assert min(box["width"], box["height"]) > 100
    assert_it_is_set_as_at_home(content)
    expect(framed(page, 1).locator(".verdict .sentence")).to_contain_text("is worse")
    page.wait_for_timeout(50)
    assert page.evaluate("document.documentElement.scrollHeight > 2 * innerHeight")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.activeElement === document.body")


def assert_it_is_set_as_at_home(content):
    style = content.evaluate("""() => {
        const { color, fontFamily } = getComputedStyle(document.querySelector("#verdict"));
        return { color, fontFamily };
    }""")
    assert style["color"] == ACCENT
    assert style["fontFamily"].startswith("system-ui")
    assert colours(content) == [PAPER["light"], INK["light"]]
    content.evaluate("document.querySelector('details').open = true")
    loaded = "[...document.fonts].map((font) => font.status).join()"
    eventually(content.page, lambda: content.evaluate(loaded) == "loaded")
    assert content.evaluate("document.fonts.check('1em \"STIX Two Math\"')")


def colours(content):
    return content.evaluate("""() => {
        const { backgroundColor, color } = getComputedStyle(document.documentElement);
        return [backgroundColor, color];
    }""")


@pytest.mark.parametrize("name", [name for name in WITH_SCRIPTS if "cookies" not in name])
def test_the_wiki_is_told_the_height_and_each_change_of_it(open_case, name):
    page = open_case(name)
    content = framed(page)
    eventually(page, lambda: heights_sent(page) == [height(content)])
    folded = height(content)
    content.get_by_text(STEPS).click()
    eventually(page, lambda: heights_sent(page)[-1] == height(content) > folded + 1000)
    content.get_by_text(STEPS).click()
    eventually(page, lambda: heights_sent(page)[-1] == height(content) == folded)
    page.locator("iframe").nth(1).scroll_into_view_if_needed()
    eventually(page, lambda: heights_sent(page, 1) == [height(framed(page, 1))])
    assert {message["type"] for message in page.evaluate("messages")} == {"mcnemar:height"}


def test_without_scripts_the_wiki_is_told_nothing(open_case):
    page = open_case("an empty sandbox")
    framed(page).get_by_text(STEPS).click()
    page.wait_for_timeout(100)
    assert page.evaluate("messages") == []


def test_a_wiki_that_requires_coep_stays_isolated(open_case):
    page = open_case("a wiki that requires COEP")
    assert page.evaluate("crossOriginIsolated")


@pytest.mark.parametrize("which", ["blocked", "allowed"])
def test_no_cookie_is_set_where_it_could_be_or_could_not(open_case, which):
    page = open_case(f"third-party cookies {which}")
    content = framed(page)
    assert content.evaluate("document.hasStorageAccess()") == (which == "allowed")
    content.get_by_role("link", name="Open the whole page").click()
    expect(content.locator("#calculator")).to_be_visible()
    assert page.context.cookies() == []


def test_in_an_unaided_context_of_these_tests_third_party_cookies_are_blocked(open_case):
    assert not framed(open_case("no sandbox")).evaluate("document.hasStorageAccess()")


def test_at_home_there_is_nobody_to_tell_a_height(new_page):
    page = new_page()
    page.add_init_script("addEventListener('message', ({ data }) => { window.told = data; })")
    page.goto(EMBED)
    page.get_by_text(STEPS).click()
    page.wait_for_timeout(100)
    assert page.evaluate("window.told === undefined")


# The snippet.


@pytest.mark.parametrize("sandbox", [None, "allow-scripts"])
def test_the_snippet_gives_the_frame_the_height_of_what_it_shows(open_wiki, snippet, sandbox):
    if sandbox:
        snippet = snippet.replace("<iframe ", f'<iframe sandbox="{sandbox}" ')
    page = open_wiki(snippet)
    content = framed(page)
    eventually(page, lambda: fills_its_frame(content))
    folded = page.locator("iframe").get_attribute("height")
    assert 0 <= int(folded) - height(content) < 1
    content.get_by_text(STEPS).click()
    eventually(page, lambda: fills_its_frame(content) and height(content) > int(folded) + 1000)
    content.get_by_text(STEPS).click()
    eventually(page, lambda: page.locator("iframe").get_attribute("height") == folded)
    assert fills_its_frame(content)


def test_the_snippet_comes_to_rest_at_every_width(open_wiki, snippet):
    page = open_wiki(snippet)
    content = framed(page)
    for width in (1280, 700, 352, 640):
        page.set_viewport_size({"width": width, "height": 800})
        eventually(page, lambda: fills_its_frame(content))
        page.wait_for_timeout(50)
        told = len(heights_sent(page))
        page.wait_for_timeout(100)
        assert len(heights_sent(page)) == told < 30


def test_a_frame_below_the_fold_gets_its_height_when_it_is_scrolled_to(open_wiki, snippet):
    page = open_wiki("", snippet, viewport={"width": 1280, "height": 300})
    page.locator("iframe").scroll_into_view_if_needed()
    content = framed(page)
    eventually(page, lambda: fills_its_frame(content))


def test_each_frame_gets_its_own_height(open_wiki, snippet, snippet_frame):
    other = snippet_frame.replace("&amp;a=157&amp;d=23", "")
    page = open_wiki(snippet, other)
    first, second = framed(page), framed(page, 1)
    eventually(page, lambda: fills_its_frame(first))
    page.locator("iframe").nth(1).scroll_into_view_if_needed()
    eventually(page, lambda: fills_its_frame(second))
    assert fills_its_frame(first)
    assert height(second) < height(first)


def test_a_message_of_another_frame_changes_nothing(open_wiki, wiki, snippet):
    shout = "for (const where of [parent, parent.frames[0]])"
    shout += " where.postMessage({ type: 'mcnemar:height', height: 12 }, '*');"
    page = open_wiki(snippet + frame(wiki.add("shouting", f"<script>{shout}</script>")))
    content = framed(page)
    eventually(page, lambda: fills_its_frame(content))
    eventually(page, lambda: heights_sent(page, 1) == [12])
    assert page.locator("iframe").nth(1).get_attribute("height") == "400"
    assert fills_its_frame(content)


def test_under_a_strict_policy_the_script_works_as_a_file_of_the_wiki(
    open_wiki, server, snippet_frame, snippet_script
):
    headers = {"Content-Security-Policy": strict_policy(server)}
    page = open_wiki(snippet_frame, script=snippet_script, headers=headers)
    content = framed(page)
    eventually(page, lambda: fills_its_frame(content))


def test_under_a_strict_policy_the_whole_snippet_shows_the_frame_all_the_same(
    open_wiki, server, snippet
):
    refused = "Executing inline script violates"  # the wiki's own policy, about its own page
    headers = {"Content-Security-Policy": strict_policy(server)}
    page = open_wiki(snippet, headers=headers, expected=[refused])
    expect(framed(page).locator(".sentence")).to_have_text(VERDICT)
    assert page.locator("iframe").get_attribute("height") == "1000"


def test_the_frame_has_a_name_and_axe_finds_nothing_in_the_wiki(open_wiki, snippet):
    page = open_wiki(snippet)
    expect(
        page.get_by_title("Candidate +7.0 points, resolved at 95% (exact p 0.0026)")
    ).to_be_visible()
    framed(page)
    assert axe(page) == []


# Light and dark.


@pytest.mark.parametrize("sandbox", [None, ""])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_frame_paints_its_own_paper_under_its_ink(open_wiki, server, sandbox, scheme):
    addresses = [f"{server}{EMBED}{theme}" for theme in ("", "&theme=light", "&theme=dark")]
    frames = [frame(address, sandbox=sandbox) for address in addresses]
    page = open_wiki("".join(frames), color_scheme=scheme)
    for index, shown in enumerate([scheme, "light", "dark"]):
        assert colours(framed(page, index)) == [PAPER[shown], INK[shown]]


def test_the_snippet_takes_a_theme_as_the_page_says(open_wiki, snippet):
    page = open_wiki(snippet.replace("&amp;d=23", "&amp;d=23&theme=light"), color_scheme="dark")
    content = framed(page)
    assert colours(content) == [PAPER["light"], INK["light"]]
    eventually(page, lambda: fills_its_frame(content))


@pytest.mark.parametrize(
    ("address", "width", "scheme"),
    [
        (EMBED, 720, "light"),
        (EMBED, 720, "dark"),
        (EMBED, 320, "light"),
        ("/embed", 320, "dark"),
        ("/embed?b=x", 320, "light"),
    ],
)
def test_axe_finds_nothing(new_page, address, width, scheme):
    page = new_page(
        viewport={"width": width, "height": 800}, color_scheme=scheme, expect_status=[422]
    )
    page.goto(address)
    for fold in page.get_by_text(STEPS).all():
        fold.click()
    page.evaluate("document.fonts.ready")
    assert axe(page) == []


# Narrow frames.


@pytest.mark.parametrize("address", [EMBED, HUGE, LONG_NAMES, OTHER, "/embed", "/embed?b=x"])
def test_nothing_in_a_narrow_frame_goes_sideways(open_wiki, server, address):
    frames = [frame(f"{server}{address}", width="320", sandbox=sandbox) for sandbox in (None, "")]
    page = open_wiki("".join(frames), expected=[unsuccessful(422)])
    for index in (0, 1):
        content = framed(page, index)
        assert_nothing_goes_sideways(content)
        for fold in content.get_by_text(STEPS).all():
            fold.click()
            expect(content.locator(".derivation")).to_be_visible()
            assert_nothing_goes_sideways(content)


def assert_nothing_goes_sideways(content):
    content.evaluate("scrollTo(1000, 0)")
    assert content.evaluate("innerWidth") == 320
    assert content.evaluate("scrollX") == 0
    assert content.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_narrow_frame_shows_the_drawings_made_for_it(open_wiki, server):
    page = open_wiki(frame(f"{server}{EMBED}", width="320"))
    content = framed(page)
    expect(content.locator(".picture.w340:visible")).to_have_count(2)
    expect(content.locator(".picture.w640:visible")).to_have_count(0)


# Without a result.


@pytest.mark.parametrize("sandbox", [None, ""])
def test_a_frame_without_counts_says_how_to_ask(open_wiki, server, sandbox):
    content = framed(open_wiki(frame(f"{server}/embed", sandbox=sandbox)))
    expect(content.locator("main")).to_contain_text("This frame shows a result when its address")
    expect(content.locator("code")).to_have_text(f"{server}{EMBED}")
    expect(content.get_by_role("link")).to_have_attribute("href", f"{server}/")


@pytest.mark.parametrize("sandbox", [None, ""])
def test_a_frame_with_a_bad_count_says_what_is_wrong(open_wiki, server, sandbox):
    faulty = frame(f"{server}/embed?b=x", sandbox=sandbox)
    content = framed(open_wiki(faulty, expected=[unsuccessful(422)]))
    expect(content.get_by_role("listitem").first).to_have_text(
        "b: “x” is not a whole number; write digits only, like 1234 or 1,234."
    )
    expect(content.locator(".address")).to_have_text(f"{server}{EMBED}")


def test_another_spelling_of_the_question_is_answered_in_the_frame_too(open_wiki, server):
    page = open_wiki(frame(f"{server}/embed?d=23&a=157&c=3&b=17", sandbox=""))
    content = framed(page)
    expect(content.locator(".sentence")).to_have_text(VERDICT)
    assert content.url == f"{server}{EMBED}"


# Who may frame it.


def test_a_wiki_that_may_not_frame_it_is_refused(browser, wiki):
    watch = Watch()
    with serve(FRAME_ANCESTORS="'self'") as narrowed:
        page = watch.over(browser.new_context()).new_page()
        page.goto(wiki.article(frame(f"{narrowed}{EMBED}")))
        eventually(page, lambda: watch.errors)
        content = page.locator("iframe").element_handle().content_frame()
        expect(content.locator(".verdict")).to_have_count(0)
        assert content.url.startswith("chrome-error:")
        page.goto(f"{narrowed}{EMBED}")
        expect(page.locator(".sentence")).to_have_text(VERDICT)
        page.context.close()
    (refusal,) = watch.errors
    assert "frame-ancestors 'self'" in refusal


# By keyboard.


@pytest.mark.parametrize("name", [*WITHOUT_SCRIPTS, "no sandbox"])
def test_steps_and_the_whole_page_are_reached_by_keyboard(open_case, name):
    page = open_case(name)
    content = framed(page)
    tab_to(page, content, STEPS)
    page.keyboard.press("Enter")
    expect(content.locator("#step-exact")).to_be_visible()
    page.keyboard.press("Space")
    expect(content.locator("#step-exact")).to_be_hidden()
    tab_to(page, content, "Open the whole page")
    page.keyboard.press("Enter")
    expect(content.locator("#calculator")).to_be_visible()
    expect(content.locator(".sentence")).to_have_text(VERDICT)
    assert page.url.endswith("/article")


def tab_to(page, content, text):
    for _ in range(10):
        page.keyboard.press("Tab")
        if content.evaluate("document.activeElement.textContent") == text:
            expect(content.locator(":focus")).to_be_in_viewport()
            return
    pytest.fail(f"Tab never reaches {text}")


def test_a_citation_unfolds_the_source_that_it_names(open_wiki, server):
    page = open_wiki(frame(f"{server}{EMBED}", sandbox=""))
    content = framed(page)
    citation = content.locator(".reason .cites a")
    source = content.locator(citation.get_attribute("href"))
    expect(source).to_be_hidden()
    citation.click()
    expect(source).to_be_visible()


# The whole page in a frame.


@pytest.mark.parametrize("sandbox", ["", "allow-scripts"])
def test_the_whole_page_is_shown_and_printed_quietly(open_wiki, server, sandbox):
    page = open_wiki(frame(f"{server}{ADDRESS}", sandbox=sandbox))
    content = framed(page)
    expect(content.locator(".sentence")).to_have_text(VERDICT)
    page.emulate_media(media="print")
    expect(content.locator(".counts")).to_be_visible()
    expect(content.locator("#calculator")).to_be_hidden()
    assert page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("sandbox", [None, "allow-scripts allow-forms", ALL])
def test_the_whole_page_asks_and_answers_where_forms_are_allowed(open_wiki, server, fill, sandbox):
    page = open_wiki(frame(f"{server}/", sandbox=sandbox, height="900"))
    content = framed(page)
    fill(content, b=17, c=3, a=157, d=23)
    content.get_by_role("button", name="Compare the runs").click()
    expect(content.get_by_text("A worked example")).to_have_count(0)
    expect(content.locator(".sentence")).to_have_text(VERDICT)
