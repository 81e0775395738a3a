"""What the tests, the intervals and the outcomes are called: here and nowhere else."""

from dataclasses import dataclass

from app.stats.compare import IntervalName, TestName
from app.stats.verdict import Outcome

SITE = "McNemar’s test for paired eval runs"
REPORT_MARK = "report this one"
"""Said of the p-value to report, wherever it stands."""
HEADINGS = {
    "counts": "The counts",
    "tests": "The p-values, and the one to report",
    "intervals": "The difference of the pass rates",
    "steps": "Every step",
    "sources": "Sources",
}
"""Of the parts of an explanation, on the page and in the reports."""
ADDRESS_LEAD = "This result, to be opened and changed:"


@dataclass(frozen=True, slots=True)
class Title:
    """A name at the head of a line, within a sentence, and as the owner of its interval."""

    head: str
    sentence: str
    owner: str = ""


TESTS: dict[TestName, Title] = {
    "exact": Title("Exact binomial", "exact p"),
    "mid_p": Title("Mid-p", "mid-p"),
    "chi_square": Title("Chi-square", "chi-square p"),
    "chi_square_corrected": Title("Chi-square with Edwards’ correction", "corrected chi-square p"),
}
INTERVALS: dict[IntervalName, Title] = {
    "wald": Title("Wald", "Wald", "Wald’s interval"),
    "newcombe": Title("Newcombe", "Newcombe", "Newcombe’s interval"),
    "newcombe_corrected": Title(
        "Newcombe with corrected φ",
        "Newcombe with corrected φ",
        "Newcombe’s interval with corrected φ",
    ),
    "tango": Title("Tango", "Tango", "Tango’s interval"),
}
OUTCOMES = {
    Outcome.RESOLVED: "resolved",
    Outcome.BORDERLINE: "borderline",
    Outcome.NOT_RESOLVED: "not resolved",
}
