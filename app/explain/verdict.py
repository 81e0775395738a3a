"""The verdict in words."""

from dataclasses import dataclass

from app.explain import numbers
from app.explain.names import Names, sentence
from app.explain.numbers import DifferenceFormat, count
from app.explain.titles import INTERVALS, OUTCOMES, TESTS
from app.stats import Comparison
from app.stats.compare import EXACT_BELOW, REPORTED_INTERVAL, IntervalName
from app.stats.verdict import Outcome, Run

_DECIDING: tuple[IntervalName, ...] = ("wald", REPORTED_INTERVAL)


@dataclass(frozen=True, slots=True)
class VerdictText:
    """What the page says first.

    Attributes
    ----------
    label : str
        Outcome and level: "Resolved at 95%".
    headline : str
        The verdict as a title: "Candidate +7.0 points, resolved at 95% (exact p 0.0026)".
    finding, evidence, flips : str
        What was found, the numbers that say so, and the counts behind them.
    sentence : str
        All three in one sentence that a manager can read.
    reason : str
        Why this p is the one to report.
    notes : tuple of str
        What else must be known, a sentence each.
    """

    label: str
    headline: str
    finding: str
    evidence: str
    flips: str
    sentence: str
    reason: str
    notes: tuple[str, ...]


def verdict_text(comparison: Comparison, names: Names, form: DifferenceFormat) -> VerdictText:
    """Put the verdict of `comparison` into words."""
    outcome = OUTCOMES[comparison.verdict.outcome]
    level = numbers.level(comparison.confidence)
    finding, evidence = _finding(comparison, names), _evidence(comparison, form)
    flips = f"{count(comparison.table.b)} fixed, {count(comparison.table.c)} broken"
    return VerdictText(
        label=f"{sentence(outcome)} at {level}",
        headline=f"{_lead(comparison, names, form)}, {outcome} at {level} ({_p(comparison)})",
        finding=finding,
        evidence=evidence,
        flips=flips,
        sentence=f"{finding}: {evidence}; {flips}.",
        reason=_recommendation(comparison),
        notes=tuple(_notes(comparison, names, form)),
    )


def _recommendation(comparison: Comparison) -> str:
    items = _discordant(comparison)
    if comparison.recommended == "exact":
        return (
            f"Report the exact p: with {items}, fewer than {EXACT_BELOW}, "
            "the chi-square approximation cannot be relied on."
        )
    return (
        f"Report the chi-square p: with {items}, {EXACT_BELOW} or more, "
        "the usual rule takes the chi-square approximation. The exact p is "
        f"{numbers.p_value(comparison.binomial.exact, comparison.alpha)}."
    )


def _discordant(comparison: Comparison) -> str:
    n = comparison.table.n_discordant
    return f"{count(n)} discordant item{'' if n == 1 else 's'}"


def _p(comparison: Comparison) -> str:
    name = TESTS[comparison.recommended].sentence
    return f"{name} {numbers.p_value(comparison.recommended_p, comparison.alpha)}"


def _lead(comparison: Comparison, names: Names, form: DifferenceFormat) -> str:
    if comparison.difference is not None:
        who = sentence(names.candidate if names.candidate == "candidate" else names.the_candidate)
        return f"{who} {form.points(comparison.difference.estimate)} points"
    return f"{count(comparison.table.b)} fixed, {count(comparison.table.c)} broken"


def _finding(comparison: Comparison, names: Names) -> str:
    verdict, candidate = comparison.verdict, sentence(names.the_candidate)
    if comparison.table.n_discordant == 0:
        return "No evidence of a difference, the runs agree on every item"
    direction = "better" if verdict.leads is Run.CANDIDATE else "worse"
    if verdict.outcome is Outcome.RESOLVED:
        return f"{candidate} is {direction}"
    if verdict.outcome is Outcome.BORDERLINE:
        return f"{candidate} looks {direction}, but the evidence is divided"
    if verdict.leads is None:
        return "No evidence of a difference, as many items were fixed as broken"
    return "The difference is not resolved"


def _evidence(comparison: Comparison, form: DifferenceFormat) -> str:
    table, measured = comparison.table, comparison.difference
    parts = []
    if measured is not None and table.n_discordant:
        parts.append(f"{form.points(measured.estimate)} points")
        limits = form.interval(comparison.intervals[REPORTED_INTERVAL])
        parts.append(f"{numbers.level(comparison.confidence)} interval {limits}")
    parts.append(_p(comparison))
    return ", ".join(parts)


def _notes(comparison: Comparison, names: Names, form: DifferenceFormat) -> list[str]:
    found = [
        _borderline(comparison),
        _allowed(comparison, names, form),
        _unattainable(comparison),
        _other_tests(comparison),
        _other_intervals(comparison),
        _no_width(comparison),
        _no_agreement_counts(comparison),
    ]
    return [note for note in found if note]


