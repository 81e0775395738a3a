"""Tests of app.stats.table: the sums of a table and the counts that it refuses."""

import pytest

from app.stats.table import MAX_COUNT, Table

WORKED = Table(b=17, c=3, a=157, d=23)


@pytest.mark.parametrize(
    ("name", "expected"),
    [  # the worked example: candidate 174/200, baseline 160/200, 20 discordant
        ("n_items", 200),
        ("n_discordant", 20),
        ("candidate_passed", 174),
        ("baseline_passed", 160),
        ("candidate_failed", 26),
        ("baseline_failed", 40),
        ("net_fixed", 14),
        ("smaller", 3),
        ("is_tie", False),
    ],
)
def test_sums_of_the_worked_example(name, expected):
    assert getattr(WORKED, name) == expected


@pytest.mark.parametrize(
    "name",
    ["n_items", "candidate_passed", "baseline_passed", "candidate_failed", "baseline_failed"],
)
def test_sums_are_unknown_without_a_and_d(name):
    assert getattr(Table(17, 3), name) is None


def test_sums_of_the_largest_counts_are_whole():
    table = Table(MAX_COUNT, MAX_COUNT, MAX_COUNT, MAX_COUNT)
    assert table.n_items == 4_000_000_000_000
    assert table.candidate_passed == 2_000_000_000_000


@pytest.mark.parametrize("cell", ["a", "b", "c", "d"])
@pytest.mark.parametrize("count", [True, 1.0, "1"])
def test_a_count_that_is_no_int_is_a_type_error(cell, count):
    with pytest.raises(TypeError, match="a count is an int"):
        Table(**{"a": 1, "b": 1, "c": 1, "d": 1, cell: count})


@pytest.mark.parametrize("cell", ["a", "b", "c", "d"])
@pytest.mark.parametrize("count", [-1, MAX_COUNT + 1, 10**400])
def test_a_count_out_of_range_is_a_value_error(cell, count):
    with pytest.raises(ValueError, match="a count is 0 to 1000000000000"):
        Table(**{"a": 1, "b": 1, "c": 1, "d": 1, cell: count})


@pytest.mark.parametrize(("b", "c"), [(None, 3), (17, None)])
def test_b_and_c_are_required(b, c):
    with pytest.raises(TypeError, match="b and c are required"):
        Table(b, c, 1, 1)


@pytest.mark.parametrize("cells", [{"a": 157}, {"d": 23}])
def test_a_and_d_come_together(cells):
    with pytest.raises(ValueError, match="together or not at all"):
        Table(17, 3, **cells)


def test_no_items_is_an_error():
    with pytest.raises(ValueError, match="no items"):
        Table(b=0, c=0, a=0, d=0)


def test_no_discordant_items_is_a_table_when_a_and_d_are_unknown():
    assert Table(b=0, c=0).n_discordant == 0


def test_a_table_cannot_be_changed():
    with pytest.raises(AttributeError):
        WORKED.b = 18
