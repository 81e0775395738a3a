"""Steps of the test that should not be used on paired runs."""

from app.explain import numbers
from app.explain.numbers import DifferenceFormat, to_tex
from app.explain.steps.step import Section, Step, tex_count
from app.stats import Comparison
from app.stats.difference import Difference
from app.stats.unpaired import UnpairedTest


def unpaired_section(
    comparison: Comparison, measured: Difference, unpaired: UnpairedTest, form: DifferenceFormat
) -> Section:
    """Return the pooled two-proportion z-test, and what pairing changes."""
    table = comparison.table
    total = tex_count(table.n_items)
    first, second = tex_count(table.candidate_passed), tex_count(table.baseline_passed)
    pooled = numbers.fixed(unpaired.pooled_rate, form.decimals + 2, (0.0, 1.0))
    z = numbers.NOT_DEFINED if unpaired.z is None else numbers.fixed(unpaired.z, 3, (0.0,))
    size = "" if unpaired.z is None else to_tex(numbers.significant(unpaired.z, 6)).lstrip("-")
    shown_pooled = to_tex(numbers.proportion(unpaired.pooled_rate, 6))
    return Section(
        "unpaired",
        "What the unpaired test would have said",
        "Comparing the two pass rates as if they came from different items is a common mistake: "
        "it throws away that both runs met the same items.",
        (
            Step(
                "pooled_rate",
                "Pooled pass rate",
                r"\bar p",
                r"\frac{(a+b)+(a+c)}{2N}",
                rf"\frac{{{first}+{second}}}{{2\cdot {total}}}",
                unpaired.pooled_rate,
                pooled,
                "All passes over all attempts, whichever run made them.",
            ),
            Step(
                "unpaired_z",
                "Two-proportion z",
                "z_{\\text{u}}",
                r"\frac{p_1-p_2}{\sqrt{2\bar p(1-\bar p)/N}}",
                rf"\frac{{{first}/{total}-{second}/{total}}}"
                rf"{{\sqrt{{2\cdot {shown_pooled}(1-{shown_pooled})/{total}}}}}",
                unpaired.z,
                z,
                "Both runs passed everything or nothing: 0/0."
                if unpaired.z is None
                else "The variance ignores that the runs agree on most items.",
            ),
            Step(
                "unpaired_p",
                "p-value of the unpaired test",
                "p_{\\text{u}}",
                r"P(|Z|\ge |z_{\text{u}}|)",
                "1" if unpaired.z is None else rf"P(|Z|\ge {size})",
                unpaired.result.value,
                numbers.p_value(unpaired.result, comparison.alpha),
                _contrast(comparison, unpaired),
            ),
        ),
    )


def _contrast(comparison: Comparison, unpaired: UnpairedTest) -> str:
    alpha = numbers.threshold(comparison.alpha)
    wrong = unpaired.result.p < comparison.alpha
    right = comparison.recommended in comparison.rejecting
    reported = numbers.p_value(comparison.recommended_p, comparison.alpha)
    if wrong == right:
        side = "below" if wrong else "not below"
        return f"Here it agrees with the paired test (p {reported}): both are {side} {alpha}."
    return (
        f"On the same data it reverses the answer: the paired p is {reported}, "
        f"{'below' if right else 'not below'} {alpha}."
    )
