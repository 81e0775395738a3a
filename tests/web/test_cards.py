"""Tests of app.web.cards: the preview picture, 1200 by 630 pixels."""

import random
import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from fontTools.ttLib import TTFont

from app.explain import Names
from app.explain.titles import SITE
from app.stats import Table
from app.stats.verdict import Outcome
from app.web.cards import COLOURS
from app.web.factory import ROOT
from app.web.fields import NAME_PATTERN, Question
from app.web.lettering import drawable, shortened
from app.web.result import explained

WORKED = Question(Table(17, 3, 157, 23))
SVG = "{http://www.w3.org/2000/svg}"
LONGEST_NAME = 24.0  # ems

# A word of each script that has a font, and letters that have none.
WORDS = {
    "latin": "GPT-5 Ünïcödé",
    "greek": "ελληνικά",
    "cyrillic": "Русский",
    "vietnamese": "Tiếng",
    "arabic": "نموذج",
    "hebrew": "מודל",
    "thai": "โมเดล",
    "hindi": "मॉडल",
    "chinese": "模型",
    "japanese": "モデルｶﾅ",
    "korean": "모델",
    "emoji": "🚀😀☀✨⭐",
}
WITHOUT_A_FONT = "✓✗தა𝔘\ufffd"
# usvg 0.48.1, text/layout.rs, line 953: "removal index (is 2) should be < len (is 2)"
PANIC = "\u0631\u0915\u094d\u0937"
HOSTILE = [
    "</text><script>alert(1)</script>",
    '"><!--',
    "]]>",
    "<![CDATA[",
    "&amp;&#0;&lt;",
    "{{ 7*7 }}",
    "%(x)s {0}",
    "<?xml version='1.0'?>",
    "\\u0000",
]
NAMES = [
    "模型-v2",
    *WORDS.values(),
    "W" * 80,
    "i" * 80,
    "👩‍🚀" * 20,
    "a\u0301\u0301\u0301",
    *HOSTILE,
]


@pytest.fixture
def source(client, monkeypatch):
    """Draw the picture of a question as SVG, before it is painted."""

    def draw(question):
        painted = []
        with monkeypatch.context() as patch:
            patch.setattr(
                resvg_py,
                "svg_to_bytes",
                lambda svg_string, **_: painted.append(svg_string) or b"PNG",
            )
            picture(client, question)
        (text,) = painted
        return text

    return draw


@pytest.fixture
def svg(source):
    """Draw the picture of a question as a tree, before it is painted."""
    return lambda question: ElementTree.fromstring(source(question))


@pytest.fixture
def part(source):
    """Paint a part of the picture of a question: from x, y, so wide and so high."""
    files = sorted(map(str, (ROOT / "app" / "web" / "fonts").glob("*.ttf")))

    def paint(question, x, y, width, height):
        whole = 'width="1200" height="630" viewBox="0 0 1200 630"'
        text = source(question)
        assert whole in text
        text = text.replace(
            whole, f'width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'
        )
        return resvg_py.svg_to_bytes(
            svg_string=text, skip_system_fonts=True, font_files=files, font_family="Inter"
        )

    return paint


def blank(width, height):
    """Paint paper with nothing on it."""
    return resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="1200" height="630" fill="{COLOURS["paper"]}"/></svg>'
    )


def picture(client, question):
    response = client.get(f"/card.png?{question.query()}")
    assert response.status_code == 200
    return response.data


def named(candidate="candidate", baseline="baseline"):
    return Question(WORKED.table, names=Names(baseline, candidate))


def size(png):
    # PNG, third edition, sections 5.2 and 11.2.1: signature, then IHDR with width and height
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert png[12:16] == b"IHDR"
    return struct.unpack(">II", png[16:24])


def said(tree, kind):
    """Return the words of the lines of one kind."""
    found = [text for text in tree.iter(f"{SVG}text") if kind in text.get("class", "").split()]
    return ["".join(text.itertext()).strip() for text in found]


