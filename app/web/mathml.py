"""Formulas and printed numbers as HTML."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from markupsafe import Markup, escape
from math_core import LatexToMathML

from app.explain.numbers import POWER
from app.explain.steps import Step

_CONVERTER = LatexToMathML()
# Lengths of TeX; static/style.css sets a size for each.
_FITS = (50, 60, 70, 80, 96)
_MEMBER = '<span class="member"><span class="equals">=</span>'
_MEMBER_AFTER = f"</span>{_MEMBER}"


def mathml(tex: str) -> str:
    """Return `tex` as a MathML block."""
    return _CONVERTER.convert_with_local_state(tex, displaystyle=True)


@lru_cache(maxsize=256)
def formula_mathml(tex: str) -> Markup:
    """Return a formula without numbers as MathML.

    There are few of them, so they are kept; formulas with a user's numbers never are.
    """
    return Markup(mathml(tex))


def chain(step: Step) -> Markup:
    """Return a step as a chain of equations, its members ready to wrap at the equals signs."""
    terms = [*map(formula_mathml, step.expressions), *map(mathml, step.substitutions)]
    members = [f'<span class="term">{term}</span>' for term in terms]
    members.append(f'<strong class="value">{superscripts(step.value_text)}</strong>')
    return Markup(
        f'<span class="left">{formula_mathml(step.symbol)}</span>'
        f'<div class="members {_fit(step)}">{_MEMBER}{_MEMBER_AFTER.join(members)}</span></div>'
    )


def cited(text: str, keys: Iterable[str], numbers: Mapping[str, str]) -> Markup:
    """Return a sentence with links to its sources behind it, by their numbers in the list."""
    links = "".join(
        f'<a href="#source-{number}" aria-label="Source {number}">[{number}]</a>'
        for number in map(numbers.__getitem__, keys)
    )
    sentence = superscripts(text)
    return Markup(f'{sentence}&nbsp;<span class="cites">{links}</span>') if links else sentence


def _fit(step: Step) -> str:
    """Return the CSS class that lets a step's longest formula fit a narrow screen."""
    longest = max(map(len, (*step.expressions, *step.substitutions)))
    return next((f"fit-{most}" for most in _FITS if longest <= most), "fit-any")


def superscripts(text: str) -> Markup:
    """Return `text` escaped, with powers such as 10^−12 raised.

    Examples
    --------
    >>> superscripts("1.0 × 10^−3010")
    Markup('1.0 × 10<sup>−3010</sup>')
    """
    escaped = escape(text)
    if "^" not in text:
        return escaped
    return Markup(POWER.sub(r"<sup>\1</sup>", str(escaped)))
