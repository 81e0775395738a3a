"""Tests of app.stats.compare: one table in, every number and the verdict out."""

import pytest
from numpy.testing import assert_allclose

from app.stats import Table, compare

WORKED = Table(b=17, c=3, a=157, d=23)


def test_the_p_values_of_the_worked_example():
    # design.md, section 3, from R contingencytables 3.0.1
    found = compare(WORKED).p_values
    expected = {
        "exact": 0.002576828002929688,
        "mid_p": 0.001489639282226562,
        "chi_square": 0.0017451187,
        "chi_square_corrected": 0.003650434404,
    }
    assert list(found) == list(expected)
    for name, p in expected.items():
        assert_allclose(found[name].p, p, rtol=1e-7)


def test_the_intervals_of_the_worked_example():
    # R contingencytables 3.0.1 and ratesci 1.1.0.9000 (published_cases.json, brief_200)
    found = compare(WORKED).intervals
    expected = {
        "wald": (0.02726109888, 0.1127389011),
        "newcombe": (0.02737995481, 0.1156356651),
        "newcombe_corrected": (0.02623589212, 0.1166095765),
        "tango": (0.029218571, 0.119162731),
    }
    assert list(found) == list(expected)
    for name, (lower, upper) in expected.items():
        got = found[name]
        assert_allclose([got.lower, got.upper], [lower, upper], rtol=0, atol=5e-10)


def test_the_odds_ratio_and_the_unpaired_test_of_the_worked_example():
    # R exact2x2 1.7.0; design.md, section 3: z = 1.886, p = 0.0593
    found = compare(WORKED)
    limits = found.odds_ratio.interval
    assert_allclose([limits.lower, limits.upper], [1.639031945, 30.18087863], rtol=1e-9)
    assert_allclose(found.unpaired.z, 1.886, rtol=0, atol=5e-4)
    assert_allclose(found.unpaired.result.p, 0.0593, rtol=0, atol=5e-5)


def test_the_verdict_of_the_worked_example():
    found = compare(WORKED)
    verdict = found.verdict
    assert verdict.outcome == "resolved"
    assert (verdict.leads, verdict.favours) == ("candidate", "candidate")
    assert found.rejecting == {"exact", "mid_p", "chi_square", "chi_square_corrected"}
    assert found.clearing == {"wald", "newcombe", "newcombe_corrected", "tango"}
    assert verdict.attainable


def test_the_width_is_that_of_newcombes_interval():
    # R ratesci 1.1.0.9000: 0.1156356651 - 0.02737995481
    assert_allclose(compare(WORKED).width, 0.08825571029, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("b", "c", "recommended"),
    [(0, 0, "exact"), (13, 11, "exact"), (13, 12, "chi_square"), (25, 0, "chi_square")],
)
def test_from_25_discordant_items_on_the_chi_square_p_is_reported(b, c, recommended):
    found = compare(Table(b, c))
    assert found.recommended == recommended
    assert found.recommended_p is found.p_values[recommended]


@pytest.mark.parametrize(
    ("confidence", "alpha", "z"),
    [
        # mpmath, 60 digits: sqrt(2) * erfinv(confidence)
        (0.8, 0.2, 1.2815515655446004),
        (0.95, 0.05, 1.9599639845400542),
        (0.9999, 0.0001, 3.890591886413094),
    ],
)
def test_the_level_gives_alpha_and_z(confidence, alpha, z):
    found = compare(WORKED, confidence)
    assert found.alpha == alpha
    assert_allclose(found.z, z, rtol=1e-14)


@pytest.mark.parametrize("confidence", [0, 1, -0.1, 1.5, 95, float("nan")])
def test_a_level_that_is_no_share_is_an_error(confidence):
    with pytest.raises(ValueError, match="between 0 and 1"):
        compare(WORKED, confidence)


@pytest.mark.parametrize("confidence", [1 - 1e-13, 1 - 2**-53])
def test_a_level_next_to_one_still_gives_numbers(confidence):
    found = compare(WORKED, confidence)
    assert 0 < found.alpha < 1e-12
    for interval in found.intervals.values():
        assert -1 <= interval.lower < 0.07 < interval.upper <= 1


def test_without_a_and_d_there_are_p_values_and_no_difference():
    found = compare(Table(b=17, c=3))
    assert found.recommended_p.p == 2702 / 2**20
    assert (found.difference, found.unpaired, found.width) == (None, None, None)
    assert found.intervals == {}


def test_without_a_and_d_the_test_alone_resolves():
    assert compare(Table(b=17, c=3)).verdict.outcome == "resolved"
    assert compare(Table(b=9, c=11)).verdict.outcome == "not_resolved"


def test_a_lead_that_is_not_resolved_favours_neither_run():
    found = compare(Table(b=9, c=11, a=40, d=40))
    verdict = found.verdict
    assert (verdict.outcome, verdict.leads, verdict.favours) == ("not_resolved", "baseline", None)


def test_a_tie_has_no_leader():
    found = compare(Table(b=5, c=5, a=40, d=50))
    verdict = found.verdict
    assert (verdict.outcome, verdict.leads, verdict.favours) == ("not_resolved", None, None)


def test_no_discordant_items_are_no_evidence_of_a_difference():
    # the Wald interval [0, 0] contains 0
    found = compare(Table(b=0, c=0, a=5, d=5))
    verdict = found.verdict
    assert (verdict.outcome, verdict.leads) == ("not_resolved", None)
    assert found.rejecting == frozenset()
    assert found.clearing == frozenset()


def test_a_low_p_beside_an_interval_with_zero_is_borderline():
    # R (published_cases.json, edge_c_zero): exact p 0.125, Newcombe and Tango exclude 0, m10 not
    found = compare(Table(b=4, c=0, a=50, d=46))
    verdict = found.verdict
    assert verdict.outcome == "borderline"
    assert verdict.favours == "candidate"
    assert found.rejecting == {"chi_square"}
    assert found.clearing == {"wald", "newcombe", "tango"}


def test_the_corrected_p_just_below_alpha_rejects():
    # field case C10: p 0.04995 published as "0.050"
    found = compare(Table(b=18, c=33, a=1434, d=51))
    verdict = found.verdict
    assert "chi_square_corrected" in found.rejecting
    assert verdict.favours == "baseline"


@pytest.mark.parametrize(
    ("b", "c", "attainable"),
    # 2 / 2**n: at 5 items 0.0625, at 6 items 0.03125
    [(0, 0, False), (5, 0, False), (3, 3, True), (6, 0, True), (25, 0, True)],
)
def test_whether_any_split_could_be_significant(b, c, attainable):
    assert compare(Table(b, c)).verdict.attainable is attainable


def test_a_smallest_p_equal_to_alpha_is_not_below_it():
    # 2 / 2**5 = 0.0625 = 1 - 0.9375, all exact in binary
    found = compare(Table(5, 0), confidence=0.9375)
    verdict = found.verdict
    assert not verdict.attainable
    assert "exact" not in found.rejecting


def test_a_result_cannot_be_changed():
    with pytest.raises(AttributeError):
        compare(WORKED).alpha = 0.1
