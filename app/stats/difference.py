"""Intervals for the difference of the two pass rates: Wald, Newcombe, Tango."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from app.stats.interval import Interval, Wilson, wilson


@dataclass(frozen=True, slots=True)
class Wald:
    """Wald's interval with what it was made of.

    Attributes
    ----------
    half_width : float
        z·(1/N)·√(n − (b−c)²/N).
    unclipped : Interval
        estimate ± half_width, which can pass −1 or 1.
    interval : Interval
        The same, clipped to [−1, 1].
    """

    half_width: float
    unclipped: Interval
    interval: Interval


@dataclass(frozen=True, slots=True)
class Newcombe:
    """A square-and-add interval.

    Attributes
    ----------
    correlation : float
        The φ that it used; 0 where a margin of the table is 0.
    correlation_defined : bool
        Whether no margin is 0.
    interval : Interval
        The limits.
    """

    correlation: float
    correlation_defined: bool
    interval: Interval


@dataclass(frozen=True, slots=True)
class Difference:
    """Candidate's pass rate minus the baseline's, with four intervals.

    Attributes
    ----------
    estimate : float
        (b−c)/N.
    candidate_rate, baseline_rate : float
        Shares of items passed.
    candidate_wilson, baseline_wilson : Wilson
        Score intervals of the two rates.
    wald : Wald
    newcombe, newcombe_corrected : Newcombe
    tango : Interval
    tango_linear, tango_broken_share : float
        `linear_coefficient` and `broken_share` at Tango's lower limit, to check
        that limit by hand.
    """

    estimate: float
    candidate_rate: float
    baseline_rate: float
    candidate_wilson: Wilson
    baseline_wilson: Wilson
    wald: Wald
    newcombe: Newcombe
    newcombe_corrected: Newcombe
    tango: Interval
    tango_linear: float
    tango_broken_share: float


def difference(a: int, b: int, c: int, d: int, z: float) -> Difference:
    """Estimate (b−c)/N and its intervals.

    Parameters
    ----------
    a, b, c, d : int
        Cells as in `app.stats.table.Table`.
    z : float
        Two-sided normal quantile of the confidence level.

    Examples
    --------
    >>> found = difference(157, 17, 3, 23, 1.959963984540054)
    >>> limits = found.newcombe.interval
    >>> found.estimate, round(limits.lower, 4), round(limits.upper, 4)
    (0.07, 0.0274, 0.1156)
    """
    n_items = a + b + c + d
    estimate = (b - c) / n_items
    candidate, baseline = wilson(a + b, n_items, z), wilson(a + c, n_items, z)
    excess = a * d - b * c
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    plain = _square_and_add(estimate, candidate, baseline, 2 * excess, margins)
    corrected_excess = max(0, 2 * excess - n_items) if excess > 0 else 2 * excess
    corrected = _square_and_add(estimate, candidate, baseline, corrected_excess, margins)
    score = tango(b, c, n_items, z)
    return Difference(
        estimate=estimate,
        candidate_rate=(a + b) / n_items,
        baseline_rate=(a + c) / n_items,
        candidate_wilson=candidate,
        baseline_wilson=baseline,
        wald=_wald(b, c, n_items, z),
        newcombe=plain,
        newcombe_corrected=corrected,
        tango=score,
        tango_linear=linear_coefficient(b, c, n_items, score.lower),
        tango_broken_share=broken_share(b, c, n_items, score.lower),
    )


def tango(b: int, c: int, n_items: int, z: float) -> Interval:
    """Return the differences that the score test does not reject.

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
    return Interval(_tango_lower(b, c, n_items, z), -_tango_lower(c, b, n_items, z))


def linear_coefficient(b: int, c: int, n_items: int, delta: float) -> float:
    """Return B = (2N−b+c)δ − (b+c), of the equation that `broken_share` solves."""
    return (2 * n_items - b + c) * delta - (b + c)


def broken_share(b: int, c: int, n_items: int, delta: float) -> float:
    """Return the maximum-likelihood share of broken items if the difference is `delta`.

    It is the root q of 2N·q² + B·q − c·δ(1−δ) = 0, with B of `linear_coefficient`.

    Examples
    --------
    >>> broken_share(17, 3, 200, 0.0)  # n / 2N
    0.05
    """
    if delta < 0:
        return _smaller_share(c, b, n_items, -delta) - delta
    return _smaller_share(b, c, n_items, delta)


