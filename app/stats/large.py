"""What takes NumPy and SciPy: tables with too many discordant items to sum by hand.

Loaded when first needed: importing the two takes longer than everything else
together, and a small table, the start of the server and the command line do
without.
"""

import math

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.special import betainccinv, betaincinv, log_ndtr

from app.stats.binomial import stirling_error

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


def beta_odds(b: int, c: int, tail: float) -> float:
    """Return the odds of the `tail` quantile of Beta(b, c + 1).

    Examples
    --------
    >>> round(beta_odds(17, 3, 0.025), 3)
    1.639
    """
    if b <= c:
        share = float(betaincinv(b, c + 1, tail))
        return share / (1 - share)
    # The share is close to 1: solve for the other share, which keeps its digits.
    other = float(betainccinv(c + 1, b, tail))
    return (1 - other) / other


def tail_sum(b: int, c: int, odds: float) -> tuple[float, float]:
    """Return ln P(X = b) and P(X ≥ b) / P(X = b) for b + c trials at these odds.

    Meant for odds below b/c, where the tail is the smaller side.

    Notes
    -----
    Loader's form of the mass, and the incomplete beta integral of the tail with
    the mass taken out, b ∫₀¹ (1−u)^(b−1) (1 + odds·u)^c du, whose integrand falls.

    Examples
    --------
    >>> log_point, ratio = tail_sum(17, 3, 1.0)  # as with a fair coin
    >>> round(math.exp(log_point) * 2**20, 6), round(ratio, 9)  # 1140, (1140 + 190 + 20 + 1) / 1140
    (1140.0, 1.185087719)
    """
    power = b - 1
    slope = max(0.0, power - c * odds)
    reach = 2 * _NEGLIGIBLE / (slope + math.sqrt(slope * slope + 2 * _NEGLIGIBLE * power) or 1.0)
    reach = min(1.0, reach)
    u = reach * _NODES
    integrand = np.exp(power * np.log1p(-u) + c * np.log1p(odds * u))
    return _log_mass(b, c, odds), b * reach * float(_WEIGHTS @ integrand)


def _log_mass(b: int, c: int, odds: float) -> float:
    if c == 0:
        return -b * math.log1p(1 / odds)
    n = b + c
    # How many more successes these odds promise than there are.
    excess = (c * odds - b) / (1 + odds)
    deviance = -b * _log1p_minus(excess / b) - c * _log1p_minus(-excess / c)
    errors = stirling_error(n) - stirling_error(b) - stirling_error(c)
    return 0.5 * math.log(n / (2 * math.pi * b * c)) - deviance + errors


def _log1p_minus(x: float) -> float:
    """Return ln(1+x) − x without cancellation."""
    if abs(x) > 0.05:
        return math.log1p(x) - x
    total, power = 0.0, -x
    for k in range(2, 16):
        power *= -x
        total -= power / k
    return total


def log_normal_tail(z: float) -> float:
    """Return ln P(Z ≥ z) for a standard normal Z, also where the probability underflows."""
    return float(log_ndtr(-z))
