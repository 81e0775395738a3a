"""Steps to the difference of the pass rates and its four intervals."""

from dataclasses import dataclass

from app.explain import numbers
from app.explain.names import Names
from app.explain.numbers import DifferenceFormat, to_tex
from app.explain.steps.step import Section, Step, tex_count
from app.explain.titles import INTERVALS
from app.stats import Comparison, Table
from app.stats.difference import Difference, Newcombe
from app.stats.interval import Interval

_MARGINS = r"\sqrt{(a+b)(c+d)(a+c)(b+d)}"


@dataclass(frozen=True, slots=True)
class _Printed:
    """The numbers that go into several steps, as TeX."""

    a: str
    b: str
    c: str
    d: str
    n: str
    n_items: str
    candidate_passed: str
    baseline_passed: str
    z: str
    delta: str
    margins: str

    @classmethod
    def of(cls, comparison: Comparison, measured: Difference, form: DifferenceFormat) -> "_Printed":
        table = comparison.table
        passed_1, failed_1 = tex_count(table.candidate_passed), tex_count(table.candidate_failed)
        passed_2, failed_2 = tex_count(table.baseline_passed), tex_count(table.baseline_failed)
        return cls(
            a=tex_count(table.a),
            b=tex_count(table.b),
            c=tex_count(table.c),
            d=tex_count(table.d),
            n=tex_count(table.n_discordant),
            n_items=tex_count(table.n_items),
            candidate_passed=passed_1,
            baseline_passed=passed_2,
            z=numbers.quantile(comparison.z),
            delta=to_tex(form.share(measured.estimate)),
            margins=rf"\sqrt{{{passed_1}\cdot {failed_1}\cdot {passed_2}\cdot {failed_2}}}",
        )


def difference_section(
    comparison: Comparison, measured: Difference, names: Names, form: DifferenceFormat
) -> Section:
    """Return the steps from the two pass rates to Tango's interval."""
    printed = _Printed.of(comparison, measured, form)
    return Section(
        "difference",
        "How large is it? The difference of the pass rates",
        f"A gain is positive: {names.the_candidate} minus {names.the_baseline}. "
        f"The limits are at {numbers.level(comparison.confidence)}, so z\u00a0=\u00a0{printed.z}.",
        (
            *_rates(measured, names, form, printed),
            _delta(measured, form, printed),
            _wald(comparison, measured, form, printed),
            *_wilsons(measured, names, form, printed),
            *_newcombes(comparison, measured, form, printed),
            *_tango(comparison, measured, form, printed),
        ),
    )


def _points(form: DifferenceFormat, limits: Interval) -> str:
    return f"[{', '.join(form.limits(limits))}] points"


def _rates(
    measured: Difference, names: Names, form: DifferenceFormat, printed: _Printed
) -> tuple[Step, Step]:
    candidate, baseline = form.rates(measured.candidate_rate, measured.baseline_rate)
    total = printed.n_items
    return (
        Step(
            "candidate_rate",
            f"Pass rate of {names.the_candidate}",
            "p_1",
            r"\frac{a+b}{N}",
            rf"\frac{{{printed.a}+{printed.b}}}{{{total}}}"
            rf" = \frac{{{printed.candidate_passed}}}{{{total}}}",
            measured.candidate_rate,
            candidate,
            "Items that both passed and items fixed, out of all items.",
        ),
        Step(
            "baseline_rate",
            f"Pass rate of {names.the_baseline}",
            "p_2",
            r"\frac{a+c}{N}",
            rf"\frac{{{printed.a}+{printed.c}}}{{{total}}}"
            rf" = \frac{{{printed.baseline_passed}}}{{{total}}}",
            measured.baseline_rate,
            baseline,
            "Items that both passed and items broken, out of all items.",
        ),
    )


def _delta(measured: Difference, form: DifferenceFormat, printed: _Printed) -> Step:
    return Step(
        "delta",
        "Difference of the pass rates",
        r"\Delta",
        r"p_1-p_2 = \frac{b-c}{N}",
        rf"\frac{{{printed.b}-{printed.c}}}{{{printed.n_items}}} = {printed.delta}",
        measured.estimate,
        f"{form.points(measured.estimate)} points",
        "Items that both runs passed cancel: only fixed and broken ones move the difference.",
    )


