"""Tango's score interval for the difference of two paired rates."""

from math import sqrt
from typing import NamedTuple

from app.stats.interval import Interval


class ScoreCheck(NamedTuple):
    """What it takes to check by hand that a limit of Tango's interval is one.

    Attributes
    ----------
    delta : float
        The limit.
    linear_coefficient : float
        B = (2N−b+c)δ − (b+c).
    broken_share : float
        q, the most likely share of broken items if the difference were δ: the
        root of 2N·q² + B·q − c·δ(1−δ) = 0.
    statistic : float
        T(δ), the difference from δ over its standard error.
    """

    delta: float
    linear_coefficient: float
    broken_share: float
    statistic: float


def tango(b: int, c: int, n_items: int, z: float) -> Interval:
    """Return the differences that the score test does not reject.

    Parameters
    ----------
    b, c : int
        Fixed and broken items.
    n_items : int
        All items, 1 or more.
    z : float
        Two-sided normal quantile of the confidence level.

    Notes
    -----
    Tango (1998), doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B.

    Examples
    --------
    >>> limits = tango(17, 3, 200, 1.959963984540054)
    >>> round(limits.lower, 4), round(limits.upper, 4)
    (0.0292, 0.1192)
    """
    # Swapping the runs mirrors the interval, so one limit gives both.
    return Interval(_lower_limit(b, c, n_items, z), -_lower_limit(c, b, n_items, z))


def score_check(b: int, c: int, n_items: int, delta: float) -> ScoreCheck:
    """Return what Tango's score statistic at `delta` is made of.

    Examples
    --------
    >>> check = score_check(17, 3, 200, 0.0)
    >>> check.broken_share, round(check.statistic**2, 9)  # n / 2N, and McNemar's chi-square
    (0.05, 9.8)
    """
    if delta < 0:
        share = _restricted_share(c, b, n_items, -delta)[0] - delta
    else:
        share = _restricted_share(b, c, n_items, delta)[0]
    linear = (2 * n_items - b + c) * delta - (b + c)
    deviation = sqrt(n_items * (2 * share + delta * (1 - delta)))
    statistic = (b - c - n_items * delta) / deviation if deviation else 0.0
    return ScoreCheck(delta, linear, share, statistic)


def _lower_limit(b: int, c: int, n_items: int, z: float) -> float:
    if c == n_items:
        return -1.0
    if b + c == 0:
        return -z * z / (n_items + z * z)
    # At 0 the score statistic is (b−c)/√n: it tells on which side of 0 the limit lies.
    if b - c > z * sqrt(b + c):
        return _score_root(b, c, n_items, z)
    return -_score_root(c, b, n_items, -z)


def _score_root(b: int, c: int, n_items: int, z: float) -> float:
    """Return the difference δ ≥ 0 at which the score statistic is `z`.

    It solves b − c − Nδ = z·√(N(2q + δ(1−δ))) by Newton's method, kept within a
    bracket; a negative `z` gives a limit above the estimate.
    """
    shift, slope = b - c, 2 * n_items - b + c
    # Half an item added to each cell (Agresti and Min) puts the start close by.
    total = n_items + 2
    width = z * sqrt(b + c + 1 - shift * shift / total) / total
    low, high = 0.0, 1.0
    delta = shift / total - width
    if not low <= delta <= high:
        delta = low if delta < low else high
    tolerance = 1e-7 * abs(width)
    for _ in range(200):
        share, root = _restricted_share(b, c, n_items, delta)
        deviation = sqrt(n_items * (2 * share + delta * (1 - delta)))
        gap = shift - n_items * delta - z * deviation
        if gap > 0:
            low = delta
        else:
            high = delta
        if deviation and root:
            share_slope = (c * (1 - 2 * delta) - slope * share) / root
            fall = n_items * (1 + z * (share_slope + 0.5 - delta) / deviation)
            if fall:
                newton = delta + gap / fall
                # Newton's error is about the square of its step.
                if abs(newton - delta) <= tolerance:
                    return newton
                if low < newton < high:
                    delta = newton
                    continue
        middle = (low + high) / 2
        if middle == delta:
            return middle
        delta = middle
    raise ArithmeticError("the limit was not found")


def _restricted_share(b: int, c: int, n_items: int, delta: float) -> tuple[float, float]:
    """Return q for `delta` ≥ 0 in the form that only adds, and the root in its formula."""
    spread = c * delta * (1 - delta)
    linear = (2 * n_items - b + c) * delta - (b + c)
    root = sqrt(linear * linear + 8 * n_items * spread)
    if linear > 0:
        return 2 * spread / (root + linear), root
    return (root - linear) / (4 * n_items), root
