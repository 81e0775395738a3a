"""Tests of app.explain.reports.markdown: what CommonMark makes of the report."""

import re

import pytest
from markdown_it import MarkdownIt

from app.explain import Names, explain
from app.explain.reports import markdown, python_code, r_code
from app.stats import Table, compare

ADDRESS = "https://mcnemar.example/?b=17&c=3&a=157&d=23"
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = [
    "gpt-4o",
    "<script>alert(1)</script>",
    "<!-- ",
    "<b>bold</b>",
    "*a* **b** _c_ __d__",
    "snake_case_v2 _x",
    "`code` ``",
    "[a](https://x.example) ![i](j) [^1] [1]",
    "<https://x.example>",
    "$x$ $$y$$ US$5",
    "&amp; &lt; &#60; AT&T &",
    "a | b || c",
    r"\ \\ \* C:\new \frac{1}{2} \(x\)",
    "~~gone~~ ~a~",
    "# not a title #",
    "- + 1. > ===",
    "\"quotes\" 'and' ‘more’",
    "a~b^c{d}e%f",
    "模型-v2",
    "🚀👩‍👩‍👧",
    "\u0646" * 80,
    "1.0 × 10^−5",  # like one of the report's own numbers
    "{{ 7 * 7 }} {% x %}",
]


def report(*cells, names=None, confidence=0.95):
    return markdown(explain(compare(Table(*cells), confidence), names), ADDRESS)


def visible(text):
    """Return the text of each block as a reader sees it, code and sources too."""
    blocks = []
    for token in PARSER.parse(text):
        if token.type == "inline":
            blocks.append(
                "".join(
                    child.content or "\n" * (child.type == "softbreak") for child in token.children
                )
            )
        elif token.type == "fence":
            blocks.append(token.content)
    return blocks


def elements(text):
    """Return the types of everything that CommonMark makes of a text, in order."""
    types = []
    for token in PARSER.parse(text):
        types.append(token.type)
        types += [child.type for child in token.children or () if child.type != "text"]
    return types


def test_the_worked_example():
    # design.md, section 3
    blocks = visible(report(17, 3, 157, 23))
    assert blocks[0] == "McNemar’s test: the candidate against the baseline, at 95%"
    assert blocks[1].startswith("Resolved at 95%. The candidate is better: +7.0 points")
    for text in ("157 (both passed)", "17 (fixed)", "3 (broken)", "23 (both failed)"):
        assert text in blocks
    assert blocks[blocks.index("Exact binomial (report this one)") + 2] == "0.0026"
    assert blocks[blocks.index("Newcombe") + 1] == "+2.7 to +11.6"
    assert ADDRESS in blocks[-1]


def test_the_chain_of_a_step_reads_from_symbol_to_value():
    # design.md, section 3: 196/20 = 9.80
    line = r"$X^2 = \frac{(b-c)^2}{b+c} = \frac{(17-3)^2}{17+3} = \frac{196}{20}$ = **9.80**"
    assert line in report(17, 3, 157, 23).splitlines()


def test_every_step_is_there_with_its_words(edge_table):
    explanation = explain(compare(edge_table))
    blocks = visible(markdown(explanation, ADDRESS))
    blocks = blocks[blocks.index("Every step") :]
    for step in explanation.steps:
        marked = step.key == explanation.reported_step
        at = blocks.index(f"{step.title} (report this one)" if marked else step.title)
        assert blocks[at + 1].endswith(f" = {raised(step.value_text)}"), step.key
        cites = "".join(f"[{explanation.source_numbers[key]}]" for key in step.cites)
        assert blocks[at + 2] == f"{raised(step.note)} {cites}".rstrip(), step.key
    for source in explanation.sources:
        assert f"{source.text} {source.where}. {source.label}" in blocks


def raised(text):
    """Return a text with its powers of ten in superscript characters."""
    superscripts = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    return re.sub(r"10\^(−?\d+)", lambda power: f"10{power[1].translate(superscripts)}", text)


