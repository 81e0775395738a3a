"""Tests of app.explain.names: runs within a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.explain.names import Names, isolated, sentence


def test_without_names_the_runs_are_called_by_their_roles():
    names = Names()
    assert (names.the_baseline, names.the_candidate) == ("the baseline", "the candidate")


def test_given_names_are_quoted():
    names = Names("gpt-4", 'a "b" c')
    assert (names.the_baseline, names.the_candidate) == ("“gpt-4”", '“a "b" c”')


@pytest.mark.parametrize(
    ("baseline", "candidate", "shown"),
    [
        ("gpt-4", "gpt-5", ("gpt-4", "gpt-5")),
        ("gpt-4", "gpt-4", ("gpt-4 (baseline)", "gpt-4 (candidate)")),
        ("GPT", "gpt", ("GPT (baseline)", "gpt (candidate)")),
        # the role of the other run
        ("candidate", "baseline", ("candidate (baseline)", "baseline (candidate)")),
        ("gpt-4", "Baseline", ("gpt-4 (baseline)", "Baseline (candidate)")),
        # a run without a name is called by its role, and by nothing more
        ("baseline", "baseline", ("baseline", "baseline (candidate)")),
        ("Candidate", "candidate", ("Candidate (baseline)", "candidate")),
        # what only looks the same
        ("é", "e\u0301", ("é (baseline)", "e\u0301 (candidate)")),
        ("a b", "a  b", ("a b (baseline)", "a  b (candidate)")),
        ("ｇｐｔ", "gpt", ("ｇｐｔ (baseline)", "gpt (candidate)")),
        # no name can be made to look like what is added to the other
        (
            "baseline (candidate)",
            "baseline",
            ("baseline (candidate) (baseline)", "baseline (candidate)"),
        ),
        # a run that is called by its own role in another case is not misleading
        ("Baseline", "Candidate", ("Baseline", "Candidate")),
    ],
)
def test_the_role_follows_names_that_mislead(baseline, candidate, shown):
    names = Names(baseline, candidate)
    assert (names.shown_baseline, names.shown_candidate) == shown
    assert (names.baseline, names.candidate) == (baseline, candidate)


def test_the_role_stands_within_the_quotation_marks_of_a_name():
    names = Names("gpt-4", "gpt-4")
    assert (names.the_baseline, names.the_candidate) == (
        "“gpt-4 (baseline)”",
        "“gpt-4 (candidate)”",
    )


def test_names_that_differ_in_their_quotation_marks_read_the_same_in_a_sentence():
    names = Names("“x”", "‘x’")
    assert names.the_baseline != names.the_candidate


@st.composite
def pairs_of_names(draw):
    """Names that are often the same, or a role, or a name with a role behind it."""
    stems = st.sampled_from(
        ["baseline", "candidate", "Candidate", "x", "X", "“x”", "‘x’", "ß", "ss"]
    )
    ends = st.sampled_from(["", " (baseline)", " (candidate)", " (Candidate)"])
    name = st.one_of(st.builds(str.__add__, stems, ends), st.text(min_size=1, max_size=5))
    return Names(draw(name), draw(name))


@given(pairs_of_names())
def test_the_shown_names_always_differ(names):
    assert names.shown_baseline.casefold() != names.shown_candidate.casefold()
    assert names.the_baseline.casefold() != names.the_candidate.casefold()


@given(pairs_of_names())
def test_no_run_is_shown_by_the_role_of_the_other_alone(names):
    assert names.shown_baseline.casefold() != "candidate"
    assert names.shown_candidate.casefold() != "baseline"


@pytest.mark.parametrize(
    ("text", "result"), [("the candidate", "The candidate"), ("", ""), ("“x”", "“x”"), ("pH", "PH")]
)
def test_a_sentence_begins_with_a_capital(text, result):
    assert sentence(text) == result


@pytest.mark.parametrize("name", ["gpt-5", "模型-v2", "Ωmega", "🚀"])
def test_a_name_from_left_to_right_stays_as_it_is(name):
    assert isolated(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "מודל",  # Hebrew, class R
        "نموذج",  # Arabic, class AL
        "v2-מודל",
        "٣",  # an Arabic digit, class AN: UAX 9, rule N1, takes it for right to left
    ],
)
def test_a_name_from_right_to_left_is_set_apart(name):
    # U+2068 first strong isolate … U+2069 pop directional isolate
    assert isolated(name) == f"\u2068{name}\u2069"
