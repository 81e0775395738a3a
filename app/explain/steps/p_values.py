"""Steps to the four p-values."""

from app.explain import numbers
from app.explain.numbers import count
from app.explain.steps.step import Section, Step, tex_count, tex_probability
from app.explain.titles import TESTS
from app.stats import Comparison, Table
from app.stats.chi_square import ChiSquareTest


def p_value_section(comparison: Comparison) -> Section:
    """Return the steps from the discordant items to the four p-values."""
    table = comparison.table
    discordant = Step(
        "discordant",
        "Items on which the runs disagree",
        "n",
        "b+c",
        f"{tex_count(table.b)}+{tex_count(table.c)}",
        table.n_discordant,
        count(table.n_discordant),
        "Only these are evidence; on all other items both runs did the same, "
        "and that says nothing about a difference.",
        ("mcnemar",),
    )
    return Section(
        "p_values",
        "Is it real? The p-values",
        "If the runs were equally good, each item on which they disagree would be fixed or broken "
        "like the fall of a fair coin.",
        (
            discordant,
            _exact(comparison),
            _mid_p(comparison),
            *_chi_square_steps(comparison),
        ),
    )


def _exact(comparison: Comparison) -> Step:
    table, tests = comparison.table, comparison.binomial
    n, m = tex_count(table.n_discordant), tex_count(table.smaller)
    if tests.hand_sum is not None:
        terms = [tex_count(term) for term in tests.hand_sum]
        shown = terms if len(terms) <= 6 else [*terms[:3], r"\dots", *terms[-2:]]
        twice = rf"2\cdot\frac{{{'+'.join(shown)}}}{{2^{{{n}}}}}"
    else:
        twice = rf"2\sum_{{i=0}}^{{{m}}}\binom{{{n}}}{{i}}\frac{{1}}{{2^{{{n}}}}}"
    tie = table.is_tie
    how = (
        "counted in whole numbers, as shown"
        if tests.hand_sum is not None
        else "evaluated from the logarithm of the largest term, so that it cannot underflow"
    )
    cap = "; both tails together hold everything, so it is capped at 1" if tie else ""
    return Step(
        "exact",
        "Exact binomial test",
        r"p_{\text{exact}}",
        r"\min\left(1,\;2\sum_{i=0}^{m}\binom{n}{i}\frac{1}{2^{n}}\right)",
        rf"\min\left(1,\;{twice}\right)" if tie else twice,
        tests.exact.value,
        numbers.p_value(tests.exact, comparison.alpha),
        f"The chance of a split at least as uneven as this one, either way round, {how}{cap}.",
        ("mcnemar",) if tests.hand_sum is not None else ("mcnemar", "loader"),
    )


def _mid_p(comparison: Comparison) -> Step:
    tests = comparison.binomial
    exact, point = tex_probability(tests.exact), tex_probability(tests.point)
    if comparison.table.is_tie:
        expression, substituted = r"1-\tfrac12\,P(X=m)", rf"1-\tfrac12\cdot {point}"
        why = "For a tie only one outcome is as extreme as the one observed; half of it is left out"
    else:
        expression, substituted = r"p_{\text{exact}}-P(X=m)", f"{exact}-{point}"
        why = (
            "The observed split counts by half in each tail, which undoes the exact test’s caution"
        )
    if comparison.table.n_discordant == 0:
        expression = substituted = "1"
        why = "Without a discordant item there is nothing to test"
    return Step(
        "mid_p",
        "Mid-p",
        r"p_{\text{mid}}",
        expression,
        substituted,
        tests.mid_p.value,
        numbers.p_value(tests.mid_p, comparison.alpha),
        f"{why}.",
        ("fagerland",),
    )


def _chi_square_steps(comparison: Comparison) -> tuple[Step, ...]:
    table = comparison.table
    b, c = tex_count(table.b), tex_count(table.c)
    plain, corrected = comparison.chi_square, comparison.chi_square_corrected
    return (
        _statistic_step(
            "chi_square",
            "McNemar’s chi-square",
            "X^2",
            r"\frac{(b-c)^2}{b+c}",
            rf"\frac{{({b}-{c})^2}}{{{b}+{c}}}",
            plain,
            table,
            "The squared surplus of one kind over the other, measured against its variance n.",
            ("mcnemar",),
        ),
        _tail_step("chi_square_p", "p-value of the chi-square", "X^2", "p", plain, comparison),
        _statistic_step(
            "chi_square_corrected",
            TESTS["chi_square_corrected"].head,
            r"X_{\text{c}}^2",
            r"\frac{\max(0,\;|b-c|-1)^2}{b+c}",
            rf"\frac{{\max(0,\;|{b}-{c}|-1)^2}}{{{b}+{c}}}",
            corrected,
            table,
            "Counts come in steps of one; the correction takes one off, and a tie stays a tie.",
            ("edwards",),
        ),
        _tail_step(
            "chi_square_corrected_p",
            "p-value of the corrected chi-square",
            r"X_{\text{c}}^2",
            r"p_{\text{c}}",
            corrected,
            comparison,
        ),
    )


def _statistic_step(
    key: str,
    title: str,
    symbol: str,
    expression: str,
    fraction: str,
    test: ChiSquareTest,
    table: Table,
    note: str,
    cites: tuple[str, ...],
) -> Step:
    quotient = rf"\frac{{{tex_count(test.numerator)}}}{{{tex_count(table.n_discordant)}}}"
    return Step(
        key,
        title,
        symbol,
        expression,
        f"{fraction} = {quotient}",
        test.statistic,
        numbers.statistic(test.statistic),
        note if test.statistic is not None else "0/0 is not defined: no item tells the runs apart.",
        cites,
    )


def _tail_step(
    key: str, title: str, statistic: str, symbol: str, test: ChiSquareTest, comparison: Comparison
) -> Step:
    if test.statistic is None:
        expression = substituted = "1"
        note = "Without a discordant item there is no evidence of a difference."
    else:
        expression = rf"P(\chi_1^2\ge {statistic}) = \operatorname{{erfc}}\sqrt{{{statistic}/2}}"
        n = tex_count(comparison.table.n_discordant)
        substituted = (
            rf"\operatorname{{erfc}}\sqrt{{\frac{{{tex_count(test.numerator)}}}{{2\cdot {n}}}}}"
        )
        note = "The upper tail of chi-square with 1 degree of freedom."
    return Step(
        key,
        title,
        symbol,
        expression,
        substituted,
        test.result.value,
        numbers.p_value(test.result, comparison.alpha),
        note,
    )
