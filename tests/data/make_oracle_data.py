"""Make oracle_tables.json and oracle_huge.json, the stored values of the accuracy tests.

Run ``python tests/data/make_oracle_data.py`` with mpmath installed (about 10
minutes on two cores); ``--check`` instead holds the integral used for large
counts against the oracle's term-by-term sum.  No part of the test run: the
tests read the stored files only.

Every value is computed at 60 digits by `oracle.py`, which shares no code with
`app`, and stored as text with 21 digits.
"""

import json
import random
import sys
from multiprocessing import Pool
from pathlib import Path

import oracle
from mpmath import erfc, exp, log, log10, mp, mpf, quad, sqrt

HERE = Path(__file__).parent
DIGITS = 21
CONFIDENCES = ["0.8", "0.9", "0.95", "0.99", "0.9999"]
ODDS_RATIO_UP_TO = 2000
COLUMNS = [
    *("a", "b", "c", "d", "confidence"),
    *("exact", "log10_exact", "mid_p", "log10_mid_p"),
    *("chi_square", "log10_chi_square", "corrected", "log10_corrected"),
    *("unpaired_z", "unpaired", "log10_unpaired"),
    *("phi", "phi_corrected"),
    *("wald_lower", "wald_upper", "newcombe_lower", "newcombe_upper"),
    *("newcombe_corrected_lower", "newcombe_corrected_upper", "tango_lower", "tango_upper"),
    *("odds_ratio_lower", "odds_ratio_upper"),
]


def random_tables(count):
    """Yield tables with cells up to 10**6: many zeros, many near ties, every size."""
    draw = random.Random(20240501)

    def cell(zeros=0.15):
        return 0 if draw.random() < zeros else int(10 ** draw.uniform(0, 6))

    made = 0
    while made < count:
        a, b, c, d = cell(), cell(), cell(), cell()
        kind = draw.random()
        if kind < 0.15:  # near tie
            c = max(0, b + draw.randint(-40, 40))
        elif kind < 0.5:  # within some standard deviations
            c = max(0, b + int(draw.gauss(0, 3) * (2 * b + 1) ** 0.5))
        c = min(c, 10**6)
        if a + b + c + d:
            made += 1
            yield a, b, c, d, draw.choice(CONFIDENCES)


def huge_tables():
    """Yield tables with cells from 10**7 to 10**12: near ties, every distance, one-sided."""
    draw = random.Random(7)

    def rest():
        return int(10 ** draw.uniform(7, 12))

    for half in (10**7, 4 * 10**8, 10**10, 10**12):
        for gap in (0, 1, 2, 3, 10, 33, 34, 1000):
            yield rest(), half, half - gap, rest(), draw.choice(CONFIDENCES)
        for sigmas in (0.1, 0.6, 0.7, 1.5, 3, 6, 10, 20, 40):
            gap = int(sigmas * (2 * half) ** 0.5)
            cells = (half, half - gap) if draw.random() < 0.5 else (half - gap, half)
            yield rest(), *cells, rest(), draw.choice(CONFIDENCES)
    for b, c in (
        *((10**7, 0), (0, 10**9), (10**12, 0), (10**12, 1), (17, 10**12), (10**12, 10**6)),
        *((4 * 10**11, 10**12), (10**12, 10**10), (3 * 10**7, 10**7), (499_900_000, 500_100_000)),
    ):
        yield rest(), b, c, rest(), draw.choice(CONFIDENCES)
    yield 10**12, 500_003_000_000, 499_997_000_000, 10**12, "0.95"
    yield 10**12, 10**12, 10**12, 10**12, "0.95"
    yield 10**12, 1, 0, 0, "0.95"


def tail_ratio(n, m):
    """Return P(X <= m) / P(X = m) by the incomplete-beta integral, for 0 < m < n/2."""
    power = n - 2 * m - 1
    step = 1 / (power + sqrt(mpf(m)))
    ends = [mpf(0)]
    while ends[-1] < 1 and m * ends[-1] ** 2 + power * ends[-1] < 130:
        ends.append(min(mpf(1), (2 * ends[-1]) or step))

    def integrand(u):
        return exp(m * log(1 - u * u) + power * log(1 - u)) if u < 1 else mpf(0)

    return (n - m) * quad(integrand, ends)


def huge_binomial(b, c):
    """Return exact p and mid-p with their log10, where a term-by-term sum is too long."""
    n, m = b + c, min(b, c)
    log_point = oracle.log_binom(n, m) - n * log(mpf(2))
    point = exp(log_point)
    gap = n - 2 * m
    if gap == 0:
        return mpf(1), mpf(0), 1 - point / 2, log10(1 - point / 2)
    if gap <= 1000 and gap * gap < n:
        between, term = mpf(0), point
        for k in range(m, n - m - 1):
            term = term * (n - k) / (k + 1)
            between += term
        exact, mid = 1 - between, 1 - between - point
        return exact, log10(exact), mid, log10(mid)
    ratio = tail_ratio(n, m) if m else mpf(1)
    ten = log(mpf(10))
    log_exact, log_mid = log_point + log(2 * ratio), log_point + log(2 * ratio - 1)
    return exp(log_exact), log_exact / ten, exp(log_mid), log_mid / ten