def _score_variance(b: int, c: int, n_items: int, delta: float) -> float:
    """Return N times the variance of the estimate if the difference is `delta`."""
    if delta < 0:
        b, c, delta = c, b, -delta
    return 2 * _smaller_share(b, c, n_items, delta) + delta * (1 - delta)


def _smaller_share(b: int, c: int, n_items: int, delta: float) -> float:
    """Return `broken_share` for `delta` ≥ 0, in the form of the root that only adds."""
    spread = c * delta * (1 - delta)
    linear = linear_coefficient(b, c, n_items, delta)
    root = math.sqrt(linear * linear + 8 * n_items * spread)
    if linear > 0:
        return 2 * spread / (root + linear)
    return (root - linear) / (4 * n_items)


def _wald(b: int, c: int, n_items: int, z: float) -> Wald:
    # The whole-number numerator keeps n − (b−c)²/N exact where the two nearly cancel.
    numerator = (b + c) * n_items - (b - c) ** 2
    half_width = z * math.sqrt(numerator / n_items**3)
    estimate = (b - c) / n_items
    unclipped = Interval(estimate - half_width, estimate + half_width)
    return Wald(half_width, unclipped, unclipped.clipped())


def _square_and_add(
    estimate: float, candidate: Wilson, baseline: Wilson, doubled_excess: int, margins: int
) -> Newcombe:
    """Return Newcombe's interval for φ = (doubled_excess / 2) / √margins.

    Notes
    -----
    Newcombe (1998), doi:
    10.1002/(SICI)1097-0258(19981130)17:22<2635::AID-SIM954>3.0.CO;2-C.
    φ = 0 where a margin is 0.
    """
    phi, complement = _correlation(doubled_excess, margins)
    lower = estimate - _combine(candidate.below, baseline.above, complement)
    upper = estimate + _combine(candidate.above, baseline.below, complement)
    return Newcombe(phi, margins > 0, Interval(lower, upper).clipped())


def _correlation(doubled_excess: int, margins: int) -> tuple[float, float]:
    """Return φ and 1 − φ; the latter from whole numbers, since φ is often close to 1."""
    if margins == 0:
        return 0.0, 1.0
    root = 2 * math.sqrt(margins)
    phi = doubled_excess / root
    if doubled_excess <= 0:
        return phi, 1 - phi
    remainder = 4 * margins - doubled_excess**2
    return phi, remainder / (root * (root + doubled_excess))


def _combine(first: float, second: float, complement: float) -> float:
    """Return √(x² − 2φxy + y²) as √((x−y)² + 2(1−φ)xy), which cannot go below 0."""
    return math.sqrt((first - second) ** 2 + 2 * complement * first * second)


def _tango_lower(b: int, c: int, n_items: int, z: float) -> float:
    if c == n_items:
        return -1.0
    if b + c == 0:
        return -z * z / (n_items + z * z)
    estimate = (b - c) / n_items
    # At 0 the score statistic is (b−c)/√n: it tells on which side of 0 the limit lies.
    clears_zero = b - c > z * math.sqrt(b + c)
    low, high = (0.0, estimate) if clears_zero else (-1.0, min(0.0, estimate))

    def gap(delta: float) -> float:
        variance = _score_variance(b, c, n_items, delta)
        return b - c - n_items * delta - z * math.sqrt(n_items * variance)

    reach = z * math.sqrt(b + c - estimate * (b - c)) + z * z / 2
    guess = estimate - reach / n_items
    return _bracketed_secant(gap, low, high, guess, 0.5 / n_items, 1e-10 * reach / n_items)


def _bracketed_secant(
    gap: Callable[[float], float],
    low: float,
    high: float,
    guess: float,
    slope: float,
    tolerance: float,
) -> float:
    """Return the root of a falling, nearly linear `gap` between `low` and `high`."""
    previous = min(max(guess, low), high)
    gap_previous = gap(previous)
    current = min(max(previous + gap_previous * slope, low), high)
    for _ in range(100):
        gap_current = gap(current)
        if gap_current == 0 or current == previous:
            return current
        if gap_current > 0:
            low = max(low, current)
        else:
            high = min(high, current)
        rise = gap_current - gap_previous
        following = current - gap_current * (current - previous) / rise if rise else current
        if not low <= following <= high:
            following = (low + high) / 2
        # A secant step this small leaves an error near its square.
        if abs(following - current) <= tolerance:
            return following
        previous, gap_previous, current = current, gap_current, following
    return current
