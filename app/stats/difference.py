"""Intervals for the difference of the two pass rates: Wald, Newcombe, Tango."""

from math import sqrt
from typing import NamedTuple

from app.stats.interval import Interval, Wilson, wilson
from app.stats.tango import tango


class Wald(NamedTuple):
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


class Newcombe(NamedTuple):
    """A square-and-add interval.

    Attributes
    ----------
    correlation : float
        The φ that it used; 0 where a margin of the table is 0.
    interval : Interval
        The limits.
    """

    correlation: float
    interval: Interval


class Difference(NamedTuple):
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
    return Difference(
        estimate=estimate,
        candidate_rate=(a + b) / n_items,
        baseline_rate=(a + c) / n_items,
        candidate_wilson=candidate,
        baseline_wilson=baseline,
        wald=_wald(b, c, n_items, z),
        newcombe=plain,
        newcombe_corrected=corrected,
        tango=tango(b, c, n_items, z),
    )


def _wald(b: int, c: int, n_items: int, z: float) -> Wald:
    # The whole-number numerator keeps n − (b−c)²/N exact where the two nearly cancel.
    numerator = (b + c) * n_items - (b - c) ** 2
    half_width = z * sqrt(numerator / n_items**3)
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
    return Newcombe(phi, Interval(lower, upper).clipped())


def _correlation(doubled_excess: int, margins: int) -> tuple[float, float]:
    """Return φ and 1 − φ; the latter from whole numbers, since φ is often close to 1."""
    if margins == 0:
        return 0.0, 1.0
    root = sqrt(4 * margins)
    phi = doubled_excess / root
    if doubled_excess <= 0:
        return phi, 1 - phi
    return phi, (4 * margins - doubled_excess**2) / (root * (root + doubled_excess))


def _combine(first: float, second: float, complement: float) -> float:
    """Return √(x² − 2φxy + y²) as √((x−y)² + 2(1−φ)xy), which cannot go below 0."""
    return sqrt((first - second) ** 2 + 2 * complement * first * second)