def lower_share(b, c, tail):
    """Return the p at which P(X >= b) = tail, X ~ Bin(b+c, p): Clopper-Pearson's lower limit.

    The tail is the incomplete beta integral from 0 to p, whose density is known;
    Newton's method on its logarithm starts from the normal approximation.
    """
    if c == 0:
        return tail ** (1 / mpf(b))
    n = b + c
    width = sqrt(mpf(b) * c / mpf(n) ** 3)
    log_scale = oracle.loggamma(n + 1) - oracle.loggamma(b) - oracle.loggamma(c + 1)

    def density(t):
        return exp(log_scale + (b - 1) * log(t) + c * log(1 - t))

    share = mpf(b) / n - sqrt(mpf(2)) * oracle.erfinv(1 - 2 * tail) * width
    for _ in range(8):
        mass = quad(density, [share - k * width for k in (20, 14, 10, 7, 5, 3, 2, 1, 0)])
        step = mass * log(mass / tail) / density(share)
        share -= step
        if abs(step) < share * mpf(10) ** -30:
            return share
    raise ArithmeticError((b, c))


def odds_ratio_limits(b, c, confidence):
    if b + c <= ODDS_RATIO_UP_TO:
        return [oracle.odds(share) for share in oracle.cond_pi_ci(b, c, confidence)]
    if min(b, c) >= 1000 or min(b, c) == 0:
        tail = (1 - mpf(confidence)) / 2
        lower = oracle.odds(lower_share(b, c, tail)) if b else mpf(0)
        upper = 1 / oracle.odds(lower_share(c, b, tail)) if c else oracle.inf
        return [lower, upper]
    return [None, None]


def unpaired(a, b, c, d):
    n_items = a + b + c + d
    passed = 2 * a + b + c
    failed = 2 * n_items - passed
    if passed == 0 or failed == 0:
        return None, mpf(1), mpf(0)
    z = (b - c) * sqrt(mpf(2) * n_items / (mpf(passed) * failed))
    return z, erfc(abs(z) / sqrt(mpf(2))), oracle.log10_chi2sf1(z * z)


def row(table):
    a, b, c, d, confidence = table
    z = oracle.zq(confidence)
    chi = oracle.chi2_tests(b, c)
    if max(b, c) < 10**7:
        tests = oracle.exact_tests(b, c)
        tails = [tests[key] for key in ("p_exact", "log10_p_exact", "p_mid", "log10_p_mid")]
        if abs(b - c) <= 1:
            tails[:2] = mpf(1), mpf(0)  # the sum of all terms, but for the 60th digit
    else:
        tails = huge_binomial(b, c)
    values = [
        *tails,
        *(chi[key] for key in ("p_chi2", "log10_p_chi2", "p_chi2_cc", "log10_p_chi2_cc")),
        *unpaired(a, b, c, d),
        oracle.phi_newcombe(a, b, c, d, False),
        oracle.phi_newcombe(a, b, c, d, True),
        *oracle.wald(a, b, c, d, z),
        *oracle.newcombe(a, b, c, d, z, False),
        *oracle.newcombe(a, b, c, d, z, True),
        *oracle.tango(a, b, c, d, z),
        *odds_ratio_limits(b, c, confidence),
    ]
    return [*table, *(None if v is None else mp.nstr(v, DIGITS) for v in values)]


def write(name, tables):
    with Pool() as pool:
        rows = pool.map(row, tables, chunksize=4)
    lines = ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows)
    (HERE / name).write_text(f'{{"columns": {json.dumps(COLUMNS)},\n"rows": [\n{lines}\n]}}\n')


def check():
    """Print the relative distance of the integral from the oracle's sum."""
    for n, m in ((10**5, 40_000), (10**5, 49_900), (10**5 + 1, 50_000), (10**6, 499_000)):
        summed = oracle._lowtail_over_pmf(n, m)
        print(n, m, mp.nstr(abs(tail_ratio(n, m) / summed - 1), 3))
    n, gap = 2 * 10**10, 3 * 141_421  # 3 standard deviations
    summed = oracle._lowtail_over_pmf(n, (n - gap) // 2)
    print(n, (n - gap) // 2, mp.nstr(abs(tail_ratio(n, (n - gap) // 2) / summed - 1), 3))
    for b, c in ((900, 1100), (1200, 800)):
        share = oracle.cond_pi_ci(b, c, "0.95")[0]
        print(b, c, mp.nstr(lower_share(b, c, mpf("0.025")) / share - 1, 3))


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        check()
    else:
        write("oracle_huge.json", list(huge_tables()))
        write("oracle_tables.json", list(random_tables(2000)))
