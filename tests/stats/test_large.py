"""Tests of app.stats.large: what takes NumPy and SciPy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import chdtri

from app.stats.large import beta_odds, log_normal_tail, ratio_between, tail_ratio, tail_sum
from app.stats.odds_ratio import odds_ratio


@pytest.mark.parametrize(
    ("n", "m", "ratio"),
    [
        # oracle.py, 60 digits: the sum of C(n, i) / C(n, m) over i <= m, term by term
        (20, 3, 1.1850877192982456),
        (100, 49, 5.8979015799459995),
        (1000, 0, 1.0),
        (10**6, 499_000, 211.18477685874998),
    ],
)
def test_tail_ratio(n, m, ratio):
    assert_allclose(tail_ratio(n, m), ratio, rtol=1e-13)


@pytest.mark.parametrize(
    ("n", "m", "ratio"),
    [
        # whole numbers: C(20, 10) / C(20, 9), and nothing between for n odd
        (20, 9, 184756 / 167960),
        (21, 10, 0.0),
        # (C(22, 10) + C(22, 11) + C(22, 12)) / C(22, 9)
        (22, 9, (646646 + 705432 + 646646) / 497420),
    ],
)
def test_ratio_between(n, m, ratio):
    assert_allclose(ratio_between(n, m), ratio, rtol=1e-13)


@pytest.mark.parametrize(
    ("b", "c", "odds"),
    [
        # closed forms: P(X ≥ 1) = 1 − (1−p) = 0.025 for n = 1; p² = 0.025 for b = n = 2
        (1, 0, 0.025 / 0.975),
        (2, 0, 0.025**0.5 / (1 - 0.025**0.5)),
    ],
)
def test_beta_odds(b, c, odds):
    assert_allclose(beta_odds(b, c, 0.025), odds, rtol=1e-13)


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.01, 0.0001])
def test_the_hand_sum_agrees_with_scipy_where_one_gives_way_to_the_other(alpha):
    # two algorithms: Halley on a finite sum up to 60 items, SciPy's betaincinv here
    for b in range(1, 61):
        expected = beta_odds(b, 60 - b, alpha / 2)
        assert_allclose(odds_ratio(b, 60 - b, alpha).interval.lower, expected, rtol=1e-12)


def test_log_normal_tail_far_out():
    # mpmath, 60 digits: log(erfc(40 / sqrt(2)) / 2)
    assert_allclose(log_normal_tail(40.0), -804.6084420137538, rtol=1e-14)


@pytest.mark.parametrize(
    ("b", "c", "odds", "mass", "tail"),
    [
        # whole numbers: C(4, 3)·2³ / 3⁴ = 32/81, and with C(4, 4)·2⁴ / 3⁴ = 16/81 added
        (3, 1, 2.0, 32 / 81, 48 / 81),
        # all successes: (2/3)⁵
        (5, 0, 2.0, 32 / 243, 32 / 243),
    ],
)
def test_tail_sum(b, c, odds, mass, tail):
    log_point, ratio = tail_sum(b, c, odds)
    assert_allclose(np.exp(log_point), mass, rtol=1e-13)
    assert_allclose(np.exp(log_point) * ratio, tail, rtol=1e-13)


def test_a_limit_where_scipy_goes_astray():
    # The beta quantile is 1.9e-6 by SciPy 1.17, above b/c itself.  With c this large b is a
    # Poisson count: half the 0.025 quantile of chi-square with 2b degrees of freedom, over c.
    found = odds_ratio(1000, 10**9, 0.05)
    assert_allclose(found.interval.lower * 10**9, chdtri(2000, 0.975) / 2, rtol=1e-5)
    assert found.interval.lower < found.estimate < found.interval.upper
