"""Lines in Python that work out the numbers anew, with other people's libraries.

Only counts and the level go into them, never a name.  Which lines are printed
depends on the table, so that what is printed runs, and nothing else is in the way.
"""

from collections.abc import Iterable

from app.explain.reports.conditions import (
    NOTHING_TO_TEST,
    binomial_underflows,
    chi_square_underflows,
    is_moderate,
)
from app.stats import Comparison


def python_code(comparison: Comparison) -> str:
    """Return lines that run with SciPy and statsmodels and print the numbers.

    Examples
    --------
    >>> from app.stats import Table, compare
    >>> print(python_code(compare(Table(0, 0))), end="")
    # The runs agree on every item: there is nothing to test.
    print("no discordant item")
    """
    if comparison.table.n_discordant == 0:
        return f'{NOTHING_TO_TEST}print("no discordant item")\n'
    return "\n".join(_python_blocks(comparison))


def _python_blocks(comparison: Comparison) -> Iterable[str]:
    table, unpaired = comparison.table, comparison.unpaired
    yield _PY_IMPORTS
    yield f"b, c = {table.b}, {table.c}  # fixed, broken by the candidate\n" + _PY_LEVEL.format(
        alpha=comparison.alpha
    )
    yield _python_binomial(comparison)
    yield _python_chi_square(comparison)
    yield _PY_ODDS_RATIO if is_moderate(comparison) else _PY_ASTRAY + _PY_ODDS_RATIO
    if comparison.difference is not None:
        yield f"a, d = {table.a}, {table.d}  # both passed, both failed\n" + _PY_DIFFERENCE
        yield _PY_NEWCOMBE
        yield _PY_TANGO
    if unpaired is not None and unpaired.z is not None:
        yield _PY_UNPAIRED_LOG if unpaired.result.underflows else _PY_UNPAIRED


def _python_binomial(comparison: Comparison) -> str:
    if comparison.table.is_tie:
        return _PY_BINOMIAL_TIE
    if binomial_underflows(comparison):
        return _PY_BINOMIAL_LOG if is_moderate(comparison) else _PY_FEW_DIGITS + _PY_BINOMIAL_LOG
    return _PY_BINOMIAL.format(
        exact="stats.binomtest(m, n, 0.5).pvalue"
        if is_moderate(comparison)
        else "2 * stats.binom.cdf(m, n, 0.5)"
    )


def _python_chi_square(comparison: Comparison) -> str:
    if comparison.table.is_tie:
        return _PY_CHI_SQUARE_TIE
    tail = _PY_CHI_SQUARE_LOG if chi_square_underflows(comparison) else _PY_CHI_SQUARE_P
    return _PY_CHI_SQUARE + tail


_PY_IMPORTS = """\
# Needs SciPy and statsmodels: pip install scipy statsmodels
from math import inf, log, sqrt

from scipy import optimize, stats
from statsmodels.stats import contingency_tables, proportion
"""

_PY_LEVEL = """\
alpha = {alpha!r}  # 1 - confidence
n, m = b + c, min(b, c)
"""

_PY_BINOMIAL = """\
# Exact binomial test; mid-p counts the observed split by half.
exact_p = {exact}
mid_p = exact_p - stats.binom.pmf(m, n, 0.5)
print("exact p", exact_p)
print("mid-p", mid_p)
"""

_PY_BINOMIAL_TIE = """\
# Exact binomial test: a tie is as even as can be. Mid-p leaves out half of it.
exact_p = stats.binomtest(m, n, 0.5).pvalue
mid_p = 1 - stats.binom.pmf(m, n, 0.5) / 2
print("exact p", exact_p)
print("mid-p", mid_p)
"""

_PY_BINOMIAL_LOG = """\
# The exact p and mid-p are too small for a floating-point number; their logarithms are not.
term = total = 1.0  # P(X <= m) / P(X = m), whose terms fall from m downwards
for k in range(m, 0, -1):
    term *= k / (n - k + 1)
    total += term
    if term < 1e-17 * total:
        break
log_point = stats.binom.logpmf(m, n, 0.5)
log10_exact_p = (log_point + log(2 * total)) / log(10)
log10_mid_p = (log_point + log(2 * total - 1)) / log(10)
print("log10 of the exact p", log10_exact_p)
print("log10 of mid-p", log10_mid_p)
"""

_PY_FEW_DIGITS = """\
# For counts this large SciPy's logpmf holds some six digits; R's pbinom holds more.
"""

