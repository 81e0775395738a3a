"""What an interval is, and the Wilson interval that others are built from."""

from math import sqrt
from typing import NamedTuple


class Interval(NamedTuple):
    """A confidence interval, both limits included."""

    lower: float
    upper: float

    @property
    def contains_zero(self) -> bool:
        """Whether no difference is among the values that the interval allows."""
        return self.lower <= 0 <= self.upper

    def clipped(self) -> "Interval":
        """Return the part between −1 and 1, where a difference of rates can lie."""
        if self.lower >= -1 and self.upper <= 1:
            return self
        return Interval(min(max(self.lower, -1.0), 1.0), max(min(self.upper, 1.0), -1.0))


class Wilson(NamedTuple):
    """The Wilson interval of one proportion, with its two arms.

    Attributes
    ----------
    interval : Interval
        The limits.
    below, above : float
        Estimate minus lower limit and upper limit minus estimate, each free of
        cancellation, because Newcombe's interval adds their squares.
    """

    interval: Interval
    below: float
    above: float


def wilson(passed: int, n_items: int, z: float) -> Wilson:
    """Return the score interval of passed / n_items.

    Notes
    -----
    Wilson (1927), doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> limits = wilson(174, 200, 1.959963984540054).interval
    >>> round(limits.lower, 4), round(limits.upper, 4)
    (0.8163, 0.9097)
    """
    failed = n_items - passed
    rate, scale = passed / n_items, 2 * (n_items + z * z)
    tilt = z * (passed - failed) / n_items
    root = sqrt(z * z + 4 * passed * failed / n_items)
    # The longer arm reaches towards 1/2. Each arm is written so that it only adds.
    longer = z * (root + abs(tilt)) / scale
    shorter = 2 * z * (passed * failed / n_items**2) / (root + abs(tilt))
    below = longer if tilt >= 0 else shorter
    above = longer if tilt <= 0 else shorter
    lower = rate - below if passed else 0.0
    upper = rate + above if failed else 1.0
    return Wilson(Interval(lower, upper), below, above)
