"""What holds for every table, tried on tables that Hypothesis makes up."""

import math

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from app.stats import MAX_COUNT, Table, compare
from app.stats.verdict import Run

P_VALUES = ["exact", "mid_p", "chi_square", "chi_square_corrected"]
INTERVALS = ["wald", "newcombe", "newcombe_corrected", "tango"]

# Small counts and powers of ten alike: most faults sit at 0, 1 or where digits run out.
counts = st.one_of(
    st.integers(0, 30),
    st.integers(0, 10_000),
    st.integers(0, MAX_COUNT),
    st.sampled_from([0, 1, 10**6, MAX_COUNT]),
)
levels = st.sampled_from([0.8, 0.9, 0.95, 0.99, 0.999, 0.9999])


@st.composite
def near_ties(draw):
    """Return b and c some standard deviations apart, where tests change their mind."""
    b = draw(st.integers(1, MAX_COUNT - 10**7))
    return b, min(MAX_COUNT, b + int(draw(st.floats(0, 6)) * math.sqrt(2 * b)))


@st.composite
def tables(draw):
    b, c = draw(st.one_of(st.tuples(counts, counts), near_ties()))
    a, d = draw(counts), draw(counts)
    assume(a + b + c + d > 0)
    return Table(*draw(st.sampled_from([(b, c), (c, b)])), a, d)


def swapped(table):
    return Table(b=table.c, c=table.b, a=table.a, d=table.d)


def close(expected):
    return pytest.approx(expected, rel=1e-12, abs=1e-15)


@given(tables(), levels)
def test_swapping_the_runs_keeps_every_p(table, level):
    found, mirror = compare(table, level), compare(swapped(table), level)
    assert found.p_values == mirror.p_values
    assert found.unpaired.result == mirror.unpaired.result
    assert found.recommended == mirror.recommended


@given(tables(), levels)
def test_swapping_the_runs_mirrors_every_interval(table, level):
    found, mirror = compare(table, level), compare(swapped(table), level)
    for name in INTERVALS:
        assert mirror.intervals[name].lower == close(-found.intervals[name].upper), name
        assert mirror.intervals[name].upper == close(-found.intervals[name].lower), name


@given(tables(), levels)
def test_swapping_the_runs_mirrors_every_sign(table, level):
    found, mirror = compare(table, level), compare(swapped(table), level)
    other = {Run.CANDIDATE: Run.BASELINE, Run.BASELINE: Run.CANDIDATE, None: None}
    assert mirror.difference.estimate == -found.difference.estimate
    assert mirror.difference.candidate_rate == found.difference.baseline_rate
    assert mirror.verdict.leads == other[found.verdict.leads]
    assert mirror.verdict.favours == other[found.verdict.favours]
    assert mirror.verdict.outcome == found.verdict.outcome
    if found.unpaired.z is not None:
        assert mirror.unpaired.z == -found.unpaired.z


@given(counts, counts, levels)
def test_swapping_the_runs_inverts_the_odds_ratio(b, c, level):
    found = compare(Table(b, c), level).odds_ratio
    mirror = compare(Table(c, b), level).odds_ratio

    def inverse(odds):
        return 1 / odds if odds else math.inf

    assert mirror.interval.lower == close(inverse(found.interval.upper))
    assert mirror.interval.upper == close(inverse(found.interval.lower))
    if b + c:
        assert mirror.estimate == close(inverse(found.estimate))


@given(near_ties(), st.integers(1, 10**6))
@example((30, 30), 1)  # the sum by hand
@example((5000, 5032), 1)  # where the way to sum the tail changes
@example((10**12 - 1, 10**12 - 1), 1)
def test_p_falls_as_the_split_grows_at_fixed_n(split, step):
    b, c = split
    assume(step <= b and c + step <= MAX_COUNT)
    near, far = compare(Table(b, c)), compare(Table(b - step, c + step))
    for name in P_VALUES:
        assert far.p_values[name].log10_p < near.p_values[name].log10_p, name
        assert far.p_values[name].p <= near.p_values[name].p, name