def test_every_formula_survives_commonmark(edge_table):
    text = report(edge_table.b, edge_table.c, edge_table.a, edge_table.d)
    formulas = re.findall(r"\$[^$]+\$", re.sub(r"```.*?```", "", text, flags=re.S))
    blocks = visible(text)
    assert len(formulas) > 10
    for formula in formulas:
        # GitHub and Jupyter find a formula in what CommonMark leaves of it.
        assert any(formula in block for block in blocks), formula
        assert not re.search(r"\\[^a-zA-Z]", formula), formula
        assert "operatorname" not in formula  # refused by GitHub: github/markup#1688
        assert not re.match(r"\$\s|.*\s\$$", formula)


def test_no_formula_in_a_table_holds_a_bar(edge_table):
    for line in report(edge_table.b, edge_table.c, edge_table.a, edge_table.d).splitlines():
        if line.startswith("|"):
            assert all("|" not in formula for formula in re.findall(r"\$[^$]+\$", line))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_seen_as_it_is_and_makes_nothing(name):
    names = Names(candidate=name)
    text = report(3, 17, 157, 23, names=names)
    blocks = visible(text)
    assert names.the_candidate in blocks[0]
    assert names.the_candidate in blocks[1]
    assert f"Pass rate of {names.the_candidate}" in blocks
    assert elements(text) == elements(report(3, 17, 157, 23, names=Names(candidate="x")))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_in_a_note_is_seen_as_it_is_and_makes_nothing(name):
    # not resolved, so that a note names the candidate; p as a power of ten elsewhere
    names = Names(candidate=name, baseline="b_" + name[:70])
    text = report(25, 15, 9945, 15, names=names)
    note = next(block for block in visible(text) if "still allows a gain" in block)
    assert f"a gain of {names.the_candidate} of up to" in note
    plain = report(25, 15, 9945, 15, names=Names("y", "x"))
    assert elements(text) == elements(plain)


@pytest.mark.parametrize("name", ["gpt-4o", "my_model_v2", "AT&T", "a/b:c@d", "v1.0 (beta)!"])
def test_a_harmless_name_is_not_touched(name):
    assert f"“{name}”" in report(17, 3, names=Names(candidate=name)).splitlines()[0]


def test_a_line_break_in_a_name_breaks_no_line():
    text = report(17, 3, names=Names(candidate="a\n# b\r\u2028\x00c"))
    assert text.splitlines()[0] == "# McNemar’s test: “a # b c” against the baseline, at 95%"


def test_bare_addresses_are_no_links():
    text = report(17, 3, names=Names("https://x.example", "www.x.example"))
    assert r"“https:\//x.example”" in text
    assert r"“www\.x.example”" in text


def test_powers_of_ten_are_raised_in_text_and_in_tables():
    # 2 / 2**10000 = 1.0 × 10^−3010 (design.md, section 2)
    text = report(10_000, 0)
    assert "chi-square p" in text
    assert "| 1.0 × 10⁻³⁰¹⁰ |" in text
    assert re.search(r"10\^[−\d]", re.sub(r"```.*?```|\$.*?\$", "", text, flags=re.S)) is None


def test_the_code_stands_in_fences_and_holds_no_name():
    name = "```\n# x"
    comparison = compare(Table(17, 3, 157, 23))
    text = markdown(explain(comparison, Names(candidate=name)), ADDRESS)
    fences = [token for token in PARSER.parse(text) if token.type == "fence"]
    assert [(fence.info, fence.content) for fence in fences] == [
        ("python", python_code(comparison)),
        ("r", r_code(comparison)),
    ]


def test_the_sources_are_numbered_and_linked():
    explanation = explain(compare(Table(17, 3, 157, 23)))
    tokens = PARSER.parse(markdown(explanation, ADDRESS))
    links = [
        child.attrs["href"]
        for token in tokens
        for child in token.children or ()
        if child.type == "link_open"
    ]
    assert links == [*(source.address for source in explanation.sources), ADDRESS]
    assert sum(token.type == "ordered_list_open" for token in tokens) == 1


def test_without_a_and_d_no_interval_is_announced():
    text = report(17, 3)
    assert "## The difference" not in text
    assert "– (both passed)" in text


def test_lines_end_once():
    text = report(17, 3)
    assert text.endswith(">\n")
    assert not text.endswith("\n\n")
    assert "\n\n\n" not in re.sub(r"```.*?```", "```", text, flags=re.S)
