"""McNemar's chi-square and Edwards' correction."""

from typing import NamedTuple

from app.stats.p_value import CERTAIN, PValue, from_squared_normal


class ChiSquareTest(NamedTuple):
    """A chi-square test with 1 degree of freedom.

    Attributes
    ----------
    numerator : int
        The squared difference that is divided by n.
    statistic : float or None
        numerator / n; None where n = 0 leaves it undefined.
    result : PValue
        Upper tail of chi-square; 1 where the statistic is undefined.
    """

    numerator: int
    statistic: float | None
    result: PValue


def chi_square_test(b: int, c: int) -> ChiSquareTest:
    """Return McNemar's test, (b−c)²/(b+c).

    Notes
    -----
    McNemar (1947), doi:10.1007/BF02295996.

    Examples
    --------
    >>> chi_square_test(17, 3).statistic
    9.8
    """
    return _chi_square((b - c) ** 2, b + c)


def corrected_chi_square_test(b: int, c: int) -> ChiSquareTest:
    """Return McNemar's test with Edwards' continuity correction.

    The difference is floored at 0 before it is squared: a tie is no evidence.

    Notes
    -----
    Edwards (1948), doi:10.1007/BF02289261.

    Examples
    --------
    >>> corrected_chi_square_test(17, 3).statistic
    8.45
    """
    return _chi_square(max(0, abs(b - c) - 1) ** 2, b + c)


def _chi_square(numerator: int, n: int) -> ChiSquareTest:
    if n == 0:
        return ChiSquareTest(0, None, CERTAIN)
    return ChiSquareTest(numerator, numerator / n, from_squared_normal(numerator, n))
