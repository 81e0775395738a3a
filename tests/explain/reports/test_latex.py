"""Tests of app.explain.reports.latex: its structure; that it compiles was seen by hand."""

import re
import string

import pytest

from app.explain import Names, explain
from app.explain.reports import latex
from app.explain.reports.tex_text import breakable, tex_text
from app.stats import Table, compare

ADDRESS = "https://mcnemar.example/?b=17&c=3&candidate=%D9%86#x_y"
NASTY = [
    r"\end{document}\input{/etc/passwd}%",
    "}{",
    "$x$ & y \\\\",
    "%",
    "#1 ^^M ~",
    "a_b^c",
    "<>|\"'`",
    "模型 🚀",
    "\u0646" * 80,
    r"\fi\else\endcsname",
]


def report(*cells, names=None, confidence=0.95):
    return latex(explain(compare(Table(*cells), confidence), names), ADDRESS)


def code(text):
    """Return the report without its comments."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("%"))


def test_it_begins_with_the_names_in_comments():
    lines = report(17, 3, names=Names("模型", "\\a{b")).splitlines()
    assert lines[1:4] == ["% Candidate: \\a{b", "% Baseline: 模型", f"% {ADDRESS}"]


def test_a_line_break_does_not_end_the_comment():
    text = report(17, 3, names=Names(candidate="a\n\\b\r\\c\x85\\d\u2028\\e"))
    assert text.splitlines()[1] == "% Candidate: a \\b \\c \\d \\e"
    assert not re.search(r"\\[bcde](?![a-z])", code(text).replace(r"\textbackslash{}", ""))


def test_it_opens_a_document_only_where_none_is_open():
    # LaTeX sets \@nodocument to \relax in \begin{document} (latex.ltx).
    text = code(report(17, 3))
    guard = text.partition(r"\begingroup")[0]
    assert guard.index(r"\ifx\csname @nodocument\endcsname\relax") < guard.index(r"\else")
    assert guard.index(r"\else") < guard.index(r"\documentclass") < guard.index(r"\fi")
    assert r"\let\mcnemarend\relax" in guard.partition(r"\else")[0]
    # The end of the document stands in no condition, which TeX would report as incomplete.
    assert text.rstrip().endswith("\\endgroup\n\\mcnemarend")
    assert text.count(r"\end{document}") == 1


def test_it_needs_nothing_but_amsmath_and_a_page_layout():
    assert re.findall(r"\\usepackage(?:\[.*?\])?\{(.*?)\}", report(17, 3)) == [
        "amsmath",
        "geometry",
    ]


@pytest.mark.parametrize("name", ["gpt-5", *NASTY])
def test_braces_and_environments_are_balanced_whatever_the_name(name):
    text = code(report(17, 3, 157, 23, names=Names(candidate=name)))
    assert text.isascii()
    plain = re.sub(r"\\[\\{}$&#%_]", "", text)
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    assert plain.count("$") % 2 == 0
    body = text.partition(r"\begingroup")[2]
    stack = []
    for what, environment in re.findall(r"\\(begin|end)\{(.*?)\}", body):
        if what == "begin":
            stack.append(environment)
        else:
            assert stack.pop() == environment
    assert stack == []


def test_a_name_opens_nothing():
    def commands(name):
        text = code(report(3, 17, 157, 23, names=Names(candidate=name)))
        return set(re.findall(r"\\[a-zA-Z@]+", text))

    printing = r"textbackslash textasciicircum textasciitilde textless textgreater textbar char"
    allowed = {f"\\{name}" for name in [*printing.split(), "allowbreak", "hspace", "kern"]}
    for name in NASTY:
        assert commands(name) <= commands("x") | allowed


def test_every_step_is_there_aligned_at_its_equals_signs(edge_table):
    explanation = explain(compare(edge_table))
    text = latex(explanation, ADDRESS)
    chains = re.findall(r"\\begin\{flalign\*\}\n(.*?)\n\\end\{flalign\*\}", text, re.S)
    assert len(chains) == len(explanation.steps)
    for step, chain in zip(explanation.steps, chains, strict=True):
        assert chain.startswith(rf"\makebox[56pt][r]{{$\displaystyle {step.symbol}$}}")
        assert chain.splitlines()[1].startswith("&= ")
        for term in (*step.expressions, *step.substitutions):
            assert term in chain, step.key
        assert tex_text(step.value_text) in chain
        assert rf"\textbf{{{tex_text(step.title)}}}" in text
        assert tex_text(step.note) in text
        assert (r"\boxed{" in chain) == (step.key == explanation.reported_step)
        assert all(line.endswith(r"\\") for line in chain.splitlines()[1:-1])


def test_the_worked_example():
    # design.md, section 3
    text = report(17, 3, 157, 23)
    assert r"&= \frac{(b-c)^2}{b+c} = \frac{(17-3)^2}{17+3} = \frac{196}{20} = " in text
    assert r"\boxed{\mbox{\bfseries\boldmath 0.0026}}" in text
    assert r"The candidate passed & 157 (both passed) & 17 (fixed) \\" in text
    assert r"Newcombe & +2.7 to +11.6 & clears zero \\" in text


def test_the_reported_p_is_set_off_in_the_table():
    assert (
        r"\textbf{Exact binomial (report this one)} & \textbf{\textendash{}} & \textbf{0.0026}"
        in report(17, 3)
    )


def test_a_long_chain_is_broken_and_a_wide_member_set_smaller():
    text = report(500_003_000_000, 499_997_000_000, 10**12, 10**12 - 7)
    assert re.search(r"&= \\mbox\{\\(tiny|scriptsize)\$\\displaystyle \\frac", text)
    assert r"\mbox{\tiny" not in report(17, 3, 157, 23)


def test_sources_are_listed_by_their_numbers():
    text = report(17, 3, 157, 23)
    items = re.findall(r"\\item\[\{\[(\d)\]\}\] (\S+ \S+)", text)
    assert items[0] == ("1", "Q. McNemar")
    assert [number for number, _ in items] == list("12345678")
    assert r"cannot be relied on.~[8]" in text


def test_the_address_may_be_broken_and_reads_as_it_is():
    text = report(17, 3)
    set_address = re.search(r"\\texttt\{(.*)\}\n", text)[1]
    assert set_address.replace(r"\allowbreak ", "") == ADDRESS.replace("&", r"\&").replace(
        "%", r"\%"
    ).replace("#", r"\#").replace("_", r"\_")


# --- Text -------------------------------------------------------------------------------------


def test_plain_letters_and_digits_stay():
    plain = string.ascii_letters + string.digits + " .:;!?()[]/=+*@"
    assert tex_text(" ".join(plain)) == re.sub(" +", " ", " ".join(plain))


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("50% & #1_a $x {y}", r"50\% \& \#1\_a \$x \{y\}"),
        ("a\\b~c^d", r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d"),
        ("<a|b>", r"\textless{}a\textbar{}b\textgreater{}"),
        ('"7"', r"\char34{}7\char34{}"),  # \char347 would be another character
        (
            "“é” – ł’s",
            r"\textquotedblleft{}\'{e}\textquotedblright{} \textendash{} \l{}\textquoteright{}s",
        ),
        ("a--b", r"a-\kern0pt -b"),  # else an en dash
        ("φ ≥ −1", r"$\varphi$ $\ge$ $-$1"),
        ("p 1.0 × 10^−3010;", r"p $1.0\times 10^{-3010}$;"),
        ("z\u00a0=\u00a01", "z~=~1"),
        ("\u2068\u0646\u2069", r"\texttt{U+0646}\hspace{.17em plus .1em}"),
        ("🚀", r"\texttt{U+1F680}\hspace{.17em plus .1em}"),
        ("ą", r"\texttt{U+0105}\hspace{.17em plus .1em}"),  # no ogonek in the fonts of OT1
        ("ấ", r"\texttt{U+1EA5}\hspace{.17em plus .1em}"),  # two accents
        ("ḑ", r"\texttt{U+1E11}\hspace{.17em plus .1em}"),  # XeTeX drops the cedilla
        ("", ""),
    ],
)
def test_text_as_tex(text, tex):
    assert tex_text(text) == tex


def test_no_character_vanishes():
    for code_point in (*range(0x21, 0x7F), *range(0xA1, 0x3000), 0x6A21, 0x1F680):
        if code_point not in (0x2068, 0x2069) and not chr(code_point).isspace():
            assert tex_text(chr(code_point)), hex(code_point)


def test_a_long_word_may_be_broken_and_a_short_one_not():
    assert r"\allowbreak" not in tex_text("x" * 30)
    assert tex_text("x" * 31) == breakable("x" * 31) == r"x\allowbreak " * 30 + "x"
