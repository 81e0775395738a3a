"""Tests of app.web.fields: what a field accepts, and what it says where it does not."""

import json
import re
import sys
from decimal import Decimal
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from app.explain import Names
from app.stats import MAX_COUNT, Table
from app.web.fields import (
    BLANK,
    CONFIDENCE_PATTERN,
    COUNT_PATTERN,
    MAX_CONFIDENCE,
    MIN_CONFIDENCE,
    NAME_PATTERN,
    InvalidFieldsError,
    Question,
    parse,
    parse_count,
)

LINES = (Path(__file__).parents[1] / "data" / "field_cases.jsonl").read_text().splitlines()
CASES = {case["id"]: case for case in map(json.loads, LINES) if case["kind"] == "form"}
TYPED = [case_id for case_id, case in CASES.items() if "raw" in case["input"]]
# "accept_as … or reject": our one rule is design.md, section 4
REFUSED_BY_RULE = {"F06", "F08", "F09", "F11"}


def asked(**fields):
    return parse(MultiDict(fields))


def errors(**fields):
    """Return the faults of what was sent as pairs of field and message."""
    with pytest.raises(InvalidFieldsError) as caught:
        asked(**fields)
    return [(error.field, error.message) for error in caught.value.errors]


def faulty(**fields):
    return [field for field, _ in errors(**fields)]


@pytest.mark.parametrize("case_id", TYPED)
def test_a_count_as_users_typed_it(case_id):
    given, expected = CASES[case_id]["input"], CASES[case_id]["expected"]
    fields = {given["field"]: given["raw"], **given["other_fields"]}
    if "accept_as" in expected and case_id not in REFUSED_BY_RULE:
        assert parse(MultiDict(fields)).table == Table(expected["accept_as"], 3, 40, 48)
    else:
        assert faulty(**fields) == [given["field"]]


def test_every_form_case_is_held():
    # F21 and F26 below; F23 and F24 are about the page (test_pages.py)
    assert {*TYPED, "F21", "F23", "F24", "F26"} == set(CASES)


def test_f21_a_field_given_twice_is_refused():
    assert CASES["F21"]["expected"]["accept"] is False
    fields = MultiDict(parse_qsl(CASES["F21"]["input"]["query"]))
    with pytest.raises(InvalidFieldsError) as caught:
        parse(fields)
    (error,) = caught.value.errors
    assert error.field == "b"
    assert "more than once" in error.message


def test_f26_empty_a_and_d_are_unknown_and_not_zero():
    expected = CASES["F26"]["expected"]["accept_as"]
    assert parse(MultiDict(CASES["F26"]["input"])).table == Table(expected["b"], expected["c"])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # design.md, section 4: groups by comma, blank, no-break or thin blank; full-width digits
        ("0", 0),
        ("17", 17),
        ("007", 7),
        ("1234", 1234),
        ("1,234", 1234),
        ("1 234", 1234),
        ("1\u00a0234", 1234),  # no-break
        ("1\u202f234", 1234),  # narrow no-break
        ("1\u2009234", 1234),  # thin
        ("12,345,678", 12_345_678),
        ("１２", 12),
        ("１,２３４", 1234),
        ("1000000000000", 10**12),
        ("1,000,000,000,000", 10**12),
        ("000000000000000000001", 1),
        ("0" * 5000 + "1", 1),
    ],
)
def test_an_accepted_count(text, value):
    assert parse_count(text) == value
    assert asked(b=f" {text}\u00a0", c="0").table.b == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.234", "“1.234” can be read in two ways; write a whole number without a point."),
        ("12.5", "“12.5” is not a whole number; items are counted whole."),
        ("12.0", "“12.0” is not a whole number; items are counted whole."),
        ("1,23", "“1,23” is not a whole number; items are counted whole."),
        ("1,2345", "“1,2345” is not a whole number; items are counted whole."),
        ("-3", "“-3” is negative; a count is 0 or more."),
        ("−5", "“−5” is negative; a count is 0 or more."),
        ("-0", "“-0” is negative; a count is 0 or more."),
        ("79.2%", "“79.2%” is a percentage; enter the number of items."),
        ("1e3", "digits only"),
        ("1_000", "digits only"),
        ("+5", "digits only"),
        ("²", "digits only"),
        ("½", "digits only"),
        ("٣", "digits only"),
        ("0x10", "digits only"),
        ("NaN", "digits only"),
        ("inf", "digits only"),
        ("1,234,56", "digits only"),
        ("0,123", "“0,123” is not a whole number; items are counted whole."),
        ("1,000,000,000,001", "“1,000,000,000,001” is more than 1,000,000,000,000"),
        ("0" * 5000 + "1" * 13, "is more than 1,000,000,000,000"),
        ("12,34,567", "digits only"),
        (",123", "is not a whole number"),
        ("1,,234", "digits only"),
        ("1'234", "digits only"),
        ("1\n234", "digits only"),
        ("17 items", "digits only"),
        ("1000000000001", "“1000000000001” is more than 1,000,000,000,000"),
        ("9" * 400, "“99999999999999999999…” is more than 1,000,000,000,000"),
        ("1" + "0" * 5000, "is more than 1,000,000,000,000"),
    ],
)
def test_a_refused_count_says_what_is_wrong_with_it(text, message):
    (found,) = errors(b=text, c="3")
    assert found[0] == "b"
    assert message in found[1]
    assert len(found[1]) < 120


