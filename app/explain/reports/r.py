"""Lines in R that work out the numbers anew, with other people's libraries.

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


def r_code(comparison: Comparison) -> str:
    """Return lines that run in R without a package and print the numbers.

    Examples
    --------
    >>> from app.stats import Table, compare
    >>> print(r_code(compare(Table(17, 3))).splitlines()[2])
    fixed <- 17; broken <- 3
    """
    if comparison.table.n_discordant == 0:
        return f'{NOTHING_TO_TEST}cat("no discordant item\\n")\n'
    return "\n".join(_r_blocks(comparison))


def _r_blocks(comparison: Comparison) -> Iterable[str]:
    table, unpaired = comparison.table, comparison.unpaired
    yield _R_LEVEL.format(b=table.b, c=table.c, alpha=comparison.alpha)
    yield _r_binomial(comparison)
    yield _R_CHI_SQUARE + (
        _R_CHI_SQUARE_LOG if chi_square_underflows(comparison) else _R_CHI_SQUARE_P
    )
    yield _R_ODDS_RATIO
    if comparison.difference is not None:
        yield f"both_passed <- {table.a}; both_failed <- {table.d}\n" + _R_DIFFERENCE
        yield _R_NEWCOMBE
        yield _R_TANGO
    if unpaired is not None and unpaired.z is not None:
        yield _R_UNPAIRED + (_R_UNPAIRED_LOG if unpaired.result.underflows else _R_UNPAIRED_P)


def _r_binomial(comparison: Comparison) -> str:
    if comparison.table.is_tie:
        return _R_BINOMIAL_TIE
    if binomial_underflows(comparison):
        return _R_BINOMIAL_LOG
    return _R_BINOMIAL.format(
        exact="binom.test(m, n)$p.value" if is_moderate(comparison) else "2 * pbinom(m, n, 0.5)"
    )


_R_LEVEL = """\
# Base R, no package needed.
options(digits = 15)
fixed <- {b}; broken <- {c}
alpha <- {alpha!r}  # 1 - confidence
n <- fixed + broken
m <- min(fixed, broken)
"""

_R_BINOMIAL = """\
# Exact binomial test; mid-p counts the observed split by half.
exact_p <- {exact}
mid_p <- exact_p - dbinom(m, n, 0.5)
cat("exact p", exact_p, "\\n")
cat("mid-p", mid_p, "\\n")
"""

_R_BINOMIAL_TIE = """\
# Exact binomial test: a tie is as even as can be. Mid-p leaves out half of it.
exact_p <- min(1, 2 * pbinom(m, n, 0.5))
mid_p <- 1 - dbinom(m, n, 0.5) / 2
cat("exact p", exact_p, "\\n")
cat("mid-p", mid_p, "\\n")
"""

_R_BINOMIAL_LOG = """\
# The exact p and mid-p are too small for a floating-point number; their logarithms are not.
log_exact_p <- log(2) + pbinom(m, n, 0.5, log.p = TRUE)
log_mid_p <- log_exact_p + log1p(-exp(dbinom(m, n, 0.5, log = TRUE) - log_exact_p))
cat("log10 of the exact p", log_exact_p / log(10), "\\n")
cat("log10 of mid-p", log_mid_p / log(10), "\\n")
"""

_R_CHI_SQUARE = """\
# McNemar's chi-square, without and with Edwards' correction; only these two counts enter.
plain <- mcnemar.test(matrix(c(0, broken, fixed, 0), 2), correct = FALSE)
corrected <- mcnemar.test(matrix(c(0, broken, fixed, 0), 2), correct = TRUE)
"""

_R_CHI_SQUARE_P = """\
cat("chi-square", plain$statistic, "p", plain$p.value, "\\n")
cat("corrected chi-square", corrected$statistic, "p", corrected$p.value, "\\n")
"""

_R_CHI_SQUARE_LOG = """\
log_tail <- function(x) pchisq(x, 1, lower.tail = FALSE, log.p = TRUE) / log(10)
cat("chi-square", plain$statistic, "log10 of p", log_tail(plain$statistic), "\\n")
cat("corrected chi-square", corrected$statistic, "log10 of p", log_tail(corrected$statistic), "\\n")
"""

_R_ODDS_RATIO = """\
# Odds ratio, with Clopper and Pearson's limits of the two shares over each other.
limits <- function(x) c(qbeta(alpha / 2, x, n - x + 1),
                        qbeta(alpha / 2, x + 1, n - x, lower.tail = FALSE))
