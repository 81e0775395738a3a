"""Tests of app.stats.binomial: exact and mid-p from a handful of items to 2·10¹²."""

import math

import pytest
from numpy.testing import assert_allclose

from app.stats.binomial import (
    HAND_SUM_LIMIT,
    binomial_tests,
    log_point_mass,
    point_masses,
    smallest_exact_p,
)

LOG10_2 = 0.30102999566398119521  # OEIS A007524


@pytest.mark.parametrize(
    ("b", "c", "exact", "mid_p"),
    [
        # 2 * (1 + 20 + 190 + 1140) / 2**20 and the same less 1140 / 2**20
        (17, 3, 2702 / 2**20, 1562 / 2**20),
        # all of five on one side: 2 / 2**5 and 1 / 2**5
        (5, 0, 0.0625, 0.03125),
        (1, 0, 1.0, 0.5),
        # one short of a tie: both halves, and the halves less C(3, 1) / 2**3
        (2, 1, 1.0, 0.625),
    ],
)
def test_small_tables_equal_their_sum_by_hand(b, c, exact, mid_p):
    tests = binomial_tests(b, c)
    assert tests.exact.p == exact
    assert tests.mid_p.p == mid_p


@pytest.mark.parametrize(
    ("b", "mid_p"),
    # Fagerland, Lydersen and Laake (2013): 1 - C(2b, b) / 2**(2b+1)
    [(1, 0.75), (3, 0.84375), (5, 0.876953125)],
)
def test_a_tie_is_certain_and_its_mid_p_lacks_half_the_point(b, mid_p):
    tests = binomial_tests(b, b)
    assert (tests.exact.p, tests.exact.log10_p) == (1, 0)
    assert tests.mid_p.p == mid_p


def test_no_discordant_items_make_every_p_one():
    tests = binomial_tests(0, 0)
    assert (tests.exact.p, tests.mid_p.p, tests.point.p) == (1, 1, 1)


def test_the_hand_sum_holds_the_binomial_coefficients():
    assert binomial_tests(17, 3).hand_sum == (1, 20, 190, 1140)


def test_the_hand_sum_ends_with_its_limit():
    assert len(binomial_tests(HAND_SUM_LIMIT - 3, 3).hand_sum) == 4
    assert binomial_tests(HAND_SUM_LIMIT - 2, 3).hand_sum is None


@pytest.mark.parametrize("n", range(HAND_SUM_LIMIT + 1, HAND_SUM_LIMIT + 9))
def test_above_the_hand_sum_every_split_equals_its_sum_in_whole_numbers(n):
    for m in range((n + 1) // 2):
        tests = binomial_tests(m, n - m)
        total = sum(math.comb(n, k) for k in range(m + 1))
        assert_allclose(tests.exact.p, 2 * total / 2**n, rtol=1e-13)
        assert_allclose(tests.mid_p.p, (2 * total - math.comb(n, m)) / 2**n, rtol=1e-13)
        assert_allclose(tests.point.p, math.comb(n, m) / 2**n, rtol=1e-13)


def test_log10_p_of_ten_thousand_to_nothing():
    # 2 / 2**10000, from the issue
    assert_allclose(binomial_tests(10_000, 0).exact.log10_p, -3009.99892664415, rtol=1e-15)
    # 1 / 2**10000
    assert_allclose(binomial_tests(10_000, 0).mid_p.log10_p, -10_000 * LOG10_2, rtol=1e-15)


def test_p_of_a_trillion_items_three_million_from_the_middle():
    # from the issue; the oracle at 60 digits: 2 * 9.8659372083244711e-10
    tests = binomial_tests(500_003_000_000, 499_997_000_000)
    assert_allclose(tests.exact.p, 1.97318744166489e-9, rtol=1e-12)


def test_a_tie_of_two_trillion_items():
    # from the issue and field case H01; the oracle at 60 digits
    tests = binomial_tests(10**12, 10**12)
    assert tests.exact.p == 1
    assert_allclose(tests.mid_p.p, 0.999999717905208, rtol=1e-15)
    assert_allclose(tests.point.p / 2, 2.8209479177384288e-7, rtol=1e-14)
    lacking = -math.expm1(tests.mid_p.log10_p * math.log(10))
    assert_allclose(lacking, 2.8209479177384288e-7, rtol=1e-14)


@pytest.mark.parametrize(
    ("b", "c", "log10_exact", "log10_mid_p"),
    [
        # mpmath, 60 digits: 1 less the 32 masses between, where log10 p is tiny
        (400_000_000, 399_999_967, -3.9221605500324889e-4, -4.0447851037436869e-4),
        # published_cases.json, huge_discordant: "exact big-integer sum"; oracle.py
        (3000, 100, -742.41208891000502, -742.6988881179478),
    ],
)
def test_log10_p_at_both_ends_of_the_range(b, c, log10_exact, log10_mid_p):
    tests = binomial_tests(b, c)
    assert_allclose(tests.exact.log10_p, log10_exact, rtol=1e-12)
    assert_allclose(tests.mid_p.log10_p, log10_mid_p, rtol=1e-12)


@pytest.mark.parametrize(
    ("n", "m", "log_mass"),
    [
        # mpmath, 60 digits: loggamma(n+1) - loggamma(m+1) - loggamma(n-m+1) - n log 2
        (20, 3, -6.824160069810365),
        (100, 10, -38.832394693715883),
        (1000, 499, -3.6819169947568024),
        (10**6, 400_000, -20142.626686587129),
        (2 * 10**12, 10**12, -14.387875500889099),
    ],
)
def test_log_point_mass(n, m, log_mass):
    assert_allclose(log_point_mass(n, m), log_mass, rtol=1e-14)


@pytest.mark.parametrize(
    # 2 / 2**n; the page says of n = 5 that it cannot reach 0.05
    ("n", "p"),
    [(0, 1), (1, 1), (5, 0.0625), (6, 0.03125)],
)
def test_smallest_exact_p(n, p):
    assert smallest_exact_p(n).p == p


def test_smallest_exact_p_is_the_p_of_a_one_sided_split():
    for n in range(1, 100):
        assert smallest_exact_p(n).p == 2.0 ** (1 - n)
        assert binomial_tests(n, 0).exact.p == pytest.approx(2.0 ** (1 - n), rel=1e-13, abs=0)


def test_smallest_exact_p_keeps_its_logarithm_where_it_underflows():
    assert smallest_exact_p(10_000).p == 0
    assert_allclose(smallest_exact_p(10_000).log10_p, -9_999 * LOG10_2, rtol=1e-15)


def test_point_masses_of_a_fair_coin():
    # C(4, k) / 16
    assert point_masses(4, [0, 1, 2, 3, 4]) == [0.0625, 0.25, 0.375, 0.25, 0.0625]


def test_point_masses_above_the_hand_sum():
    values = [0, 99, 100, 101, 200]
    expected = [math.comb(200, k) / 2**200 for k in values]
    assert_allclose(point_masses(200, values), expected, rtol=1e-13)
