"""A p-value that survives underflow."""

import sys
from math import erf, erfc, exp, log, log1p, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

LN_2 = log(2)
LN_10 = log(10)


class PValue(NamedTuple):
    """A probability and its decimal logarithm.

    Attributes
    ----------
    p : float
        The probability; below the double range it is 0 or subnormal and only
        `log10_p` is to be trusted (see `underflows`).
    log10_p : float
        log10 of the probability, accurate also where `p` is close to 1.
    """

    p: float
    log10_p: float

    @property
    def underflows(self) -> bool:
        """Whether `p` is below the range of normal doubles."""
        return self.p < sys.float_info.min

    @property
    def value(self) -> float | None:
        """The probability where a double can hold it, else None."""
        return None if self.underflows else self.p


_STANDARD_NORMAL = NormalDist()


def normal_quantile(tail: float) -> float:
    """Return the z that a standard normal exceeds with probability `tail`."""
    return -_STANDARD_NORMAL.inv_cdf(tail)


CERTAIN = PValue(1.0, 0.0)


def from_log(log_p: float) -> PValue:
    """Return the p-value with natural logarithm `log_p`."""
    return PValue(exp(log_p), log_p / LN_10)


def from_complement(complement: float) -> PValue:
    """Return the p-value 1 - `complement`, keeping the digits of log p near 1."""
    return PValue(1 - complement, log1p(-complement) / LN_10 or 0.0)


def from_ratio(numerator: int, denominator: int) -> PValue:
    """Return numerator / denominator, correctly rounded, from whole numbers."""
    if 2 * numerator > denominator:
        complement = (denominator - numerator) / denominator
        return PValue(numerator / denominator, log1p(-complement) / LN_10 or 0.0)
    p = numerator / denominator
    return PValue(p, log10(p))


def from_squared_normal(numerator: int, denominator: int) -> PValue:
    """Return P(Z² ≥ numerator / denominator) for a standard normal Z.

    This is the upper tail of chi-square with 1 degree of freedom.

    Examples
    --------
    >>> round(from_squared_normal(196, 20).p, 4)
    0.0017
    """
    half = numerator / (2 * denominator)
    root = sqrt(half)
    if half < 0.2:
        return from_complement(erf(root))
    p = erfc(root)
    if p > 1e-290:
        return PValue(p, log10(p))
    from app.stats.large import log_normal_tail

    return from_log(log_normal_tail(sqrt(2) * root) + LN_2)
