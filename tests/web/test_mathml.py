"""Tests of app.web.mathml: formulas and printed numbers as HTML."""

from pathlib import Path

import pytest
from markupsafe import Markup

from app.explain import explain
from app.explain.steps import Step
from app.stats import Table, compare
from app.web.mathml import chain, formula_mathml, mathml, superscripts


def test_a_formula_becomes_a_block_of_mathml():
    found = mathml(r"\frac{b}{c}")
    assert found.startswith("<math")
    assert "<mfrac>" in found
    assert "style=" not in found


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("0.0026", "0.0026"),
        ("1.0 × 10^−3010", "1.0 × 10<sup>−3010</sup>"),
        ("p 2.0 × 10^−9; z 1.50 × 10^20.", "p 2.0 × 10<sup>−9</sup>; z 1.50 × 10<sup>20</sup>."),
        # what a user typed stays text
        ("<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"),
        ("“><script>alert(1)</script>", "“&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a & b", "a &amp; b"),
        ("10^<i>", "10^&lt;i&gt;"),
    ],
)
def test_superscripts_escape_everything_else(text, html):
    found = superscripts(text)
    assert isinstance(found, Markup)
    assert found == html


def test_the_cache_never_holds_a_formula_with_numbers(client):
    client.get("/?b=17&c=3&a=157&d=23")
    before = formula_mathml.cache_info()
    for b in range(20, 30):
        assert client.get(f"/?b={b}&c=3&a={b}1&d=23").status_code == 200
    after = formula_mathml.cache_info()
    assert after.currsize == before.currsize
    assert after.misses == before.misses
    assert after.hits > before.hits


def test_the_cache_holds_every_formula_that_there_is(client, edge_table):
    # more formulas than places would push each other out
    for step in explain(compare(edge_table)).steps:
        for tex in (step.symbol, *step.expressions):
            formula_mathml(tex)
    info = formula_mathml.cache_info()
    assert info.currsize < info.maxsize / 2


def step(expression, substituted, value_text="1"):
    return Step("key", "Title", "x", expression, substituted, 1.0, value_text, "A note.")


def test_a_step_becomes_a_chain_of_its_members():
    found = chain(step("b+c = n", "17+3", "1.0 × 10^−9"))
    assert isinstance(found, Markup)
    assert found.count('class="equals"') == 4  # b+c, n, 17+3 and the value
    assert found.count("<math") == 4  # the symbol too
    assert found.count("<mn>17</mn>") == 1
    assert '<strong class="value">1.0 × 10<sup>−9</sup></strong>' in found


@pytest.mark.parametrize(
    ("expression", "substituted", "css"),
    [
        ("b+c", "17+3", "fit-50"),
        ("b+c", "1" * 50, "fit-50"),
        ("b+c", "1" * 51, "fit-60"),
        ("1" * 96, "17+3", "fit-96"),
        ("1" * 97, "17+3", "fit-any"),
        # of a chain the longest member counts
        ("b+c", f"{'1' * 30} = {'1' * 30}", "fit-50"),
    ],
)
def test_the_longest_member_decides_the_fit(expression, substituted, css):
    assert f'class="members {css}"' in chain(step(expression, substituted))


def test_the_widest_formulas_fit_any_screen():
    steps = explain(compare(Table(10**12, 10**12 - 1, 10**12, 10**12))).steps
    assert sum("fit-any" in chain(step) for step in steps) > 5


def test_every_class_of_fit_has_a_size_in_the_style_sheet():
    style = (Path(__file__).parents[2] / "static" / "style.css").read_text()
    # up to 50 characters fit any screen as they are
    for css in ("fit-60", "fit-70", "fit-80", "fit-96", "fit-any"):
        assert f".{css} math {{" in style
