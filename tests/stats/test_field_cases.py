"""Cases in which public calculators went wrong, each with the right value.

``tests/data/field_cases.jsonl``; the ``counts`` cases are held here, every
field that they state.  In them A is the candidate and B the baseline.
"""

import json
import math
from decimal import Decimal
from pathlib import Path

import pytest

from app.stats import Table, compare
from app.stats.binomial import binomial_tests, log_point_mass
from app.stats.chi_square import corrected_chi_square_test
from app.stats.difference import difference

LINES = (Path(__file__).parents[1] / "data" / "field_cases.jsonl").read_text().splitlines()
COUNTS = {case["id"]: case for case in map(json.loads, LINES) if case["kind"] == "counts"}
Z_95 = 1.959963984540054
# Words, values that must not appear, and figures that have a test of their own below.
NOT_A_NUMBER = {"must", "note", "rel_tol", "wrong_values_seen", "published_rule_for_tie"}
NOT_A_NUMBER |= {"constructed", "phi_numerator_raw_ad_minus_bc", "if_bowker_offered"}
OWN_TEST = {"accept", "if_accepted", "also", "published", "closed_form", "intervals"}
OWN_TEST |= {"wald_95_A_minus_B_N56", "recommended_test", "product_of_margins"}


def limits(interval):
    return [interval.lower, interval.upper]


def log10_one_sided(found):
    """log10 P(X >= max(b, c)): half the exact p, and for a tie half a point more than a half."""
    if found.table.b == found.table.c:
        return math.log10((1 + found.binomial.point.p) / 2)
    return found.binomial.exact.log10_p - math.log10(2)


def log_point(found):
    return log_point_mass(found.table.n_discordant, min(found.table.b, found.table.c))


NUMBERS = {
    "N": lambda found: found.table.n_items,
    "n_discordant": lambda found: found.table.n_discordant,
    "log10_p_exact": lambda found: found.binomial.exact.log10_p,
    "log10_midp": lambda found: found.binomial.mid_p.log10_p,
    "chi2": lambda found: found.chi_square.statistic,
    "log10_p_chi2": lambda found: found.chi_square.result.log10_p,
    "chi2_cc": lambda found: found.chi_square_corrected.statistic,
    "log10_p_chi2_cc": lambda found: found.chi_square_corrected.result.log10_p,
    "delta_A_minus_B": lambda found: found.difference.estimate,
    "wald_95": lambda found: limits(found.difference.wald.unclipped),
    "newcombe_m10_95": lambda found: limits(found.difference.newcombe_corrected.interval),
    "newcombe_m8_uncorrected_phi_95": lambda found: limits(found.difference.newcombe.interval),
    "phi_m10": lambda found: found.difference.newcombe_corrected.correlation,
    "phi_m8": lambda found: found.difference.newcombe.correlation,
    "ln_pmf": log_point,
    # the digits that 1 - p would lose are in the logarithm
    "one_minus_midp": lambda found: -math.expm1(found.binomial.mid_p.log10_p * math.log(10)),
}
PROBABILITIES = {
    "p_exact": lambda found: found.binomial.exact.log10_p,
    "midp": lambda found: found.binomial.mid_p.log10_p,
    "p_chi2": lambda found: found.chi_square.result.log10_p,
    "p_chi2_cc": lambda found: found.chi_square_corrected.result.log10_p,
    "p_one_sided_exact": log10_one_sided,
    "P(X>=b)": log10_one_sided,
    "one_sided_P(X>=7)": log10_one_sided,
}


def compared(case_id):
    given = COUNTS[case_id]["input"]
    return compare(Table(given["b"], given["c"], given.get("a"), given.get("d")))


def stated(fields):
    return [
        pytest.param(case_id, field, id=f"{case_id}-{field}")
        for case_id, case in COUNTS.items()
        for field in case["expected"]
        if field in fields and case["expected"].get("accept") is not False
    ]


@pytest.mark.parametrize(("case_id", "field"), stated(NUMBERS))
def test_stated_number(case_id, field):
    expected = COUNTS[case_id]["expected"][field]
    got = NUMBERS[field](compared(case_id))
    if isinstance(expected, list):
        numbers = [float(number) for number in expected]
        assert got == pytest.approx(numbers, rel=1e-12, abs=1e-16)
    else:
        assert got == pytest.approx(float(expected), rel=1e-12, abs=1e-16)


@pytest.mark.parametrize(("case_id", "field"), stated(PROBABILITIES))
def test_stated_probability(case_id, field):
    # in logarithms, since some are outside the range of a double
    expected = Decimal(str(COUNTS[case_id]["expected"][field])).log10()
    got = PROBABILITIES[field](compared(case_id))
    assert got == pytest.approx(float(expected), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    ("case_id", "field"), stated({"p_exact", "midp", "p_chi2", "p_chi2_cc"} & set(PROBABILITIES))
)
def test_stated_p_as_a_double(case_id, field):
    found = compared(case_id)
    names = {"p_exact": "exact", "midp": "mid_p", "p_chi2": "chi_square"}
    got = found.p_values[names.get(field, "chi_square_corrected")]
    expected = float(COUNTS[case_id]["expected"][field])
    if got.underflows:
        assert expected < 1e-307
    else:
        assert got.p == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize(("case_id", "field"), stated({"recommended_test"}))