def test_all_faults_are_found_at_once_in_the_order_of_the_form():
    found = faulty(
        theme="pink", candidate="x" * 81, baseline="a\nb", confidence="5", d="1.5", c="-3", b="x"
    )
    assert found == ["b", "c", "a", "d", "confidence", "baseline", "candidate", "theme"]


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        ({}, ["b", "c"]),
        ({"b": "1"}, ["c"]),
        ({"c": "1", "b": " "}, ["b"]),
        ({"b": "1", "c": "1", "a": "5"}, ["d"]),
        ({"b": "1", "c": "1", "d": "5"}, ["a"]),
        ({"b": "0", "c": "0", "a": "0", "d": "0"}, ["a"]),  # no items
        ({"b": "1", "c": "2", "items": "10"}, ["items", "candidate_passed"]),
    ],
)
def test_what_is_missing_or_too_much(fields, faults):
    assert faulty(**fields)[: len(faults)] == faults


def test_one_of_a_and_d_alone_names_both():
    # design.md, section 2: only one of a and d given is a clear error
    ((field, message),) = errors(b="1", c="1", a="5")
    assert field == "d"
    assert message.startswith("Both passed is given, so enter both failed as well")


def test_zero_discordant_items_without_a_and_d_are_a_question():
    assert asked(b="0", c="0").table == Table(0, 0)


@pytest.mark.parametrize(
    ("text", "confidence", "level"),
    [
        ("80", "80", 0.8),
        ("95", "95", 0.95),
        ("95.0", "95", 0.95),
        ("99.99", "99.99", 0.9999),
        ("99.9000", "99.9", 0.999),
        (" 90 ", "90", 0.9),
        ("090", "90", 0.9),
        ("", "95", 0.95),
        ("97.1234", "97.1234", 0.971234),
    ],
)
def test_an_accepted_confidence(text, confidence, level):
    question = asked(b="1", c="0", confidence=text)
    assert (question.confidence, question.level) == (confidence, level)


@pytest.mark.parametrize(
    "text",
    ["79.9999", "99.991", "100", "0.95", "95%", "95,5", "1e2", "NaN", "９５", "-95", "95.12345"],
)
def test_a_refused_confidence(text):
    ((field, message),) = errors(b="1", c="0", confidence=text)
    assert field == "confidence"
    assert "80 to 99.99" in message


@pytest.mark.parametrize(
    "name", ["x" * 80, "模" * 80, "gpt 5", "👩‍🚀 v2", "model+rag", "<b>", "מודל", 'a"b', "a&b=c"]
)
def test_an_accepted_name(name):
    question = asked(b="1", c="0", candidate=f" {name} ")
    assert question.names == Names(candidate=name)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 81,
        "a\nb",
        "a\x00b",
        "a\x7fb",
        "a\x85b",
        "a\u2028b",
        "a\ufffeb",
        "a\uffffb",
        # what turns the reading direction (Unicode: Bidi_Control)
        *(f"a{mark}b" for mark in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"),
        *(f"a{mark}b" for mark in "\u2066\u2067\u2068\u2069"),
        # half of a character, as "\ud800" in JSON: no UTF-8 can hold it
        "a\ud800b",
    ],
    ids=ascii,
)
@pytest.mark.parametrize("field", ["baseline", "candidate"])
def test_a_refused_name(field, name):
    assert faulty(b="1", c="0", **{field: name}) == [field]


