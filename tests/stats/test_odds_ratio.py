"""Tests of app.stats.odds_ratio: b/c with Clopper-Pearson limits."""

import math

import pytest
from numpy.testing import assert_allclose

from app.stats.odds_ratio import odds_ratio


@pytest.mark.parametrize(
    ("b", "c", "alpha", "lower", "upper"),
    [
        # R exact2x2 1.7.0, exactMcNemar: 1.639031945, 30.18087863; further digits oracle.py
        (17, 3, 0.05, 1.6390319448137966, 30.180878632173382),
        # oracle.py, 60 digits
        (17, 3, 0.01, 1.2248653289119726, 55.680866126498974),
        (33, 21, 0.05, 0.88248671314892597, 2.8580504082247998),
        (13, 3, 0.05, 1.190789042803184, 23.707381886826432),
    ],
)
def test_odds_ratio_limits(b, c, alpha, lower, upper):
    found = odds_ratio(b, c, alpha).interval
    assert_allclose([found.lower, found.upper], [lower, upper], rtol=1e-12)


def test_the_estimate_is_fixed_over_broken():
    assert odds_ratio(17, 3, 0.05).estimate == 17 / 3


def test_the_limits_come_from_the_limits_of_the_share():
    # Clopper and Pearson for 17 of 20, R binom.test: 0.6210732, 0.9679291
    found = odds_ratio(17, 3, 0.05).share
    assert_allclose([found.lower, found.upper], [0.6210732, 0.9679291], rtol=0, atol=5e-8)


def test_nothing_broken_is_an_infinite_odds_ratio():
    # closed form: the share whose fifth power is 0.025; R exact2x2: 0.9163558573
    found = odds_ratio(5, 0, 0.05)
    assert found.estimate == math.inf
    assert_allclose(found.interval.lower, 0.91635585731545962, rtol=1e-12)
    assert found.interval.upper == math.inf
    assert found.share.upper == 1


def test_nothing_fixed_is_an_odds_ratio_of_zero():
    # closed form for one item: 0.975 / 0.025
    found = odds_ratio(0, 1, 0.05)
    assert found.estimate == 0
    assert found.interval.lower == 0
    assert_allclose(found.interval.upper, 39, rtol=1e-12)
    assert found.share.lower == 0


def test_no_discordant_items_leave_the_odds_ratio_undefined():
    found = odds_ratio(0, 0, 0.05)
    assert found.estimate is None
    assert (found.interval.lower, found.interval.upper) == (0, math.inf)
    assert (found.share.lower, found.share.upper) == (0, 1)
