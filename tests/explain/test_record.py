"""Tests of app.explain.record: the JSON of design.md, section 5."""

import json

import pytest

from app.explain import Names, explain, record
from app.stats import Table, compare


def recorded(*cells, confidence=0.95, names=None):
    return record(explain(compare(Table(*cells), confidence), names))


P = ["p", "log10_p", "p_text"]
CHI_SQUARE = ["statistic", "df", *P]
# design.md, section 5: every key, in order; a list stands for keys with values of no further keys
STRUCTURE = {
    "table": ["a", "b", "c", "d", "n_items", "n_discordant"],
    "confidence": None,
    "names": ["baseline", "candidate"],
    "tests": {
        "exact": P,
        "mid_p": P,
        "chi_square": CHI_SQUARE,
        "chi_square_corrected": CHI_SQUARE,
    },
    "recommended": ["test", *P, "reason"],
    "delta": {
        "estimate": None,
        "candidate_rate": None,
        "baseline_rate": None,
        "intervals": ["wald", "newcombe", "newcombe_corrected", "tango"],
    },
    "odds_ratio": ["estimate", "interval"],
    "unpaired": ["z", *P],
    "verdict": ["outcome", "favours", "sentence", "notes"],
    "steps": None,
}
STEP = ["key", "title", "formula", "substituted", "value", "value_text", "note"]


def structure(value):
    if not isinstance(value, dict):
        return None
    inner = {key: structure(part) for key, part in value.items()}
    return inner if any(inner.values()) else list(inner)


def test_the_keys_are_those_of_the_design_in_order():
    found = recorded(17, 3, 157, 23)
    assert structure(found) == STRUCTURE
    assert list(found) == list(STRUCTURE)
    assert list(found["delta"]) == list(STRUCTURE["delta"])
    assert {tuple(step) for step in found["steps"]} == {tuple(STEP)}


def test_the_worked_example():
    # design.md, sections 3 and 5
    found = recorded(17, 3, 157, 23)
    assert found["table"] == {
        "a": 157,
        "b": 17,
        "c": 3,
        "d": 23,
        "n_items": 200,
        "n_discordant": 20,
    }
    assert found["confidence"] == 0.95
    assert found["names"] == {"baseline": "baseline", "candidate": "candidate"}
    assert found["tests"]["exact"]["p"] == 2702 / 2**20
    texts = {name: test["p_text"] for name, test in found["tests"].items()}
    assert texts["exact"] == "0.0026"
    assert (texts["chi_square"], texts["chi_square_corrected"]) == ("0.0017", "0.0037")
    assert found["tests"]["chi_square"]["statistic"] == 9.8
    assert found["tests"]["chi_square_corrected"]["statistic"] == 8.45
    assert found["recommended"]["test"] == "exact"
    assert found["recommended"]["p_text"] == "0.0026"
    assert found["delta"]["estimate"] == 0.07
    assert found["delta"]["candidate_rate"] == 0.87
    assert found["delta"]["baseline_rate"] == 0.8
    # R contingencytables 3.0.1
    assert found["delta"]["intervals"]["newcombe"] == pytest.approx(
        [0.02737995481, 0.1156356651], abs=5e-11
    )
    assert found["unpaired"]["p_text"] == "0.0593"
    assert (found["verdict"]["outcome"], found["verdict"]["favours"]) == ("resolved", "candidate")
    assert found["verdict"]["notes"] == []


def test_names_are_given_as_they_are():
    found = recorded(17, 3, names=Names("<b>", "模型"))
    assert found["names"] == {"baseline": "<b>", "candidate": "模型"}


def test_two_runs_of_one_name_keep_it_and_are_told_apart_in_every_text():
    found = recorded(17, 3, 157, 23, names=Names("gpt-4", "gpt-4"))
    assert found["names"] == {"baseline": "gpt-4", "candidate": "gpt-4"}
    assert found["verdict"]["sentence"].startswith("“gpt-4 (candidate)” is better")
    titles = {step["key"]: step["title"] for step in found["steps"]}
    assert titles["candidate_rate"] == "Pass rate of “gpt-4 (candidate)”"
    assert titles["baseline_rate"] == "Pass rate of “gpt-4 (baseline)”"


def test_every_record_is_strict_json(edge_table):
    found = record(explain(compare(edge_table)))
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_only_b_and_c_leave_the_rest_null():
    found = recorded(17, 3)
    assert found["table"] == {
        "a": None,
        "b": 17,
        "c": 3,
        "d": None,
        "n_items": None,
        "n_discordant": 20,
    }
    assert (found["delta"], found["unpaired"]) == (None, None)


def test_without_discordant_items_nothing_is_made_up():
    # design.md, section 2, edge cases
    found = recorded(0, 0, 5, 5)
    assert [test["p"] for test in found["tests"].values()] == [1, 1, 1, 1]
    assert found["tests"]["chi_square"]["statistic"] is None
    assert found["tests"]["chi_square_corrected"]["statistic"] is None
    assert found["odds_ratio"] == {"estimate": None, "interval": [0, None]}
    assert found["verdict"]["favours"] is None


@pytest.mark.parametrize(("cells", "estimate"), [((5, 0), None), ((0, 5), 0)])
def test_an_infinite_odds_ratio_is_null(cells, estimate):
    found = recorded(*cells)
    assert found["odds_ratio"]["estimate"] == estimate
    assert (found["odds_ratio"]["interval"][1] is None) == (estimate is None)
    steps = {step["key"]: step for step in found["steps"]}
    assert steps["odds_ratio"]["value"] == estimate


def test_a_p_below_the_double_range_is_null_and_keeps_its_logarithm():
    # field case A02
    found = recorded(2000, 0, 0, 0)["tests"]["exact"]
    assert found["p"] is None
    assert found["log10_p"] == pytest.approx(-601.75896133229841, rel=1e-12)
    assert found["p_text"] == "1.7 × 10^−602"


def test_a_wald_interval_is_clipped():
    # field case H18: the formula gives 0.0123 to 1.0988
    limits = recorded(7, 2, 0, 0)["delta"]["intervals"]["wald"]
    assert limits == pytest.approx([0.012332316995171779, 1], rel=1e-12)


def test_z_is_null_where_both_runs_passed_everything():
    found = recorded(0, 0, 10, 0)["unpaired"]
    assert (found["z"], found["p"], found["log10_p"], found["p_text"]) == (None, 1, 0, "1.0000")


@pytest.mark.parametrize(("percent", "confidence"), [(99.9, 0.999), (80, 0.8)])
def test_the_confidence_is_a_share(percent, confidence):
    assert recorded(17, 3, confidence=percent / 100)["confidence"] == pytest.approx(confidence)
