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
    mirrored = _lower_odds(c, b, alpha / 2)
    limits = Interval(_lower_odds(b, c, alpha / 2), 1 / mirrored if mirrored else math.inf)
    if c:
        return OddsRatio(b / c, limits)
    return OddsRatio(math.inf if b else None, limits)


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
