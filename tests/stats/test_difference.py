"""Tests of app.stats.difference: rates, Wald, and Newcombe with both φ."""

import pytest
from numpy.testing import assert_allclose

from app.stats.difference import difference

Z_95 = 1.959963984540054
WORKED = (157, 17, 3, 23)


def limits(interval):
    return [interval.lower, interval.upper]


def test_rates_of_the_worked_example():
    found = difference(*WORKED, Z_95)
    assert (found.estimate, found.candidate_rate, found.baseline_rate) == (0.07, 0.87, 0.8)


def test_wald_of_the_worked_example():
    # 1.960 * (1/200) * sqrt(20 - 14**2/200); R contingencytables 3.0.1; digits oracle.py
    wald = difference(*WORKED, Z_95).wald
    assert_allclose(wald.half_width, 0.042738901123450248, rtol=1e-14)
    assert_allclose(limits(wald.interval), [0.027261098876549752, 0.11273890112345025], rtol=1e-13)


def test_newcombe_of_the_worked_example_prints_27_and_116():
    # R ratesci 1.1.0.9000 and contingencytables 3.0.1 (published_cases.json, brief_200)
    found = difference(*WORKED, Z_95).newcombe
    assert_allclose(limits(found.interval), [0.02737995481, 0.1156356651], rtol=0, atol=5e-11)
    assert_allclose(found.correlation, 0.6616048997131835, rtol=1e-14)  # oracle.py


def test_newcombe_with_corrected_phi_of_the_worked_example():
    # R contingencytables 3.0.1, ratesci 1.1.0.9000 (published_cases.json, brief_200)
    found = difference(*WORKED, Z_95).newcombe_corrected
    assert_allclose(limits(found.interval), [0.02623589212, 0.1166095765], rtol=0, atol=5e-11)
    assert_allclose(found.correlation, 0.64302049241786936, rtol=1e-14)  # oracle.py


@pytest.mark.parametrize(
    ("cells", "phi"),
    [
        # Newcombe (1998), method 10: 0 <= ad - bc <= N/2 becomes 0 (field cases C19, C20)
        ((20, 15, 6, 5), 0),
        ((1, 1, 7, 12), 0),
        # above N/2 it loses N/2: (100 - 1 - 6) / 36 is C05's 0.5 with (24 - 6) / 36
        ((5, 1, 1, 5), 0.5),
        # below 0 it stays: field case C11
        ((101, 121, 59, 33), -0.16965944083112561),
    ],
)
def test_the_correction_of_phi(cells, phi):
    found = difference(*cells, Z_95).newcombe_corrected.correlation
    assert_allclose(found, phi, rtol=1e-14)


@pytest.mark.parametrize("cells", [(0, 0, 3, 7), (7, 3, 0, 0), (0, 0, 0, 10), (0, 10, 0, 0)])
def test_phi_is_zero_where_a_margin_is_zero(cells):
    found = difference(*cells, Z_95)
    assert (found.newcombe.correlation, found.newcombe_corrected.correlation) == (0, 0)


def test_phi_of_margins_whose_product_passes_64_bits():
    # field case C35: the product is 98642124000000000000, in 64 bits 6408403631452241920
    found = difference(80_000, 12_000, 11_500, 96_500, Z_95)
    assert_allclose(found.newcombe.correlation, 0.76340073288699646, rtol=1e-14)


def test_newcombe_without_discordant_items_and_full_correlation_has_no_width():
    # published_cases.json, edge_no_discordant_5005: contingencytables, ratesci
    assert limits(difference(5, 0, 0, 5, Z_95).newcombe.interval) == [0, 0]


def test_wald_without_discordant_items_has_no_width():
    assert limits(difference(5, 0, 0, 5, Z_95).wald.interval) == [0, 0]


def test_wald_is_clipped_but_remembers_its_unclipped_limits():
    # field case H18: b = 7, c = 2, nothing else
    wald = difference(0, 7, 2, 0, Z_95).wald
    expected = [0.012332316995171779, 1.0987787941159393]
    assert_allclose(limits(wald.unclipped), expected, rtol=1e-13)
    assert wald.interval.upper == 1
