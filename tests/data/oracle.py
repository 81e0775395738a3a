#!/usr/bin/env python3
# fmt: off
# ruff: noqa
"""High-precision oracle for paired binary (McNemar) inference.  mpmath, 60 digits.

Cells (counts of items):   a both passed; b candidate passed & baseline failed;
c candidate failed & baseline passed; d both failed.  N=a+b+c+d, n=b+c.
delta = p_candidate - p_baseline = (b-c)/N.

Independent of scipy/statsmodels/R: binomial tails are summed term by term, normal quantile and
all interval limits come from mpmath root finding.

CLI:  oracle.py a b c d [conf]      -> JSON (numbers as strings, 30 significant digits)
      oracle.py --selftest          -> checks identities + published_cases.json beside this file
"""
import json, os, sys
from mpmath import mp, mpf, sqrt, log, log10, exp, erfc, erfinv, loggamma, inf, nan, isnan, findroot, polyroots
mp.dps = 60
H = mpf(1) / 2


# ---------- basic pieces ----------
def zq(conf):
    """two-sided normal quantile z_{1-alpha/2}"""
    return sqrt(mpf(2)) * erfinv(mpf(conf))


def log_binom(n, k):
    return loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1)


def _lowtail_over_pmf(n, k):
    """sum_{i<=k} C(n,i) / C(n,k) for k<=n/2; ratio series, all terms positive, no cancellation"""
    s = t = mpf(1)
    i = k
    eps = mpf(10) ** (-mp.dps - 5)
    while i > 0:
        t = t * i / (n - i + 1)
        s += t
        i -= 1
        if t < eps * s:
            break
    return s


def tails(b, c):
    """log of pmf P(X=b), of P(X<=min) for X~Bin(b+c,1/2)"""
    n, k = b + c, min(b, c)
    lp = log_binom(n, k) - n * log(mpf(2))
    return lp, lp + log(_lowtail_over_pmf(n, k))


def exact_tests(b, c):
    n = b + c
    if n == 0:      # convention: no discordant pair carries information -> p = 1 for every version
        one = mpf(1)
        return dict(p_exact=one, log10_p_exact=mpf(0), p_mid=one, log10_p_mid=mpf(0), p_mid_doubling=one,
                    p_mid_raw_formula=H, p_greater=one, p_less=one, p_mid_greater=H, p_mid_less=H, pmf=one)
    lp, lt = tails(b, c)
    pmf, tail = exp(lp), exp(lt)                     # P(X=k), P(X<=k), k=min
    if b == c:
        p, lpe = mpf(1), mpf(0)
        mid = 1 - pmf / 2                            # P(|X-n/2|>obs)+P(=obs)/2, Fagerland et al. 2013
        lmid = log(mid)
        mid_dbl = mpf(1)                             # 2*min(one-sided mid-p) = 1 exactly
    else:
        p, lpe = 2 * tail, log(mpf(2)) + lt
        r = _lowtail_over_pmf(n, min(b, c))
        mid = pmf * (2 * r - 1)                      # 2*P(X<=k) - P(X=k)
        lmid = lp + log(2 * r - 1)
        mid_dbl = mid
    le, ge = (tail, 1 - tail + pmf) if b <= c else (1 - tail + pmf, tail)
    return dict(p_exact=p, log10_p_exact=lpe / log(mpf(10)), p_mid=mid, log10_p_mid=lmid / log(mpf(10)),
                p_mid_doubling=mid_dbl, p_mid_raw_formula=mid,
                p_greater=ge, p_less=le, p_mid_greater=ge - pmf / 2, p_mid_less=le - pmf / 2, pmf=pmf)


def log10_chi2sf1(x):
    x = mpf(x)
    if x == 0:
        return mpf(0)
    with mp.workdps(mp.dps + 20):
        return log10(erfc(sqrt(x / 2)))


