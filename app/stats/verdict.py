"""What the numbers decide, without a word of prose."""

from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """How sure the data are."""

    RESOLVED = "resolved"
    BORDERLINE = "borderline"
    NOT_RESOLVED = "not_resolved"


class Run(StrEnum):
    """One of the two runs."""

    CANDIDATE = "candidate"
    BASELINE = "baseline"


class Verdict(NamedTuple):
    """The decision.

    Attributes
    ----------
    outcome : Outcome
        See `decide`.
    leads : Run or None
        The run that passed more items; None for a tie.
    favours : Run or None
        `leads` where the outcome is resolved or borderline, else None.
    attainable : bool
        Whether any split of these discordant items could reach p < alpha.
    """

    outcome: Outcome
    leads: Run | None
    favours: Run | None
    attainable: bool


def decide(recommended_rejects: bool, wald_clears: bool, newcombe_clears: bool) -> Outcome:
    """Return the outcome from the test to report and the two intervals.

    Where the number of items is unknown there are no intervals: pass the test's
    own answer for them.

    Examples
    --------
    >>> decide(True, True, False)
    <Outcome.BORDERLINE: 'borderline'>
    """
    both_clear = wald_clears and newcombe_clears
    if recommended_rejects and both_clear:
        return Outcome.RESOLVED
    if not recommended_rejects and not both_clear:
        return Outcome.NOT_RESOLVED
    return Outcome.BORDERLINE