odds_ratio_interval <- limits(fixed) / rev(limits(broken))
cat("odds ratio", fixed / broken, odds_ratio_interval, "\\n")
"""

_R_DIFFERENCE = """\
N <- both_passed + fixed + broken + both_failed

# Difference of the pass rates, with Wald's interval cut at -1 and 1.
p1 <- (both_passed + fixed) / N   # candidate
p2 <- (both_passed + broken) / N  # baseline
z <- qnorm(alpha / 2, lower.tail = FALSE)
delta <- (fixed - broken) / N
half_width <- z / N * sqrt(max(0, n - (fixed - broken)^2 / N))
cat("pass rates", p1, p2, "\\n")
cat("difference", delta, "\\n")
cat("Wald", max(-1, delta - half_width), min(1, delta + half_width), "\\n")
"""

_R_NEWCOMBE = """\
# Newcombe's interval: Wilson's limits of each rate, squared and added.
wilson <- function(passed) suppressWarnings(
  prop.test(passed, N, conf.level = 1 - alpha, correct = FALSE)$conf.int)
one <- abs(wilson(both_passed + fixed) - p1)
two <- abs(wilson(both_passed + broken) - p2)
square_and_add <- function(phi) {
  down <- one[1]^2 - 2 * phi * one[1] * two[2] + two[2]^2
  up <- one[2]^2 - 2 * phi * one[2] * two[1] + two[1]^2
  c(delta - sqrt(max(0, down)), delta + sqrt(max(0, up)))
}
excess <- both_passed * both_failed - fixed * broken
root <- sqrt((both_passed + fixed) * (broken + both_failed)) *
  sqrt((both_passed + broken) * (fixed + both_failed))
phi <- if (root > 0) excess / root else 0
phi_corrected <- if (excess > 0) max(0, excess - N / 2) / root else phi
cat("Newcombe", square_and_add(phi), "\\n")
cat("Newcombe with corrected phi", square_and_add(phi_corrected), "\\n")
"""

_R_TANGO = """\
# Tango's interval: the differences that the score test does not reject.
score_gap <- function(difference, z) {
  spread <- difference * (1 - difference)
  B <- (2 * N - fixed + broken) * difference - n
  q <- (sqrt(max(0, B^2 + 8 * N * broken * spread)) - B) / (4 * N)
  fixed - broken - N * difference - z * sqrt(max(0, N * (2 * q + spread)))
}
lower <- uniroot(score_gap, c(-1, delta - 1e-15), z = z, tol = 1e-15)$root
upper <- uniroot(score_gap, c(delta + 1e-15, 1), z = -z, tol = 1e-15)$root
cat("Tango", lower, upper, "\\n")
"""

_R_UNPAIRED = """\
# What the test for unpaired runs would have said.
unpaired <- suppressWarnings(
  prop.test(c(both_passed + fixed, both_passed + broken), c(N, N), correct = FALSE))
unpaired_z <- unname(sign(delta) * sqrt(unpaired$statistic))
"""

_R_UNPAIRED_P = """\
cat("unpaired z", unpaired_z, "p", unpaired$p.value, "\\n")
"""

_R_UNPAIRED_LOG = """\
log_unpaired_p <- pchisq(unpaired$statistic, 1, lower.tail = FALSE, log.p = TRUE)
cat("unpaired z", unpaired_z, "log10 of p", log_unpaired_p / log(10), "\\n")
"""
