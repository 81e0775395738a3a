"""The tables and lines that the Markdown and the LaTeX report have in common, as plain text."""

from dataclasses import dataclass

from app.explain import numbers
from app.explain.explanation import Explanation
from app.explain.names import Names
from app.explain.titles import REPORT_MARK

_EMPTY = "–"


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table to be printed.

    Attributes
    ----------
    head : tuple of str
        Titles of the columns.
    alignment : str
        A letter for each column: l for left, r for right.
    rows : tuple of tuple of str
        The cells.
    marked : int or None
        Index of the row to set off.
    """

    head: tuple[str, ...]
    alignment: str
    rows: tuple[tuple[str, ...], ...]
    marked: int | None = None


def title(explanation: Explanation) -> str:
    """Return the title of a report: which runs, and at which level.

    Examples
    --------
    >>> from app.explain import explain
    >>> from app.stats import Table, compare
    >>> title(explain(compare(Table(17, 3)), Names("gpt-4", "gpt-5")))
    'McNemar’s test: “gpt-5” against “gpt-4”, at 95%'
    """
    names, level = explanation.names, numbers.level(explanation.comparison.confidence)
    return f"McNemar’s test: {names.the_candidate} against {names.the_baseline}, at {level}"


def roles(names: Names) -> str:
    """Return a sentence that says which run is which; empty where they have no names."""
    if names == Names():
        return ""
    return f"The candidate is {names.the_candidate}, the baseline is {names.the_baseline}."


def counts_table(explanation: Explanation) -> TextTable:
    """Return the 2×2 table of the counts."""
    table = explanation.comparison.table

    def cell(value: int | None, meaning: str) -> str:
        return f"{_EMPTY if value is None else numbers.count(value)} ({meaning})"

    return TextTable(
        ("", "The baseline passed", "The baseline failed"),
        "lrr",
        (
            ("The candidate passed", cell(table.a, "both passed"), cell(table.b, "fixed")),
            ("The candidate failed", cell(table.c, "broken"), cell(table.d, "both failed")),
        ),
    )


def tests_table(explanation: Explanation) -> TextTable:
    """Return the four p-values, the one to report marked."""
    tests = explanation.tests
    return TextTable(
        ("Test", "Chi-square", "p", "Threshold"),
        "lrrl",
        tuple(
            (
                f"{row.title} ({REPORT_MARK})" if row.reported else row.title,
                row.statistic or _EMPTY,
                row.p,
                row.decides,
            )
            for row in tests
        ),
        marked=[row.reported for row in tests].index(True),
    )


def intervals_table(explanation: Explanation) -> TextTable:
    """Return the intervals of the difference; without a and d it has no rows."""
    level = numbers.level(explanation.comparison.confidence)
    return TextTable(
        ("Interval", f"Difference in points, {level}", "Zero"),
        "lrl",
        tuple((row.title, row.limits, row.decides) for row in explanation.intervals),
    )
