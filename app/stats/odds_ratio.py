"""The conditional odds ratio b/c with its exact interval."""

import math
from dataclasses import dataclass

from scipy.special import betainccinv, betaincinv

from app.stats.interval import Interval


@dataclass(frozen=True, slots=True)
class OddsRatio:
    """How many items were fixed for each one broken.

    Attributes
    ----------
    estimate : float or None
        b/c; infinite for c = 0, None for b = c = 0.
    interval : Interval
        Limits from 0 to infinity.
    share : Interval
        The Clopper-Pearson limits of b/n that they are made from.
    """

    estimate: float | None
    interval: Interval
    share: Interval


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
    lower = _lower_odds(b, c, alpha / 2)
    mirrored = _lower_odds(c, b, alpha / 2)
    if c:
        estimate: float | None = b / c
    else:
        estimate = math.inf if b else None
    return OddsRatio(
        estimate=estimate,
        interval=Interval(lower, 1 / mirrored if mirrored else math.inf),
        share=Interval(lower / (1 + lower), 1 / (1 + mirrored)),
    )


def _lower_odds(b: int, c: int, tail: float) -> float:
    """Return the odds at which `b` or more of b + c successes have probability `tail`."""
    if b == 0:
        return 0.0
    if b <= c:
        share = float(betaincinv(b, c + 1, tail))
        return share / (1 - share)
    # The share is close to 1: solve for the other share, which keeps its digits.
    other = float(betainccinv(c + 1, b, tail))
    return (1 - other) / other
