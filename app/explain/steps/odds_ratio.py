"""Steps to the odds ratio and its exact interval."""

from app.explain import numbers
from app.explain.numbers import to_tex
from app.explain.steps.step import Section, Step, tex_count
from app.stats import Comparison


def odds_ratio_section(comparison: Comparison) -> Section:
    """Return the steps from b/c to its Clopper-Pearson limits."""
    table, found = comparison.table, comparison.odds_ratio
    b, c = tex_count(table.b), tex_count(table.c)
    share, odds = found.share, found.interval
    low, high = numbers.proportions(share.lower, share.upper)
    half = r"\tfrac{\alpha}{2}"
    shown_half = rf"\tfrac{{{numbers.threshold(comparison.alpha)}}}{{2}}"

    def quantiles(tail: str, fixed: str, broken: str) -> str:
        return (
            rf"\left[\beta_{{{tail}}}({fixed},\,{broken}+1),\;"
            rf"\beta_{{1-{tail}}}({fixed}+1,\,{broken})\right]"
        )

    def mapped(lower: str, upper: str) -> str:
        return rf"\left[\frac{{{lower}}}{{1-{lower}}},\;\frac{{{upper}}}{{1-{upper}}}\right]"

    return Section(
        "odds_ratio",
        "How many fixed for each one broken? The odds ratio",
        "It needs only the items on which the runs disagree.",
        (
            Step(
                "odds_ratio",
                "Odds ratio",
                r"\theta",
                r"\frac{b}{c}",
                rf"\frac{{{b}}}{{{c}}}",
                found.estimate,
                numbers.odds(found.estimate),
                _odds_note(found.estimate),
            ),
            Step(
                "share_interval",
                "Exact interval for the share of fixed items among those that flipped",
                r"[\pi_{\text{L}},\pi_{\text{U}}]",
                quantiles(half, "b", "c"),
                quantiles(shown_half, b, c),
                (share.lower, share.upper),
                f"[{low}, {high}]",
                "Quantiles of the beta distribution; with nothing broken or nothing fixed, "
                "a limit is 1 or 0.",
                ("clopper",),
            ),
            Step(
                "odds_ratio_interval",
                "Exact interval for the odds ratio",
                r"[\theta_{\text{L}},\theta_{\text{U}}]",
                mapped(r"\pi_{\text{L}}", r"\pi_{\text{U}}"),
                mapped(to_tex(low), to_tex(high)),
                (odds.lower, odds.upper),
                numbers.odds_interval(odds),
                "1 means as many fixed as broken.",
                ("clopper",),
            ),
        ),
    )


def _odds_note(estimate: float | None) -> str:
    if estimate is None:
        return "Nothing was fixed and nothing broken: 0/0 is not defined."
    return f"Items fixed for each one broken: {numbers.odds(estimate)}."
