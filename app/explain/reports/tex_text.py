"""Plain text as TeX that every engine can set with the fonts that it begins with."""

import re
import unicodedata

from app.explain.numbers import to_tex

_LONG_WORD = 30
"""A word of more characters than this may be broken anywhere."""

_BREAK = r"\allowbreak "
_BETWEEN_CODES = r"\hspace{.17em plus .1em}"
_NO_LIGATURE = r"\kern0pt "  # two dashes, quotation marks or commas would melt into one character
_PARTS = re.compile(r"(\d[\d.,]* × 10\^−?\d+|\s+)")  # powers of ten and blanks

_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        re.findall(
            r"\\\w+",
            r"\alpha\beta\gamma\delta\varepsilon\zeta\eta\theta\iota\kappa\lambda\mu\nu\xi\pi\rho"
            r"\sigma\tau\upsilon\varphi\chi\psi\omega"
            r"\Gamma\Delta\Theta\Lambda\Xi\Pi\Sigma\Upsilon\Phi\Psi\Omega",
        ),
        strict=True,
    )
)
_SYMBOLS = {
    "−": "-",
    "×": r"\times",
    "±": r"\pm",
    "·": r"\cdot",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "√": r"\surd",
    "∞": r"\infty",
    "→": r"\to",
}
_CHARACTERS = {
    **{character: rf"\{character}" for character in "{}$&#%_"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\`{}",
    '"': r"\char34{}",  # active under babel, and \textquotedbl needs T1 fonts
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "…": r"\dots{}",
    "\u00a0": "~",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
    # Names sets a name from right to left apart with these; its letters are printed as codes.
    "\u2068": "",
    "\u2069": "",
    **{character: f"${tex}$" for character, tex in (_GREEK | _SYMBOLS).items()},
}
_ACCENTS = dict(zip("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308", "`'^~=u.\"", strict=True))
_ACCENTS |= dict(zip("\u030a\u030b\u030c\u0323\u0327\u0331", "rHvdcb", strict=True))
_NO_CEDILLA = "ȨȩḐḑḨḩ"
"""XeTeX sets these without their accent in its first font."""


def tex_text(text: str) -> str:
    r"""Return plain text as TeX.

    A character that the fonts of an English document lack is printed as its
    code, so that it neither vanishes nor stops the run.

    Examples
    --------
    >>> tex_text("p = 1.0 × 10^−5 in 100% of “a_b”")
    'p = $1.0\\times 10^{-5}$ in 100\\% of \\textquotedblleft{}a\\_b\\textquotedblright{}'
    >>> tex_text("modèle 模")
    'mod\\`{e}le \\texttt{U+6A21}\\hspace{.17em plus .1em}'
    """
    return "".join(_part(part) for part in _PARTS.split(text) if part)


def _part(part: str) -> str:
    if part.isspace():
        return "~" if part == "\u00a0" else " "
    if "×" in part and " " in part:
        return f"${to_tex(part)}$"
    return breakable(part) if len(part) > _LONG_WORD else _characters(part)


def breakable(word: str) -> str:
    r"""Return `word` as TeX that may be broken after every character.

    Examples
    --------
    >>> breakable("a&b")
    'a\\allowbreak \\&\\allowbreak b'
    """
    return _characters(word, _BREAK)


def _characters(word: str, between: str = "") -> str:
    return between.join(
        _character(character) + (_NO_LIGATURE if character == after and after in "-'," else "")
        for character, after in zip(word, [*word[1:], ""], strict=True)
    )


def _character(character: str) -> str:
    if character in _CHARACTERS:
        return _CHARACTERS[character]
    if " " <= character <= "~":
        return character
    if character in _NO_CEDILLA:
        return _code(character)
    base, *marks = list(unicodedata.normalize("NFD", character))
    if base.isascii() and len(marks) == 1 and marks[0] in _ACCENTS:
        return rf"\{_ACCENTS[marks[0]]}{{{base}}}"
    return _code(character)


def _code(character: str) -> str:
    return rf"\texttt{{U+{ord(character):04X}}}{_BETWEEN_CODES}"
