"""The conditional odds ratio b/c with its exact interval."""

from collections.abc import Callable
from math import comb, exp, inf, log, log1p, sqrt
from typing import NamedTuple

from app.stats.binomial import HAND_SUM_LIMIT
from app.stats.interval import Interval
from app.stats.p_value import normal_quantile

TailSum = Callable[[int, int, float], tuple[float, float]]
"""From b, c and odds to ln P(X = b) and P(X ≥ b) / P(X = b)."""

_CLOSE = 1e-5  # Halley's error is about the cube of its step


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
        return _solve(b, c, tail, _start(b, c + 1, z), _sum_by_hand)
    from app.stats.large import beta_odds, tail_sum

    # SciPy 1.17 goes astray at some lopsided tables (b = 1000, c = 10⁹): believe it if it fits.
    odds = beta_odds(b, c, tail)
    if odds * c < b:
        step = _halley_step(b, c, tail, log(odds), tail_sum)
        if abs(step) < _CLOSE:
            return odds * exp(-step)
    return _solve(b, c, tail, _start(b, c + 1, z), tail_sum)


def _solve(b: int, c: int, tail: float, log_odds: float, tail_sum: TailSum) -> float:
    """Solve ln P(X ≥ b) = ln tail for the odds by Halley's method in their logarithm."""
    for _ in range(100):
        step = _halley_step(b, c, tail, log_odds, tail_sum)
        log_odds -= step
        if abs(step) < _CLOSE:
            return exp(log_odds)
    raise ArithmeticError("the odds were not found")


def _halley_step(b: int, c: int, tail: float, log_odds: float, tail_sum: TailSum) -> float:
    """Return by how much `log_odds` is too high, to third order.

    The slope of P(X ≥ b) is that of an incomplete beta integral, b·(1−share)·P(X = b).
    """
    odds = exp(log_odds)
    log_point, ratio = tail_sum(b, c, odds)
    share = odds / (1 + odds)
    slope = b / (1 + odds) / ratio
    newton = (log_point + log(ratio / tail)) / slope
    bend = b - (b + c + 1) * share - slope
    correction = 1 - newton * bend / 2
    return newton / correction if correction > 0.5 else newton


def _sum_by_hand(b: int, c: int, odds: float) -> tuple[float, float]:
    """Return ln P(X = b), and P(X ≥ b) / P(X = b) as a sum whose few terms are all positive."""
    total = term = 1.0
    more, fewer = b, c
    while fewer and term > 1e-17 * total:
        more += 1
        term *= odds * fewer / more
        total += term
        fewer -= 1
    return log(comb(b + c, b)) + b * log(odds) - (b + c) * log1p(odds), total


def _start(a: int, b: int, z: float) -> float:
    """Return about the log odds of the lower quantile of Beta(a, b).

    Abramowitz and Stegun (1964), 26.5.22.
    """
    first, second = 1 / (2 * a - 1), 1 / (2 * b - 1)
    h, curve = 2 / (first + second), (z * z - 3) / 6
    shift = z * sqrt(h + curve) / h - (second - first) * (curve + 5 / 6 - 2 / (3 * h))
    return log(a / b) - 2 * shift
