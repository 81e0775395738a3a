"""Setting a line of text on the preview picture: which font has a letter, and how wide it is."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LATIN, LATIN_BOLD = "Inter", "Inter SemiBold"
FONTS = tuple(sorted((Path(__file__).parent / "fonts").glob("*.ttf")))
MISSING = "?"
"""Stands for a letter that no font has: what would not be drawn must not vanish."""

_MOST_MARKS = 2
"""Marks on one letter; more would climb over the lines above and below."""

_SLACK = 1.02


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font."""

    family: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text that fits; `size` is in pixels."""

    size: str
    runs: tuple[Run, ...]

    @classmethod
    def of(cls, text: str, largest: int, width: int, latin: str = LATIN) -> "Line":
        """Set `text` as large as it fits into `width`, and no larger than asked."""
        text = drawable(text)
        size = min(largest, width / max(ems(text, latin), 1.0))
        return cls(f"{size:.1f}", runs(text, latin))


def drawable(text: str) -> str:
    """Return `text` as it can be drawn: no letter without a font, no heap of marks.

    Examples
    --------
    >>> drawable("llama 🜁")
    'llama ?'
    """
    return "".join(_drawable(text)) or MISSING


def _drawable(text: str) -> Iterator[str]:
    marks = 0
    for letter in text:
        category = unicodedata.category(letter)
        if category == "Cf" or "\ufe00" <= letter <= "\ufe0f":
            continue  # joins, selects or isolates, and no font here knows how
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS or (marks and _family(letter, LATIN) is None):
            continue
        yield letter if _family(letter, LATIN) else MISSING


def runs(text: str, latin: str = LATIN) -> tuple[Run, ...]:
    """Cut `text` where another font must take over.

    The renderer itself falls back to another font for whole texts only.

    Examples
    --------
    >>> runs("模型-v2")
    (Run(family='Droid Sans Fallback', text='模型'), Run(family='Inter', text='-v2'))
    """
    found: list[Run] = []
    for letter in text:
        family = _family(letter, latin) or latin
        if found and (family == found[-1].family or _belongs(letter, found[-1].family)):
            found[-1] = Run(found[-1].family, found[-1].text + letter)
        else:
            found.append(Run(family, letter))
    return tuple(found)


def ems(text: str, latin: str = LATIN) -> float:
    """Return how long `text` is set, in its own size; letters that join are a little shorter."""
    return _SLACK * sum(
        _advances()[run.family].get(letter, 0.0) for run in runs(text, latin) for letter in run.text
    )


def shortened(name: str, longest: float) -> str:
    """Return `name`, without its middle where it is longer than so many ems."""
    if ems(name) <= longest:
        return name
    head, tail = name[: len(name) // 2], name[len(name) // 2 :]
    while ems(f"{head}…{tail}") > longest:
        head, tail = head[:-1], tail[1:]
    # A mark belongs to the letter before it, which is gone.
    return f"{head}…{tail.lstrip(''.join(filter(unicodedata.combining, tail)))}"


def _family(letter: str, latin: str) -> str | None:
    """Return the first font that has `letter`, the Latin one before all others."""
    advances = _advances()
    if letter in advances[latin]:
        return latin
    others = (family for family in advances if family not in (LATIN, LATIN_BOLD))
    return next((family for family in others if letter in advances[family]), None)


def _belongs(letter: str, family: str) -> bool:
    """Return whether `letter` is a mark that may stay with the font before it."""
    return unicodedata.combining(letter) > 0 and letter in _advances()[family]


@lru_cache(maxsize=1)
def _advances() -> dict[str, dict[str, float]]:
    """Return how wide every letter of every font is, in ems."""
    # Imported here, since only a card needs it, and the first page need not wait for it.
    from fontTools.ttLib import TTFont

    found = {}
    for path in FONTS:
        with TTFont(path, lazy=True) as font:
            units, metrics = font["head"].unitsPerEm, font["hmtx"].metrics
            found[font["name"].getDebugName(1)] = {
                chr(code): metrics[glyph][0] / units for code, glyph in font.getBestCmap().items()
            }
    return found
