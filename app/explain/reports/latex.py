"""The report in LaTeX: a file of its own, and a part of another document."""

import re
from collections.abc import Iterable

from app.explain.explanation import Explanation
from app.explain.reports.tables import (
    TextTable,
    counts_table,
    intervals_table,
    roles,
    tests_table,
    title,
)
from app.explain.reports.tex_text import breakable, tex_text
from app.explain.sources import Source
from app.explain.steps import Section, Step
from app.explain.steps.step import CHAIN
from app.explain.titles import ADDRESS_LEAD, HEADINGS, REPORT_MARK

# LaTeX forgets \@nodocument at \begin{document}: from then on this is a part of something.
_BEGIN = r"""
\expandafter\ifx\csname @nodocument\endcsname\relax
  \let\mcnemarend\relax
\else
  \documentclass[11pt,a4paper]{article}
  \usepackage{amsmath}
  \usepackage[margin=25mm]{geometry}
  \def\mcnemarend{\end{document}}
  \begin{document}
\fi
\begingroup
\setlength{\parindent}{0pt}
\setlength{\emergencystretch}{3em}
\postdisplaypenalty=10000
\renewcommand{\arraystretch}{1.15}
\setlength{\abovedisplayskip}{5pt plus 2pt minus 2pt}
\setlength{\abovedisplayshortskip}{\abovedisplayskip}
\setlength{\belowdisplayskip}{\abovedisplayskip}
\setlength{\belowdisplayshortskip}{\abovedisplayskip}
"""
_END = r"""
\endgroup
\mcnemarend
"""
_LINE = 48
"""Width of a line of a formula, in digits; a column of 345 points takes it in type of 10 points."""
# Type sizes by the width of a member of a chain, in digits.
_SIZES = ((54, ""), (64, r"\footnotesize"), (84, r"\scriptsize"))
_SMALLEST = r"\tiny"

_GROUP = r"\{([^{}]*)\}"
_SPACE = re.compile(r"\\[,;]|\\(?:left|right)(?![a-z])|\s")
_KEPT = "frac|tfrac|binom|sqrt|text|operatorname"
_OPERATOR = re.compile(r"\\(?:pm|cdot|times|le|ge)(?![a-z])|[-+=]")
_OTHER_COMMAND = re.compile(rf"\\(?!(?:{_KEPT})(?![a-z]))(?:[a-zA-Z]+|.)")
_STACKED = re.compile(rf"\\(?:t?frac|binom){_GROUP}{_GROUP}")
_FLAT = re.compile(rf"(?:\\(?:sqrt|text|operatorname)|[\^_]){_GROUP}")
_BARE = re.compile(r"\{(,)\}|\\tfrac(\d)\d")


def latex(explanation: Explanation, address: str) -> str:
    """Return the report as LaTeX.

    It compiles as it is, and as a part of a document that loads amsmath.

    Parameters
    ----------
    explanation : Explanation
        What is printed.
    address : str
        Absolute permalink of the result.

    Examples
    --------
    >>> from app.explain import explain
    >>> from app.stats import Table, compare
    >>> report = latex(explain(compare(Table(17, 3))), "https://example.org/?b=17&c=3")
    >>> report.splitlines()[0]
    '% McNemar’s test: the candidate against the baseline, at 95%'
    """
    blocks = [
        *_verdict(explanation),
        *_counts(explanation),
        *_tests(explanation),
        *_intervals(explanation),
        *_derivation(explanation),
        *_sources(explanation.sources),
        rf"{ADDRESS_LEAD} \texttt{{{breakable(address)}}}",
    ]
    body = "\n\n".join(block for block in blocks if block)
    return f"{_comments(explanation, address)}{_BEGIN}\n{body}\n{_END}"


def _comments(explanation: Explanation, address: str) -> str:
    names = explanation.names
    return "\n".join(
        f"% {_one_line(line)}"
        for line in (
            title(explanation),
            f"Candidate: {names.candidate}",
            f"Baseline: {names.baseline}",
            address,
            "Compile it as it is, or \\input it into a document that loads amsmath.",
        )
    )


def _one_line(text: str) -> str:
    # A line break would end the comment.
    return "".join(character if character.isprintable() else " " for character in text)


def _verdict(explanation: Explanation) -> Iterable[str]:
    verdict = explanation.verdict
    yield _heading("section", title(explanation))
    yield rf"\textbf{{{tex_text(verdict.label)}.}} {tex_text(verdict.sentence)}"
    yield _listed((tex_text(note) for note in verdict.notes), r"\item")


def _counts(explanation: Explanation) -> Iterable[str]:
    yield _heading("subsection", HEADINGS["counts"])
    yield tex_text(roles(explanation.names))
    yield _table(counts_table(explanation))


def _tests(explanation: Explanation) -> Iterable[str]:
    yield _heading("subsection", HEADINGS["tests"])
    yield _table(tests_table(explanation))
    yield _cited(explanation.verdict.reason, ["mlxtend"], explanation)


def _intervals(explanation: Explanation) -> Iterable[str]:
    if explanation.intervals:
        yield _heading("subsection", HEADINGS["intervals"])
        yield _table(intervals_table(explanation))