def _wald(
    comparison: Comparison, measured: Difference, form: DifferenceFormat, printed: _Printed
) -> Step:
    wald = measured.wald
    net = tex_count(comparison.table.net_fixed)
    squared = f"({net})^2" if comparison.table.net_fixed < 0 else f"{net}^2"
    fine = form.fine(wald.unclipped)
    delta, half_width = map(to_tex, fine.operands(measured.estimate, [wald.half_width]))
    note = "Quick to do by hand, too narrow for small samples and near 0% or 100%."
    if wald.half_width == 0:
        note = "Its width is 0 only because the formula breaks down here: it says nothing."
    elif wald.unclipped != wald.interval:
        note = "No difference of rates passes 100 points: as a limit to report it is cut there."
    return Step(
        "wald",
        INTERVALS["wald"].owner,
        r"[L_{\text{W}},U_{\text{W}}]",
        r"\Delta\pm z\cdot\frac{1}{N}\sqrt{n-\frac{(b-c)^2}{N}}",
        rf"{delta}\pm {printed.z}\cdot\frac{{1}}{{{printed.n_items}}}"
        rf"\sqrt{{{printed.n}-\frac{{{squared}}}{{{printed.n_items}}}}}"
        rf" = {delta}\pm {half_width}",
        (wald.unclipped.lower, wald.unclipped.upper),
        _points(form, wald.unclipped),
        note,
    )


def _wilsons(
    measured: Difference, names: Names, form: DifferenceFormat, printed: _Printed
) -> tuple[Step, Step]:
    def step(key: str, run: str, index: str, passed: str, limits: Interval) -> Step:
        z, total = printed.z, printed.n_items
        return Step(
            key,
            f"Wilson’s interval for {run}",
            f"[l_{index},u_{index}]",
            rf"\frac{{2Np_{index}+z^2\pm z\sqrt{{z^2+4Np_{index}(1-p_{index})}}}}{{2(N+z^2)}}",
            rf"\frac{{2\cdot {passed}+{z}^2"
            rf"\pm {z}\sqrt{{{z}^2+4\cdot {passed}(1-{passed}/{total})}}}}"
            rf"{{2({total}+{z}^2)}}",
            (limits.lower, limits.upper),
            f"[{form.share(limits.lower, more=1)}, {form.share(limits.upper, more=1)}]",
            "The score interval of one pass rate by itself; Newcombe’s interval is built of two.",
            ("wilson",),
        )

    return (
        step(
            "wilson_candidate",
            names.the_candidate,
            "1",
            printed.candidate_passed,
            measured.candidate_wilson.interval,
        ),
        step(
            "wilson_baseline",
            names.the_baseline,
            "2",
            printed.baseline_passed,
            measured.baseline_wilson.interval,
        ),
    )


def _newcombes(
    comparison: Comparison, measured: Difference, form: DifferenceFormat, printed: _Printed
) -> tuple[Step, ...]:
    plain, corrected = measured.newcombe, measured.newcombe_corrected
    return (
        _phi(comparison.table, plain, printed),
        *_square_and_add(
            "newcombe", INTERVALS["newcombe"].owner, plain, "", measured, form, printed
        ),
        _phi_corrected(plain, corrected, printed),
        *_square_and_add(
            "newcombe_corrected",
            INTERVALS["newcombe_corrected"].owner,
            corrected,
            r"_{\text{c}}",
            measured,
            form,
            printed,
        ),
    )


def _excess(printed: _Printed) -> str:
    return rf"{printed.a}\cdot {printed.d}-{printed.b}\cdot {printed.c}"


def _phi(table: Table, plain: Newcombe, printed: _Printed) -> Step:
    note = "How much passing one run goes with passing the other: from −1 to 1."
    substituted = rf"\frac{{{_excess(printed)}}}{{{printed.margins}}}"
    if table.has_empty_margin:
        note = "A row or a column of the table is empty: 0/0, for which φ = 0 is the convention."
    return Step(
        "phi",
        "Correlation of the two runs",
        r"\varphi",
        rf"\frac{{ad-bc}}{{{_MARGINS}}}",
        substituted,
        plain.correlation,
        _correlation(plain),
        note,
        ("newcombe",),
    )


def _phi_corrected(plain: Newcombe, corrected: Newcombe, printed: _Printed) -> Step:
    if plain.correlation > 0:
        expression = rf"\frac{{\max(0,\;ad-bc-N/2)}}{{{_MARGINS}}}"
        substituted = (
            rf"\frac{{\max(0,\;{_excess(printed)}-{printed.n_items}/2)}}{{{printed.margins}}}"
        )
        note = "A correction for continuity: N/2 less in the numerator, but not past 0."
    else:
        expression, substituted = r"\varphi", to_tex(_correlation(plain))
        note = "Only a positive φ is corrected."
    return Step(
        "phi_corrected",
        "Corrected correlation",
        r"\varphi_{\text{c}}",
        expression,
        substituted,
        corrected.correlation,
        _correlation(corrected),
        note,
        ("newcombe",),
    )