# The answer


def test_a_card_is_a_png_of_1200_by_630(client):
    response = client.get(f"/card.png?{WORKED.query()}")
    assert response.mimetype == "image/png"
    assert size(response.data) == (1200, 630)
    # Open Graph readers refuse more than some megabytes, and chats are slow long before
    assert len(response.data) < 150_000


def test_a_card_may_be_kept_by_every_cache_for_a_day(client):
    response = client.get(f"/card.png?{WORKED.query()}")
    assert response.headers["Cache-Control"] == "public, max-age=86400"
    assert response.headers["ETag"]


def test_a_card_is_the_same_each_time(client):
    assert picture(client, WORKED) == picture(client, WORKED)


def test_a_card_is_light_whatever_the_theme(client):
    dark = Question(WORKED.table, theme="dark")
    assert picture(client, dark) == picture(client, WORKED)


@pytest.mark.parametrize(
    "other",
    [
        Question(Table(18, 3, 157, 23)),
        Question(Table(17, 4, 157, 23)),
        Question(Table(17, 3, 158, 23)),
        Question(Table(17, 3)),
        Question(WORKED.table, confidence="99"),
        named(candidate="gpt-5"),
        named(baseline="gpt-5"),
    ],
    ids=lambda question: question.query(),
)
def test_another_question_has_another_picture(client, other):
    assert picture(client, other) != picture(client, WORKED)


def test_every_edge_table_is_drawn(client, edge_table):
    assert size(picture(client, Question(edge_table))) == (1200, 630)


def test_every_name_is_drawn(part):
    # 234 and 24 to 104: where the candidate's name stands, and nothing else
    drawn = {name: part(named(candidate=name), 234, 24, 966, 80) for name in NAMES}
    assert blank(966, 80) not in drawn.values()
    assert len(set(drawn.values())) == len(NAMES)


def test_a_long_name_is_drawn_without_its_middle(client):
    name = "experiment-" * 7
    short = shortened(name, LONGEST_NAME)
    assert len(short) < len(name)
    assert picture(client, named(name)) == picture(client, named(short))


@pytest.mark.parametrize(
    "script", ["latin", "arabic", "hebrew", "thai", "hindi", "chinese", "emoji"]
)
def test_names_of_one_script_can_be_told_apart(part, script):
    # where a font lacks a letter, both would show the same box
    first, second = (part(named(letter * 3), 234, 24, 966, 80) for letter in WORDS[script][:2])
    assert first != second


@pytest.mark.parametrize("letter", ["\ufffe", "\uffff", "\U0001ffff", "\ufdd0", "\ue000"])
def test_a_letter_that_xml_does_not_hold_is_no_error_of_ours(client, letter):
    # XML 1.0, production 2: Char excludes U+FFFE and U+FFFF
    question = named(candidate=f"a{letter}b")
    response = client.get(f"/card.png?{question.query()}")
    assert response.status_code in (200, 422)


@pytest.mark.parametrize("query", ["", "b=x&c=1", "b=1", "b=1&c=2&theme=pink", "b=1&b=1&c=2"])
def test_there_is_no_picture_of_a_faulty_question(client, query):
    response = client.get(f"/card.png?{query}")
    assert response.status_code == 422
    assert not response.data.startswith(b"\x89PNG")
    assert "max-age" not in response.headers["Cache-Control"]


# What stands on it


def test_the_card_of_the_worked_example_says_the_verdict(svg):
    # design.md, section 3
    tree = svg(WORKED)
    assert (tree.get("width"), tree.get("height")) == ("1200", "630")
    assert tree.get("viewBox") == "0 0 1200 630"
    assert said(tree, "outcome") == ["Resolved at 95%"]
    assert said(tree, "finding") == ["The candidate is better"]
    assert said(tree, "evidence") == [
        "+7.0 points, 95% interval +2.7 to +11.6, exact p 0.0026",
        "17 fixed, 3 broken",
    ]
    assert said(tree, "limits") == ["+2.7 to +11.6"]


