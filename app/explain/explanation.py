"""The whole explanation of one comparison, ready to be printed anywhere."""

from dataclasses import dataclass

from app.explain import numbers
from app.explain.names import Names
from app.explain.numbers import DifferenceFormat
from app.explain.sources import SOURCES, Source
from app.explain.steps import Section, Step, sections
from app.explain.titles import INTERVALS, TESTS
from app.explain.verdict import VerdictText, verdict_text
from app.stats import Comparison, Table
from app.stats.compare import IntervalName


@dataclass(frozen=True, slots=True)
class TestRow:
    """A line of the table of p-values."""

    key: str
    title: str
    statistic: str
    p: str
    decides: str
    reported: bool


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """A line of the table of intervals."""

    key: IntervalName
    title: str
    limits: str
    decides: str


@dataclass(frozen=True, slots=True)
class Letter:
    """What a letter of the formulas stands for."""

    symbol: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Words and printed numbers; every value comes from `comparison`.

    Attributes
    ----------
    comparison : Comparison
        The numbers that are explained.
    names : Names
        What the runs are called.
    form : DifferenceFormat
        How differences are printed.
    verdict : VerdictText
        The verdict in words.
    letters : tuple of Letter
        What the letters of the formulas stand for.
    tests : tuple of TestRow
    intervals : tuple of IntervalRow
        Empty without a and d.
    sections : tuple of Section
        The derivation.
    sources : tuple of Source
        In the order in which the steps cite them.
    """

    comparison: Comparison
    names: Names
    form: DifferenceFormat
    verdict: VerdictText
    letters: tuple[Letter, ...]
    tests: tuple[TestRow, ...]
    intervals: tuple[IntervalRow, ...]
    sections: tuple[Section, ...]
    sources: tuple[Source, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in reading order."""
        return tuple(step for section in self.sections for step in section.steps)

    @property
    def source_numbers(self) -> dict[str, str]:
        """The numbers under which the sources are listed, from 1, by their keys."""
        return {source.key: str(number) for number, source in enumerate(self.sources, start=1)}

    @property
    def coin_caption(self) -> str:
        """What the picture of the binomial distribution shows."""
        found, table = self.comparison, self.comparison.table
        n = table.n_discordant
        items = f"{numbers.count(n)} flip{'' if n == 1 else 's'}"
        p = numbers.p_value(found.binomial.exact, found.alpha)
        if table.is_tie:
            return f"Of {items} half were fixed: every other split is more uneven, so p = {p}."
        split = f"{numbers.count(max(table.b, table.c))} to {numbers.count(table.smaller)}"
        return (
            f"How likely each number of fixed items would be, out of {items}. "
            f"The filled tails, on shaded ground, hold every split at least as uneven as {split}: "
            f"exact p = {p}."
        )

    @property
    def reported_step(self) -> str:
        """Key of the step that holds the p to report."""
        return {"exact": "exact", "chi_square": "chi_square_p"}[self.comparison.recommended]


def explain(comparison: Comparison, names: Names | None = None) -> Explanation:
    """Explain `comparison` step by step."""
    names = names or Names()
    form = DifferenceFormat.of(comparison)
    derivation = sections(comparison, names, form)
    cited = dict.fromkeys(
        key for section in derivation for step in section.steps for key in step.cites
    )
    cited["mlxtend"] = None  # the rule of 25, cited beside the p to report
    return Explanation(
        comparison=comparison,
        names=names,
        form=form,
        verdict=verdict_text(comparison, names, form),
        letters=_letters(comparison.table),
        tests=_test_rows(comparison),
        intervals=_interval_rows(comparison, form),
        sections=derivation,
        sources=tuple(SOURCES[key] for key in cited),
    )


def _letters(table: Table) -> tuple[Letter, ...]:
    values = (
        ("b", table.b, "fixed: the candidate passed, the baseline failed"),
        ("c", table.c, "broken: the candidate failed, the baseline passed"),
        ("a", table.a, "both passed"),
        ("d", table.d, "both failed"),
        ("n", table.n_discordant, "items on which the runs disagree, fixed and broken together"),
        ("m", table.smaller, "the smaller of fixed and broken"),
        ("N", table.n_items, "all items"),
    )
    return tuple(
        Letter(symbol, numbers.count(value), meaning)
        for symbol, value, meaning in values
        if value is not None
    )


def _test_rows(comparison: Comparison) -> tuple[TestRow, ...]:
    alpha, rejecting = numbers.threshold(comparison.alpha), comparison.rejecting
    statistics = {
        "chi_square": comparison.chi_square.statistic,
        "chi_square_corrected": comparison.chi_square_corrected.statistic,
    }
    return tuple(
        TestRow(
            key=key,
            title=TESTS[key].head,
            statistic=numbers.statistic(statistics[key]) if key in statistics else "",
            p=numbers.p_value(result, comparison.alpha),
            decides=f"{'below' if key in rejecting else 'not below'} {alpha}",
            reported=key == comparison.recommended,
        )
        for key, result in comparison.p_values.items()
    )


def _interval_rows(comparison: Comparison, form: DifferenceFormat) -> tuple[IntervalRow, ...]:
    clearing = comparison.clearing
    return tuple(
        IntervalRow(
            key=key,
            title=INTERVALS[key].head,
            limits=form.interval(limits),
            decides="clears zero" if key in clearing else "contains zero",
        )
        for key, limits in comparison.intervals.items()
    )
