"""Tests of app.web.cards: the preview picture, 1200 by 630 pixels."""

import re
import struct
import unicodedata
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import render_template
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from app.explain import Names
from app.stats import Table
from app.stats.verdict import Outcome
from app.web import cards
from app.web.cards import COLOURS, Card, Line, runs, shortened
from app.web.factory import ROOT
from app.web.fields import Question
from app.web.result import explained

WORKED = Question(Table(17, 3, 157, 23))
SVG = "{http://www.w3.org/2000/svg}"
LINE = 1200 - 2 * 64
LONGEST_NAME = 24  # ems

# A word of each script, by the font that has it.
SCRIPTS = {
    "Inter": "GPT-5 Ünïcödé ελληνικά Русский Tiếng",
    "Noto Sans Arabic": "نموذج",
    "Noto Sans Hebrew": "מודל",
    "Noto Sans Thai": "โมเดล",
    "Noto Sans Devanagari": "मॉडल",
    "Droid Sans Fallback": "模型モデルｶﾅ모델",
    "Noto Emoji": "🚀😀☀✨⭐",
}
# Latin (U+0149 is deprecated), Greek, Cyrillic.
ALPHABETS = [
    *((0x20, 0x7E), (0xA1, 0xAC), (0xAE, 0x148), (0x14A, 0x17F)),
    *((0x391, 0x3C9), (0x410, 0x44F)),
]
# Letters of a script that names are written in (Unicode 15, code charts).
LETTERS = {
    "Inter": ALPHABETS,
    "Inter SemiBold": ALPHABETS,
    "Noto Sans Arabic": [(0x620, 0x652), (0x660, 0x6D3)],
    "Noto Sans Hebrew": [(0x5D0, 0x5EA)],
    "Noto Sans Thai": [(0xE01, 0xE3A), (0xE40, 0xE5B)],
    "Noto Sans Devanagari": [(0x904, 0x939), (0x93E, 0x94D), (0x966, 0x96F)],
    "Droid Sans Fallback": [
        (0x3041, 0x3093),
        (0x30A1, 0x30F6),
        (0x4E00, 0x9FA5),
        (0xAC00, 0xD7A3),
        (0xFF01, 0xFF5E),
    ],
    "Noto Emoji": [(0x1F300, 0x1F320), (0x1F600, 0x1F64F), (0x1F680, 0x1F6C5)],
}
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
    *SCRIPTS.values(),
    "W" * 80,
    "i" * 80,
    "👩‍🚀" * 20,
    "a\u0301\u0301\u0301",
    *HOSTILE,
]


def load_fonts():
    found = {}
    for path in (ROOT / "app" / "web" / "fonts").glob("*.ttf"):
        font = TTFont(path)
        found[font["name"].getDebugName(1)] = font
    return found


@pytest.fixture(scope="module")
def fonts():
    return load_fonts()


@pytest.fixture
def svg(app):
    """Draw the picture of a question as a tree, before it is painted."""

    def draw(question):
        with app.test_request_context():
            card = Card.of(explained(cards._with_short_names(question)))
            text = render_template("card.svg", card=card, colours=COLOURS)
        return ElementTree.fromstring(text)

    return draw


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


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_drawn(client, name):
    drawn = picture(client, named(candidate=name))
    assert size(drawn) == (1200, 630)
    assert drawn != picture(client, named(candidate="gpt-5"))


def test_a_long_name_is_drawn_without_its_middle(client):
    name = "experiment-" * 7
    assert picture(client, named(name)) == picture(client, named(shortened(name)))


@pytest.mark.parametrize("font", list(SCRIPTS))
def test_names_of_one_script_can_be_told_apart(client, font):
    # where a font lacks a letter, both would show the same box
    word = next(iter(SCRIPTS[font].split()))
    first, second = named(candidate=word[0] * 3), named(candidate=word[1] * 3)
    assert picture(client, first) != picture(client, second)


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
    assert said(tree, "name") == ["candidate", "baseline"]
    assert said(tree, "limits") == ["+2.7 to +11.6"]


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
            shortened(candidate),
            shortened(baseline),
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

    monkeypatch.setattr(cards.resvg_py, "svg_to_bytes", paint)
    assert picture(client, WORKED) == b"picture"
    (options,) = seen
    assert options["skip_system_fonts"] is True
    assert options["font_family"] == "Inter"
    folder = ROOT / "app" / "web" / "fonts"
    assert {Path(file).parent for file in options["font_files"]} == {folder}
    assert {Path(file) for file in options["font_files"]} == set(folder.glob("*.ttf"))


# Fonts


def families_used():
    template = (ROOT / "templates" / "card.svg").read_text("utf-8")
    named_there = re.findall(r"font-family: \"?([\w ]+)", template)
    return {*cards._SCRIPTS, *named_there, *re.findall(r'font-family="([\w ]+)"', template)}


@pytest.mark.parametrize("family", sorted(families_used()))
def test_every_font_that_is_named_is_there(fonts, family):
    assert family in fonts


@pytest.mark.parametrize("family", sorted(LETTERS))
def test_a_font_has_the_letters_of_its_script(fonts, family):
    letters = {
        code
        for first, last in LETTERS[family]
        for code in range(first, last + 1)
        if unicodedata.category(chr(code)) != "Cn"
    }
    assert letters
    missing = letters - set(fonts[family].getBestCmap())
    assert [f"U+{code:04X}" for code in sorted(missing)][:20] == []


@pytest.mark.parametrize("family", ["Inter", "Inter SemiBold"])
def test_what_the_card_itself_writes_is_in_its_font(fonts, family, svg, edge_table):
    letters = set("".join(svg(Question(edge_table)).itertext()))
    assert {letter for letter in letters if ord(letter) not in fonts[family].getBestCmap()} <= {
        "\n"
    }


