"""Tests of app.stats.interval: what an interval is, and Wilson's."""

import pytest
from numpy.testing import assert_allclose

from app.stats.interval import Interval, wilson

Z_95 = 1.959963984540054


@pytest.mark.parametrize(
    ("passed", "n_items", "lower", "upper"),
    [
        # Newcombe (1998), Stat Med 17:857-872, Table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_limits_of_newcombes_table(passed, n_items, lower, upper):
    found = wilson(passed, n_items, Z_95).interval
    assert_allclose([found.lower, found.upper], [lower, upper], rtol=0, atol=5e-5)


@pytest.mark.parametrize(
    ("passed", "n_items", "lower", "upper"),
    [
        # oracle.py, 60 digits
        (174, 200, 0.81633648127751593, 0.9097179772033068),
        (160, 200, 0.73914481343462121, 0.84954799073901885),
        (1, 29, 0.0061132142927626605, 0.17175521879320288),
    ],
)
def test_wilson_limits(passed, n_items, lower, upper):
    found = wilson(passed, n_items, Z_95).interval
    assert_allclose([found.lower, found.upper], [lower, upper], rtol=1e-14)


def test_wilson_of_nothing_passed_starts_at_zero():
    # closed form z² / (n + z²)
    found = wilson(0, 20, Z_95).interval
    assert found.lower == 0
    assert_allclose(found.upper, 0.16112515805281939, rtol=1e-14)


def test_wilson_of_everything_passed_ends_at_one():
    # closed form n / (n + z²)
    found = wilson(29, 29, Z_95).interval
    assert_allclose(found.lower, 0.88303020150025923, rtol=1e-14)
    assert found.upper == 1


def test_wilson_arms_are_the_distances_from_the_rate():
    # oracle.py, 60 digits: 0.87 less and more the limits above
    found = wilson(174, 200, Z_95)
    assert_allclose(found.below, 0.05366351872248407, rtol=1e-14)
    assert_allclose(found.above, 0.0397179772033068, rtol=1e-14)


def test_wilson_arms_keep_their_digits_where_the_limits_crowd_at_one():
    # oracle.py, 60 digits: 999999999999 of a trillion passed
    assert_allclose(wilson(10**12 - 1, 10**12, Z_95).below, 4.6649342657365115e-12, rtol=1e-14)


@pytest.mark.parametrize(
    ("lower", "upper", "contains"),
    [(-1, 1, True), (0, 1, True), (-1, 0, True), (0, 0, True), (0.1, 1, False), (-1, -0.1, False)],
)
def test_an_interval_contains_zero_at_its_limits_too(lower, upper, contains):
    assert Interval(lower, upper).contains_zero is contains


@pytest.mark.parametrize(
    ("lower", "upper", "clipped"),
    [
        (-0.5, 0.5, (-0.5, 0.5)),
        (-1.5, 0.5, (-1, 0.5)),
        (-0.5, 1.5, (-0.5, 1)),
        (1 + 1e-15, 1 + 1e-15, (1, 1)),
        (-1 - 1e-15, -1 - 1e-15, (-1, -1)),
    ],
)
def test_clipping_keeps_limits_between_minus_one_and_one(lower, upper, clipped):
    assert Interval(lower, upper).clipped() == Interval(*clipped)
