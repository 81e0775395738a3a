"""What the form shows: values as typed, and what is wrong with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.explain.numbers import count
from app.stats import Table
from app.web.fields import (
    COUNT_PATTERN,
    DEFAULT_CONFIDENCE,
    FIELDS,
    FieldError,
    InvalidFieldsError,
    Question,
    Values,
)


@dataclass(frozen=True, slots=True)
class Form:
    """The form's state.

    Attributes
    ----------
    values : mapping of str to str
        What stands in each field.
    errors : tuple of FieldError
        All faults, in the order of the fields.
    totals : mapping of str to str
        Totals of rows and columns; empty where the table is not known.
    count_pattern : str
        What a count field accepts, for the browser.
    """

    values: Mapping[str, str]
    errors: tuple[FieldError, ...] = ()
    totals: Mapping[str, str] = field(default_factory=dict)
    count_pattern: str = COUNT_PATTERN

    @classmethod
    def blank(cls, values: Values) -> "Form":
        """Return the empty form; a name or a level in `values` stays."""
        return cls(_filled({name: values.get(name, "") for name in FIELDS}))

    @classmethod
    def of(cls, question: Question) -> "Form":
        """Return the form as it asks `question`."""
        values = question.values()
        cells = {name: count(int(values[name])) for name in ("a", "b", "c", "d") if name in values}
        return cls(_filled(values | cells), totals=_totals(question.table))

    @classmethod
    def rejected(cls, fault: InvalidFieldsError) -> "Form":
        """Return the form as it was typed, with its faults."""
        typed = {name: fault.values.get(name, "") for name in FIELDS}
        return cls(_filled(typed), errors=fault.errors)

    def error(self, name: str) -> str:
        """Return what is wrong with a field, or nothing."""
        return " ".join(fault.message for fault in self.errors if fault.field == name)

    @property
    def uses_rates(self) -> bool:
        """Whether the second way in, by passes of each run, was used."""
        return any(
            self.values[name]
            for name in ("items", "candidate_passed", "baseline_passed", "both_passed")
        )


def _filled(values: Mapping[str, str]) -> dict[str, str]:
    found = {name: values.get(name, "") for name in FIELDS}
    found["confidence"] = found["confidence"] or DEFAULT_CONFIDENCE
    return found


def _totals(table: Table) -> dict[str, str]:
    totals = {
        "candidate_passed": table.candidate_passed,
        "candidate_failed": table.candidate_failed,
        "baseline_passed": table.baseline_passed,
        "baseline_failed": table.baseline_failed,
        "items": table.n_items,
    }
    return {name: count(value) for name, value in totals.items() if value is not None}
