"""Tests of app.explain.steps.step: what a step is, and the numbers in it."""

import pytest

from app.explain.steps.step import Step, tex_count, tex_probability
from app.stats.p_value import PValue


def step(expression, substituted):
    return Step("key", "Title", "x", expression, substituted, 1.0, "1", "A note.")


def test_the_formula_has_both_sides():
    assert step(r"\frac{b}{c}", r"\frac{1}{2}").formula == r"x = \frac{b}{c}"


def test_a_chain_of_equations_is_split_at_its_equals_signs():
    found = step("p_1-p_2 = b", r"\sum_{i=0}^{3} = 4")
    assert found.expressions == ("p_1-p_2", "b")
    assert found.substitutions == (r"\sum_{i=0}^{3}", "4")


@pytest.mark.parametrize(("value", "tex"), [(0, "0"), (1140, "1{,}140"), (-15, "-15")])
def test_a_count_becomes_tex(value, tex):
    assert tex_count(value) == tex


def test_a_cell_that_was_not_given_has_no_tex():
    with pytest.raises(ValueError, match="not given"):
        tex_count(None)


def test_a_probability_becomes_tex():
    # 1140 / 2**20; field case A02
    assert tex_probability(PValue(1140 / 2**20, -2.9637)) == "0.001087"
    assert tex_probability(PValue(0.0, -601.75896133229841)) == r"1.742\times 10^{-602}"
