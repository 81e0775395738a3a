"""Tests of app.explain.steps.p_values: the steps to the four p-values."""

import pytest

from app.explain import explain
from app.stats import Table, compare


def steps(b, c):
    return {step.key: step for step in explain(compare(Table(b, c))).steps}


@pytest.mark.parametrize(
    ("key", "substituted", "text"),
    [
        # design.md, section 3: every output must reproduce these
        ("discordant", "17+3", "20"),
        ("exact", r"2\cdot\frac{1+20+190+1{,}140}{2^{20}}", "0.0026"),
        # 2702/2**20 - 1140/2**20 (published_cases.json, brief_200: 0.001489639282)
        ("mid_p", "0.002577-0.001087", "0.0015"),
        ("chi_square", r"\frac{(17-3)^2}{17+3} = \frac{196}{20}", "9.80"),
        ("chi_square_p", r"\operatorname{erfc}\sqrt{\frac{196}{2\cdot 20}}", "0.0017"),
        (
            "chi_square_corrected",
            r"\frac{\max(0,\;|17-3|-1)^2}{17+3} = \frac{169}{20}",
            "8.45",
        ),
        ("chi_square_corrected_p", r"\operatorname{erfc}\sqrt{\frac{169}{2\cdot 20}}", "0.0037"),
    ],
)
def test_the_worked_example(key, substituted, text):
    found = steps(17, 3)[key]
    assert (found.substituted, found.value_text) == (substituted, text)


def test_the_values_are_those_of_the_comparison(edge_table):
    found = compare(edge_table)
    values = {step.key: step.value for step in explain(found).steps}
    assert values["discordant"] == edge_table.b + edge_table.c
    assert values["chi_square"] == found.chi_square.statistic
    assert values["chi_square_corrected"] == found.chi_square_corrected.statistic
    names = {
        "exact": "exact",
        "mid_p": "mid_p",
        "chi_square_p": "chi_square",
        "chi_square_corrected_p": "chi_square_corrected",
    }
    for key, name in names.items():
        p = found.p_values[name]
        assert values[key] == (None if p.underflows else p.p), key


@pytest.mark.parametrize(
    ("b", "c", "substituted"),
    [
        (5, 0, r"2\cdot\frac{1}{2^{5}}"),
        (0, 5, r"2\cdot\frac{1}{2^{5}}"),
        (2, 5, r"2\cdot\frac{1+7+21}{2^{7}}"),
        # math.comb(60, 21) and math.comb(60, 22): a long sum shows its ends
        (
            38,
            22,
            r"2\cdot\frac{1+60+1{,}770+\dots+7{,}984{,}465{,}725{,}343{,}800"
            r"+14{,}154{,}280{,}149{,}473{,}100}{2^{60}}",
        ),
        (38, 23, r"2\sum_{i=0}^{23}\binom{61}{i}\frac{1}{2^{61}}"),
        (2, 2, r"\min\left(1,\;2\cdot\frac{1+4+6}{2^{4}}\right)"),
        (0, 0, r"\min\left(1,\;2\cdot\frac{1}{2^{0}}\right)"),
    ],
)
def test_up_to_60_items_the_exact_test_shows_its_whole_sum(b, c, substituted):
    assert steps(b, c)["exact"].substituted == substituted


@pytest.mark.parametrize(
    ("b", "c", "substituted", "text"),
    [
        # 1 - (6 / 16) / 2
        (2, 2, r"1-\tfrac12\cdot 0.3750", "0.8125"),
        # design.md, section 2: n = 0, all p = 1
        (0, 0, "1", "1.0000"),
        # 2**-1999 - 2**-2000 = 2**-2000, log10 -602.0599913279624
        (2000, 0, r"1.742\times 10^{-602}-8.710\times 10^{-603}", "8.7 × 10^−603"),
    ],
)
def test_mid_p_of_a_tie_of_nothing_and_of_a_landslide(b, c, substituted, text):
    found = steps(b, c)["mid_p"]
    assert (found.substituted, found.value_text) == (substituted, text)


@pytest.mark.parametrize("key", ["chi_square", "chi_square_corrected"])
def test_without_discordant_items_a_chi_square_is_not_defined_and_its_p_is_1(key):
    found = steps(0, 0)
    assert (found[key].value, found[key].value_text) == (None, "not defined")
    assert (found[f"{key}_p"].value, found[f"{key}_p"].value_text) == (1.0, "1.0000")


def test_a_tie_is_no_evidence_even_with_the_correction():
    # field case C02: without max(0, ·) the corrected chi-square of 18 and 18 is 0.0278
    found = steps(18, 18)
    assert (found["chi_square_corrected"].value, found["chi_square_corrected_p"].value) == (0, 1)


def test_a_negative_surplus_is_squared_in_brackets():
    assert steps(3, 17)["chi_square"].substituted.startswith(r"\frac{(3-17)^2}{3+17}")