def test_a_card_without_names_shows_the_name_of_the_site(svg):
    tree = svg(WORKED)
    assert said(tree, "name") == []
    assert said(tree, "soft") == [SITE]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (named("gpt-5"), ["gpt-5", "baseline"]),
        (named(baseline="gpt-4"), ["candidate", "gpt-4"]),
        (named("gpt-5", "gpt-4"), ["gpt-5", "gpt-4"]),
        (named("gpt-5", "gpt-5"), ["gpt-5 (candidate)", "gpt-5 (baseline)"]),
        (named("baseline", "candidate"), ["baseline (candidate)", "candidate (baseline)"]),
    ],
    ids=lambda value: value.query() if isinstance(value, Question) else "",
)
def test_a_card_with_a_name_says_which_run_has_it(svg, question, names):
    tree = svg(question)
    assert said(tree, "name") == names
    assert said(tree, "soft") == ["Candidate", "Baseline"]


def groups(tree, name):
    return [g for g in tree.iter() if name in g.get("class", "").split()]


@pytest.mark.parametrize(
    ("cells", "outcome", "pictured"),
    [
        # design.md, section 2
        ((17, 3, 157, 23), Outcome.RESOLVED, "intervals"),
        ((3, 17, 157, 23), Outcome.RESOLVED, "intervals"),
        ((15, 6, 20, 5), Outcome.BORDERLINE, "intervals"),
        ((5, 4, 40, 50), Outcome.NOT_RESOLVED, "intervals"),
        ((0, 0, 5, 5), Outcome.NOT_RESOLVED, "intervals"),  # no flip
        ((5, 5, 40, 50), Outcome.NOT_RESOLVED, "intervals"),  # a tie
        ((17, 3), Outcome.RESOLVED, "binomial"),  # no a and d
        ((5, 5), Outcome.NOT_RESOLVED, "binomial"),
        ((0, 0), Outcome.NOT_RESOLVED, None),
        ((10**12, 10**12 - 1, 10**12, 10**12), Outcome.NOT_RESOLVED, "intervals"),
        ((10_000, 0), Outcome.RESOLVED, "binomial"),  # p below the double range
    ],
)
def test_every_outcome_has_its_picture(svg, cells, outcome, pictured):
    question = Question(Table(*cells))
    tree = svg(question)
    verdict = explained(question).verdict
    assert explained(question).comparison.verdict.outcome is outcome
    (card,) = groups(tree, "card")
    assert card.get("class") == f"card {outcome}"
    assert said(tree, "outcome") == [verdict.label]
    assert said(tree, "finding") == [verdict.finding]
    # a power of ten has its exponent raised, since a picture has no <sup>
    evidence = re.sub(r"\^(−\d+)", lambda power: raised(power[1]), verdict.evidence)
    assert said(tree, "evidence") == [evidence, verdict.flips]
    for kind in ("intervals", "binomial"):
        found = [g for g in groups(tree, "picture") if kind in g.get("class").split()]
        assert len(found) == (kind == pictured)


