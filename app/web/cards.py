"""The preview picture of a result, for those who see its link before they open it."""

import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

import resvg_py
from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from app.explain import Explanation, Names
from app.explain.numbers import raised
from app.stats.compare import REPORTED_INTERVAL
from app.web.asking import asked
from app.web.fields import Question
from app.web.pictures import BinomialPicture, IntervalPicture, binomial_pictures, interval_picture
from app.web.result import explained

blueprint = Blueprint("cards", __name__)

CARD_WIDTH, CARD_HEIGHT = 1200, 630
_MARGIN = 64
_LINE = CARD_WIDTH - 2 * _MARGIN
_DAY = 24 * 3600
_LONGEST_NAME = 24.0
"""In ems of its letters; what is longer loses its middle."""

_STYLE_SHEET = Path(__file__).parents[2] / "static" / "style.css"
_FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
_LATIN = "Inter"
# The renderer falls back to another font for whole texts only, so scripts are told apart here.
_SCRIPTS = {
    "Noto Sans Arabic": r"\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc",
    "Noto Sans Hebrew": r"\u0590-\u05ff\ufb1d-\ufb4f",
    "Noto Sans Thai": r"\u0e00-\u0e7f",
    "Noto Sans Devanagari": r"\u0900-\u097f",
    "Droid Sans Fallback": r"\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f"
    r"\uff00-\uffef",
    "Noto Emoji": r"\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff",
}
_RUNS = {
    # A joiner or a mark belongs to the letter before it.
    family: re.compile(rf"[{letters}][{letters}\u200c\u200d\ufe0f\u0300-\u036f]*")
    for family, letters in _SCRIPTS.items()
}
# No font has them, and the renderer would set the whole run in another one.
_ISOLATES = dict.fromkeys((0x2068, 0x2069))


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font."""

    family: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text that fits the card; `size` is in pixels."""

    size: str
    runs: tuple[Run, ...]

    @classmethod
    def of(cls, text: str, largest: int, width: int = _LINE) -> "Line":
        """Set `text` as large as it fits, and no larger than asked."""
        text = text.translate(_ISOLATES)
        size = min(largest, width / max(_ems(text), 1.0))
        return cls(f"{size:.1f}", runs(text))


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on the preview picture."""

    outcome: str
    candidate: Line
    baseline: Line
    label: str
    finding: Line
    evidence: Line
    flips: Line
    intervals: IntervalPicture | None
    binomial: BinomialPicture | None

    @classmethod
    def of(cls, explanation: Explanation) -> "Card":
        """Set the verdict of `explanation` and its picture."""
        found, names = explanation.comparison, explanation.names
        drawn = found.difference is not None
        flipped = found.table.n_discordant > 0
        return cls(
            outcome=str(found.verdict.outcome),
            candidate=Line.of(names.shown_candidate, 36, _LINE - 170),
            baseline=Line.of(names.shown_baseline, 36, _LINE - 170),
            label=explanation.verdict.label,
            finding=Line.of(explanation.verdict.finding, 46, _LINE - 30),
            evidence=Line.of(raised(explanation.verdict.evidence), 30),
            flips=Line.of(explanation.verdict.flips, 30),
            intervals=interval_picture(explanation, 536, [REPORTED_INTERVAL]) if drawn else None,
            binomial=_low_binomial_picture(explanation) if flipped and not drawn else None,
        )


def _low_binomial_picture(explanation: Explanation) -> BinomialPicture:
    return binomial_pictures(explanation, [640], plot_height=70)[0]


@blueprint.get("/card.png")
def card() -> ResponseReturnValue:
    """Draw the verdict on a picture of 1200 by 630 pixels."""
    picture = render_template(
        "card.svg", card=Card.of(explained(_with_short_names(asked()))), colours=COLOURS
    )
    response = Response(_png(picture), mimetype="image/png")
    response.cache_control.public = True
    response.cache_control.max_age = _DAY
    return response


def runs(text: str) -> tuple[Run, ...]:
    """Cut `text` where another font must take over.

    Examples
    --------
    >>> runs("模型-v2")
    (Run(family='Droid Sans Fallback', text='模型'), Run(family='Inter', text='-v2'))
    """
    found: list[Run] = []
    place = 0
    while place < len(text):
        match, family = _run_at(text, place)
        if found and found[-1].family == family:
            found[-1] = Run(family, found[-1].text + match)
        else:
            found.append(Run(family, match))
        place += len(match)
    return tuple(found)


def _run_at(text: str, place: int) -> tuple[str, str]:
    for family, pattern in _RUNS.items():
        if match := pattern.match(text, place):
            return match.group(), family
    return text[place], _LATIN


def shortened(name: str) -> str:
    """Return `name`, without its middle where it is too long for a line of the card."""
    if _ems(name) <= _LONGEST_NAME:
        return name
    head, tail = name[: len(name) // 2], name[len(name) // 2 :]
    while _ems(head) + _ems(tail) + 1 > _LONGEST_NAME:
        head, tail = head[:-1], tail[1:]
    return f"{head}…{tail}"


def _with_short_names(question: Question) -> Question:
    names = Names(shortened(question.names.baseline), shortened(question.names.candidate))
    return replace(question, names=names)


def _ems(text: str) -> float:
    """Return about how long `text` is, rather too long than too short."""
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if unicodedata.category(letter) in ("Mn", "Cf"):
        return 0.0
    if _RUNS["Noto Emoji"].match(letter):
        return 1.3
    if unicodedata.east_asian_width(letter) in "WF" or letter in "mwMW@%—" or letter > "\uffff":
        return 1.05
    if letter in " .,:;'’|!ijlIftr()[]":
        return 0.4
    return 0.78 if letter.isupper() else 0.68


def _png(picture: str) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=picture, skip_system_fonts=True, font_files=_FONTS, font_family=_LATIN
    )


def _colours() -> dict[str, str]:
    """Return the light colours of the style sheet, where each is written once."""
    tokens = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6})", _STYLE_SHEET.read_text("utf-8"))
    return {name.replace("-", "_"): colour for name, colour in tokens}


COLOURS = _colours()
