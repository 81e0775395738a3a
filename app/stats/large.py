"""What takes NumPy and SciPy: tables with too many discordant items to sum by hand.

Loaded when first needed: importing the two takes longer than everything else
together, and a small table, the start of the server and the command line do
without.
"""

import math

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.special import betainccinv, betaincinv, log_ndtr

_NODES, _WEIGHTS = leggauss(32)
_NODES = (_NODES + 1) / 2
_WEIGHTS = _WEIGHTS / 2
_NEGLIGIBLE = 40.0  # exp(-40) = 4e-18 of the integrand's peak is left out


def tail_ratio(n: int, m: int) -> float:
    """Return P(X ≤ m) / P(X = m), X ~ Bin(n, 1/2), for 0 ≤ m < n/2.

    Notes
    -----
    P(X ≤ m) is the incomplete beta integral I_½(n−m, m+1) (DLMF 8.17.5).  With
    t = (1−u)/2 and the point mass taken out it becomes

        (n−m) ∫₀¹ (1−u²)^m (1−u)^(n−2m−1) du,

    whose integrand only falls, so 32 Gauss-Legendre nodes on the part that
    counts give it to 1e-14 at any n, without cancellation.

    Examples
    --------
    >>> round(tail_ratio(20, 3), 9)  # (1 + 20 + 190 + 1140) / 1140
    1.185087719
    """
    power = n - 2 * m - 1
    # Both factors are below exp(−m·u² − power·u): find where that is negligible.
    reach = 2 * _NEGLIGIBLE / (power + math.sqrt(power * power + 4 * _NEGLIGIBLE * m) or 1.0)
    reach = min(1.0, reach)
    u = reach * _NODES
    integrand = np.exp(m * np.log1p(-u * u) + power * np.log1p(-u))
    return (n - m) * reach * float(_WEIGHTS @ integrand)


def ratio_between(n: int, m: int) -> float:
    """Return P(m < X < n − m) / P(X = m) near the middle, as `tail_ratio` does.

    It is the integral over both tails minus that over one tail,
    2(n−m) ∫₀¹ (1−u²)^((n−1)/2) sinh((n−2m−1)·artanh u) du: no term is below 0.

    Examples
    --------
    >>> round(ratio_between(20, 9), 9)  # C(20, 10) / C(20, 9)
    1.1
    """
    reach = min(1.0, math.sqrt(2.5 * _NEGLIGIBLE / n))
    u = reach * _NODES
    integrand = np.exp((n - 1) / 2 * np.log1p(-u * u)) * np.sinh((n - 2 * m - 1) * np.arctanh(u))
    return 2 * (n - m) * reach * float(_WEIGHTS @ integrand)


def lower_odds(b: int, c: int, tail: float) -> float:
    """Return the odds at which `b` or more of b + c successes have probability `tail`.

    Examples
    --------
    >>> round(lower_odds(17, 3, 0.025), 3)
    1.639
    """
    if b <= c:
        share = float(betaincinv(b, c + 1, tail))
        return share / (1 - share)
    # The share is close to 1: solve for the other share, which keeps its digits.
    other = float(betainccinv(c + 1, b, tail))
    return (1 - other) / other


def log_normal_tail(z: float) -> float:
    """Return ln P(Z ≥ z) for a standard normal Z, also where the probability underflows."""
    return float(log_ndtr(-z))