def chi2_tests(b, c):
    n = b + c
    if n == 0:
        return dict(chi2=nan, p_chi2=mpf(1), log10_p_chi2=mpf(0), chi2_cc=nan, p_chi2_cc=mpf(1), log10_p_chi2_cc=mpf(0))
    x = mpf(b - c) ** 2 / n
    xc = mpf(max(abs(b - c) - 1, 0)) ** 2 / n        # floored at 0: b==c gives 0, not 1/n
    return dict(chi2=x, p_chi2=erfc(sqrt(x / 2)), log10_p_chi2=log10_chi2sf1(x),
                chi2_cc=xc, p_chi2_cc=erfc(sqrt(xc / 2)), log10_p_chi2_cc=log10_chi2sf1(xc))


def clip(lo, hi):
    return max(mpf(-1), lo), min(mpf(1), hi)


# ---------- intervals for delta ----------
def wald(a, b, c, d, z, cc=0):
    N = a + b + c + d
    D = mpf(b - c) / N
    h = z * sqrt(mpf(b + c) - mpf(b - c) ** 2 / N) / N + mpf(cc) / N
    return clip(D - h, D + h)


def wilson(x, n, z):
    x, n = mpf(x), mpf(n)
    m = 2 * x + z * z
    r = z * sqrt(z * z + 4 * x * (n - x) / n)
    den = 2 * (n + z * z)
    lo = (m - r) / den
    hi = (m + r) / den
    if x == 0:
        lo = mpf(0)
    if x == n:
        hi = mpf(1)
    return lo, hi


def phi_newcombe(a, b, c, d, corrected=True):
    """Newcombe 1998 eq. for methods 8 (corrected=False) and 10 (True)"""
    N = a + b + c + d
    P = (a + b) * (c + d) * (a + c) * (b + d)
    if P == 0:
        return mpf(0)
    num = mpf(a * d - b * c)
    if corrected and num > 0:
        num = max(num - mpf(N) / 2, mpf(0))
    return num / sqrt(mpf(P))


def newcombe(a, b, c, d, z, corrected=True):
    N = a + b + c + d
    p1, p2 = mpf(a + b) / N, mpf(a + c) / N          # candidate, baseline
    l1, u1 = wilson(a + b, N, z)
    l2, u2 = wilson(a + c, N, z)
    f = phi_newcombe(a, b, c, d, corrected)
    D = mpf(b - c) / N
    q1 = (p1 - l1) ** 2 - 2 * f * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2
    q2 = (p2 - l2) ** 2 - 2 * f * (p2 - l2) * (u1 - p1) + (u1 - p1) ** 2
    return clip(D - sqrt(max(q1, mpf(0))), D + sqrt(max(q2, mpf(0))))


def tango_T(delta, b, c, N):
    """Tango 1998 score statistic at H0: delta"""
    A = mpf(2 * N)
    B = -mpf(b + c) + (2 * N - b + c) * delta
    C = -c * delta * (1 - delta)
    q = (sqrt(B * B - 4 * A * C) - B) / (2 * A)      # constrained MLE of P(cell c)
    return (b - c - N * delta) / sqrt(N * (2 * q + delta * (1 - delta)))


def _bisect(f, lo, hi, iters=None):
    flo = f(lo)
    for _ in range(iters or int(mp.dps * 3.33) + 8):
        m = (lo + hi) / 2
        fm = f(m)
        if fm == 0:
            return m
        if (fm > 0) == (flo > 0):
            lo, flo = m, fm
        else:
            hi = m
    return (lo + hi) / 2


def tango(a, b, c, d, z):
    N = a + b + c + d
    if b == 0 and c == 0:
        h = z * z / (N + z * z)                      # exact limit of the score equation
        return -h, h
    D = mpf(b - c) / N
    one = mpf(1)

    def dec_root(f, lo, hi):                         # f decreasing; f(lo)>0>f(hi) known, ends never evaluated
        for _ in range(int(mp.dps * 3.33) + 8):
            m = (lo + hi) / 2
            if f(m) > 0:
                lo = m
            else:
                hi = m
        return (lo + hi) / 2

    up = one if b == N else dec_root(lambda t: tango_T(t, b, c, N) + z, D, one)
    lo = -one if c == N else dec_root(lambda t: tango_T(t, b, c, N) - z, -one, D)
    return lo, up


