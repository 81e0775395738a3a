"""Tests of app.stats.tango: the score interval."""

import pytest
from numpy.testing import assert_allclose

from app.stats import Table, compare
from app.stats.tango import score_check, tango

Z_95 = 1.959963984540054
Z_99 = 2.5758293035489004


def limits(interval):
    return [interval.lower, interval.upper]


def test_tango_of_the_worked_example():
    # R ratesci 1.1.0.9000: 0.029218571, 0.119162731; further digits oracle.py
    found = tango(17, 3, 200, Z_95)
    assert_allclose(limits(found), [0.02921857123141821, 0.11916273099538646], rtol=1e-13)


def test_tango_at_99_percent():
    # oracle.py, 60 digits
    found = tango(17, 3, 200, Z_99)
    assert_allclose(limits(found), [0.014855797882499954, 0.13765192062575788], rtol=1e-13)


def test_tango_without_discordant_items_is_symmetric():
    # closed form z² / (N + z²); published_cases.json, edge_all_pass
    assert_allclose(
        limits(tango(0, 0, 10, Z_95)), [-0.2775327999, 0.2775327999], rtol=0, atol=5e-11
    )


def test_tango_reaches_one_where_every_item_was_fixed():
    # R ratesci (published_cases.json, edge_only_discordant_one_way)
    found = tango(5, 0, 5, Z_95)
    assert_allclose(found.lower, 0.1310350704, rtol=0, atol=5e-10)
    assert found.upper == 1


def test_tango_reaches_minus_one_where_every_item_was_broken():
    assert tango(0, 5, 5, Z_95).lower == -1


@pytest.mark.parametrize(
    ("delta", "share"),
    [
        # closed form n / 2N
        (0, 0.05),
        # mpmath, 60 digits: root of 2N q² + ((2N - b + c) delta - n) q - c delta (1 - delta)
        (0.1, 0.011614917897508378),
        (-0.1, 0.14063369609927909),
        (0.9, 0.00082385005630388282),
    ],
)
def test_the_broken_share_under_a_difference(delta, share):
    found = score_check(17, 3, 200, delta)
    assert_allclose(found.broken_share, share, rtol=1e-13)
    # the equation that defines it, Tango (1998)
    spread = 3 * delta * (1 - delta)
    equation = 400 * share**2 + found.linear_coefficient * share - spread
    assert_allclose(equation, 0, atol=1e-12)


def test_the_check_of_the_worked_example_is_made_at_its_lower_limit():
    found = compare(Table(17, 3, 157, 23))
    check = found.tango_check
    assert check.delta == found.intervals["tango"].lower
    # mpmath, 60 digits
    assert_allclose(check.broken_share, 0.029111674470841759, rtol=1e-12)


def test_there_is_no_check_without_a_and_d():
    assert compare(Table(17, 3)).tango_check is None
