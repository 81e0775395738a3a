r"""The derivation as data: each formula, the numbers put in, the value, a sentence.

The letters are those of the table: b fixed, c broken, a both passed, d both
failed; n = b + c, m = min(b, c), N all items.
"""

from app.explain.names import Names
from app.explain.numbers import DifferenceFormat
from app.explain.steps.difference import difference_section
from app.explain.steps.odds_ratio import odds_ratio_section
from app.explain.steps.p_values import p_value_section
from app.explain.steps.step import Section, Step
from app.explain.steps.unpaired import unpaired_section
from app.stats import Comparison

__all__ = ["Section", "Step", "sections"]


def sections(comparison: Comparison, names: Names, form: DifferenceFormat) -> tuple[Section, ...]:
    """Return every step of `comparison`, in reading order."""
    measured, unpaired = comparison.difference, comparison.unpaired
    found = [p_value_section(comparison)]
    if measured is not None:
        found.append(difference_section(comparison, measured, names, form))
    found.append(odds_ratio_section(comparison))
    if measured is not None and unpaired is not None:
        found.append(unpaired_section(comparison, measured, unpaired, form))
    return tuple(found)