@pytest.mark.parametrize(
    ("baseline", "candidate"),
    [
        ("gpt", "gpt"),
        ("gpt", "GPT"),
        ("baseline", "Baseline"),
        ("candidate", "x"),
        ("é", "e\u0301"),
    ],
)
def test_the_names_are_kept_as_they_were_typed(baseline, candidate):
    question = asked(b="1", c="0", baseline=f" {baseline} ", candidate=candidate)
    assert question.names == Names(baseline, candidate)
    assert parse(MultiDict(parse_qsl(question.query()))) == question


@pytest.mark.parametrize("name", ["\ufb2c" * 80, "\u0958" * 80])
def test_a_name_is_as_long_as_it_was_typed(name):
    # in normal form it would be longer than a name may be, and its own address refused
    question = asked(b="1", c="0", candidate=name)
    assert parse(MultiDict(parse_qsl(question.query()))) == question


def test_what_may_stand_around_a_value_is_what_python_strips():
    pattern = re.compile(f"[{BLANK}]")
    every = map(chr, range(sys.maxunicode + 1))
    assert all(bool(pattern.match(character)) == character.isspace() for character in every)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=90))
def test_a_name_is_accepted_where_its_pattern_matches(text):
    fits = re.fullmatch(f"(?:{NAME_PATTERN})?", text.strip()) is not None
    try:
        asked(b="1", c="0", candidate=text)
    except InvalidFieldsError:
        assert not fits
    else:
        assert fits


@pytest.mark.parametrize("around", [MIN_CONFIDENCE, "89", "98", "99", MAX_CONFIDENCE])
def test_the_pattern_of_a_level_is_its_range(around):
    middle = round(Decimal(around) * 10_000)
    for steps in range(middle - 1000, middle + 1000):
        level = f"{Decimal(steps) / 10_000:.4f}"
        within = Decimal(MIN_CONFIDENCE) <= Decimal(level) <= Decimal(MAX_CONFIDENCE)
        assert bool(re.fullmatch(CONFIDENCE_PATTERN, level)) == within


@pytest.mark.parametrize("separator", ["", ",", " ", "\u2009"])
@pytest.mark.parametrize(
    "number", [999, 10**11, 10**12 - 1, 10**12, 10**12 + 1, 2 * 10**12, 10**13]
)
def test_the_pattern_of_a_count_ends_at_the_largest_one(number, separator):
    text = f"{number:,}".replace(",", separator)
    assert bool(re.fullmatch(COUNT_PATTERN, text)) == (number <= MAX_COUNT)


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_an_accepted_theme(theme):
    assert asked(b="1", c="0", theme=theme).theme == theme


def test_a_refused_theme():
    assert errors(b="1", c="0", theme="Dark") == [("theme", "Theme is one of auto, light, dark.")]


def rates(items, candidate, baseline, both):
    return {
        "items": str(items),
        "candidate_passed": str(candidate),
        "baseline_passed": str(baseline),
        "both_passed": str(both),
    }


@pytest.mark.parametrize(
    ("numbers", "table"),
    [
        # the worked example: 174 and 160 of 200, 157 by both
        ((200, 174, 160, 157), Table(17, 3, 157, 23)),
        ((10, 0, 0, 0), Table(0, 0, 0, 10)),
        ((10, 10, 10, 10), Table(0, 0, 10, 0)),
        ((10, 10, 0, 0), Table(10, 0, 0, 0)),
        ((10, 7, 3, 0), Table(7, 3, 0, 0)),
    ],
)
def test_the_passes_of_each_run_give_the_table(numbers, table):
    assert parse(MultiDict(rates(*numbers))).table == table