def _correlation(interval: Newcombe) -> str:
    return numbers.correlation(interval.correlation)


def _square_and_add(
    key: str,
    title: str,
    interval: Newcombe,
    index: str,
    measured: Difference,
    form: DifferenceFormat,
    printed: _Printed,
) -> tuple[Step, Step]:
    phi = _bracketed(to_tex(_correlation(interval)))
    candidate, baseline = measured.candidate_wilson, measured.baseline_wilson
    limits, fine = interval.interval, form.fine(interval.interval)
    lower, upper = form.limits(limits)
    arms = (candidate.below, baseline.above, candidate.above, baseline.below)
    delta, *printed_arms = map(to_tex, fine.operands(measured.estimate, arms))

    def root(first: str, second: str) -> str:
        return rf"\sqrt{{({first})^2-2\varphi{index}({first})({second})+({second})^2}}"

    def root_of(x: str, y: str) -> str:
        return rf"\sqrt{{{x}^2-2\cdot {phi}\cdot {x}\cdot {y}+{y}^2}}"

    return (
        Step(
            f"{key}_lower",
            f"{title}, lower limit",
            f"L{index}",
            rf"\Delta-{root('p_1-l_1', 'u_2-p_2')}",
            f"{delta}-{root_of(*printed_arms[:2])}",
            limits.lower,
            f"{lower} points",
            "Square and add: how far down the one rate may lie and how far up the other, "
            "less what they share.",
            ("newcombe",),
        ),
        Step(
            f"{key}_upper",
            f"{title}, upper limit",
            f"U{index}",
            rf"\Delta+{root('u_1-p_1', 'p_2-l_2')}",
            f"{delta}+{root_of(*printed_arms[2:])}",
            limits.upper,
            f"{upper} points",
            "The same with the other two arms of the Wilson intervals.",
            ("newcombe",),
        ),
    )


def _bracketed(number: str) -> str:
    return f"({number})" if number.startswith("-") else number


def _tango(
    comparison: Comparison, measured: Difference, form: DifferenceFormat, printed: _Printed
) -> tuple[Step, ...]:
    limits, check = measured.tango, comparison.tango_check
    interval = Step(
        "tango",
        "Tango’s score interval",
        r"[L_{\text{T}},U_{\text{T}}]",
        r"\{\,\delta : |T(\delta)|\le z\,\}",
        rf"\{{\,\delta : |T(\delta)|\le {printed.z}\,\}}",
        (limits.lower, limits.upper),
        _points(form, limits),
        "All differences that the score test does not reject; at δ = 0 it is McNemar’s chi-square.",
        ("tango",),
    )
    if check is None or check.delta == -1:
        return (interval,)
    share = numbers.proportion(check.broken_share, 6)
    # Twelve digits, so that a reader who puts the limit in gets the same values.
    limit = _bracketed(to_tex(numbers.significant(check.delta, 12)))
    total, b, c = printed.n_items, printed.b, printed.c
    spread = rf"{limit}(1-{limit})"
    shown_linear = numbers.significant(check.linear_coefficient, 10)
    linear = _bracketed(to_tex(shown_linear))
    return (
        Step(
            "tango_linear",
            "Tango’s score test at its own lower limit: a coefficient",
            "B",
            r"(2N-b+c)\,\delta-(b+c)",
            rf"(2\cdot {total}-{b}+{c})\cdot {limit}-({b}+{c})",
            check.linear_coefficient,
            shown_linear,
            "Here δ is the lower limit of Tango’s interval, to be checked.",
            ("tango",),
        ),
        Step(
            "tango_share",
            "The share of broken items if the difference were δ",
            r"q(\delta)",
            r"\frac{\sqrt{B^2+8Nc\,\delta(1-\delta)}-B}{4N}",
            rf"\frac{{\sqrt{{{linear}^2+8\cdot {total}\cdot {c}\cdot {spread}}}-{linear}}}"
            rf"{{4\cdot {total}}}",
            check.broken_share,
            share,
            "The most likely share of broken items under that difference.",
            ("tango",),
        ),
        Step(
            "tango_score",
            "Score statistic at the lower limit",
            r"T(\delta)",
            r"\frac{b-c-N\delta}{\sqrt{N(2q+\delta(1-\delta))}}",
            rf"\frac{{{b}-{c}-{total}\cdot {limit}}}"
            rf"{{\sqrt{{{total}(2\cdot {to_tex(share)}+{spread})}}}}",
            check.statistic,
            numbers.quantile(check.statistic),
            "At each limit the statistic is just z or −z; that is how the limits are found.",
            ("tango",),
        ),
        interval,
    )
