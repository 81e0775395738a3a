"""Tests of app.stats.chi_square: McNemar's statistic, and Edwards' correction."""

import pytest
from numpy.testing import assert_allclose

from app.stats.chi_square import chi_square_test, corrected_chi_square_test


@pytest.mark.parametrize(
    ("b", "c", "statistic", "p"),
    [
        # the worked example: 196 / 20; R 0.0017451187, further digits mpmath
        (17, 3, 9.8, 0.001745118699528905),
        # mlxtend's guide (published_cases.json, mlxtend_drug), further digits mpmath
        (121, 59, 21.355555555555554, 3.8151358651125963e-06),
        # one item is 1 / 1; mpmath: erfc(sqrt(1 / 2))
        (0, 1, 1.0, 0.31731050786291410),
    ],
)
def test_chi_square(b, c, statistic, p):
    found = chi_square_test(b, c)
    assert found.statistic == statistic
    assert_allclose(found.result.p, p, rtol=1e-14)


@pytest.mark.parametrize(
    ("b", "c", "statistic", "p"),
    [
        # the worked example: 169 / 20; R 0.003650434404, further digits mpmath
        (17, 3, 8.45, 0.003650434404441876),
        # mlxtend's guide (published_cases.json, mlxtend_drug), further digits mpmath
        (121, 59, 20.672222222222222, 5.4500948254271198e-06),
    ],
)
def test_corrected_chi_square(b, c, statistic, p):
    found = corrected_chi_square_test(b, c)
    assert found.statistic == statistic
    assert_allclose(found.result.p, p, rtol=1e-14)


def test_the_numerators_of_the_worked_example_are_whole_numbers():
    assert chi_square_test(17, 3).numerator == 196
    assert corrected_chi_square_test(17, 3).numerator == 169


def test_numerators_beyond_64_bits_are_exact():
    assert chi_square_test(10**12, 1).numerator == 999999999998000000000001


@pytest.mark.parametrize(("b", "c"), [(18, 18), (18, 17), (17, 18), (1, 0), (10**12, 10**12)])
def test_the_correction_never_makes_evidence_of_a_tie(b, c):
    # field case C02: (|0| - 1)**2 / 36 was published as p = 0.868
    found = corrected_chi_square_test(b, c)
    assert (found.statistic, found.result.p, found.result.log10_p) == (0, 1, 0)


def test_a_tie_has_statistic_zero_and_p_one():
    found = chi_square_test(18, 18)
    assert (found.statistic, found.result.p) == (0, 1)


@pytest.mark.parametrize("test", [chi_square_test, corrected_chi_square_test])
def test_no_discordant_items_leave_the_statistic_undefined(test):
    found = test(0, 0)
    assert found.statistic is None
    assert (found.result.p, found.result.log10_p) == (1, 0)
