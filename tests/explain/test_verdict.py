"""Tests of app.explain.verdict: what the page says first, and what it must not say."""

import re

import pytest

from app.explain import Names, explain
from app.stats import Table, compare

FSI, PDI = "\u2068", "\u2069"  # Unicode: first strong isolate, pop directional isolate


def verdict(*cells, confidence=0.95, names=None):
    return explain(compare(Table(*cells), confidence), names).verdict


def words(text):
    return " ".join((text.label, text.headline, text.sentence, text.reason, *text.notes))


@pytest.mark.parametrize(
    ("cells", "label", "sentence"),
    [
        # issue 2, from R (published_cases.json, brief_200)
        (
            (17, 3, 157, 23),
            "Resolved at 95%",
            "The candidate is better: +7.0 points, 95% interval +2.7 to +11.6, exact p 0.0026; "
            "17 fixed, 3 broken.",
        ),
        # the same with the runs swapped: every sign turns
        (
            (3, 17, 157, 23),
            "Resolved at 95%",
            "The candidate is worse: −7.0 points, 95% interval −11.6 to −2.7, exact p 0.0026; "
            "3 fixed, 17 broken.",
        ),
        # field case C19, with the plain φ: exact p 0.0784, Newcombe 0.0048 to 0.3681
        (
            (15, 6, 20, 5),
            "Borderline at 95%",
            "The candidate looks better, but the evidence is divided: +19.6 points, "
            "95% interval +0.5 to +36.8, exact p 0.0784; 15 fixed, 6 broken.",
        ),
        # field case C14
        (
            (25, 15, 9945, 15),
            "Not resolved at 95%",
            "The difference is not resolved: +0.10 points, 95% interval −0.03 to +0.23, "
            "chi-square p 0.1138; 25 fixed, 15 broken.",
        ),
        # field case C01
        (
            (5, 5, 40, 50),
            "Not resolved at 95%",
            "No evidence of a difference, as many items were fixed as broken: 0.0 points, "
            "95% interval −6.1 to +6.1, exact p 1.0000; 5 fixed, 5 broken.",
        ),
        # field case C07
        (
            (9, 11),
            "Not resolved at 95%",
            "The difference is not resolved: exact p 0.8238; 9 fixed, 11 broken.",
        ),
        # 2 / 2**17 = 1.526e-5
        (
            (0, 17),
            "Resolved at 95%",
            "The candidate is worse: exact p 1.5 × 10^−5; 0 fixed, 17 broken.",
        ),
    ],
)
def test_the_verdict_in_one_sentence(cells, label, sentence):
    found = verdict(*cells)
    assert (found.label, found.sentence) == (label, sentence)