def tango_quartic(a, b, c, d, z):
    """independent closed form: eliminate q from T^2=z^2 and 2N q^2+Bq+C=0 -> quartic in delta"""
    N = a + b + c + d
    k = z * z * N
    # q = Q(delta) = ((b-c-N t)^2/k - t(1-t))/2 = q0+q1 t+q2 t^2
    q0, q1, q2 = mpf(b - c) ** 2 / k / 2, (-2 * mpf(b - c) * N / k - 1) / 2, (mpf(N) ** 2 / k + 1) / 2
    B0, B1 = -mpf(b + c), mpf(2 * N - b + c)
    co = [2 * N * q2 * q2,
          2 * N * 2 * q1 * q2 + B1 * q2,
          2 * N * (q1 * q1 + 2 * q0 * q2) + B0 * q2 + B1 * q1 + c,
          2 * N * 2 * q0 * q1 + B0 * q1 + B1 * q0 - c,
          2 * N * q0 * q0 + B0 * q0]
    rts = polyroots(co, maxsteps=500, extraprec=400)
    real = sorted(r.real for r in rts if abs(r.imag) < mpf(10) ** -20)
    return real


def bonett_price(a, b, c, d, z):
    N = a + b + c + d
    p12, p21 = mpf(b + 1) / (N + 2), mpf(c + 1) / (N + 2)
    se = sqrt((p12 + p21 - (p12 - p21) ** 2) / (N + 2))
    return clip(p12 - p21 - z * se, p12 - p21 + z * se)


def agresti_min(a, b, c, d, z):
    N = a + b + c + d + 2
    D = mpf(b - c) / N
    se = sqrt(mpf(b + c + 1) - mpf(b - c) ** 2 / N) / N
    return clip(D - z * se, D + z * se)


# ---------- conditional odds ratio b/c ----------
def _logpmf(n, k, p):
    return log_binom(n, k) + k * log(p) + (n - k) * log(1 - p)


def _sf_ge(n, k, p):
    """P(X>=k), X~Bin(n,p), summed on the smaller side"""
    def side(i0, step, stop):
        t = exp(_logpmf(n, i0, p)); s = t; i = i0; mode_passed = False
        while i != stop:
            t = t * (n - i) / (i + 1) * p / (1 - p) if step > 0 else t * i / (n - i + 1) * (1 - p) / p
            i += step; s += t
            if t < s * mpf(10) ** (-mp.dps - 5) and ((step > 0 and i > n * p) or (step < 0 and i < n * p)):
                break
        return s
    if k <= 0: return mpf(1)
    if k > n: return mpf(0)
    return side(k, 1, n) if k > n * p else 1 - side(k - 1, -1, 0)


def cond_pi_ci(b, c, conf, midp=False):
    """Clopper-Pearson (or mid-p) limits for pi = b/(b+c)"""
    n, al = b + c, (1 - mpf(conf)) / 2
    e = mpf(10) ** (-mp.dps + 10)
    w = H if midp else mpf(0)
    if n == 0: return mpf(0), mpf(1)
    up_tail = lambda p: _sf_ge(n, b, p) - w * exp(_logpmf(n, b, p))          # increasing in p
    lo_tail = lambda p: 1 - _sf_ge(n, b + 1, p) - w * exp(_logpmf(n, b, p))  # decreasing in p
    lo = mpf(0) if b == 0 else _bisect(lambda p: up_tail(p) - al, e, 1 - e)
    hi = mpf(1) if c == 0 else _bisect(lambda p: al - lo_tail(p), e, 1 - e)
    return lo, hi


def odds(p):
    return inf if p == 1 else p / (1 - p)


