"""One full comparison against what others take for the exact p alone."""

from timeit import timeit

import numpy as np
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar

from app.stats import Table, compare

_ROUNDS = 40
_CALLS = 100


def mathematics():
    """Yield the rows of the mathematics; each time is the best of many interleaved rounds."""
    counts = np.array([[157, 17], [3, 23]])
    small = Table(b=17, c=3, a=157, d=23)
    larger = Table(b=1700, c=1600, a=15700, d=2300)
    enormous = Table(b=500_003_000_000, c=499_997_000_000, a=10**12, d=10**12)
    best = _best(
        ours=lambda: compare(small),
        larger=lambda: compare(larger),
        huge=lambda: compare(enormous),
        statsmodels=lambda: mcnemar(counts, exact=True),
        binomtest=lambda: binomtest(17, 20, 0.5),
    )
    ours, huge = best["ours"], best["huge"]
    yield _row(
        "`compare`, n = 20", ours, "statsmodels `mcnemar(exact=True)`", best["statsmodels"], "≤ 1"
    )
    yield _row("`compare`, n = 20", ours, "SciPy `binomtest`", best["binomtest"], "")
    yield _row("`compare`, n = 3300", best["larger"], "`compare`, n = 20", ours, "≤ 3")
    yield _row("`compare`, n = 10¹²", huge, "`compare`, n = 20", ours, "≤ 3")


def _best(**calls):
    # Interleaved, so that a noisy moment hits all alike.
    times = {name: [] for name in calls}
    for _ in range(_ROUNDS):
        for name, call in calls.items():
            times[name].append(timeit(call, number=_CALLS) / _CALLS)
    return {name: min(found) for name, found in times.items()}


def _row(what, ours, peer, theirs, goal):
    return (
        what,
        f"{ours * 1e6:.0f} µs",
        peer,
        f"{theirs * 1e6:.0f} µs",
        f"{ours / theirs:.2f}",
        goal,
    )
