"""Tests of app.stats.p_value: probabilities near 1, near 0 and below the double range."""

import math
import sys

import pytest
from numpy.testing import assert_allclose

from app.stats.p_value import (
    CERTAIN,
    PValue,
    from_complement,
    from_log,
    from_ratio,
    from_squared_normal,
)


def test_certain_is_exactly_one():
    assert (CERTAIN.p, CERTAIN.log10_p) == (1, 0)


def test_from_log_gives_p_and_its_decimal_logarithm():
    found = from_log(-10 * math.log(2))
    assert_allclose(found.p, 1 / 1024, rtol=1e-15)
    # log10(2) = 0.30102999566398119521 (OEIS A007524)
    assert_allclose(found.log10_p, -3.0102999566398120, rtol=1e-15)


def test_from_log_keeps_the_logarithm_where_p_underflows():
    found = from_log(-1000 * math.log(10))
    assert found.p == 0
    assert_allclose(found.log10_p, -1000, rtol=1e-15)


def test_from_complement_keeps_the_digits_of_the_logarithm_near_one():
    # -log10(e) * (1e-13 + 1e-26 / 2); log10(e) = 0.43429448190325182765 (OEIS A002285)
    assert_allclose(from_complement(1e-13).log10_p, -4.3429448190327354e-14, rtol=1e-15)


@pytest.mark.parametrize(
    ("numerator", "denominator", "p", "log10_p"),
    [
        # log10(3) = 0.47712125471966243730, log10(2) = 0.30102999566398119521
        (3, 2**12, 0.000732421875, -3.1352386932481119),
        (3, 4, 0.75, -0.12493873660829995),
        (1, 1, 1.0, 0.0),
    ],
)
def test_from_ratio_divides_whole_numbers(numerator, denominator, p, log10_p):
    found = from_ratio(numerator, denominator)
    assert found.p == p
    assert_allclose(found.log10_p, log10_p, rtol=1e-15)


def test_from_ratio_keeps_the_digits_of_the_logarithm_near_one():
    # mpmath, 60 digits: log10(1 - 2**-60)
    found = from_ratio(2**60 - 1, 2**60)
    assert_allclose(found.log10_p, -3.7669041662237778e-19, rtol=1e-14)


@pytest.mark.parametrize(
    ("numerator", "denominator", "p", "log10_p"),
    [
        # mpmath, 60 digits: erfc(sqrt(x / 2)) and its log10
        (1, 100, 0.92034432544594204, -0.036049661062642284),
        (4, 10, 0.52708925686553809, -0.27811583548597756),
        (196, 20, 0.001745118699528905, -2.7581750278468157),
    ],
)
def test_from_squared_normal_is_the_upper_tail_of_chi_square(numerator, denominator, p, log10_p):
    found = from_squared_normal(numerator, denominator)
    assert_allclose(found.p, p, rtol=1e-14)
    assert_allclose(found.log10_p, log10_p, rtol=1e-14)


@pytest.mark.parametrize(
    ("statistic", "log10_p"),
    # mpmath, 60 digits: log10(erfc(sqrt(x / 2)))
    [(1500, -327.40725604416649), (2000, -436.04327371607295)],
)
def test_from_squared_normal_keeps_the_logarithm_where_p_underflows(statistic, log10_p):
    found = from_squared_normal(statistic, 1)
    assert found.underflows
    assert_allclose(found.log10_p, log10_p, rtol=1e-14)


def test_from_squared_normal_at_zero_is_certain():
    assert from_squared_normal(0, 7) == CERTAIN


@pytest.mark.parametrize(
    "certain", [from_complement(0.0), from_ratio(8, 8), from_squared_normal(0, 7)]
)
def test_the_logarithm_of_one_is_no_negative_zero(certain):
    # it would reach the JSON as -0.0
    assert math.copysign(1, certain.log10_p) == 1


@pytest.mark.parametrize(
    ("p", "underflows"), [(0.0, True), (5e-324, True), (sys.float_info.min, False), (1.0, False)]
)
def test_p_underflows_below_the_normal_doubles(p, underflows):
    assert PValue(p, -1.0).underflows is underflows


@pytest.mark.parametrize(
    ("result", "value"),
    # 2.2250738585072014e-308 is the least normal double (IEEE 754)
    [(PValue(0.25, -0.6), 0.25), (PValue(0.0, -400.0), None), (PValue(2.2e-308, -307.66), None)],
)
def test_a_p_below_the_double_range_is_no_number(result, value):
    assert result.value == value
