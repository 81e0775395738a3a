"""Tests of app.explain.explanation: the tables and captions of the page."""

import pytest

from app.explain import explain
from app.stats import Table, compare


def explained(*cells, confidence=0.95):
    return explain(compare(Table(*cells), confidence))


def test_the_table_of_p_values_of_the_worked_example():
    # design.md, section 3; mid-p from published_cases.json, brief_200
    rows = explained(17, 3, 157, 23).tests
    assert [(row.key, row.statistic, row.p, row.decides, row.reported) for row in rows] == [
        ("exact", "", "0.0026", "below 0.05", True),
        ("mid_p", "", "0.0015", "below 0.05", False),
        ("chi_square", "9.80", "0.0017", "below 0.05", False),
        ("chi_square_corrected", "8.45", "0.0037", "below 0.05", False),
    ]


def test_the_table_of_intervals_of_the_worked_example():
    # R contingencytables 3.0.1, ratesci 1.1.0.9000 (published_cases.json, brief_200)
    rows = explained(17, 3, 157, 23).intervals
    assert [(row.key, row.limits, row.decides) for row in rows] == [
        ("wald", "+2.7 to +11.3", "clears zero"),
        ("newcombe", "+2.7 to +11.6", "clears zero"),
        ("newcombe_corrected", "+2.6 to +11.7", "clears zero"),
        ("tango", "+2.9 to +11.9", "clears zero"),
    ]


def test_without_a_and_d_there_are_no_intervals():
    assert explained(17, 3).intervals == ()


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.9999])
def test_what_a_row_says_agrees_with_what_it_prints(edge_table, confidence):
    found = explain(compare(edge_table, confidence))
    for row in found.tests:
        printed = float(row.p.replace(" × 10^", "e").replace("−", "-"))
        below = printed < float(row.decides.split()[-1])
        assert row.decides.startswith("below") == below, row
    for row in found.intervals:
        lower, upper = (float(limit.replace("−", "-")) for limit in row.limits.split(" to "))
        assert (row.decides == "contains zero") == (lower <= 0 <= upper), row


@pytest.mark.parametrize(
    ("cells", "reported", "step"),
    [((13, 11), "exact", "exact"), ((13, 12), "chi_square", "chi_square_p")],
)
def test_one_row_and_one_step_are_marked_as_the_one_to_report(cells, reported, step):
    found = explained(*cells)
    assert [row.key for row in found.tests if row.reported] == [reported]
    assert found.reported_step == step


def test_every_letter_says_what_it_stands_for():
    letters = {letter.symbol: letter for letter in explained(17, 3, 157, 1023).letters}
    values = {symbol: letter.value for symbol, letter in letters.items()}
    assert values == {
        "b": "17",
        "c": "3",
        "a": "157",
        "d": "1,023",
        "n": "20",
        "m": "3",
        "N": "1,200",
    }
    assert letters["b"].meaning == "fixed: the candidate passed, the baseline failed"
    assert letters["c"].meaning == "broken: the candidate failed, the baseline passed"


def test_a_letter_without_a_count_is_left_out():
    assert [letter.symbol for letter in explained(17, 3).letters] == ["b", "c", "n", "m"]


@pytest.mark.parametrize(
    ("cells", "caption"),
    [
        (
            (17, 3),
            "out of 20 flips. The filled tails, on shaded ground, hold every split at least as "
            "uneven as 17 to 3: "
            "exact p = 0.0026.",
        ),
        ((3, 17), "at least as uneven as 17 to 3: exact p = 0.0026."),
        ((1, 0), "out of 1 flip. "),
        ((5, 5), "Of 10 flips half were fixed: every other split is more uneven, so p = 1.0000."),
    ],
)
def test_the_caption_of_the_binomial_picture(cells, caption):
    assert caption in explained(*cells).coin_caption
