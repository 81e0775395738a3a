"""Exact and mid-p McNemar tests: both tails of Bin(n, 1/2), at any n, at one cost."""

from math import atanh, comb, exp, ldexp, lgamma, log, log1p, pi
from typing import NamedTuple

from app.stats.p_value import CERTAIN, LN_2, LN_10, PValue, from_complement, from_log, from_ratio

HAND_SUM_LIMIT = 60
"""Up to this n sums are taken term by term, as a reader can do by hand, and drawn bar by bar."""

_HALF_LOG_2PI = log(2 * pi) / 2


class BinomialTests(NamedTuple):
    """The two p-values that rest on X ~ Bin(n, 1/2).

    Attributes
    ----------
    exact : PValue
        min(1, 2·P(X ≤ m)), m = min(b, c).
    mid_p : PValue
        exact − P(X = m); for a tie 1 − ½·P(X = m).
    point : PValue
        P(X = m), the probability of the observed split on one side.
    hand_sum : tuple of int or None
        The whole numbers C(n, 0) … C(n, m) whose sum over 2ⁿ is P(X ≤ m);
        None above `HAND_SUM_LIMIT`.
    """

    exact: PValue
    mid_p: PValue
    point: PValue
    hand_sum: tuple[int, ...] | None


def binomial_tests(b: int, c: int) -> BinomialTests:
    """Test b against c as a fair coin would split b + c items.

    Parameters
    ----------
    b, c : int
        Discordant counts, 0 or more.

    Returns
    -------
    BinomialTests
        Relative error below 1e-12 for p and log10 p up to b + c = 4·10¹².

    Notes
    -----
    McNemar (1947), doi:10.1007/BF02295996; mid-p as in Fagerland, Lydersen and
    Laake (2013), doi:10.1186/1471-2288-13-91.

    Examples
    --------
    >>> tests = binomial_tests(17, 3)
    >>> tests.exact.p == 2 * (1 + 20 + 190 + 1140) / 2**20
    True
    >>> round(tests.mid_p.p, 7)
    0.0014896
    """
    n, m = b + c, min(b, c)
    if n == 0:
        return BinomialTests(CERTAIN, CERTAIN, CERTAIN, (1,))
    return _by_hand(n, m) if n <= HAND_SUM_LIMIT else _by_logarithms(n, m)


def smallest_exact_p(n_discordant: int) -> PValue:
    """Return the exact p when all n discordant items fall on one side, 2^(1−n)."""
    if n_discordant == 0:
        return CERTAIN
    return PValue(ldexp(1.0, 1 - n_discordant), (1 - n_discordant) * LN_2 / LN_10)


def point_masses(n: int, values: list[int]) -> list[float]:
    """Return P(X = k) for each k of `values`, X ~ Bin(n, 1/2)."""
    if n <= HAND_SUM_LIMIT:
        return [comb(n, k) / 2**n for k in values]
    return [exp(log_point_mass(n, min(k, n - k))) for k in values]


def log_point_mass(n: int, m: int) -> float:
    """Return ln P(X = m), X ~ Bin(n, 1/2), by Loader's saddle-point form.

    Parameters
    ----------
    n, m : int
        n ≥ 1 and 0 ≤ m ≤ n/2.

    Notes
    -----
    Loader (2000), "Fast and accurate computation of binomial probabilities".
    Differences of ln Γ lose 1 % of the mass at n = 2·10¹²; this loses nothing.

    Examples
    --------
    >>> round(exp(log_point_mass(20, 3)), 9)  # 1140 / 2**20
    0.001087189
    """
    if m == 0:
        return -n * LN_2
    other = n - m
    return (
        0.5 * log(n / (2 * pi * m * other))
        - _deviance(n, m)
        + (stirling_error(n) - stirling_error(m) - stirling_error(other))
    )


def _by_hand(n: int, m: int) -> BinomialTests:
    terms = tuple([comb(n, i) for i in range(m + 1)])
    total, outcomes = sum(terms), 2**n
    if 2 * m == n:
        exact, mid_p = CERTAIN, from_ratio(2 * outcomes - terms[m], 2 * outcomes)
    else:
        exact = from_ratio(2 * total, outcomes)
        mid_p = from_ratio(2 * total - terms[m], outcomes)
    return BinomialTests(exact, mid_p, from_ratio(terms[m], outcomes), terms)


def _by_logarithms(n: int, m: int) -> BinomialTests:
    log_point = log_point_mass(n, m)
    point = from_log(log_point)
    if 2 * m == n:
        return BinomialTests(CERTAIN, from_complement(point.p / 2), point, None)
    from app.stats.large import ratio_between, tail_ratio

    gap = n - 2 * m
    if gap * gap < 0.4 * n:
        # The p-values are above 1/2: add what they lack, to keep the digits of their logarithms.
        between = point.p * ratio_between(n, m)
        exact, mid_p = from_complement(between), from_complement(between + point.p)
    else:
        ratio = tail_ratio(n, m)
        exact = from_log(log_point + LN_2 + log(ratio))
        mid_p = from_log(log_point + log(2 * ratio - 1))
    return BinomialTests(exact, mid_p, point, None)


def _deviance(n: int, m: int) -> float:
    """Return m·ln(2m/n) + (n−m)·ln(2(n−m)/n), the exponent of the mass."""
    other = n - m
    if 4 * m < n:
        return m * log(2 * m / n) + other * log(2 * other / n)
    # Near the middle these two nearly cancel; in terms of their distance they add.
    tilt = (other - m) / n
    square = tilt * tilt
    if square < 0.0025:
        series = 1 / 30 + square * (1 / 56 + square * (1 / 90 + square / 132))
        return n * square * (0.5 + square * (1 / 12 + square * series))
    return n * (tilt * atanh(tilt) + 0.5 * log1p(-square))


def stirling_error(n: int) -> float:
    """Return ln n! minus Stirling's formula."""
    if n < 16:
        return lgamma(n + 1) - (n + 0.5) * log(n) + n - _HALF_LOG_2PI
    square = 1 / (n * n)
    return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / n
