"""Tests of app.stats.unpaired: the pooled two-proportion z-test."""

import pytest
from numpy.testing import assert_allclose

from app.stats.unpaired import unpaired_test


@pytest.mark.parametrize(
    ("candidate_passed", "baseline_passed", "n_items", "z", "p"),
    [
        # the worked example, z = 1.886, p = 0.0593; further digits mpmath
        (174, 160, 200, 1.8858746822104482, 0.059311843981600755),
        # mpmath, 60 digits: z = difference of passes * sqrt(2N / (passed * failed))
        (222, 160, 314, 5.0684162699302325, 4.0113937055500865e-7),
        (1452, 1467, 1536, -1.2440536272537545, 0.21347982652800816),
    ],
)
def test_unpaired_z_and_p(candidate_passed, baseline_passed, n_items, z, p):
    found = unpaired_test(candidate_passed, baseline_passed, n_items)
    assert_allclose(found.z, z, rtol=1e-14)
    assert_allclose(found.result.p, p, rtol=1e-14)


def test_the_pooled_rate_is_the_share_of_all_passes():
    assert unpaired_test(174, 160, 200).pooled_rate == 0.835


def test_equal_passes_have_z_zero_and_p_one():
    found = unpaired_test(160, 160, 200)
    assert (found.z, found.result.p) == (0, 1)


@pytest.mark.parametrize(("passed", "rate"), [(0, 0), (200, 1)])
def test_z_is_undefined_where_both_runs_passed_everything_or_nothing(passed, rate):
    found = unpaired_test(passed, passed, 200)
    assert found.z is None
    assert (found.result.p, found.pooled_rate) == (1, rate)


def test_counts_whose_products_pass_64_bits():
    # mpmath, 60 digits
    found = unpaired_test(300_001_000_000, 299_999_000_000, 2 * 10**12)
    assert_allclose(found.z, 2.8005601680560196, rtol=1e-14)
