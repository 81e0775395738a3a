"""The pooled two-proportion z-test: what paired runs must not be tested with."""

import math
from typing import NamedTuple

from app.stats.p_value import CERTAIN, PValue, from_squared_normal


class UnpairedTest(NamedTuple):
    """The test that forgets which items the two runs share.

    Attributes
    ----------
    pooled_rate : float
        Passes of both runs over 2N.
    z : float or None
        Positive where the candidate passed more; None where both runs passed
        everything or nothing, which leaves it undefined.
    result : PValue
        Two-sided p; 1 where `z` is undefined.
    """

    pooled_rate: float
    z: float | None
    result: PValue


def unpaired_test(candidate_passed: int, baseline_passed: int, n_items: int) -> UnpairedTest:
    """Compare two pass rates as if they came from different items.

    Examples
    --------
    >>> test = unpaired_test(174, 160, 200)
    >>> round(test.z, 3), round(test.result.p, 4)
    (1.886, 0.0593)
    """
    passed = candidate_passed + baseline_passed
    failed = 2 * n_items - passed
    if passed == 0 or failed == 0:
        return UnpairedTest(passed / (2 * n_items), None, CERTAIN)
    difference = candidate_passed - baseline_passed
    numerator, denominator = 2 * n_items * difference**2, passed * failed
    z = math.copysign(math.sqrt(numerator / denominator), difference) if difference else 0.0
    result = from_squared_normal(numerator, denominator)
    return UnpairedTest(passed / (2 * n_items), z, result)
