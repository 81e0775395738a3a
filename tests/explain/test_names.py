"""Tests of app.explain.names: runs within a sentence."""

import pytest

from app.explain.names import Names, isolated, sentence


def test_without_names_the_runs_are_called_by_their_roles():
    names = Names()
    assert (names.the_baseline, names.the_candidate) == ("the baseline", "the candidate")


def test_given_names_are_quoted():
    names = Names("gpt-4", 'a "b" c')
    assert (names.the_baseline, names.the_candidate) == ("“gpt-4”", '“a "b" c”')


def test_a_run_named_like_the_other_role_is_quoted_too():
    names = Names(baseline="candidate", candidate="baseline")
    assert (names.the_baseline, names.the_candidate) == ("“candidate”", "“baseline”")


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
