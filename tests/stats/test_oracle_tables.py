"""Accuracy: two thousand random tables and eighty huge ones against 60-digit arithmetic.

The stored values are made by ``tests/data/make_oracle_data.py``, which shares no
code with the application.  Every p and log10 p is held to 1e-12 relative (the
project promises that up to 10⁹ discordant items and 1e-9 above), every limit
to 1e-12 absolute, every odds ratio to 1e-10 relative.
"""

import json
import math
from pathlib import Path

import pytest

from app.stats import Table, compare

DATA = Path(__file__).parents[1] / "data"
TESTS = ["exact", "mid_p", "chi_square", "corrected", "unpaired"]
INTERVALS = ["wald", "newcombe", "newcombe_corrected", "tango"]


def stored(name):
    content = json.loads((DATA / name).read_text())
    return [dict(zip(content["columns"], row, strict=True)) for row in content["rows"]]


@pytest.fixture(scope="module", params=["oracle_tables.json", "oracle_huge.json"])
def pairs(request):
    return [
        (row, compare(Table(*(row[cell] for cell in "bcad")), float(row["confidence"])))
        for row in stored(request.param)
    ]


def p_value(found, test):
    return {
        "exact": found.binomial.exact,
        "mid_p": found.binomial.mid_p,
        "chi_square": found.chi_square.result,
        "corrected": found.chi_square_corrected.result,
        "unpaired": found.unpaired.result,
    }[test]


def assert_all_close(numbers, *, rel=0.0, abs_=0.0):
    """Hold (table, found, stored text) triples; name the tables that are off."""
    assert len(numbers) >= 40
    off = [
        (table, found, text)
        for table, found, text in numbers
        if not math.isclose(found, float(text), rel_tol=rel, abs_tol=abs_)
    ]
    assert off == []


@pytest.mark.parametrize("test", TESTS)
def test_p(pairs, test):
    numbers = [
        (found.table, p_value(found, test).p, row[test])
        for row, found in pairs
        if not p_value(found, test).underflows
    ]
    assert_all_close(numbers, rel=1e-12)


@pytest.mark.parametrize("test", TESTS)
def test_p_underflows_only_where_the_stored_p_does(pairs, test):
    for row, found in pairs:
        got = p_value(found, test)
        assert got.underflows == (float(row[test]) < 2.2250738585072014e-308), found.table


@pytest.mark.parametrize("test", TESTS)
def test_log10_p(pairs, test):
    numbers = [
        (found.table, p_value(found, test).log10_p, row[f"log10_{test}"]) for row, found in pairs
    ]
    assert_all_close(numbers, rel=1e-12)


@pytest.mark.parametrize("interval", INTERVALS)
@pytest.mark.parametrize("side", ["lower", "upper"])
def test_limits_of_the_difference(pairs, interval, side):
    numbers = [
        (found.table, getattr(found.intervals[interval], side), row[f"{interval}_{side}"])
        for row, found in pairs
    ]
    assert_all_close(numbers, abs_=1e-12)


@pytest.mark.parametrize("interval", INTERVALS)
def test_limits_of_large_tables_to_a_billionth_of_their_width(pairs, interval):
    # 1e-12 absolute says little of an interval that is 1e-7 wide
    for row, found in pairs:
        got = found.intervals[interval]
        width = float(row[f"{interval}_upper"]) - float(row[f"{interval}_lower"])
        assert abs(got.lower - float(row[f"{interval}_lower"])) <= 1e-9 * width + 1e-15, row
        assert abs(got.upper - float(row[f"{interval}_upper"])) <= 1e-9 * width + 1e-15, row


@pytest.mark.parametrize(
    ("phi", "interval"), [("phi", "newcombe"), ("phi_corrected", "newcombe_corrected")]
)
def test_correlations(pairs, phi, interval):
    numbers = [
        (found.table, getattr(found.difference, interval).correlation, row[phi])
        for row, found in pairs
    ]
    assert_all_close(numbers, abs_=1e-14)


@pytest.mark.parametrize("side", ["lower", "upper"])
def test_odds_ratio_limits(pairs, side):
    numbers = [
        (found.table, getattr(found.odds_ratio.interval, side), row[f"odds_ratio_{side}"])
        for row, found in pairs
        if row[f"odds_ratio_{side}"] is not None
    ]
    assert_all_close(numbers, rel=1e-10)


def test_unpaired_z(pairs):
    numbers = [
        (found.table, found.unpaired.z, row["unpaired_z"])
        for row, found in pairs
        if row["unpaired_z"] is not None
    ]
    assert_all_close(numbers, rel=1e-14)


def test_unpaired_z_is_undefined_where_the_oracle_says_so(pairs):
    for row, found in pairs:
        assert (found.unpaired.z is None) == (row["unpaired_z"] is None), found.table


def test_the_stored_tables_reach_where_they_should():
    tables = stored("oracle_tables.json")
    assert len(tables) == 2000
    assert all(max(row[cell] for cell in "abcd") <= 10**6 for row in tables)
    assert sum(0 in (row["b"], row["c"]) for row in tables) > 200
    assert sum(0 < abs(row["b"] - row["c"]) <= 40 for row in tables) > 200
    assert {row["confidence"] for row in tables} == {"0.8", "0.9", "0.95", "0.99", "0.9999"}
    huge = stored("oracle_huge.json")
    assert len(huge) >= 60
    assert max(row["b"] + row["c"] for row in huge) == 2 * 10**12