_PY_CHI_SQUARE = """\
# McNemar's chi-square, without and with Edwards' correction; only b and c enter.
plain = contingency_tables.mcnemar([[0, b], [c, 0]], exact=False, correction=False)
corrected = contingency_tables.mcnemar([[0, b], [c, 0]], exact=False, correction=True)
"""

_PY_CHI_SQUARE_P = """\
print("chi-square", plain.statistic, "p", plain.pvalue)
print("corrected chi-square", corrected.statistic, "p", corrected.pvalue)
"""

_PY_CHI_SQUARE_LOG = """\
log10_plain_p = (log(2) + stats.norm.logsf(sqrt(plain.statistic))) / log(10)
log10_corrected_p = (log(2) + stats.norm.logsf(sqrt(corrected.statistic))) / log(10)
print("chi-square", plain.statistic, "log10 of p", log10_plain_p)
print("corrected chi-square", corrected.statistic, "log10 of p", log10_corrected_p)
"""

_PY_CHI_SQUARE_TIE = """\
# McNemar's chi-square; the correction cannot take it below 0 (statsmodels gives 1/n here).
plain = contingency_tables.mcnemar([[0, b], [c, 0]], exact=False, correction=False)
print("chi-square, corrected or not", plain.statistic, "p", plain.pvalue)
"""

_PY_ASTRAY = """\
# For counts this large SciPy's beta quantile is not always right; R's qbeta is.
"""

_PY_ODDS_RATIO = """\
# Odds ratio, with Clopper and Pearson's limits of b/n and c/n over each other.
odds_ratio = b / c if c else inf
low_b, high_b = proportion.proportion_confint(b, n, alpha, method="beta")
low_c, high_c = proportion.proportion_confint(c, n, alpha, method="beta")
odds_ratio_interval = low_b / high_c, high_b / low_c if c else inf
print("odds ratio", odds_ratio, *odds_ratio_interval)
"""

_PY_DIFFERENCE = """\
N = float(a + b + c + d)

# Difference of the pass rates, with Wald's interval cut at -1 and 1.
p1, p2 = (a + b) / N, (a + c) / N  # candidate, baseline
z = stats.norm.isf(alpha / 2)
delta = (b - c) / N
half_width = z / N * sqrt(n - (b - c) ** 2 / N)
wald = max(-1.0, delta - half_width), min(1.0, delta + half_width)
print("pass rates", p1, p2)
print("difference", delta)
print("Wald", *wald)
"""

_PY_NEWCOMBE = """\
# Newcombe's interval: Wilson's limits of each rate, squared and added.
l1, u1 = proportion.proportion_confint(a + b, N, alpha, method="wilson")
l2, u2 = proportion.proportion_confint(a + c, N, alpha, method="wilson")


def square_and_add(phi):
    down = (p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2
    up = (u1 - p1) ** 2 - 2 * phi * (u1 - p1) * (p2 - l2) + (p2 - l2) ** 2
    return delta - sqrt(max(0.0, down)), delta + sqrt(max(0.0, up))


excess, root = a * d - b * c, sqrt((a + b) * (c + d) * (a + c) * (b + d))
phi = excess / root if root else 0.0
newcombe = square_and_add(phi)
newcombe_corrected = square_and_add(max(0.0, excess - N / 2) / root if excess > 0 else phi)
print("Newcombe", *newcombe)
print("Newcombe with corrected phi", *newcombe_corrected)
"""

_PY_TANGO = """\
# Tango's interval: the differences that the score test does not reject.
def score_gap(difference, z):
    spread = difference * (1 - difference)
    B = (2 * N - b + c) * difference - (b + c)
    q = (sqrt(max(0.0, B * B + 8 * N * c * spread)) - B) / (4 * N)
    return b - c - N * difference - z * sqrt(max(0.0, N * (2 * q + spread)))


tango = (
    optimize.brentq(score_gap, -1, delta - 1e-15, args=(z,), xtol=1e-15),
    optimize.brentq(score_gap, delta + 1e-15, 1, args=(-z,), xtol=1e-15),
)
print("Tango", *tango)
"""

_PY_UNPAIRED = """\
# What the test for unpaired runs would have said.
unpaired_z, unpaired_p = proportion.proportions_ztest([a + b, a + c], [N, N])
print("unpaired z", unpaired_z, "p", unpaired_p)
"""

_PY_UNPAIRED_LOG = """\
# What the test for unpaired runs would have said.
unpaired_z = proportion.proportions_ztest([a + b, a + c], [N, N])[0]
log10_unpaired_p = (log(2) + stats.norm.logsf(abs(unpaired_z))) / log(10)
print("unpaired z", unpaired_z, "log10 of p", log10_unpaired_p)
"""
