"""Tests of app.stats.verdict: one outcome for every combination of evidence."""

import pytest

from app.stats.verdict import decide


@pytest.mark.parametrize(
    ("test_rejects", "wald_clears", "newcombe_clears", "outcome"),
    [  # resolved needs all three; not resolved a high p and an interval with zero in it
        (True, True, True, "resolved"),
        (True, True, False, "borderline"),
        (True, False, True, "borderline"),
        (True, False, False, "borderline"),
        (False, True, True, "borderline"),
        (False, True, False, "not_resolved"),
        (False, False, True, "not_resolved"),
        (False, False, False, "not_resolved"),
    ],
)
def test_outcome(test_rejects, wald_clears, newcombe_clears, outcome):
    assert decide(test_rejects, wald_clears, newcombe_clears) == outcome