def raised(text):
    return text.translate(str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def test_only_the_reported_interval_is_drawn(svg):
    (bar,) = groups(svg(WORKED), "interval")
    assert "reported" in bar.get("class").split()
    assert "fixed" in bar.get("class").split()


def test_the_mark_of_the_outcome_is_not_its_colour_alone(svg):
    # design.md, section 10: colour never alone
    for cells in ((17, 3, 157, 23), (15, 6, 20, 5), (5, 4, 40, 50)):
        question = Question(Table(*cells))
        assert said(svg(question), "outcome") == [explained(question).verdict.label]


@pytest.mark.parametrize("name", [*NAMES, "model+rag", "=cmd()", "$x$", "javascript:alert(1)"])
def test_a_name_stays_text(svg, name):
    for candidate, baseline in ((name, "gpt-4"), ("gpt-4", name)):
        tree = svg(named(candidate, baseline))
        assert said(tree, "name") == [
            shortened(drawable(candidate), LONGEST_NAME),
            shortened(drawable(baseline), LONGEST_NAME),
        ]
        assert {element.tag.removeprefix(SVG) for element in tree.iter()} == {
            *("svg", "style", "rect", "g", "text", "tspan", "path", "circle")
        }
        assert "49" not in "".join(said(tree, "name"))


def test_the_colours_are_the_light_ones_of_the_style_sheet(svg):
    style = (ROOT / "static" / "style.css").read_text("utf-8")
    template = (ROOT / "templates" / "card.svg").read_text("utf-8")
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b", template) == []
    used = set(re.findall(r"colours\.(\w+)", template))
    for name in used:
        (light,) = re.findall(rf"--{name.replace('_', '-')}: light-dark\((#\w+),", style)
        assert COLOURS[name] == light
    assert {"paper", "ink", "fixed", "broken", "agree"} <= used
    (sheet,) = (element.text for element in svg(WORKED).iter(f"{SVG}style"))
    assert set(re.findall(r"#[0-9a-f]{6}\b", sheet)) <= {COLOURS[name] for name in used}


def test_a_card_needs_no_font_of_the_machine(client, monkeypatch):
    seen = []

    def paint(**options):
        seen.append(options)
        return b"picture"

    monkeypatch.setattr(resvg_py, "svg_to_bytes", paint)
    assert picture(client, WORKED) == b"picture"
    (options,) = seen
    assert options["skip_system_fonts"] is True
    assert options["font_family"] == "Inter"
    folder = ROOT / "app" / "web" / "fonts"
    assert {Path(file).parent for file in options["font_files"]} == {folder}
    assert {Path(file) for file in options["font_files"]} == set(folder.glob("*.ttf"))


# Letters


FONTS = {
    font["name"].getDebugName(1): font
    for font in map(TTFont, (ROOT / "app" / "web" / "fonts").glob("*.ttf"))
}


def test_what_the_card_itself_writes_is_in_its_fonts(svg, edge_table):
    letters = set(map(ord, "".join(svg(Question(edge_table)).itertext()))) - {ord("\n")}
    assert len(letters) > 20
    for family in ("Inter", "Inter SemiBold"):
        assert letters <= set(FONTS[family].getBestCmap())


@pytest.mark.parametrize("name", [*NAMES, *WITHOUT_A_FONT], ids=ascii)
def test_every_run_of_a_name_is_set_in_a_font_that_has_it(svg, name):
    # for a letter that it lacks, the renderer sets the whole run in some other font
    spans = list(svg(named(candidate=name)).iter(f"{SVG}tspan"))
    assert {"Inter", "Inter SemiBold"} <= {span.get("font-family") for span in spans}
    for span in spans:
        glyphs = FONTS[span.get("font-family")].getBestCmap()
        assert [f"U+{ord(letter):04X}" for letter in span.text if ord(letter) not in glyphs] == []


@pytest.mark.parametrize("letter", WITHOUT_A_FONT, ids=ascii)
def test_a_letter_without_a_font_does_not_vanish(svg, letter):
    tree = svg(named(f"llama {letter}", letter))
    assert said(tree, "name") == ["llama ?", "?"]
    assert said(tree, "finding") == ["“llama ?” is better"]


@pytest.mark.parametrize(
    ("candidate", "baseline", "shown"),
    [
        ("✓", "✗", "?"),
        ("llama த", "llama ა", "llama ?"),
        ("𝔘", "?", "?"),
        # a mark without a font, and a joiner, are left out
        ("e\u0316", "e", "e"),
        ("a\u200db", "ab", "ab"),
        # the middle is left out
        ("m" * 30 + "1" + "m" * 30, "m" * 30 + "2" + "m" * 30, None),
    ],
    ids=ascii,
)
def test_names_that_are_drawn_alike_are_told_apart_by_their_roles(svg, candidate, baseline, shown):
    shown = shown or shortened(candidate, LONGEST_NAME)
    tree = svg(named(candidate, baseline))
    assert said(tree, "name") == [f"{shown} (candidate)", f"{shown} (baseline)"]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("A" + "\u0300\u0316" * 39, "A\u0300"),
        ("ب" + "\u064b" * 79, "ب\u064b\u064b"),
        ("👩\u200d🚀", "👩🚀"),
        ("❤\ufe0f", "❤"),
    ],
    ids=["latin marks", "arabic marks", "joiner", "selector"],
)
def test_a_name_is_drawn_without_a_heap_of_marks_and_without_joiners(svg, part, name, drawn):
    tree = svg(named(candidate=name))
    assert said(tree, "name") == [drawn, "baseline"]
    assert said(tree, "finding") == [f"“{drawn}” is better"]  # nor are there isolates
    # nothing climbs above the line, nor down to the next
    assert part(named(candidate=name), 234, 0, 966, 30) == blank(966, 30)
    assert part(named(candidate=name), 234, 98, 966, 4) == blank(966, 4)


