"""The one entry: a table in, every number out."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from app.stats.binomial import BinomialTests, binomial_tests, smallest_exact_p
from app.stats.chi_square import ChiSquareTest, chi_square_test, corrected_chi_square_test
from app.stats.difference import Difference, difference
from app.stats.interval import Interval
from app.stats.odds_ratio import OddsRatio, odds_ratio
from app.stats.p_value import PValue, normal_quantile
from app.stats.table import Table
from app.stats.tango import ScoreCheck, score_check
from app.stats.unpaired import UnpairedTest, unpaired_test
from app.stats.verdict import Outcome, Run, Verdict, decide

EXACT_BELOW = 25
"""Fewer discordant items than this: report the exact p (the usual rule)."""

REPORTED_INTERVAL: Final = "newcombe"
"""The interval that the verdict quotes."""

TestName = Literal["exact", "mid_p", "chi_square", "chi_square_corrected"]
IntervalName = Literal["wald", "newcombe", "newcombe_corrected", "tango"]


class Comparison(NamedTuple):
    """Everything that is known of one table at one confidence level.

    Attributes
    ----------
    table : Table
        The counts.
    confidence, alpha, z : float
        Level as a share, 1 − level, and the two-sided normal quantile.
    binomial : BinomialTests
        Exact and mid-p.
    chi_square, chi_square_corrected : ChiSquareTest
        McNemar's statistic, without and with Edwards' correction.
    recommended : {"exact", "chi_square"}
        The test whose p is to be reported.
    odds_ratio : OddsRatio
        b/c.
    difference : Difference or None
        None where a and d were not given.
    unpaired : UnpairedTest or None
        None where a and d were not given.
    verdict : Verdict
        What it all decides.
    """

    table: Table
    confidence: float
    alpha: float
    z: float
    binomial: BinomialTests
    chi_square: ChiSquareTest
    chi_square_corrected: ChiSquareTest
    recommended: Literal["exact", "chi_square"]
    odds_ratio: OddsRatio
    difference: Difference | None
    unpaired: UnpairedTest | None
    verdict: Verdict

    @property
    def p_values(self) -> Mapping[TestName, PValue]:
        """The four p-values by name."""
        return {
            "exact": self.binomial.exact,
            "mid_p": self.binomial.mid_p,
            "chi_square": self.chi_square.result,
            "chi_square_corrected": self.chi_square_corrected.result,
        }

    @property
    def intervals(self) -> Mapping[IntervalName, Interval]:
        """The four intervals of the difference by name; empty without a and d."""
        measured = self.difference
        if measured is None:
            return {}
        return {
            "wald": measured.wald.interval,
            "newcombe": measured.newcombe.interval,
            "newcombe_corrected": measured.newcombe_corrected.interval,
            "tango": measured.tango,
        }

    @property
    def rejecting(self) -> frozenset[str]:
        """Names of the tests whose p is below alpha."""
        return frozenset(name for name, result in self.p_values.items() if result.p < self.alpha)

    @property
    def clearing(self) -> frozenset[str]:
        """Names of the intervals that do not contain 0."""
        return frozenset(
            name for name, limits in self.intervals.items() if not limits.contains_zero
        )

    @property
    def width(self) -> float | None:
        """Width of the interval to report; None without a and d."""
        limits = self.reported_interval
        return None if limits is None else limits.upper - limits.lower

    @property
    def reported_interval(self) -> Interval | None:
        """The interval to report; None without a and d."""
        return self.intervals.get(REPORTED_INTERVAL)

    @property
    def smallest_exact_p(self) -> PValue:
        """The least exact p that any split of the discordant items can give."""
        return smallest_exact_p(self.table.n_discordant)

    @property
    def tango_check(self) -> ScoreCheck | None:
        """Tango's score test at its own lower limit; None without a and d."""
        table, measured = self.table, self.difference
        if measured is None or table.n_items is None:
            return None
        return score_check(table.b, table.c, table.n_items, measured.tango.lower)

    @property
    def recommended_p(self) -> PValue:
        """The p to report."""
        return self.p_values[self.recommended]


def compare(table: Table, confidence: float = 0.95) -> Comparison:
    """Compare two runs on the same items.

    Parameters
    ----------
    table : Table
        Counts of items.
    confidence : float
        Confidence level as a share, above 0 and below 1.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1.

    Examples
    --------
    >>> found = compare(Table(b=17, c=3, a=157, d=23))
    >>> found.recommended, round(found.recommended_p.p, 4), str(found.verdict.outcome)
    ('exact', 0.0026, 'resolved')
    """
    if not 0 < confidence < 1:
        raise ValueError("confidence is a share between 0 and 1")
    a, b, c, d = table.a, table.b, table.c, table.d
    # 1 − 0.95 is 0.05, not 0.050000000000000044; next to 1 nothing is left to round.
    alpha = round(1 - confidence, 15) or 1 - confidence
    z = normal_quantile(alpha / 2)
    binomial = binomial_tests(b, c)
    plain, corrected = chi_square_test(b, c), corrected_chi_square_test(b, c)
    measured = None
    unpaired = None
    if a is not None and d is not None:
        measured = difference(a, b, c, d, z)
        unpaired = unpaired_test(a + b, a + c, a + b + c + d)
    recommended: Literal["exact", "chi_square"] = "exact" if b + c < EXACT_BELOW else "chi_square"
    reported = binomial.exact if recommended == "exact" else plain.result
    # All items on one side is the split with the smallest p.
    best = smallest_exact_p(b + c) if recommended == "exact" else chi_square_test(b + c, 0).result
    return Comparison(
        table=table,
        confidence=confidence,
        alpha=alpha,
        z=z,
        binomial=binomial,
        chi_square=plain,
        chi_square_corrected=corrected,
        recommended=recommended,
        odds_ratio=odds_ratio(b, c, alpha),
        difference=measured,
        unpaired=unpaired,
        verdict=_verdict(table, reported.p < alpha, measured, best.p < alpha),
    )


def _verdict(
    table: Table, recommended_rejects: bool, measured: Difference | None, attainable: bool
) -> Verdict:
    outcome = decide(
        recommended_rejects,
        not measured.wald.interval.contains_zero if measured else recommended_rejects,
        not measured.newcombe.interval.contains_zero if measured else recommended_rejects,
    )
    leads = None
    if not table.is_tie:
        leads = Run.CANDIDATE if table.b > table.c else Run.BASELINE
    favours = None if outcome is Outcome.NOT_RESOLVED else leads
    return Verdict(outcome, leads, favours, attainable)