@pytest.mark.parametrize("family", [name for name in SCRIPTS if name != "Inter"])
def test_letters_of_a_script_are_set_in_its_font(family):
    assert [run.family for run in runs(SCRIPTS[family])] == [family]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("gpt-5", [("Inter", "gpt-5")]),
        ("模型-v2", [("Droid Sans Fallback", "模型"), ("Inter", "-v2")]),
        ("a模b", [("Inter", "a"), ("Droid Sans Fallback", "模"), ("Inter", "b")]),
        # a joiner, a selector or a mark belongs to the letter before it
        ("👩‍🚀", [("Noto Emoji", "👩‍🚀")]),
        ("❤️x", [("Noto Emoji", "❤️"), ("Inter", "x")]),
        ("می\u200cخواهم", [("Noto Sans Arabic", "می\u200cخواهم")]),
        ("e\u0301", [("Inter", "e\u0301")]),
    ],
)
def test_a_name_is_cut_where_another_font_takes_over(text, expected):
    assert [(run.family, run.text) for run in runs(text)] == expected


letters = st.text() | st.text(st.sampled_from("".join(SCRIPTS.values()) + "\u200d\ufe0f \u0301a"))


@given(letters)
def test_the_runs_give_the_text_back(text):
    found = runs(text)
    assert "".join(run.text for run in found) == text
    assert all(run.text for run in found)
    families = [run.family for run in found]
    assert all(first != second for first, second in pairwise(families))
    assert set(families) <= set(SCRIPTS)


@pytest.mark.parametrize("name", ["نموذج", "מודל v2", "模型", "โมเดล", "मॉडल", "👩‍🚀", "e\u0301"])
def test_every_run_of_a_line_is_set_in_a_font_that_has_it(fonts, svg, name):
    # for a letter that it lacks, the renderer sets the whole run in some other font
    for run in svg(named(candidate=name)).iter(f"{SVG}tspan"):
        glyphs = fonts[run.get("font-family")].getBestCmap()
        missing = [letter for letter in run.text if ord(letter) not in glyphs]
        # joiners and selectors are not drawn
        assert [f"U+{ord(letter):04X}" for letter in missing if letter not in "\u200d\ufe0f"] == []


# Room

FONTS = load_fonts()


def advance(text, size, latin="Inter"):
    """Return how long a text is in pixels: the sum of what its fonts say."""
    width = 0.0
    for run in runs(text):
        font = FONTS[latin if run.family == "Inter" else run.family]
        glyphs, widths = font.getBestCmap(), font["hmtx"]
        for letter in run.text:
            if unicodedata.category(letter) not in ("Mn", "Cf"):
                width += widths[glyphs.get(ord(letter), ".notdef")][0] / font["head"].unitsPerEm
    return width * size


@given(letters, st.integers(20, 60), st.integers(200, LINE))
def test_a_line_is_never_larger_than_asked(text, largest, width):
    line = Line.of(text, largest, width)
    assert 0 < float(line.size) <= largest
    assert "".join(run.text for run in line.runs) == text


def test_a_short_line_is_as_large_as_asked():
    assert Line.of("gpt-5", 36).size == "36.0"


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
    "emoji": "🚀" * 80,
    "joined emoji": "👩‍🚀" * 26,
    "suns": "☀" * 80,
    "long": "claude-opus-4-5-20251101-thinking-64k",
    "longer": "Qwen3-235B-A22B-Instruct-2507 (temperature 0.7, 5-shot, with tools)",
}
rooms = pytest.mark.parametrize("name", ROOM.values(), ids=list(ROOM))


@rooms
def test_a_line_fits_into_its_width(name):
    line = Line.of(shortened(name), 36, LINE - 170)
    assert advance(shortened(name), float(line.size)) <= LINE - 170


@rooms
def test_the_finding_with_a_long_name_fits_onto_the_card(svg, name):
    tree = svg(named(candidate=name))
    for kind, latin in (("finding", "Inter SemiBold"), ("evidence", "Inter"), ("name", "Inter")):
        for text in tree.iter(f"{SVG}text"):
            if kind in text.get("class", "").split():
                words = "".join(text.itertext()).strip()
                end = float(text.get("x")) + advance(words, float(text.get("font-size")), latin)
                assert end <= 1200 - 24, (kind, words)


@rooms
def test_the_finding_with_a_long_name_can_be_read(svg, name):
    # a chat shows the card at about 500 pixels; below 20 here is below 9 there
    for text in svg(named(candidate=name)).iter(f"{SVG}text"):
        if "finding" in text.get("class", "").split():
            assert float(text.get("font-size")) >= 20


@given(letters.filter(str.strip))
def test_a_shortened_name_keeps_its_head_and_its_tail(name):
    short = shortened(name)
    assert cards._ems(short) <= LONGEST_NAME
    if cards._ems(name) <= LONGEST_NAME:
        assert short == name
        return
    head, _, tail = max(
        (short[:cut], short[cut : cut + 1], short[cut + 1 :])
        for cut in [i for i, letter in enumerate(short) if letter == "…"]
        if name.startswith(short[:cut]) and name.endswith(short[cut + 1 :])
    )
    assert len(head) + len(tail) < len(name)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("gpt-5", "gpt-5"),
        ("", ""),
        # by hand: 1.05 em each, 24 in all, and the ellipsis has 1 at most
        ("W" * 80, "W" * 10 + "…" + "W" * 10),
    ],
)
def test_what_is_too_long_loses_its_middle(name, short):
    assert shortened(name) == short


def test_names_that_differ_at_the_end_differ_on_the_card(svg):
    first, second = (f"{'experiment-' * 6}seed-{seed}" for seed in (1, 2))
    assert len(set(said(svg(named(first, second)), "name"))) == 2
