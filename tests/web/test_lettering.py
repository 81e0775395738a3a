"""Tests of app.web.lettering: which font has a letter, and how much room a line takes."""

import re
import unicodedata
from itertools import pairwise

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from app.web.factory import ROOT
from app.web.lettering import FONTS, LATIN, LATIN_BOLD, Line, drawable, ems, runs, shortened

LONGEST_NAME = 24.0  # ems

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
# Check marks, Tamil, Georgian, mathematical Fraktur, the replacement character.
WITHOUT_A_FONT = ["✓", "✗", "த", "ა", "𝔘", "\ufffd"]


def load_fonts():
    fonts = [TTFont(path) for path in (ROOT / "app" / "web" / "fonts").glob("*.ttf")]
    return {font["name"].getDebugName(1): font for font in fonts}


LOADED = load_fonts()
GLYPHS = {family: font.getBestCmap() for family, font in LOADED.items()}


@pytest.fixture(scope="module", autouse=True)
def _read_fonts():
    """Read the fonts once, beforehand, since that takes longer than Hypothesis allows a test."""
    ems("")


letters = st.text() | st.text(
    st.sampled_from("".join(SCRIPTS.values()) + "a \u0301\u0316\u064b\u200d\ufe0f\u2068✓த\ufdfd")
)
latins = pytest.mark.parametrize("latin", [LATIN, LATIN_BOLD])


def is_mark(letter):
    return unicodedata.category(letter) in ("Mn", "Me")


def is_unseen(letter):
    """Return whether a letter only joins, selects or isolates (Unicode 15, section 23)."""
    return unicodedata.category(letter) == "Cf" or letter in map(chr, range(0xFE00, 0xFE10))


def advance(found):
    """Return how long runs are in ems: the sum of what their fonts say."""
    width = 0.0
    for run in found:
        widths, units = LOADED[run.family]["hmtx"], LOADED[run.family]["head"].unitsPerEm
        width += sum(widths[GLYPHS[run.family][ord(letter)]][0] for letter in run.text) / units
    return width


# Fonts


def test_every_font_that_is_named_is_there():
    template = (ROOT / "templates" / "card.svg").read_text("utf-8")
    named = {family.strip() for family in re.findall(r'font-family: "?([\w ]+)', template)}
    assert named == {LATIN, LATIN_BOLD}
    assert set(LOADED) == {*SCRIPTS, LATIN_BOLD}
    assert {path.name for path in FONTS} == {
        path.name for path in (ROOT / "app" / "web" / "fonts").glob("*.ttf")
    }


@pytest.mark.parametrize("family", sorted(LETTERS))
def test_a_font_has_the_letters_of_its_script(family):
    wanted = {
        code
        for first, last in LETTERS[family]
        for code in range(first, last + 1)
        if unicodedata.category(chr(code)) != "Cn"
    }
    assert wanted
    missing = wanted - set(GLYPHS[family])
    assert [f"U+{code:04X}" for code in sorted(missing)][:20] == []


# Runs


@latins
def test_every_run_of_a_line_is_set_in_a_font_that_has_it(latin):
    # for a letter that it lacks, the renderer sets the whole run in some other font
    @given(letters)
    def check(text):
        for run in Line.of(text, 36, 900, latin).runs:
            assert [letter for letter in run.text if ord(letter) not in GLYPHS[run.family]] == []
            assert run.family in {*SCRIPTS, latin} - ({LATIN} - {latin})

    check()


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
        ("🚀x", [("Noto Emoji", "🚀"), ("Inter", "x")]),
        # a mark stays with the letter before it, if its font has it: U+0951, U+05BC
        ("e\u0301", [("Inter", "e\u0301")]),
        ("क\u0951", [("Noto Sans Devanagari", "क\u0951")]),
        ("ב\u05bc", [("Noto Sans Hebrew", "ב\u05bc")]),
    ],
)
def test_a_name_is_cut_where_another_font_takes_over(text, expected):
    assert [(run.family, run.text) for run in runs(text)] == expected


def test_latin_letters_are_set_in_the_font_that_was_asked_for():
    assert [(run.family, run.text) for run in runs("模a", LATIN_BOLD)] == [
        ("Droid Sans Fallback", "模"),
        ("Inter SemiBold", "a"),
    ]


@given(letters)
def test_the_runs_give_the_text_back(text):
    found = runs(text)
    assert "".join(run.text for run in found) == text
    assert all(run.text for run in found)
    assert all(first.family != second.family for first, second in pairwise(found))
    assert {run.family for run in found} <= set(SCRIPTS)


# What can be drawn


@pytest.mark.parametrize("letter", WITHOUT_A_FONT, ids=ascii)
def test_a_letter_without_a_font_is_a_question_mark(letter):
    assert not any(ord(letter) in glyphs for glyphs in GLYPHS.values())
    assert drawable(letter) == "?"
    assert drawable(f"a{letter}{letter}模") == "a??模"


@given(letters)
def test_no_letter_vanishes(text):
    # marks and what is unseen aside, each letter is drawn as itself or as "?"
    given_letters = [letter for letter in text if not is_mark(letter) and not is_unseen(letter)]
    if not given_letters:
        assert drawable(text)
        return
    drawn = [letter for letter in drawable(text) if not is_mark(letter)]
    assert len(drawn) == len(given_letters)
    for was, became in zip(given_letters, drawn, strict=True):
        has_font = any(ord(was) in glyphs for glyphs in GLYPHS.values())
        assert became == (was if has_font else "?")


