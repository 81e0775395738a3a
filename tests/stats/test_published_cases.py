"""Every number that papers, manuals and other programs print, to the digits that they print.

``tests/data/published_cases.json`` names the source of each table.
"""

import json
from pathlib import Path

import pytest

from app.stats import Table, compare
from app.stats.difference import difference

CASES = json.loads((Path(__file__).parents[1] / "data" / "published_cases.json").read_text())
NOT_OFFERED = {"bonett_price", "agresti_min", "or_midp"}  # intervals that the page does not show


def limits(interval):
    return [interval.lower, interval.upper]


def one_sided_p(found, favoured, other):
    """P(X >= favoured): half the exact p, or what is left of the other half."""
    half = found.binomial.exact.p / 2
    return half if favoured > other else 1 - half + found.binomial.point.p


VALUES = {
    "p_exact": lambda found, measured: found.binomial.exact.p,
    "log10_p_exact": lambda found, measured: found.binomial.exact.log10_p,
    "p_mid": lambda found, measured: found.binomial.mid_p.p,
    "log10_p_mid": lambda found, measured: found.binomial.mid_p.log10_p,
    "p_greater": lambda found, measured: one_sided_p(found, found.table.b, found.table.c),
    "p_less": lambda found, measured: one_sided_p(found, found.table.c, found.table.b),
    "chi2": lambda found, measured: found.chi_square.statistic,
    "p_chi2": lambda found, measured: found.chi_square.result.p,
    "chi2_cc": lambda found, measured: found.chi_square_corrected.statistic,
    "p_chi2_cc": lambda found, measured: found.chi_square_corrected.result.p,
    "wald": lambda found, measured: limits(measured.wald.interval),
    "newcombe_m8": lambda found, measured: limits(measured.newcombe.interval),
    "newcombe_m10": lambda found, measured: limits(measured.newcombe_corrected.interval),
    "tango": lambda found, measured: limits(measured.tango),
    "or_hat": lambda found, measured: found.odds_ratio.estimate,
    "or_exact": lambda found, measured: limits(found.odds_ratio.interval),
}


@pytest.mark.parametrize(
    ("case", "quantity"),
    [
        pytest.param(case, quantity, id=f"{case['name']}-{quantity}")
        for case in CASES
        for quantity in case["expected"]
        if quantity not in NOT_OFFERED
    ],
)
def test_published_number(case, quantity):
    a, b, c, d = (case[cell] for cell in "abcd")
    found = compare(Table(b, c, a, d), float(case["conf"]))
    z = float(case.get("z", found.z))  # some sources print with z = 1.96
    got = VALUES[quantity](found, difference(a, b, c, d, z))
    expected = case["expected"][quantity]
    digits = case["digits"][quantity] if isinstance(case["digits"], dict) else case["digits"]
    half_a_digit = 0.50005 * 10**-digits
    pairs = zip(got, expected, strict=True) if isinstance(expected, list) else [(got, expected)]
    for number, printed in pairs:
        if printed is not None:  # one source leaves a limit out
            assert number == pytest.approx(float(printed), rel=0, abs=half_a_digit)


def test_every_published_quantity_is_held_or_named_as_not_offered():
    assert len(CASES) == 63
    assert {quantity for case in CASES for quantity in case["expected"]} == NOT_OFFERED | set(
        VALUES
    )