@pytest.mark.parametrize(
    ("numbers", "faults"),
    [
        ((100, 101, 50, 50), ["candidate_passed"]),
        ((100, 50, 101, 50), ["baseline_passed"]),
        ((100, 50, 60, 55), ["candidate_passed"]),
        ((100, 40, 50, 55), ["candidate_passed", "baseline_passed"]),
        ((100, 90, 80, 60), ["both_passed"]),  # at least 70
        ((0, 0, 0, 0), ["items"]),
        (("", 50, 50, 50), ["items"]),
        ((100, "x", "79.2%", ""), ["candidate_passed", "baseline_passed", "both_passed"]),
    ],
)
def test_impossible_passes_are_refused(numbers, faults):
    assert faulty(**rates(*numbers)) == faults


def test_too_few_passes_of_both_say_how_many_there_must_be():
    # by hand: 90 + 80 − 100
    ((_, message),) = errors(**rates(100, 90, 80, 60))
    assert "at least 70 of 100 items" in message


@pytest.mark.parametrize(
    ("question", "query"),
    [
        # design.md, section 4: this order, defaults left out, numbers without separators
        (Question(Table(17, 3, 157, 23)), "b=17&c=3&a=157&d=23"),
        (Question(Table(17, 3)), "b=17&c=3"),
        (Question(Table(0, 10**12)), "b=0&c=1000000000000"),
        (
            Question(Table(1, 2, 0, 0), "99.9", Names("old", "new"), "dark"),
            "b=1&c=2&a=0&d=0&confidence=99.9&baseline=old&candidate=new&theme=dark",
        ),
        # field case E06
        (
            Question(Table(1, 2), names=Names("baseline", "model+rag")),
            "b=1&c=2&candidate=model%2Brag",
        ),
        (Question(Table(1, 2), names=Names("a&b=c", "candidate")), "b=1&c=2&baseline=a%26b%3Dc"),
    ],
)
def test_the_canonical_query(question, query):
    assert question.query() == query


@pytest.mark.parametrize(
    "sent",
    [
        {
            "c": "3",
            "b": " 1,017 ",
            "confidence": "95.00",
            "theme": "auto",
            "candidate": "candidate",
        },
        rates(2000, 1974, 960, 957) | {"baseline": ""},
    ],
)
def test_a_query_in_any_spelling_has_one_canonical_form(sent):
    table = "b=1017&c=3" if "b" in sent else "b=1017&c=3&a=957&d=23"
    assert parse(MultiDict(sent)).query() == table


@pytest.mark.parametrize(
    "name", ["model+rag", "a&b=c", "👩‍🚀", "模型-v2", "100%", "a b", "#1", "e\u0301"]
)
def test_a_name_survives_the_way_through_the_query(name):
    question = asked(b="1", c="2", candidate=name)
    assert parse(MultiDict(parse_qsl(question.query()))) == question


counts = st.integers(0, MAX_COUNT)
names = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=80)


@st.composite
def questions(draw):
    b, c = draw(counts), draw(counts)
    a, d = draw(st.one_of(st.just((None, None)), st.tuples(counts, counts)))
    assume(a is None or a + b + c + d)
    level = draw(st.integers(800_000, 999_900))
    confidence = f"{level / 10_000:.4f}".rstrip("0").rstrip(".")
    sent = MultiDict({"b": str(b), "c": str(c), "confidence": confidence})
    sent.update({"baseline": draw(names), "candidate": draw(names)})
    if a is not None:
        sent.update({"a": str(a), "d": str(d)})
    sent["theme"] = draw(st.sampled_from(["auto", "light", "dark"]))
    return parse(sent)


@given(questions())
def test_a_question_is_what_its_own_fields_ask(question):
    assert parse(MultiDict(question.values())) == question


@given(questions())
def test_a_question_is_what_its_own_query_asks(question):
    fields = parse_qsl(question.query(), keep_blank_values=True)
    assert parse(MultiDict(fields)) == question
    assert fields == list(question.values().items())


@given(st.one_of(st.text(max_size=30), st.text("0123456789０９,. -\u00a0\u2009", max_size=9)))
def test_no_text_in_a_count_field_is_anything_but_a_count_or_a_message(text):

    try:
        question = asked(b=text, c="3")
    except InvalidFieldsError as fault:
        (error,) = fault.errors
    else:
        assert 0 <= question.table.b <= MAX_COUNT
        return
    assert error.field == "b"
    assert error.message.startswith(("“", "Enter"))
