"""Tests of app.explain.reports.csv: one row a quantity, in full precision."""

import csv
import io
import re

import pytest

from app.explain import Names, explain, record
from app.explain.reports import csv_table
from app.stats import Table, compare

# The quantities of design.md, section 5, by their paths in the JSON.
KEYS = [
    *(f"table.{key}" for key in ("b", "c", "a", "d", "n_items", "n_discordant")),
    "confidence",
    "names.baseline",
    "names.candidate",
    *(f"tests.{test}.{key}" for test in ("exact", "mid_p") for key in ("p", "log10_p")),
    *(
        f"tests.{test}.{key}"
        for test in ("chi_square", "chi_square_corrected")
        for key in ("statistic", "p", "log10_p")
    ),
    *(f"recommended.{key}" for key in ("test", "p", "log10_p")),
    *(f"delta.{key}" for key in ("estimate", "candidate_rate", "baseline_rate")),
    *(f"delta.intervals.{key}" for key in ("wald", "newcombe", "newcombe_corrected", "tango")),
    "odds_ratio.estimate",
    "odds_ratio.interval",
    *(f"unpaired.{key}" for key in ("z", "p", "log10_p")),
    *(f"verdict.{key}" for key in ("outcome", "favours", "sentence", "notes")),
]


def rows(explanation):
    text = csv_table(explanation)
    return {row["key"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def found(*cells, names=None):
    return rows(explain(compare(Table(*cells)), names))


def at(tree, path):
    """Return what a JSON tree holds at a path, and None where the path leads nowhere."""
    for key in path.split("."):
        tree = tree.get(key) if tree else None
    return tree


def number(cell):
    return float(cell) if cell else None


def test_the_rows_are_the_same_for_every_table(edge_table):
    assert list(rows(explain(compare(edge_table)))) == KEYS


def test_lines_end_as_rfc_4180_has_it():
    text = csv_table(explain(compare(Table(17, 3))))
    assert text.startswith("key,title,value,lower,upper,text\r\n")
    assert "\n" not in text.replace("\r\n", "")


def test_the_worked_example():
    # design.md, section 3
    table = found(17, 3, 157, 23)
    assert [table[f"table.{key}"]["value"] for key in "bcad"] == ["17", "3", "157", "23"]
    assert table["tests.exact.p"]["value"] == repr(2702 / 2**20)
    assert table["tests.chi_square.statistic"]["value"] == "9.8"
    assert table["delta.estimate"]["value"] == "0.07"
    assert table["tests.exact.p"]["text"] == "0.0026"
    assert table["unpaired.p"]["text"] == "0.0593"
    assert table["verdict.outcome"]["text"] == "resolved"


def test_every_number_is_that_of_the_json_digit_for_digit(edge_table):
    explanation = explain(compare(edge_table))
    expected = record(explanation)
    for key, row in rows(explanation).items():
        value = at(expected, key)
        if isinstance(value, list) and key != "verdict.notes":
            assert [number(row["lower"]), number(row["upper"])] == value, key
        elif isinstance(value, int | float) or value is None:
            assert number(row["value"]) == value, key
        else:
            assert row["value"] == "", key


def test_what_no_number_can_hold_is_empty_and_its_text_says_why():
    table = found(2000, 0, 0, 0)  # field case A02: log10 p is −601.758961…
    assert table["tests.exact.p"]["value"] == ""
    assert table["tests.exact.p"]["text"] == "1.7 × 10^−602"
    assert table["tests.exact.log10_p"]["value"].startswith("-601.758961")
    assert (table["odds_ratio.estimate"]["value"], table["odds_ratio.estimate"]["text"]) == (
        "",
        "∞",
    )


def test_without_a_and_d_the_rows_that_need_them_are_empty():
    row = found(17, 3)["delta.intervals.newcombe"]
    assert (row["value"], row["lower"], row["upper"], row["text"]) == ("", "", "", "")


@pytest.mark.parametrize("start", "=+-@\t\r＝＋－＠")
def test_a_name_is_no_formula_to_a_spreadsheet(start):
    # owasp.org, "CSV Injection"
    name = f'{start}HYPERLINK("http://x","y")'
    assert found(17, 3, names=Names(candidate=name))["names.candidate"]["text"] == f"'{name}"


@pytest.mark.parametrize("name", ['a,"b"', "gpt-4o", "模型", "a\nb", "'x"])
def test_any_other_name_arrives_as_it_is(name):
    assert found(17, 3, names=Names(baseline=name))["names.baseline"]["text"] == name


def test_no_cell_begins_like_a_formula(edge_table):
    for row in rows(explain(compare(edge_table))).values():
        text = row["text"]
        # a signed difference is a number with its unit
        assert not text.startswith(("=", "-", "@")), text
        signed = r"\+[\d.,]+( to [+−][\d.,]+)? points"
        assert not text.startswith("+") or re.fullmatch(signed, text), text
