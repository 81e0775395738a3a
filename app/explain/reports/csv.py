"""The numbers as a CSV file (RFC 4180), one row a quantity."""

import csv
import io
from collections.abc import Iterable

from app.explain import numbers
from app.explain.explanation import Explanation
from app.explain.record import Record, record
from app.explain.titles import INTERVALS, TESTS

_HEAD = ("key", "title", "value", "lower", "upper", "text")
_COUNTS = {
    "b": "Fixed by the candidate",
    "c": "Broken by the candidate",
    "a": "Both passed",
    "d": "Both failed",
    "n_items": "All items",
    "n_discordant": "Items on which the runs disagree",
}
# What a spreadsheet takes for the beginning of a formula: owasp.org, "CSV Injection".
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

Row = tuple[str, str, float | None, float | None, float | None, str]


def csv_table(explanation: Explanation) -> str:
    r"""Return the numbers as CSV, in full precision; the keys are the paths in the JSON.

    A cell is empty where the quantity was not asked for, is not defined, is
    infinite or, for a p, below the double range; its log10 is given as well.

    Examples
    --------
    >>> from app.explain import explain
    >>> from app.stats import Table, compare
    >>> csv_table(explain(compare(Table(17, 3)))).split("\r\n")[1]
    'table.b,Fixed by the candidate,17,,,17'
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(_HEAD)
    for *cells, text in _rows(explanation):
        writer.writerow((*cells, text))
    return file.getvalue()


def _rows(explanation: Explanation) -> Iterable[Row]:
    found = record(explanation)
    texts = {step.key: step.value_text for step in explanation.steps}
    yield from _table(found)
    yield from _tests(found, texts)
    yield from _difference(explanation, found["delta"], texts)
    yield from _odds_ratio(found["odds_ratio"], texts)
    yield _row(
        "unpaired.z", "Unpaired z", _part(found["unpaired"], "z"), _text(texts, "unpaired_z")
    )
    yield from _p("unpaired", "Unpaired p", found["unpaired"])
    yield from _verdict(found["verdict"])


def _table(found: Record) -> Iterable[Row]:
    for key, title in _COUNTS.items():
        value = found["table"][key]
        yield _row(f"table.{key}", title, value, "" if value is None else numbers.count(value))
    confidence = found["confidence"]
    yield _row("confidence", "Confidence level", confidence, numbers.level(confidence))
    for run, name in found["names"].items():
        yield _row(f"names.{run}", f"Name of the {run}", None, _harmless(name))


def _tests(found: Record, texts: dict[str, str]) -> Iterable[Row]:
    for name, test in found["tests"].items():
        title = TESTS[name].head
        if "statistic" in test:
            key, value = f"tests.{name}.statistic", test["statistic"]
            yield _row(key, f"{title}, statistic", value, texts[name])
        yield from _p(f"tests.{name}", f"{title}, p", test)
    recommended = found["recommended"]
    yield _row("recommended.test", "The test to report", None, recommended["test"])
    yield from _p("recommended", "The p to report", recommended)


def _p(key: str, title: str, test: Record | None) -> Iterable[Row]:
    yield _row(f"{key}.p", title, _part(test, "p"), _text(test, "p_text"))
    yield _row(f"{key}.log10_p", f"{title}, log10", _part(test, "log10_p"))


def _difference(
    explanation: Explanation, delta: Record | None, texts: dict[str, str]
) -> Iterable[Row]:
    for key, title, step in (
        ("estimate", "Difference of the pass rates", "delta"),
        ("candidate_rate", "Pass rate of the candidate", "candidate_rate"),
        ("baseline_rate", "Pass rate of the baseline", "baseline_rate"),
    ):
        yield _row(f"delta.{key}", title, _part(delta, key), _text(texts, step))
    printed = {row.key: row.limits for row in explanation.intervals}
    for name, called in INTERVALS.items():
        lower, upper = delta["intervals"][name] if delta else (None, None)
        text = f"{printed[name]} points" if delta else ""
        yield f"delta.intervals.{name}", called.owner, None, lower, upper, text


def _odds_ratio(found: Record, texts: dict[str, str]) -> Iterable[Row]:
    yield _row("odds_ratio.estimate", "Odds ratio", found["estimate"], texts["odds_ratio"])
    lower, upper = found["interval"]
    text = texts["odds_ratio_interval"]
    yield "odds_ratio.interval", "Exact interval for the odds ratio", None, lower, upper, text


def _verdict(found: Record) -> Iterable[Row]:
    yield _row("verdict.outcome", "Verdict", None, found["outcome"])
    yield _row("verdict.favours", "The better run", None, found["favours"] or "")
    yield _row("verdict.sentence", "Verdict in words", None, found["sentence"])
    yield _row("verdict.notes", "What else must be known", None, " ".join(found["notes"]))


def _row(key: str, title: str, value: float | None, text: str = "") -> Row:
    return key, title, value, None, None, text


def _part(found: Record | None, key: str) -> float | None:
    return found[key] if found else None


def _text(found: Record | None, key: str) -> str:
    return found.get(key, "") if found else ""


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
