"""What the form shows: values as typed, and what is wrong with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.explain.numbers import count
from app.stats import Table
from app.web.fields import (
    CELLS,
    DEFAULT_CONFIDENCE,
    DEFAULT_THEME,
    FIELDS,
    LABELS,
    RATES,
    THEMES,
    FieldError,
    InvalidFieldsError,
    Question,
    Values,
)


@dataclass(frozen=True, slots=True)
class Field:
    """One field as it is shown.

    Attributes
    ----------
    name, label : str
        What it is called in the address, and on the page.
    value : str
        What stands in it.
    error : str
        What is wrong with it, or nothing.
    """

    name: str
    label: str
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class Form:
    """The form's state.

    Attributes
    ----------
    fields : mapping of str to Field
        All fields by name.
    errors : tuple of FieldError
        All faults, in the order of the fields.
    totals : mapping of str to str
        Totals of rows and columns; empty where the table is not known.
    """

    fields: Mapping[str, Field]
    errors: tuple[FieldError, ...] = ()
    totals: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def blank(cls, values: Values) -> "Form":
        """Return the empty form; a name or a level in `values` stays."""
        return cls(_fields(values))

    @classmethod
    def of(cls, question: Question) -> "Form":
        """Return the form as it asks `question`."""
        values = question.values()
        cells = {name: count(int(values[name])) for name in CELLS if name in values}
        return cls(_fields(values | cells), totals=_totals(question.table))

    @classmethod
    def rejected(cls, fault: InvalidFieldsError) -> "Form":
        """Return the form as it was typed, with its faults."""
        messages: dict[str, str] = {}
        for error in fault.errors:
            messages[error.field] = f"{messages.get(error.field, '')} {error.message}".strip()
        return cls(_fields(fault.values, messages), errors=fault.errors)

    @property
    def uses_rates(self) -> bool:
        """Whether the second way in, by passes of each run, was used."""
        return any(self.fields[name].value or self.fields[name].error for name in RATES)

    @property
    def theme(self) -> str:
        """The theme to show; what is none is shown as if it were not given."""
        theme = self.fields["theme"].value
        return theme if theme in THEMES else DEFAULT_THEME


def _fields(values: Mapping[str, str], errors: Mapping[str, str] | None = None) -> dict[str, Field]:
    errors = errors or {}
    defaults = {"confidence": DEFAULT_CONFIDENCE}
    return {
        name: Field(
            name=name,
            label=LABELS[name],
            value=values.get(name) or defaults.get(name, ""),
            error=errors.get(name, ""),
        )
        for name in FIELDS
    }


def _totals(table: Table) -> dict[str, str]:
    totals = {
        "candidate_passed": table.candidate_passed,
        "candidate_failed": table.candidate_failed,
        "baseline_passed": table.baseline_passed,
        "baseline_failed": table.baseline_failed,
        "items": table.n_items,
    }
    return {name: count(value) for name, value in totals.items() if value is not None}
