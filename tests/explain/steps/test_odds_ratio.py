"""Tests of app.explain.steps.odds_ratio."""

import math

import pytest

from app.explain import explain
from app.stats import Table, compare


def steps(b, c):
    found = explain(compare(Table(b, c))).steps
    return {step.key: step for step in found}


@pytest.mark.parametrize(
    ("key", "substituted", "text"),
    [
        ("odds_ratio", r"\frac{17}{3}", "5.67"),
        (
            "share_interval",
            r"\left[\beta_{\tfrac{0.05}{2}}(17,\,3+1),\;\beta_{1-\tfrac{0.05}{2}}(17+1,\,3)\right]",
            "[0.62107, 0.96793]",
        ),
        # R exact2x2 1.7.0: 1.639031945, 30.18087863
        (
            "odds_ratio_interval",
            r"\left[\frac{0.62107}{1-0.62107},\;\frac{0.96793}{1-0.96793}\right]",
            "[1.64, 30.18]",
        ),
    ],
)
def test_the_worked_example(key, substituted, text):
    found = steps(17, 3)[key]
    assert (found.substituted, found.value_text) == (substituted, text)


@pytest.mark.parametrize(
    ("b", "c", "value", "text", "limits"),
    [
        # design.md, section 2, edge cases; limits of 5/5: 0.025 ** (1/5) / (1 - 0.025 ** (1/5))
        (0, 0, None, "not defined", "[0.00, ∞]"),
        (5, 0, math.inf, "∞", "[0.92, ∞]"),
        (0, 5, 0.0, "0.00", "[0.00, 1.09]"),
    ],
)
def test_nothing_fixed_or_nothing_broken(b, c, value, text, limits):
    found = steps(b, c)
    assert (found["odds_ratio"].value, found["odds_ratio"].value_text) == (value, text)
    assert found["odds_ratio_interval"].value_text == limits


def test_a_limit_is_never_printed_as_1_that_is_not():
    # field case C10; exact p 0.0489 < 0.05, so the interval excludes 1
    assert steps(18, 33)["odds_ratio_interval"].value_text == "[0.29, 0.997]"


def test_the_values_are_those_of_the_comparison(edge_table):
    found = compare(edge_table)
    values = {step.key: step.value for step in explain(found).steps}
    odds = found.odds_ratio
    assert values["odds_ratio"] == odds.estimate
    assert values["odds_ratio_interval"] == (odds.interval.lower, odds.interval.upper)
    assert values["share_interval"] == (odds.share.lower, odds.share.upper)
