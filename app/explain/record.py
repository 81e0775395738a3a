"""The explanation as plain data: the JSON of the API, the reports and the command line."""

import math
from typing import Any

from app.explain import numbers
from app.explain.explanation import Explanation
from app.explain.steps import Step
from app.stats.chi_square import ChiSquareTest
from app.stats.interval import Interval
from app.stats.p_value import PValue

Record = dict[str, Any]


def record(explanation: Explanation) -> Record:
    """Return `explanation` as a tree of JSON values; never NaN or infinity.

    A value that no JSON number can hold is null: an undefined statistic, an
    infinite odds ratio, and a p below the double range, which keeps its
    ``log10_p`` and ``p_text``.
    """
    found = explanation.comparison
    table, names, verdict = found.table, explanation.names, found.verdict
    return {
        "table": {
            "a": table.a,
            "b": table.b,
            "c": table.c,
            "d": table.d,
            "n_items": table.n_items,
            "n_discordant": table.n_discordant,
        },
        "confidence": found.confidence,
        "names": {"baseline": names.baseline, "candidate": names.candidate},
        "tests": {
            "exact": _p(found.binomial.exact, found.alpha),
            "mid_p": _p(found.binomial.mid_p, found.alpha),
            "chi_square": _chi_square(found.chi_square, found.alpha),
            "chi_square_corrected": _chi_square(found.chi_square_corrected, found.alpha),
        },
        "recommended": {
            "test": found.recommended,
            **_p(found.recommended_p, found.alpha),
            "reason": explanation.verdict.reason,
        },
        "delta": _delta(explanation),
        "odds_ratio": {
            "estimate": _finite(found.odds_ratio.estimate),
            "interval": _limits(found.odds_ratio.interval),
        },
        "unpaired": None
        if found.unpaired is None
        else {"z": found.unpaired.z, **_p(found.unpaired.result, found.alpha)},
        "verdict": {
            "outcome": str(verdict.outcome),
            "favours": None if verdict.favours is None else str(verdict.favours),
            "sentence": explanation.verdict.sentence,
            "notes": list(explanation.verdict.notes),
        },
        "steps": [_step(step) for step in explanation.steps],
    }


def _p(result: PValue, alpha: float) -> Record:
    return {
        "p": result.value,
        "log10_p": result.log10_p,
        "p_text": numbers.p_value(result, alpha),
    }


def _chi_square(test: ChiSquareTest, alpha: float) -> Record:
    return {"statistic": test.statistic, "df": 1, **_p(test.result, alpha)}


def _delta(explanation: Explanation) -> Record | None:
    measured = explanation.comparison.difference
    if measured is None:
        return None
    return {
        "estimate": measured.estimate,
        "candidate_rate": measured.candidate_rate,
        "baseline_rate": measured.baseline_rate,
        "intervals": {
            name: _limits(limits) for name, limits in explanation.comparison.intervals.items()
        },
    }


def _step(step: Step) -> Record:
    value = step.value
    return {
        "key": step.key,
        "title": step.title,
        "formula": step.formula,
        "substituted": step.substituted,
        "value": [_finite(part) for part in value] if isinstance(value, tuple) else _finite(value),
        "value_text": step.value_text,
        "note": step.note,
    }


def _limits(interval: Interval) -> list[float | None]:
    return [_finite(interval.lower), _finite(interval.upper)]


def _finite(value: float | None) -> float | None:
    return None if value is None or math.isinf(value) else value