@pytest.mark.parametrize("n", [59, 60, 61, 62, 500, 4001])
def test_p_falls_at_every_step_from_the_middle_to_the_end(n):
    for name in P_VALUES:
        logs = [compare(Table(m, n - m)).p_values[name].log10_p for m in range(n // 2 + 1)]
        assert logs == sorted(set(logs)), name


@given(tables())
def test_mid_p_is_below_the_exact_p(table):
    assume(table.n_discordant)
    found = compare(table).binomial
    assert found.mid_p.log10_p < found.exact.log10_p
    assert found.mid_p.p < found.exact.p or found.exact.underflows


@given(tables())
def test_the_correction_never_lowers_p(table):
    found = compare(table)
    assert found.chi_square.result.log10_p <= found.chi_square_corrected.result.log10_p


@given(tables())
def test_every_p_is_a_probability(table):
    found = compare(table)
    for p_value in [*found.p_values.values(), found.unpaired.result, found.smallest_exact_p]:
        assert 0 < p_value.p <= 1 or p_value.underflows
        assert -math.inf < p_value.log10_p <= 0
        if not p_value.underflows:
            # a double near 1 has 16 digits of p, its logarithm the more of 1 - p
            assert math.log10(p_value.p) == pytest.approx(p_value.log10_p, rel=1e-12, abs=1e-15)


@given(tables(), levels)
def test_limits_bracket_the_difference(table, level):
    found = compare(table, level)
    estimate = found.difference.estimate
    for name, interval in found.intervals.items():
        assert -1 <= interval.lower <= estimate <= interval.upper <= 1, name
    unclipped = found.difference.wald.unclipped
    assert unclipped.lower <= estimate <= unclipped.upper


@given(counts, counts, levels)
def test_limits_bracket_the_odds_ratio(b, c, level):
    assume(b + c)
    found = compare(Table(b, c), level).odds_ratio
    assert 0 <= found.interval.lower < found.estimate or b == 0
    assert found.estimate < found.interval.upper or c == 0


@st.composite
def tables_at_the_edge_of_significance(draw):
    """Return tables whose (b-c)/√n is within a few items of the quantile of the level."""
    level = draw(levels)
    n = draw(st.one_of(st.integers(1, 300), st.integers(1, 10**11)))
    gap = round(compare(Table(1, 1), level).z * math.sqrt(n)) + draw(st.integers(-2, 2))
    assume(0 <= gap <= n and (n - gap) % 2 == 0)
    b, c = (n + gap) // 2, (n - gap) // 2
    return Table(*draw(st.sampled_from([(b, c), (c, b)])), draw(counts), draw(counts)), level


@given(st.one_of(tables_at_the_edge_of_significance(), st.tuples(tables(), levels)))
def test_tango_excludes_zero_exactly_when_the_chi_square_p_is_below_alpha(table_and_level):
    table, level = table_and_level
    found = compare(table, level)
    rejects = found.chi_square.result.p < found.alpha
    assert found.difference.tango.contains_zero is not rejects
    assert ("tango" in found.clearing) is rejects


@given(tables(), counts, counts, levels)
def test_items_that_both_runs_agree_on_change_no_paired_p(table, a, d, level):
    alone = compare(Table(table.b, table.c), level) if table.n_discordant else None
    assume(a + d + table.n_discordant)
    found, other = compare(table, level), compare(Table(table.b, table.c, a, d), level)
    assert found.p_values == other.p_values
    assert found.odds_ratio == other.odds_ratio
    if alone:
        assert alone.p_values == found.p_values


@given(tables())
def test_a_higher_level_widens_every_interval(table):
    narrow, wide = compare(table, 0.9), compare(table, 0.99)
    slack = 1e-15
    for name in INTERVALS:
        assert wide.intervals[name].lower <= narrow.intervals[name].lower + slack, name
        assert wide.intervals[name].upper >= narrow.intervals[name].upper - slack, name
    assert wide.odds_ratio.interval.lower <= narrow.odds_ratio.interval.lower
    assert wide.odds_ratio.interval.upper >= narrow.odds_ratio.interval.upper


@given(st.lists(st.integers(1, 10**5), min_size=4, max_size=4), st.integers(2, 10**6), levels)
def test_k_times_the_items_scale_the_evidence_and_keep_the_estimate(cells, k, level):
    a, b, c, d = cells
    one = compare(Table(b, c, a, d), level)
    many = compare(Table(k * b, k * c, k * a, k * d), level)
    assert many.difference.estimate == close(one.difference.estimate)
    assert many.difference.newcombe.correlation == close(one.difference.newcombe.correlation)
    assert many.odds_ratio.estimate == close(one.odds_ratio.estimate)
    assert many.chi_square.statistic == close(k * one.chi_square.statistic)
    assert many.difference.wald.half_width == close(one.difference.wald.half_width / math.sqrt(k))
    assert many.unpaired.z == close(one.unpaired.z * math.sqrt(k))


@given(tables(), levels)
def test_the_verdict_follows_from_its_evidence(table, level):
    found = compare(table, level)
    verdict = found.verdict
    evidence = [
        found.recommended in found.rejecting,
        "wald" in found.clearing and "newcombe" in found.clearing,
    ]
    outcomes = {2: "resolved", 1: "borderline", 0: "not_resolved"}
    assert verdict.outcome == outcomes[sum(evidence)]
    assert found.rejecting == {n for n, p in found.p_values.items() if p.p < found.alpha}


@given(tables(), st.one_of(st.floats(max_value=0), st.floats(min_value=1), st.just(math.nan)))
def test_a_level_outside_0_to_1_is_an_error(table, level):
    with pytest.raises(ValueError, match="between 0 and 1"):
        compare(table, level)