def _borderline(comparison: Comparison) -> str:
    if comparison.verdict.outcome is not Outcome.BORDERLINE:
        return ""
    side = "below" if comparison.recommended in comparison.rejecting else "not below"
    intervals = " and ".join(
        f"{INTERVALS[name].owner} {_side_of_zero(comparison, name)}" for name in _DECIDING
    )
    return (
        f"Borderline: the {_p(comparison)} is {side} {numbers.threshold(comparison.alpha)}, while "
        f"{intervals}. The test and the intervals rest on different approximations; do not act "
        "on one of them alone."
    )


def _side_of_zero(comparison: Comparison, name: IntervalName) -> str:
    return "clears zero" if name in comparison.clearing else "contains zero"


def _allowed(comparison: Comparison, names: Names, form: DifferenceFormat) -> str:
    if comparison.verdict.outcome is not Outcome.NOT_RESOLVED or comparison.difference is None:
        return ""
    # Without a flip only Tango's interval is never too narrow to rule anything out.
    name: IntervalName = REPORTED_INTERVAL if comparison.table.n_discordant else "tango"
    limits = comparison.intervals[name]
    lower, upper = form.limits(limits)
    level = numbers.level(comparison.confidence)
    interval = f"At {level}, {INTERVALS[name].owner}"
    if limits.upper <= 0 or limits.lower >= 0:
        return (
            f"{interval} allows a difference from {lower} to {upper} points; it rules out the rest."
        )
    gain, loss = upper.lstrip("+"), lower.lstrip(numbers.MINUS)
    ruled_out = [
        f"{what} {size} points"
        for what, size, limit in (
            ("a gain above", gain, limits.upper),
            ("a loss beyond", loss, limits.lower),
        )
        if abs(limit) < 1
    ]
    allowed = (
        f"{interval} still allows a gain of {names.the_candidate} of up to {gain} points and a "
        f"loss of up to {loss}"
    )
    return f"{allowed}; it rules out {' and '.join(ruled_out)}." if ruled_out else f"{allowed}."


def _unattainable(comparison: Comparison) -> str:
    n = comparison.table.n_discordant
    if comparison.verdict.attainable or n == 0:
        return ""
    smallest = numbers.p_value(comparison.smallest_exact_p, comparison.alpha)
    alpha = numbers.threshold(comparison.alpha)
    which = "this" if n == 1 else "these"
    return (
        f"No split of {which} {_discordant(comparison)} could bring the exact p below {alpha}: "
        f"the smallest it can be is {smallest}. It takes more items on which the runs disagree."
    )


def _other_tests(comparison: Comparison) -> str:
    rejecting = comparison.rejecting
    recommended_rejects = comparison.recommended in rejecting
    others = [
        f"{TESTS[name].sentence} ({numbers.p_value(result, comparison.alpha)})"
        for name, result in comparison.p_values.items()
        if (name in rejecting) != recommended_rejects
    ]
    if not others:
        return ""
    side = "not below" if recommended_rejects else "below"
    alpha = numbers.threshold(comparison.alpha)
    return (
        f"The choice of test matters here: {_listed(others)} would decide otherwise, being {side} "
        f"{alpha}. Do not pick a test by its answer."
    )


def _other_intervals(comparison: Comparison) -> str:
    clearing = comparison.clearing
    # A borderline verdict has already said on which side of zero the deciding ones lie.
    told = _DECIDING if comparison.verdict.outcome is Outcome.BORDERLINE else ()
    others = [
        f"{INTERVALS[name].owner} {_side_of_zero(comparison, name)}"
        for name in comparison.intervals
        if name not in told and (name in clearing) != (REPORTED_INTERVAL in clearing)
    ]
    if not others:
        return ""
    reported = (
        f"{INTERVALS[REPORTED_INTERVAL].owner} {_side_of_zero(comparison, REPORTED_INTERVAL)}"
    )
    return f"{_listed(others)}, while {reported}."


def _no_width(comparison: Comparison) -> str:
    measured = comparison.difference
    if measured is None or measured.wald.half_width > 0:
        return ""
    if comparison.table.n_discordant == 0:
        narrow = "" if comparison.table.has_empty_margin else " and Newcombe’s is too narrow"
        return (
            f"No item flipped, so Wald’s interval has width 0{narrow}: that does not say how sure "
            "it is that there is no difference. No evidence of a difference is not evidence that "
            "the runs are equally good."
        )
    return (
        "Wald’s interval has width 0 because every item flipped the same way, where its formula "
        "breaks down: it says nothing about how sure the difference is."
    )


def _no_agreement_counts(comparison: Comparison) -> str:
    if comparison.difference is not None:
        return ""
    return (
        "With the items that both passed and both failed, this page would add the pass rates, "
        "the size of the difference and its intervals; the p-values would stay as they are."
    )


def _listed(parts: list[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
