"""Tests of app.explain.steps.unpaired: the mistake, shown as one."""

import re

import pytest

from app.explain import explain
from app.stats import Table, compare


def steps(*cells):
    return {step.key: step for step in explain(compare(Table(*cells))).steps}


@pytest.mark.parametrize(
    ("key", "substituted", "text"),
    [
        ("pooled_rate", r"\frac{174+160}{2\cdot 200}", "0.835"),
        # design.md, section 3
        ("unpaired_z", r"\frac{174/200-160/200}{\sqrt{2\cdot 0.835000(1-0.835000)/200}}", "1.886"),
        ("unpaired_p", r"P(|Z|\ge 1.88587)", "0.0593"),
    ],
)
def test_the_worked_example(key, substituted, text):
    found = steps(17, 3, 157, 23)[key]
    assert (found.substituted, found.value_text) == (substituted, text)


@pytest.mark.parametrize(
    ("cells", "note"),
    [
        # design.md, section 3: on the same data it reverses the verdict
        ((17, 3, 157, 23), "reverses the answer: the paired p is 0.0026, below 0.05"),
        # field case C13: unpaired 0.0806 against 0.0055
        ((30, 12, 69, 109), "reverses the answer: the paired p is 0.0055, below 0.05"),
        ((50, 3, 100, 47), "agrees with the paired test (p 1.1 × 10^−10): both are below 0.05"),
        ((5, 5, 40, 50), "agrees with the paired test (p 1.0000): both are not below 0.05"),
    ],
)
def test_it_says_whether_pairing_changes_the_answer(cells, note):
    assert note in steps(*cells)["unpaired_p"].note


@pytest.mark.parametrize("cells", [(0, 0, 10, 0), (0, 0, 0, 10)])
def test_rates_of_0_or_100_percent_have_no_z_and_p_is_1(cells):
    found = steps(*cells)
    assert (found["unpaired_z"].value, found["unpaired_z"].value_text) == (None, "not defined")
    assert (found["unpaired_p"].value, found["unpaired_p"].value_text) == (1.0, "1.0000")


def test_a_negative_z_enters_p_without_its_sign():
    assert steps(3, 17, 157, 23)["unpaired_p"].substituted == r"P(|Z|\ge 1.88587)"


def test_two_different_rates_are_told_apart_in_the_formula():
    # with 0.5000000 − 0.5000000 above the line z would be 0, but it is 0.0000007
    found = steps(10**12, 10**12 - 1, 10**12, 10**12)["unpaired_z"]
    first, second = re.match(r"\\frac{([\d{},]+)/.*?-([\d{},]+)/", found.substituted).groups()
    assert first != second


def test_the_values_are_those_of_the_comparison(edge_table):
    found = compare(edge_table)
    values = {step.key: step.value for step in explain(found).steps}
    if found.unpaired is None:
        assert "unpaired_z" not in values
        return
    p = found.unpaired.result
    assert values["pooled_rate"] == found.unpaired.pooled_rate
    assert values["unpaired_z"] == found.unpaired.z
    assert values["unpaired_p"] == (None if p.underflows else p.p)