@pytest.mark.parametrize("text", ["", "\u0600", "\u0316", "\u0bc0"], ids=ascii)
def test_a_name_of_which_nothing_would_be_seen_is_a_question_mark(text):
    assert drawable(text) == "?"


@pytest.mark.parametrize("word", SCRIPTS.values(), ids=list(SCRIPTS))
def test_words_of_every_script_are_drawn_as_they_are(word):
    assert drawable(word) == word


@given(letters)
def test_what_can_be_drawn_stays_as_it_is(text):
    assert drawable(drawable(text)) == drawable(text)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("a\u0300\u0301", "a\u0300\u0301"),
        ("a\u0300\u0301\u0300", "a\u0300\u0301"),
        ("a\u0300\u0301\u0300b\u0300", "a\u0300\u0301b\u0300"),
        # U+0316 has no font; it counts as a mark all the same
        ("A" + "\u0300\u0316" * 39, "A\u0300"),
        ("ب" + "\u064b" * 79, "ب\u064b\u064b"),
        # nothing unseen starts the count again
        ("a" + "\u0300\u200d" * 20, "a\u0300\u0300"),
    ],
    ids=ascii,
)
def test_a_letter_has_two_marks_at_most(text, drawn):
    assert drawable(text) == drawn


@given(letters)
def test_no_third_mark_follows_two(text):
    drawn = drawable(text)
    for three in zip(drawn, drawn[1:], drawn[2:], strict=False):
        assert not all(map(is_mark, three))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("👩\u200d🚀", "👩🚀"),  # a joiner
        ("می\u200cخواهم", "میخواهم"),  # a non-joiner
        ("❤\ufe0fx", "❤x"),  # a selector
        ("葛\U000e0100", "葛"),  # a selector of the supplement
        ("\u2068gpt-5\u2069", "gpt-5"),  # isolates
    ],
    ids=ascii,
)
def test_what_only_joins_or_selects_or_isolates_is_left_out(text, drawn):
    assert drawable(text) == drawn
    line = Line.of(text, 36, 900)
    assert "".join(run.text for run in line.runs) == drawn


# Room


@given(letters, st.integers(20, 60), st.integers(200, 1072))
def test_a_line_fits_and_is_never_larger_than_asked(text, largest, width):
    for latin in (LATIN, LATIN_BOLD):
        line = Line.of(text, largest, width, latin)
        assert 0 < float(line.size) <= largest
        assert advance(line.runs) * float(line.size) <= width
        assert "".join(run.text for run in line.runs) == drawable(text)


def test_a_short_line_is_as_large_as_asked():
    assert Line.of("gpt-5", 36, 900).size == "36.0"


@pytest.mark.parametrize(
    "name",
    ["W" * 80, "0" * 80, "&" * 80, "\ufdfd" * 80, "a" + "\u2003" * 78 + "b", "🚀" * 80],
    ids=["W", "digits", "ampersands", "ligatures", "spaces", "emoji"],
)
def test_a_long_line_uses_its_width(name):
    line = Line.of(name, 60, 900)
    assert 900 * 0.95 <= advance(line.runs) * float(line.size) <= 900


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        # hmtx tables of the fonts, by unitsPerEm (OpenType 1.9); the mark has no width
        ("\ufdfd", 9.779),
        ("\u2003", 1),
        ("ب\u064b", 0.993),
    ],
    ids=ascii,
)
def test_a_length_is_what_the_fonts_say_and_a_little_more(text, width):
    assert width <= ems(text) <= 1.03 * width


@given(letters)
def test_a_length_is_not_below_what_the_fonts_say(text):
    for latin in (LATIN, LATIN_BOLD):
        drawn = drawable(text)
        assert ems(drawn, latin) >= advance(runs(drawn, latin))


# Long names


@given(letters.map(drawable))
def test_a_shortened_name_keeps_its_head_and_its_tail(name):
    short = shortened(name, LONGEST_NAME)
    assert advance(runs(short)) <= LONGEST_NAME
    if ems(name) <= LONGEST_NAME:
        assert short == name
        return
    kept = [
        (short[:cut], short[cut + 1 :])
        for cut in [place for place, letter in enumerate(short) if letter == "…"]
        if name.startswith(short[:cut]) and name.endswith(short[cut + 1 :])
    ]
    assert kept
    assert all(len(head) + len(tail) < len(name) for head, tail in kept)


@pytest.mark.parametrize(
    ("name", "longest", "short"),
    [
        ("gpt-5", 24, "gpt-5"),
        ("", 24, ""),
        # an em space is one em and "…" 0.86; 6.86 are 7.00 with a 50th kept free
        ("\u2003" * 80, 7.1, "\u2003" * 3 + "…" + "\u2003" * 3),
        ("\u2003" * 80, 6.9, "\u2003" * 2 + "…" + "\u2003" * 2),
        # the mark on a letter that is gone, goes
        ("\u2003" * 40 + "\u2003\u0301" * 20, 5, "\u2003" * 3 + "…\u2003\u0301"),
    ],
    ids=["short", "empty", "fits", "does not fit", "mark"],
)
def test_what_is_too_long_loses_its_middle(name, longest, short):
    assert shortened(name, longest) == short


@given(letters.map(drawable), st.floats(2, 40))
def test_no_mark_stands_on_the_ellipsis(name, longest):
    # in "…́" the mark would change what is not of the name
    if ems(name) > longest:
        short = shortened(name, longest)
        heads = [short[:cut] for cut, letter in enumerate(short) if letter == "…"]
        tails = [short[len(head) + 1 :] for head in heads]
        assert any(not tail or not unicodedata.combining(tail[0]) for tail in tails)
