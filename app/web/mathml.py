"""Formulas and printed numbers as HTML."""

import re
from functools import lru_cache

from markupsafe import Markup, escape
from math_core import LatexToMathML

_CONVERTER = LatexToMathML()
_POWER = re.compile(r"10\^(−?\d+)")


def mathml(tex: str) -> Markup:
    """Return `tex` as a MathML block."""
    return Markup(_CONVERTER.convert_with_local_state(tex, displaystyle=True))


@lru_cache(maxsize=256)
def formula_mathml(tex: str) -> Markup:
    """Return a formula without numbers as MathML.

    There are few of them, so they are kept; formulas with a user's numbers never are.
    """
    return mathml(tex)


def superscripts(text: str) -> Markup:
    """Return `text` escaped, with powers such as 10^−12 raised.

    Examples
    --------
    >>> superscripts("1.0 × 10^−3010")
    Markup('1.0 × 10<sup>−3010</sup>')
    """
    return Markup(_POWER.sub(r"10<sup>\1</sup>", escape(text)))
