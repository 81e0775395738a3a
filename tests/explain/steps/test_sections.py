"""Tests of app.explain.steps: the whole derivation, whatever the table."""

import math
import random
import re

import pytest
from math_core import LatexToMathML

from app.explain import Names, explain
from app.explain.sources import SOURCES
from app.stats import Table, compare

P_VALUES = [
    "discordant",
    "exact",
    "mid_p",
    "chi_square",
    "chi_square_p",
    "chi_square_corrected",
    "chi_square_corrected_p",
]
DIFFERENCE = [
    "candidate_rate",
    "baseline_rate",
    "delta",
    "wald",
    "wilson_candidate",
    "wilson_baseline",
    "phi",
    "newcombe_lower",
    "newcombe_upper",
    "phi_corrected",
    "newcombe_corrected_lower",
    "newcombe_corrected_upper",
    "tango_linear",
    "tango_share",
    "tango_score",
    "tango",
]
ODDS_RATIO = ["odds_ratio", "share_interval", "odds_ratio_interval"]
UNPAIRED = ["pooled_rate", "unpaired_z", "unpaired_p"]


def explained(*cells, confidence=0.95):
    return explain(compare(Table(*cells), confidence))


def test_sections_and_steps_in_reading_order():
    found = explained(17, 3, 157, 23)
    assert {section.key: [step.key for step in section.steps] for section in found.sections} == {
        "p_values": P_VALUES,
        "difference": DIFFERENCE,
        "odds_ratio": ODDS_RATIO,
        "unpaired": UNPAIRED,
    }


def test_only_b_and_c_leave_out_what_needs_all_items():
    keys = [step.key for step in explained(17, 3).steps]
    assert keys == [*P_VALUES, *ODDS_RATIO]


def test_no_key_occurs_twice(edge_table):
    found = explain(compare(edge_table))
    keys = [step.key for step in found.steps]
    assert len(set(keys)) == len(keys)
    assert found.reported_step in keys


@pytest.mark.parametrize("confidence", [0.8, 0.9999])
def test_every_formula_becomes_mathml_without_a_style(edge_table, confidence):
    converter = LatexToMathML()
    for step in explain(compare(edge_table, confidence)).steps:
        for tex in (step.formula, step.substituted, *step.expressions, *step.substitutions):
            html = converter.convert_with_local_state(tex, displaystyle=True)
            assert html.startswith("<math"), step.key
            assert " style=" not in html, step.key


def test_every_step_has_its_words(edge_table):
    for step in explain(compare(edge_table)).steps:
        assert step.title, step.key
        assert step.value_text, step.key
        assert re.match(r"[A-Z0-9].*\.$", step.note), step.key
        assert "None" not in f"{step.substituted} {step.value_text} {step.note}", step.key
        assert set(step.cites) <= set(SOURCES), step.key


def test_no_step_prints_nan_or_minus_zero(edge_table):
    for step in explain(compare(edge_table)).steps:
        printed = f"{step.substituted} {step.value_text} {step.note}"
        assert not re.search(r"\bnan\b|\binf\b|(?<![\d)}])[-−]0(\.0*)?(?![\d.])", printed), step.key


def test_a_value_is_none_where_its_text_says_not_defined(edge_table):
    for step in explain(compare(edge_table)).steps:
        if step.value_text == "not defined":
            assert step.value is None, step.key
        elif step.value is None:  # below the double range
            assert "× 10^−" in step.value_text, step.key


def test_the_runs_are_named_in_the_steps():
    found = explain(compare(Table(17, 3, 157, 23)), Names("gpt-4", "gpt-5"))
    titles = {step.key: step.title for step in found.steps}
    assert titles["candidate_rate"] == "Pass rate of “gpt-5”"
    assert titles["wilson_baseline"] == "Wilson’s interval for “gpt-4”"


# By hand: the numbers that stand in a formula are worked out here, independently of the code.