def compute(a, b, c, d, conf='0.95', z=None, or_ci=True):
    a, b, c, d = (int(v) for v in (a, b, c, d))
    assert min(a, b, c, d) >= 0
    N = a + b + c + d
    out = dict(N=N, n_discordant=b + c)
    out.update(exact_tests(b, c))
    out.update(chi2_tests(b, c))
    if N == 0:
        return out
    z = zq(conf) if z is None else mpf(z)
    cell = (a, b, c, d)
    out['z'] = z
    out['delta'] = mpf(b - c) / N
    out['phi_m8'], out['phi_m10'] = phi_newcombe(*cell, False), phi_newcombe(*cell, True)
    for k, v in dict(wald=wald(*cell, z), wald_cc_1overN=wald(*cell, z, 1), newcombe_m8=newcombe(*cell, z, False),
                     newcombe_m10=newcombe(*cell, z, True), tango=tango(*cell, z), bonett_price=bonett_price(*cell, z),
                     agresti_min=agresti_min(*cell, z)).items():
        out[k] = list(v)
    if or_ci:
        out['or_hat'] = nan if b + c == 0 else (inf if c == 0 else mpf(b) / c)
        if b + c <= 200000:
            pe, pm = cond_pi_ci(b, c, conf), cond_pi_ci(b, c, conf, True)
            out['or_exact'] = [odds(pe[0]), odds(pe[1])]
            out['or_midp'] = [odds(pm[0]), odds(pm[1])]
            out['delta_conditional_exact'] = [(2 * p - 1) * (b + c) / N for p in pe]   # Newcombe method 3
    return out


def to_json(o, digits=30):
    f = lambda v: v if isinstance(v, int) else [f(x) for x in v] if isinstance(v, list) else mp.nstr(v, digits)
    return {k: f(v) for k, v in o.items()}


def selftest():
    import itertools
    bad = 0
    from fractions import Fraction
    from math import comb
    for b, c in itertools.product(range(0, 13), repeat=2):
        n = b + c
        t = exact_tests(b, c)
        if n:
            T = abs(b - c)
            pe = Fraction(sum(comb(n, i) for i in range(n + 1) if abs(2 * i - n) >= T), 2 ** n)
            pm = pe - Fraction(sum(comb(n, i) for i in range(n + 1) if abs(2 * i - n) == T), 2 ** (n + 1))
            for got, want in ((t['p_exact'], pe), (t['p_mid'], pm)):
                if abs(got - mpf(want.numerator) / want.denominator) > mpf(10) ** -50:
                    bad += 1; print('tail mismatch', b, c)
    for cell in itertools.product(range(0, 5), repeat=4):
        if sum(cell) == 0: continue
        z = zq('0.95'); a, b, c, d = cell; N = sum(cell)
        lo, hi = tango(*cell, z)
        m = tango(a, c, b, d, z)
        if abs(lo + m[1]) > mpf(10) ** -40 or abs(hi + m[0]) > mpf(10) ** -40: bad += 1; print('tango antisym', cell)
        if b + c and b < N and c < N:
            q = tango_quartic(*cell, z)
            if min(abs(r - lo) for r in q) > mpf(10) ** -25 or min(abs(r - hi) for r in q) > mpf(10) ** -25:
                bad += 1; print('tango quartic', cell)
        for nm in (True, False):
            l, u = newcombe(*cell, z, nm)
            l2, u2 = newcombe(a, c, b, d, z, nm)
            if abs(l + u2) > mpf(10) ** -50 or l > mpf(b - c) / N or u < mpf(b - c) / N: bad += 1; print('newc', cell)
    p = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'published_cases.json')
    n = 0
    if os.path.exists(p):
        for r in json.load(open(p)):
            o = compute(r['a'], r['b'], r['c'], r['d'], str(r.get('conf', '0.95')), r.get('z'))
            for k, want in r['expected'].items():
                dg = r['digits'][k] if isinstance(r['digits'], dict) else r['digits']
                got = o[k]
                for g, w in zip(got if isinstance(got, list) else [got], want if isinstance(want, list) else [want]):
                    n += 1
                    if w is None: continue
                    w = mpf(str(w)) if w != 'inf' else inf
                    if g == w: continue
                    tol = abs(w) * mpf(10) ** (-r['sig'][k]) if r.get('sig', {}).get(k) else H * mpf(10) ** (-dg) * mpf('1.0001')
                    if abs(g - w) > tol: bad += 1; print('REF', r['name'], k, mp.nstr(g, 12), w)
    print('selftest: %d problems, %d reference numbers checked' % (bad, n))
    return bad


if __name__ == '__main__':
    if sys.argv[1:] == ['--selftest']:
        sys.exit(1 if selftest() else 0)
    a, b, c, d = map(int, sys.argv[1:5])
    print(json.dumps(to_json(compute(a, b, c, d, sys.argv[5] if len(sys.argv) > 5 else '0.95')), indent=1))