def _derivation(explanation: Explanation) -> Iterable[str]:
    yield _heading("subsection", HEADINGS["steps"])
    yield _tabular(
        "rrl",
        (
            f"${letter.symbol}$ & {tex_text(letter.value)} & {tex_text(letter.meaning)}"
            for letter in explanation.letters
        ),
    )
    for section in explanation.sections:
        yield from _section(section, explanation)


def _section(section: Section, explanation: Explanation) -> Iterable[str]:
    yield _heading("subsection", section.title)
    yield tex_text(section.lead)
    for step in section.steps:
        yield _step(step, explanation)


def _step(step: Step, explanation: Explanation) -> str:
    reported = step.key == explanation.reported_step
    mark = rf" \textit{{({REPORT_MARK})}}" if reported else ""
    return "\n".join(
        (
            rf"\medskip\textbf{{{tex_text(step.title)}}}{mark}",
            _chain(step, reported),
            rf"{_cited(step.note, step.cites, explanation)}\par",
        )
    )


def _chain(step: Step, reported: bool) -> str:
    """Return the chain of equations, aligned with all others at the equals sign."""
    value = rf"\mbox{{\bfseries\boldmath {tex_text(step.value_text)}}}"
    terms = (*step.expressions, *step.substitutions)
    lines = _lines(
        [*map(_sized, terms), rf"\boxed{{{value}}}" if reported else value],
        [*map(_width, terms), len(step.value_text)],
    )
    # In points, so that the equals sign stands in one place whatever the type's size.
    symbol = rf"\makebox[56pt][r]{{$\displaystyle {step.symbol}$}}"
    aligned = "\\\\\n&= ".join(lines)
    return f"\\begin{{flalign*}}\n{symbol}\n&= {aligned} &&\n\\end{{flalign*}}"


def _sized(term: str) -> str:
    """Return a member of a chain, in smaller type where it is too wide for the line."""
    width = _width(term)
    size = next((size for most, size in _SIZES if width <= most), _SMALLEST)
    return rf"\mbox{{{size}$\displaystyle {term}$}}" if size else term


def _lines(members: list[str], widths: list[int]) -> Iterable[str]:
    """Join the members of a chain into lines that are not too wide."""
    line, used = members[0], widths[0]
    for member, width in zip(members[1:], widths[1:], strict=True):
        if used + len(CHAIN) + width > _LINE:
            yield line
            line, used = member, width
        else:
            line, used = f"{line}{CHAIN}{member}", used + len(CHAIN) + width
    yield line


def _width(tex: str) -> int:
    r"""Return about how many digits wide a formula is set.

    Examples
    --------
    >>> _width(r"\frac{a+b}{N}"), _width(r"2\cdot\frac{1+20+190+1{,}140}{2^{20}}")
    (4, 20)
    """
    text = _OPERATOR.sub("xx", _SPACE.sub("", tex))  # with the spaces around it
    before, text = "", _OTHER_COMMAND.sub("x", text)
    text = _BARE.sub(r"\1\2", text)
    while text != before:  # from the inside out
        before = text
        text = _FLAT.sub(r"\1", text)
        text = _STACKED.sub(lambda found: max(found[1], found[2], key=len), text)
    return len(text)


def _heading(level: str, text: str) -> str:
    return rf"\{level}*{{\raggedright {tex_text(text)}}}"


def _cited(sentence: str, keys: Iterable[str], explanation: Explanation) -> str:
    citations = "".join(f"[{explanation.source_numbers[key]}]" for key in keys)
    return f"{tex_text(sentence)}~{citations}" if citations else tex_text(sentence)


def _sources(sources: Iterable[Source]) -> Iterable[str]:
    yield _heading("subsection", HEADINGS["sources"])
    yield _listed(
        (
            rf"{{[{number}]}}] {tex_text(source.text)} \textit{{{tex_text(source.where)}}}. "
            f"{tex_text(source.label)}"
            for number, source in enumerate(sources, start=1)
        ),
        r"\item[",
    )


def _listed(items: Iterable[str], item: str) -> str:
    lines = [f"{item}{text}" if item.endswith("[") else f"{item} {text}" for text in items]
    return "\n".join((r"\begin{itemize}", *lines, r"\end{itemize}")) if lines else ""


def _table(table: TextTable) -> str:
    head = " & ".join(rf"\textbf{{{tex_text(cell)}}}" for cell in table.head)
    rows = (
        " & ".join(
            rf"\textbf{{{tex_text(cell)}}}" if index == table.marked else tex_text(cell)
            for cell in row
        )
        for index, row in enumerate(table.rows)
    )
    return _tabular(table.alignment, (head, *rows), ruled=True)


def _tabular(alignment: str, rows: Iterable[str], ruled: bool = False) -> str:
    lines = [rf"{row} \\" for row in rows]
    if ruled:
        lines = [r"\hline", lines[0], r"\hline", *lines[1:], r"\hline"]
    table = "\n".join((rf"\begin{{tabular}}{{{alignment}}}", *lines, r"\end{tabular}"))
    return f"\\begin{{center}}\n{table}\n\\end{{center}}"
