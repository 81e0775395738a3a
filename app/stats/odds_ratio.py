"""The conditional odds ratio b/c with its exact interval."""

from math import comb, exp, inf, log, log1p, sqrt
from typing import NamedTuple

from app.stats.binomial import HAND_SUM_LIMIT
from app.stats.interval import Interval
from app.stats.p_value import normal_quantile


class OddsRatio(NamedTuple):
    """How many items were fixed for each one broken.

    Attributes
    ----------
    estimate : float or None
        b/c; infinite for c = 0, None for b = c = 0.
    interval : Interval
        Limits from 0 to infinity.
    """

    estimate: float | None
    interval: Interval

    @property
    def share(self) -> Interval:
        """The Clopper-Pearson limits of b/n that the limits are made from."""
        lower, upper = self.interval.lower, self.interval.upper
        return Interval(lower / (1 + lower), 1 / (1 + 1 / upper))


def odds_ratio(b: int, c: int, alpha: float) -> OddsRatio:
    """Return b/c and the Clopper-Pearson limits of b/n mapped by p/(1−p).

    Notes
    -----
    Clopper and Pearson (1934), doi:10.1093/biomet/26.4.404.

    Examples
    --------
    >>> ratio = odds_ratio(17, 3, 0.05)
    >>> round(ratio.estimate, 3), round(ratio.interval.lower, 3), round(ratio.interval.upper, 2)
    (5.667, 1.639, 30.18)
    """
    z = normal_quantile(alpha / 2)
    mirrored = _lower_odds(c, b, alpha / 2, z)
    limits = Interval(_lower_odds(b, c, alpha / 2, z), 1 / mirrored if mirrored else inf)
    if c:
        return OddsRatio(b / c, limits)
    return OddsRatio(inf if b else None, limits)


def _lower_odds(b: int, c: int, tail: float, z: float) -> float:
    """Return the odds at which `b` or more of b + c successes have probability `tail`."""
    if b == 0:
        return 0.0
    if b + c <= HAND_SUM_LIMIT:
        return _lower_odds_by_hand(b, c, tail, z)
    from app.stats.large import lower_odds

    return lower_odds(b, c, tail)


def _lower_odds_by_hand(b: int, c: int, tail: float, z: float) -> float:
    """Solve ln P(X ≥ b) = ln tail for the logarithm of the odds, by Halley's method.

    P(X ≥ b) is P(X = b) times the sum over j of C(n, b+j)/C(n, b)·odds^j, whose
    few terms are all positive; its slope is that of an incomplete beta integral.
    """
    n = b + c
    constant = log(comb(n, b) / tail)
    log_odds = _start(b, c + 1, z)
    for _ in range(50):
        odds = exp(log_odds)
        total = term = 1.0
        more, fewer = b, c
        while fewer and term > 1e-17 * total:
            more += 1
            term *= odds * fewer / more
            total += term
            fewer -= 1
        share = odds / (1 + odds)
        miss = constant + b * log_odds - n * log1p(odds) + log(total)
        slope = b * (1 - share) / total
        newton = miss / slope
        bend = b - (n + 1) * share - slope
        correction = 1 - newton * bend / 2
        step = newton / correction if correction > 0.5 else newton
        log_odds -= step
        # Halley's error is about the cube of its step.
        if abs(step) < 1e-5:
            return exp(log_odds)
    raise ArithmeticError("the odds were not found")


def _start(a: int, b: int, z: float) -> float:
    """Return about the log odds of the lower quantile of Beta(a, b).

    Abramowitz and Stegun (1964), 26.5.22.
    """
    first, second = 1 / (2 * a - 1), 1 / (2 * b - 1)
    h, curve = 2 / (first + second), (z * z - 3) / 6
    shift = z * sqrt(h + curve) / h - (second - first) * (curve + 5 / 6 - 2 / (3 * h))
    return log(a / b) - 2 * shift