@pytest.mark.parametrize(
    ("cells", "confidence", "outcome", "favours", "must", "must_not"),
    [
        ((17, 3, 157, 23), 0.95, "resolved", "candidate", ["better"], ["worse", "Borderline"]),
        ((3, 17, 157, 23), 0.95, "resolved", "baseline", ["worse"], ["better"]),
        # 0.0026 is not below 0.001
        (
            (17, 3, 157, 23),
            0.999,
            "not_resolved",
            None,
            ["Not resolved at 99.9%", "rules out"],
            ["is better", "0.05"],
        ),
        # p not below alpha, both intervals clear zero
        (
            (15, 6, 20, 5),
            0.95,
            "borderline",
            "candidate",
            [
                "exact p 0.0784 is not below 0.05",
                "Wald’s interval clears zero and Newcombe’s interval clears zero",
                # the chi-square p alone is below: 0.0495
                "chi-square p (0.0495) would decide otherwise, being below 0.05",
            ],
            ["is better", "rules out"],
        ),
        # found by search: chi-square p 0.0499 below alpha, Newcombe's interval contains zero
        (
            (18, 8, 200, 10),
            0.95,
            "borderline",
            "candidate",
            [
                "chi-square p 0.0499 is below 0.05",
                "Wald’s interval clears zero and Newcombe’s interval contains zero",
                "exact p (0.0755), mid-p (0.0522) and corrected chi-square p (0.0776) would decide",
            ],
            ["is better", "+0.0,", "−0.0 "],
        ),
        (
            (8, 18, 200, 10),
            0.95,
            "borderline",
            "baseline",
            [
                "looks worse",
                "Tango’s interval clears zero, while Newcombe’s interval contains zero",
            ],
            ["better"],
        ),
        # field case C14: −0.026 to 0.233 points
        (
            (25, 15, 9945, 15),
            0.95,
            "not_resolved",
            None,
            [
                "allows a gain of the candidate of up to 0.23 points and a loss of up to 0.03",
                "rules out a gain above 0.23 points and a loss beyond 0.03",
            ],
            ["is better", "is worse", "equivalent"],
        ),
        # 2 / 2**5 = 0.0625
        (
            (5, 0, 100, 95),
            0.95,
            "borderline",
            "candidate",
            [
                "5 discordant items could bring the exact p below 0.05",
                "the smallest it can be is 0.0625",
            ],
            ["is better"],
        ),
        ((6, 0, 100, 94), 0.95, "resolved", "candidate", ["is better"], ["the smallest it can be"]),
        # at 90% five are enough
        ((5, 0), 0.9, "resolved", "candidate", ["exact p 0.0625"], ["the smallest it can be"]),
        # 2 / 2**14 = 0.000122 is not below 0.0001
        (
            (14, 0),
            0.9999,
            "not_resolved",
            None,
            ["the smallest it can be is 0.0001"],
            ["is better"],
        ),
        (
            (1, 0),
            0.95,
            "not_resolved",
            None,
            ["1 discordant item,", "No split of this 1 discordant item could"],
            ["1 discordant items", "is better"],
        ),
        (
            (0, 0, 5, 5),
            0.95,
            "not_resolved",
            None,
            ["No evidence of a difference", "0 discordant items", "width 0"],
            ["is better", "is worse", "equivalent"],
        ),
        (
            (0, 0),
            0.95,
            "not_resolved",
            None,
            ["No evidence of a difference"],
            ["equivalent", "interval of"],
        ),
        (
            (17, 3),
            0.95,
            "resolved",
            "candidate",
            ["both passed and both failed", "the p-values would stay as they are"],
            ["+7.0", "rules out"],
        ),
        (
            (5, 0, 0, 0),
            0.95,
            "borderline",
            "candidate",
            ["width 0 because every item flipped the same way"],
            ["is better"],
        ),
    ],
)
def test_what_the_verdict_says(cells, confidence, outcome, favours, must, must_not):
    found = explain(compare(Table(*cells), confidence))
    decided = found.comparison.verdict
    assert (decided.outcome, decided.favours) == (outcome, favours)
    said = words(found.verdict)
    assert [phrase for phrase in must if phrase not in said] == []
    assert [phrase for phrase in must_not if phrase in said] == []


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        # the rule of 25, on b + c and not on min(b, c) (field case C14)
        ((17, 3), "Report the exact p: with 20 discordant items, fewer than 25,"),
        ((24, 0), "Report the exact p: with 24 discordant items, fewer than 25,"),
        ((25, 0), "Report the chi-square p: with 25 discordant items, 25 or more,"),
        ((25, 15), "Report the chi-square p: with 40 discordant items, 25 or more,"),
        ((0, 1), "Report the exact p: with 1 discordant item, fewer than 25,"),
    ],
)
def test_the_reason_for_the_p_to_report(cells, reason):
    assert verdict(*cells).reason.startswith(reason)


@pytest.mark.parametrize(
    ("cells", "headline"),
    [
        ((17, 3, 157, 23), "Candidate +7.0 points, resolved at 95% (exact p 0.0026)"),
        ((9, 11), "9 fixed, 11 broken, not resolved at 95% (exact p 0.8238)"),
    ],
)
def test_the_headline(cells, headline):
    assert verdict(*cells).headline == headline


def test_every_verdict_is_whole_sentences(edge_table):
    found = verdict(edge_table.b, edge_table.c, edge_table.a, edge_table.d)
    for text in (found.sentence, found.reason, *found.notes):
        assert re.match(r"[A-Z].*\.$", text), text
    assert "equivalent" not in words(found)
    assert not re.search(r"\b(nan|inf|None)\b|[+−]0(\.0*)?(?![\d.])|  ", words(found))


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.9999])
def test_every_test_and_interval_that_decides_otherwise_is_named(edge_table, confidence):
    found = explain(compare(edge_table, confidence))
    comparison = found.comparison
    notes = " ".join(found.verdict.notes)
    recommended = comparison.recommended in comparison.rejecting
    names = {"exact": "exact p", "mid_p": "mid-p", "chi_square": "chi-square p"}
    for name in comparison.p_values:
        if (name in comparison.rejecting) != recommended:
            assert names.get(name, "corrected chi-square p") in notes, name
    named = {"wald": "Wald", "newcombe_corrected": "corrected φ", "tango": "Tango"}
    for name in set(comparison.intervals) - {"newcombe"}:
        if (name in comparison.clearing) != ("newcombe" in comparison.clearing):
            assert named[name] in notes, name


def test_names_stand_in_quotation_marks():
    found = verdict(17, 3, 157, 23, names=Names("gpt-4", "gpt-5 is better: x"))
    assert found.sentence.startswith("“gpt-5 is better: x” is better: +7.0 points")
    assert found.headline.startswith("“gpt-5 is better: x” +7.0 points")


@pytest.mark.parametrize("name", ["מודל", "نموذج 7", "gpt-מודל"])
def test_a_name_from_right_to_left_is_isolated(name):
    found = verdict(17, 3, 157, 23, names=Names("baseline", name))
    assert found.sentence.startswith(f"“{FSI}{name}{PDI}” is better: +7.0 points")
    assert found.headline.startswith(f"“{FSI}{name}{PDI}” +7.0 points")
