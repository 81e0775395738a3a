"""Formulas and printed numbers as HTML."""

import re
from functools import lru_cache

from markupsafe import Markup, escape
from math_core import LatexToMathML

from app.explain.steps import Step

_CONVERTER = LatexToMathML()
_POWER = re.compile(r"10\^(−?\d+)")
_NO_WIDTH = re.compile(r"\\(?:[td]?frac|sqrt|binom|text|operatorname|left|right|[;,])|[{}^_\s]")
_ONE_GLYPH = re.compile(r"\\[a-z]+")


def mathml(tex: str) -> Markup:
    """Return `tex` as a MathML block."""
    return Markup(_CONVERTER.convert_with_local_state(tex, displaystyle=True))


@lru_cache(maxsize=256)
def formula_mathml(tex: str) -> Markup:
    """Return a formula without numbers as MathML.

    There are few of them, so they are kept; formulas with a user's numbers never are.
    """
    return mathml(tex)


def fit(step: Step) -> str:
    """Return the CSS class that lets a step's longest formula fit a narrow screen."""
    length = max(_length(tex) for tex in (*step.expressions, *step.substitutions))
    return next((f"fit-{most}" for most in (34, 40, 46, 54, 64) if length <= most), "fit-any")


def _length(tex: str) -> int:
    """Return about how many characters wide a formula is, with fractions laid out flat."""
    return len(_ONE_GLYPH.sub("x", _NO_WIDTH.sub("", tex)))


def superscripts(text: str) -> Markup:
    """Return `text` escaped, with powers such as 10^−12 raised.

    Examples
    --------
    >>> superscripts("1.0 × 10^−3010")
    Markup('1.0 × 10<sup>−3010</sup>')
    """
    return Markup(_POWER.sub(r"10<sup>\1</sup>", str(escape(text))))
