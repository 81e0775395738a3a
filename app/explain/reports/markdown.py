"""The report in Markdown: CommonMark with tables, and formulas between dollar signs."""

import re
from collections.abc import Iterable

from app.explain.explanation import Explanation
from app.explain.names import Names
from app.explain.numbers import raised
from app.explain.reports.python import python_code
from app.explain.reports.r import r_code
from app.explain.reports.tables import (
    TextTable,
    counts_table,
    intervals_table,
    roles,
    tests_table,
    title,
)
from app.explain.sources import Source
from app.explain.steps import Section, Step
from app.explain.steps.step import CHAIN
from app.explain.titles import ADDRESS_LEAD, HEADINGS, REPORT_MARK

# An underscore between letters or digits stays, and so does an ampersand that begins no entity.
_SPECIAL = re.compile(
    r"[\\`*\[\]<$|~]"
    r"|(?<![^\W_])_|_(?![^\W_])"
    r"|&(?=#?\w+;)"
    r"|(?<=:)/(?=/)|(?<=www)\."  # GitHub makes links of bare addresses
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
# CommonMark takes the backslash off a punctuation mark, and GitHub refuses \operatorname:
# https://github.com/github/markup/issues/1688
_PORTABLE = {
    r"\,": r"\thinspace ",
    r"\;": r"\enspace ",  # \thickspace is unknown to MathJax
    r"\{": r"\lbrace ",
    r"\}": r"\rbrace ",
    r"\operatorname{": r"\mathrm{",
}


def markdown(explanation: Explanation, address: str) -> str:
    """Return the report as Markdown.

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
    >>> report = markdown(explain(compare(Table(17, 3))), "https://example.org/?b=17&c=3")
    >>> report.splitlines()[0]
    '# McNemar’s test: the candidate against the baseline, at 95%'
    """
    blocks = [
        *_verdict(explanation),
        *_counts(explanation),
        *_tests(explanation),
        *_intervals(explanation),
        *_derivation(explanation),
        *_code(explanation),
        *_sources(explanation.sources),
        f"{ADDRESS_LEAD} <{address}>",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _verdict(explanation: Explanation) -> Iterable[str]:
    names, verdict = explanation.names, explanation.verdict
    yield f"# {_text(title(explanation), names)}"
    yield f"**{_text(verdict.label, names)}.** {_text(verdict.sentence, names)}"
    yield "\n".join(f"- {_text(note, names)}" for note in verdict.notes)


def _counts(explanation: Explanation) -> Iterable[str]:
    names = explanation.names
    yield f"## {HEADINGS['counts']}"
    yield _text(roles(names), names)
    yield _table(counts_table(explanation), names)


def _tests(explanation: Explanation) -> Iterable[str]:
    names = explanation.names
    yield f"## {HEADINGS['tests']}"
    yield _table(tests_table(explanation), names)
    yield _cited(explanation.verdict.reason, ["mlxtend"], explanation)


def _intervals(explanation: Explanation) -> Iterable[str]:
    if explanation.intervals:
        yield f"## {HEADINGS['intervals']}"
        yield _table(intervals_table(explanation), explanation.names)


def _derivation(explanation: Explanation) -> Iterable[str]:
    yield f"## {HEADINGS['steps']}"
    yield "\n".join(
        (
            "| Letter | Value | Meaning |",
            "| :-- | --: | :-- |",
            *(
                f"| {_formula(letter.symbol)} | {letter.value} | {letter.meaning} |"
                for letter in explanation.letters
            ),
        )
    )
    for section in explanation.sections:
        yield from _section(section, explanation)


def _section(section: Section, explanation: Explanation) -> Iterable[str]:
    names = explanation.names
    yield f"### {_text(section.title, names)}"
    yield _text(section.lead, names)
    for step in section.steps:
        mark = f" ({REPORT_MARK})" if step.key == explanation.reported_step else ""
        yield f"#### {_text(step.title, names)}{mark}"
        yield _chain(step)
        yield _cited(step.note, step.cites, explanation)


def _chain(step: Step) -> str:
    """Return the chain of equations; its value stands outside, legible as plain text too."""
    chain = _formula(CHAIN.join((step.formula, step.substituted)))
    return f"{chain} = **{_text(step.value_text, Names())}**"


def _formula(tex: str) -> str:
    for fragile, portable in _PORTABLE.items():
        tex = tex.replace(fragile, portable)
    # A formula with a blank inside a dollar sign is none to GitHub.
    return f"${' '.join(tex.split())}$"


def _cited(sentence: str, keys: Iterable[str], explanation: Explanation) -> str:
    citations = "".join(f"[{explanation.source_numbers[key]}]" for key in keys)
    return f"{_text(sentence, explanation.names)} {citations}".rstrip()


def _code(explanation: Explanation) -> Iterable[str]:
    yield "## Check it yourself"
    yield f"In Python:\n\n```python\n{python_code(explanation.comparison)}```"
    yield f"In R:\n\n```r\n{r_code(explanation.comparison)}```"


def _sources(sources: Iterable[Source]) -> Iterable[str]:
    yield f"## {HEADINGS['sources']}"
    yield "\n".join(
        f"{number}. {_plain(source.text)} *{_plain(source.where)}*. "
        f"[{_plain(source.label)}](<{source.address}>)"
        for number, source in enumerate(sources, start=1)
    )


def _table(table: TextTable, names: Names) -> str:
    rules = {"l": ":--", "r": "--:"}
    rows = [
        [
            f"**{_text(cell, names)}**" if index == table.marked else _text(cell, names)
            for cell in row
        ]
        for index, row in enumerate(table.rows)
    ]
    lines = [table.head, [rules[letter] for letter in table.alignment], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _text(text: str, names: Names) -> str:
    """Return `text` escaped, with powers of ten raised, but not within a name."""
    given = "|".join(map(re.escape, (names.the_candidate, names.the_baseline)))
    parts = re.split(f"({given})", text)
    parts[::2] = map(raised, parts[::2])
    return _plain("".join(parts))


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", _CONTROL.sub(" ", text))
