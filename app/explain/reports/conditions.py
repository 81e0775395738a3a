"""What the code of a report must heed in a table."""

from app.stats import Comparison

NOTHING_TO_TEST = "# The runs agree on every item: there is nothing to test.\n"
MODERATE = 10**6
"""Discordant items up to which the libraries' own functions hold all their digits.

Above it `binomtest` and `binom.test` may count too many outcomes as extreme, all whose
probability is within 1e-7 of the observed one, and R's holds n numbers in memory.
"""


def binomial_underflows(comparison: Comparison) -> bool:
    """Return whether the exact p or mid-p is below the double range."""
    tests = comparison.binomial
    return tests.exact.underflows or tests.mid_p.underflows


def chi_square_underflows(comparison: Comparison) -> bool:
    """Return whether a chi-square p is below the double range."""
    plain, corrected = comparison.chi_square, comparison.chi_square_corrected
    return plain.result.underflows or corrected.result.underflows


def is_moderate(comparison: Comparison) -> bool:
    """Return whether the libraries' own tests hold for so many discordant items."""
    return comparison.table.n_discordant <= MODERATE