# Names that the renderer fails at


def test_a_panic_of_the_renderer_gives_a_card_of_roles(client):
    roles = picture(client, WORKED)
    assert picture(client, named(candidate=PANIC)) == roles
    assert picture(client, named(baseline=PANIC)) == roles
    # and the next request is answered
    assert picture(client, named(candidate="gpt-5")) != roles


class PanicException(BaseException):
    """Named like that of PyO3, which cannot be imported."""


def test_after_a_panic_the_card_is_drawn_once_more_without_names(client, monkeypatch):
    seen = []

    def paint(svg_string, **_):
        seen.append("gpt-5" in svg_string)
        if "gpt-5" in svg_string:
            raise PanicException("removal index")
        return b"roles"

    monkeypatch.setattr(resvg_py, "svg_to_bytes", paint)
    assert picture(client, named(candidate="gpt-5")) == b"roles"
    assert seen == [True, False]


@pytest.mark.parametrize("fault", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_no_other_fault_of_the_renderer_is_hidden(client, monkeypatch, fault):
    def paint(**_):
        raise fault("stop")

    with monkeypatch.context() as patch:
        patch.setattr(resvg_py, "svg_to_bytes", paint)
        with pytest.raises(fault, match="stop"):
            client.get(f"/card.png?{named('gpt-5').query()}")
    assert size(picture(client, WORKED)) == (1200, 630)


def test_an_error_of_the_renderer_is_ours(client, monkeypatch):
    def paint(**_):
        raise ValueError("stop")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", paint)
    response = client.get(f"/card.png?{named('gpt-5').query()}")
    assert response.status_code == 500
    assert "max-age" not in response.headers["Cache-Control"]


def mixed_names(count):
    """Return names of letters of every script, with marks, joiners and selectors among them."""
    chance = random.Random(1)
    alphabet = "".join(WORDS.values()) + WITHOUT_A_FONT + PANIC
    alphabet += " \u00a0&<\ufdfd\u200c\u200d\ufe0f"
    alphabet += "\u0300\u0301\u0316\u064b\u0652\u05bc\u0e49\u093f\u094d\u20e3"
    found = []
    while len(found) < count:
        name = "".join(chance.choices(alphabet, k=chance.randint(1, 80)))
        if re.fullmatch(NAME_PATTERN, name):
            found.append(name)
    return found


MIXED = mixed_names(40)


@pytest.mark.parametrize(
    ("candidate", "baseline"), list(zip(MIXED[::2], MIXED[1::2], strict=True)), ids=range(20)
)
def test_names_of_mixed_scripts_are_no_error_of_ours(client, candidate, baseline):
    assert size(picture(client, named(candidate, baseline))) == (1200, 630)


# Room


ROOM = {
    "widest": "W" * 80,
    "wide": "m" * 80,
    "at": "@" * 80,
    "percent": "M%" * 40,
    "upper": "N" * 80,
    "digits": "0" * 80,
    "lower": "g" * 80,
    "narrow": "i" * 80,
    "hyphens": "2026-11-20-" * 7,
    "ampersands": "&" * 80,
    "russian": "БОЛЬШАЯ ЯЗЫКОВАЯ МОДЕЛЬ ПОСЛЕ ДООБУЧЕНИЯ НА ЗАДАЧАХ ПО МАТЕМАТИКЕ И ЛОГИКЕ"[:80],
    "arabic": "نموذج لغوي كبير مدرب على بيانات كثيرة جدا ومقارن بنموذج آخر أصغر منه بكثير"[:80],
    "hebrew": "מודל שפה גדול שאומן על נתונים רבים מאוד והושווה למודל אחר קטן ממנו בהרבה"[:80],
    "thai": "โมเดลภาษาขนาดใหญ่ที่ฝึกด้วยข้อมูลจำนวนมากและเปรียบเทียบกับโมเดลอื่นที่เล็กกว่า"[:80],
    "hindi": "बहुत बड़े डेटा पर प्रशिक्षित बड़ा भाषा मॉडल और उससे बहुत छोटा दूसरा आधार मॉडल"[:80],
    "chinese": "模" * 80,
    "korean": "뷁" * 80,
    "ligatures": "\ufdfd" * 80,
    "spaces": "a" + "\u2003" * 78 + "b",
    "emoji": "🚀" * 80,
    "joined emoji": "👩‍🚀" * 26,
    "suns": "☀" * 80,
    "long": "claude-opus-4-5-20251101-thinking-64k",
    "longer": "Qwen3-235B-A22B-Instruct-2507 (temperature 0.7, 5-shot, with tools)",
}
rooms = pytest.mark.parametrize("name", ROOM.values(), ids=list(ROOM))


def advance(text):
    """Return how long an element is in pixels: the sum of what its fonts say."""
    width = 0.0
    for span in text.iter(f"{SVG}tspan"):
        font = FONTS[span.get("font-family")]
        glyphs, widths = font.getBestCmap(), font["hmtx"]
        units = sum(widths[glyphs[ord(letter)]][0] for letter in span.text)
        width += units / font["head"].unitsPerEm
    return width * float(text.get("font-size"))


@rooms
def test_a_long_name_fits_onto_the_card(svg, name):
    # twice the same name, so that its role stands after it
    for question in (named(candidate=name), named(name, name)):
        lines = [text for text in svg(question).iter(f"{SVG}text") if len(text)]
        assert len(lines) == 5
        for text in lines:
            assert float(text.get("x")) + advance(text) <= 1200 - 64, "".join(text.itertext())


@pytest.mark.parametrize(
    "kind", ["widest", "digits", "ampersands", "arabic", "hindi", "ligatures", "spaces", "emoji"]
)
def test_nothing_of_a_long_name_is_painted_on_the_margin(part, kind):
    # a glyph may reach beyond its advance a little
    name = ROOM[kind]
    assert part(named(name, name), 1200 - 56, 0, 56, 350) == blank(56, 350)


@rooms
def test_the_finding_with_a_long_name_can_be_read(svg, name):
    # a chat shows the card at about 500 pixels; below 20 here is below 9 there
    for text in svg(named(candidate=name)).iter(f"{SVG}text"):
        if "finding" in text.get("class", "").split():
            assert float(text.get("font-size")) >= 20
        if "name" in text.get("class", "").split():
            assert float(text.get("font-size")) >= 20


def test_names_that_differ_at_the_end_differ_on_the_card(svg):
    first, second = (f"{'experiment-' * 6}seed-{seed}" for seed in (1, 2))
    assert len(set(said(svg(named(first, second)), "name"))) == 2