def test_stated_recommendation(case_id, field):
    expected = COUNTS[case_id]["expected"][field]
    assert compared(case_id).recommended == expected.split(" ")[0].replace("-", "_")


@pytest.mark.parametrize(("case_id", "field"), stated({"intervals"}))
def test_no_interval_from_b_and_c_alone(case_id, field):
    assert compared(case_id).intervals == {}


PRINTED = {
    "chi2": lambda found: found.chi_square.statistic,
    "p": lambda found: found.chi_square.result.p,
    "chi2_cc": lambda found: found.chi_square_corrected.statistic,
    "p_cc": lambda found: found.chi_square_corrected.result.p,
    "p_exact": lambda found: found.binomial.exact.p,
    "wald": lambda found: limits(found.difference.wald.interval),
    "newcombe": lambda found: limits(found.difference.newcombe_corrected.interval),
    "newcombe_m10": lambda found: limits(found.difference.newcombe_corrected.interval),
    "uncorrected_phi": lambda found: limits(found.difference.newcombe.interval),
    "tango": lambda found: limits(found.difference.tango),
}


@pytest.mark.parametrize(
    ("case_id", "quantity"),
    [
        pytest.param(case_id, quantity, id=f"{case_id}-{quantity}")
        for case_id, case in COUNTS.items()
        for quantity in case["expected"].get("published", ())
    ],
)
def test_published_number_to_its_digits(case_id, quantity):
    expected = COUNTS[case_id]["expected"]["published"][quantity]
    got = PRINTED[quantity](compared(case_id))
    pairs = zip(got, expected, strict=True) if isinstance(expected, list) else [(got, expected)]
    for number, text in pairs:
        half_a_digit = 0.50005 * 10.0 ** Decimal(text).as_tuple().exponent
        assert number == pytest.approx(float(text), rel=0, abs=half_a_digit)


@pytest.mark.parametrize(("case_id", "log2_p"), [("H09", -1074), ("H10", -1075)])
def test_exact_p_below_the_normal_doubles_has_its_closed_form(case_id, log2_p):
    assert COUNTS[case_id]["expected"]["closed_form"] == f"2**{log2_p}"
    exact = compared(case_id).binomial.exact
    assert exact.underflows
    assert exact.log10_p == pytest.approx(log2_p * 0.30102999566398119521, rel=1e-15, abs=0)


@pytest.mark.parametrize("case_id", ["C35", "H07", "C19"])
def test_stated_product_of_margins_gives_phi(case_id):
    a, b, c, d = (COUNTS[case_id]["input"][cell] for cell in "abcd")
    product = int(COUNTS[case_id]["expected"]["product_of_margins"])
    expected = float((a * d - b * c) / Decimal(product).sqrt())
    got = difference(a, b, c, d, Z_95).newcombe.correlation
    assert got == pytest.approx(expected, rel=1e-14, abs=0)


def test_c26_wald_needs_only_the_number_of_items():
    expected = COUNTS["C26"]["expected"]["wald_95_A_minus_B_N56"]
    for a in (0, 20, 46):
        got = limits(difference(a, 2, 8, 46 - a, Z_95).wald.interval)
        assert got == pytest.approx([float(number) for number in expected], rel=1e-12, abs=0)


def test_c29_twelve_to_nothing():
    expected = COUNTS["C29"]["expected"]["also"]["b=12,c=0 p_exact"]
    assert binomial_tests(12, 0).exact.p == float(expected)


def test_c34_five_to_nothing():
    expected = COUNTS["C34"]["expected"]["also"]
    corrected = corrected_chi_square_test(5, 0)
    assert corrected.statistic == float(expected["b=5,c=0 chi2_cc"])
    assert corrected.result.p == pytest.approx(float(expected["b=5,c=0 p_cc"]), rel=1e-14, abs=0)
    assert binomial_tests(5, 0).exact.p == float(expected["b=5,c=0 p_exact"])


def test_c41_a_three_by_three_table_is_no_table():
    with pytest.raises(TypeError):
        Table(*COUNTS["C41"]["input"]["table"])


def test_h13_no_items_are_an_error():
    with pytest.raises(ValueError, match="no items"):
        compared("H13")


def test_every_field_of_the_48_cases_is_held():
    assert len(COUNTS) == 48
    fields = {field for case in COUNTS.values() for field in case["expected"]}
    assert fields == fields & (set(NUMBERS) | set(PROBABILITIES) | NOT_A_NUMBER | OWN_TEST)