def worked_out(tex):
    """Return what a formula with numbers comes to, both values for ±; None if it has words."""
    for mark, text in (
        ("{,}", ""),
        (r"\left", ""),
        (r"\right", ""),
        (r"\;", ""),
        (r"\cdot", "*"),
        (r"\times", "*"),
        (r"\tfrac12", "(1/2)"),
        (r"\operatorname{erfc}\sqrt", r"\tail"),
        (r"P(|Z|\ge ", r"\normal("),
    ):
        tex = tex.replace(mark, text)
    before = None
    while tex != before:  # from the inside out
        before = tex
        tex = re.sub(r"\\binom{([^{}]*)}{([^{}]*)}", r"\\comb(\1,\2)", tex)
        tex = re.sub(r"\\frac{([^{}]*)}{([^{}]*)}", r"((\1)/(\2))", tex)
        tex = re.sub(r"\\(sqrt|tail){([^{}]*)}", r"\\\1(\2)", tex)
        tex = re.sub(r"\^{([^{}]*)}", r"**(\1)", tex)
    tex = re.sub(r"\|([^|]*)\|", r"abs(\1)", tex.replace("^", "**"))
    tex = re.sub(r"(?<=[\d)])\s*(?=\(|\\sqrt)", "*", tex)  # what stands side by side is multiplied
    signs = ("-", "+") if r"\pm" in tex else ("",)
    tex = re.sub(r"\\(sqrt|tail|normal|comb|min|max)\b", r"\1", tex)
    if "\\" in tex.replace(r"\pm", "") or "[" in tex:
        return None
    functions = {
        "sqrt": math.sqrt,
        "tail": lambda half: math.erfc(math.sqrt(half)),
        "normal": lambda z: math.erfc(z / math.sqrt(2)),
        "comb": math.comb,
        "min": min,
        "max": max,
        "abs": abs,
    }
    return [eval(tex.replace(r"\pm", sign), functions) for sign in signs]


@pytest.mark.parametrize(
    ("tex", "value"),
    [
        (r"\frac{(17-3)^2}{17+3}", 9.8),
        (r"2\cdot\frac{1+20+190+1{,}140}{2^{20}}", 2702 / 2**20),
        (r"\frac{\max(0,\;|17-3|-1)^2}{17+3}", 8.45),
        (r"\sqrt{4^2+2(1-(-0.5))\cdot 3}", 5.0),
        (r"\operatorname{erfc}\sqrt{0.5}", 0.31731050786291415),  # P(|Z| ≥ 1)
        (r"P(|Z|\ge 1.96)", 0.04999579029644087),
    ],
)
def test_the_working_out_of_these_tests(tex, value):
    assert worked_out(tex) == pytest.approx([value], rel=1e-15)


def printed_numbers(text):
    """Return the numbers of a step's text as fractions of 1, and one unit of their last digits."""
    scale = 100 if "points" in text or "%" in text else 1
    numbers = re.findall(r"[+−]?\d[\d,]*(?:\.\d+)?(?: × 10\^−\d+)?", text)
    found = []
    for number in numbers:
        plain = number.replace("−", "-").replace(",", "")
        mantissa, _, exponent = plain.partition(" × 10^")
        power = 10.0 ** int(exponent or 0)
        decimals = len(mantissa.partition(".")[2])
        found.append((float(mantissa) * power / scale, 10.0**-decimals * power / scale))
    return found


# Of many sizes: b, c, a, d.
TABLES = [
    (17, 3, 157, 23),
    (3, 17, 157, 23),
    (12, 2, 20, 16),
    (5, 5, 40, 50),
    (18, 33, 1434, 51),
    (38, 20, 358, 84),
    (25, 15, 9945, 15),
    (30, 10, 10**6, 100),
    (10**12, 10**12 - 1, 10**12, 10**12),
]
_random = random.Random(1998)
TABLES += [
    tuple(round(10 ** _random.uniform(0, size)) for _ in range(4))
    for size in (1, 2, 3, 4, 5)
    for _ in range(8)
]
BY_HAND = [*P_VALUES, *DIFFERENCE[:-1], "odds_ratio", *UNPAIRED]


@pytest.mark.parametrize("cells", TABLES, ids=str)
@pytest.mark.parametrize("key", BY_HAND)
def test_the_numbers_put_in_give_the_value_that_is_printed(cells, key):
    step = {step.key: step for step in explained(*cells).steps}[key]
    for tex in step.substitutions:
        by_hand = worked_out(tex)
        if by_hand is None:  # a sum over i
            continue
        printed = printed_numbers(step.value_text)
        for number, (expected, last_digit) in zip(by_hand, printed, strict=True):
            # rounded numbers put in may move the last digit by one
            assert abs(number - expected) <= 1.5 * last_digit, f"{tex} = {number}"
