"""What a step of the derivation is."""

from dataclasses import dataclass

from app.explain import numbers
from app.explain.numbers import count, to_tex
from app.stats.p_value import PValue

Value = float | int | tuple[float, float] | None


CHAIN = " = "
"""Joins the members of a chain of equations; an equals sign inside a member has no blanks."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the derivation.

    Attributes
    ----------
    key : str
        Stable name, as in the JSON.
    title : str
        What is calculated, in words.
    symbol, expression : str
        Left and right side of the formula, as TeX.
    substituted : str
        The right side with this table's numbers, as TeX.
    value : float, int, pair of float, or None
        The result, unrounded; None where it is not defined.
    value_text : str
        The result as printed.
    note : str
        One sentence.
    cites : tuple of str
        Keys of `app.explain.sources.SOURCES`.
    """

    key: str
    title: str
    symbol: str
    expression: str
    substituted: str
    value: Value
    value_text: str
    note: str
    cites: tuple[str, ...] = ()

    @property
    def formula(self) -> str:
        """The whole formula as TeX."""
        return f"{self.symbol} = {self.expression}"

    @property
    def tex(self) -> str:
        """The whole chain of equations as TeX, from the symbol to the printed value."""
        value = numbers.value_to_tex(self.value_text)
        return CHAIN.join((self.formula, self.substituted, value))

    @property
    def expressions(self) -> tuple[str, ...]:
        """The formula's right side, member by member of its chain of equations."""
        return tuple(self.expression.split(CHAIN))

    @property
    def substitutions(self) -> tuple[str, ...]:
        """The same with this table's numbers."""
        return tuple(self.substituted.split(CHAIN))


@dataclass(frozen=True, slots=True)
class Section:
    """Steps that answer one question."""

    key: str
    title: str
    lead: str
    steps: tuple[Step, ...]


def tex_count(value: int | None) -> str:
    """Return a count as TeX.

    Raises
    ------
    ValueError
        If the cell was not given; steps that need it are left out then.
    """
    if value is None:
        raise ValueError("this cell was not given")
    return to_tex(count(value))


def tex_probability(result: PValue) -> str:
    """Return a probability inside a formula as TeX."""
    return to_tex(numbers.probability(result))
