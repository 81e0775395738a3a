"""Tests of app.explain.steps.difference: the steps to the four intervals."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.explain import explain
from app.stats import Table, compare


def steps(*cells, confidence=0.95):
    return {step.key: step for step in explain(compare(Table(*cells), confidence)).steps}


@pytest.mark.parametrize(
    ("key", "substituted", "text"),
    [
        # design.md, section 3: every output must reproduce these
        ("candidate_rate", r"\frac{157+17}{200} = \frac{174}{200}", "87.0%"),
        ("baseline_rate", r"\frac{157+3}{200} = \frac{160}{200}", "80.0%"),
        ("delta", r"\frac{17-3}{200} = 0.070", "+7.0 points"),
        (
            "wald",
            r"0.070\pm 1.960\cdot\frac{1}{200}\sqrt{20-\frac{14^2}{200}} = 0.070\pm 0.0427",
            "[+2.7, +11.3] points",
        ),
        ("phi", r"\frac{157\cdot 23-17\cdot 3}{\sqrt{174\cdot 26\cdot 160\cdot 40}}", "0.662"),
    ],
)
def test_the_worked_example(key, substituted, text):
    found = steps(17, 3, 157, 23)[key]
    assert (found.substituted, found.value_text) == (substituted, text)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        # R contingencytables 3.0.1, ratesci 1.1.0.9000 (published_cases.json, brief_200)
        ("newcombe_lower", "+2.7 points"),
        ("newcombe_upper", "+11.6 points"),
        ("newcombe_corrected_lower", "+2.6 points"),
        ("newcombe_corrected_upper", "+11.7 points"),
        ("tango", "[+2.9, +11.9] points"),
        # Wilson limits of 174/200 and 160/200: statsmodels 0.15.0, proportion_confint
        ("wilson_candidate", "[0.8163, 0.9097]"),
        ("wilson_baseline", "[0.7391, 0.8495]"),
    ],
)
def test_the_limits_of_the_worked_example(key, text):
    assert steps(17, 3, 157, 23)[key].value_text == text


def test_the_values_are_those_of_the_comparison(edge_table):
    found = compare(edge_table)
    values = {step.key: step.value for step in explain(found).steps}
    measured = found.difference
    if measured is None:
        assert "delta" not in values
        return
    assert values["candidate_rate"] == measured.candidate_rate
    assert values["baseline_rate"] == measured.baseline_rate
    assert values["delta"] == measured.estimate
    assert values["phi"] == measured.newcombe.correlation
    assert values["phi_corrected"] == measured.newcombe_corrected.correlation
    # Wald is never clipped in the steps (design §2)
    for name, limits in {**found.intervals, "wald": measured.wald.unclipped}.items():
        got = values[name] if name in values else (values[f"{name}_lower"], values[f"{name}_upper"])
        assert got == (limits.lower, limits.upper), name


@pytest.mark.parametrize("cells", [(17, 3, 157, 23), (3, 17, 157, 23), (5, 0, 20, 20)])
def test_tangos_lower_limit_can_be_checked_with_its_steps(cells):
    # Tango (1998): q is the root of 2N·q² + B·q − c·δ(1−δ) = 0, and T(δ) = z at the limit
    b, c, n_items = cells[0], cells[1], sum(cells)
    found = steps(*cells)
    delta = found["tango"].value[0]
    linear, share = found["tango_linear"].value, found["tango_share"].value
    spread = delta * (1 - delta)
    assert linear == pytest.approx((2 * n_items - b + c) * delta - (b + c), rel=1e-12)
    assert 2 * n_items * share**2 + linear * share == pytest.approx(c * spread, rel=1e-9, abs=1e-12)
    score = (b - c - n_items * delta) / (n_items * (2 * share + spread)) ** 0.5
    assert score == pytest.approx(1.959963984540054, rel=1e-9)
    assert found["tango_score"].value == pytest.approx(score, rel=1e-9)


def test_tango_at_minus_one_has_nothing_to_check():
    found = steps(0, 5, 0, 0)
    assert found["tango"].value[0] == -1
    assert "tango_linear" not in found


def test_a_wald_interval_past_100_points_is_left_so_in_the_step_and_said_to_be_cut():
    # field case H18: 0.0123 to 1.0988; 0.556 ± 0.543
    found = steps(7, 2, 0, 0)["wald"]
    assert found.value_text == "[+1.2, +109.9] points"
    assert found.substituted.endswith(r" = 0.55556\pm 0.54322")
    assert "cut" in found.note


@pytest.mark.parametrize("cells", [(0, 0, 5, 5), (5, 0, 0, 0), (0, 5, 0, 0)])
def test_a_wald_interval_without_width_says_that_it_says_nothing(cells):
    assert "says nothing" in steps(*cells)["wald"].note


@pytest.mark.parametrize("cells", [(0, 3, 0, 7), (3, 0, 7, 0), (0, 0, 10, 0), (0, 0, 0, 10)])
def test_an_empty_row_or_column_makes_phi_zero_by_convention(cells):
    found = steps(*cells)["phi"]
    assert (found.value, found.value_text) == (0, "0.000")
    assert "convention" in found.note


@pytest.mark.parametrize(
    ("cells", "substituted", "text"),
    [
        # Newcombe (1998), method 10: 0 < ad − bc ≤ N/2 becomes 0 (field case C19)
        (
            (15, 6, 20, 5),
            r"\frac{\max(0,\;20\cdot 5-15\cdot 6-46/2)}{\sqrt{35\cdot 11\cdot 26\cdot 20}}",
            "0.000",
        ),
        # ad − bc < 0 stays (field case C11: −0.16966)
        ((121, 59, 101, 33), "-0.170", "−0.170"),
    ],
)
def test_only_a_positive_phi_is_corrected(cells, substituted, text):
    found = steps(*cells)["phi_corrected"]
    assert (found.substituted, found.value_text) == (substituted, text)


def test_products_of_margins_are_written_out_whole():
    # field case C35
    found = steps(12_000, 11_500, 80_000, 96_500)["phi"].substituted
    assert r"\sqrt{92{,}000\cdot 108{,}000\cdot 91{,}500\cdot 108{,}500}" in found


def test_z_follows_the_level():
    # mpmath, 60 digits: z = 3.890591886413094 at 99.99%
    assert r"\pm 3.891\cdot" in steps(17, 3, 157, 23, confidence=0.9999)["wald"].substituted


def test_at_a_million_items_points_have_hundredths():
    # by hand: 1000/1000000; 1.96 · √(100000 − 1) / 1000000 = 0.00062
    found = steps(50_500, 49_500, 800_000, 100_000)
    assert found["delta"].value_text == "+0.10 points"
    assert found["wald"].value_text == "[+0.04, +0.16] points"


def test_different_rates_are_told_apart():
    found = steps(1, 0, 10**12, 10**12)
    assert found["candidate_rate"].value_text != found["baseline_rate"].value_text


def test_the_sum_that_stands_in_walds_step_gives_the_printed_limits():
    # by hand: 19/1500 = 0.012667 would round to 0.013, and 0.013 − 0.0104 to +0.3
    found = steps(41, 22, 1310, 127)["wald"]
    assert found.substituted.endswith(r" = 0.01267\pm 0.01035")
    assert found.value_text == "[+0.2, +2.3] points"


@given(*[st.integers(0, 3000)] * 4)
def test_walds_limits_can_be_added_up_from_the_printed_numbers(b, c, a, d):
    assume(b + c + a + d)
    found = steps(b, c, a, d)["wald"]
    delta, half_width = map(float, found.substituted.rpartition(" = ")[2].split(r"\pm "))
    printed = found.value_text.removesuffix("] points").lstrip("[").replace("−", "-").split(", ")
    for limit, text in zip((delta - half_width, delta + half_width), printed, strict=True):
        unit = 10.0 ** -len(text.partition(".")[2])
        assert abs(100 * limit - float(text)) <= 0.56 * unit
