"""The preview picture of a result, for those who see its link before they open it."""

import re
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from app.explain import Explanation, Names
from app.explain.numbers import raised
from app.stats.compare import REPORTED_INTERVAL
from app.web.asking import asked
from app.web.fields import Question
from app.web.lettering import FONTS, LATIN, LATIN_BOLD, Line, drawable, shortened
from app.web.pictures import BinomialPicture, IntervalPicture, binomial_pictures, interval_picture
from app.web.result import explained

blueprint = Blueprint("cards", __name__)

CARD_WIDTH, CARD_HEIGHT = 1200, 630
DAY = 24 * 3600
_MARGIN = 64
_LINE = CARD_WIDTH - 2 * _MARGIN
_LONGEST_NAME = 24.0
"""In ems of its letters."""

_STYLE_SHEET = Path(__file__).parents[2] / "static" / "style.css"
# A picture keeps a core busy, and other requests waiting: one at a time.
_DRAWING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on the preview picture."""

    outcome: str
    is_named: bool
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
        found, names, verdict = explanation.comparison, explanation.names, explanation.verdict
        drawn = found.difference is not None
        flipped = found.table.n_discordant > 0
        return cls(
            outcome=str(found.verdict.outcome),
            is_named=names != Names(),
            candidate=Line.of(names.shown_candidate, 36, _LINE - 170),
            baseline=Line.of(names.shown_baseline, 36, _LINE - 170),
            label=verdict.label,
            finding=Line.of(verdict.finding, 46, _LINE - 30, LATIN_BOLD),
            evidence=Line.of(raised(verdict.evidence), 30, _LINE - 30),
            flips=Line.of(verdict.flips, 30, _LINE - 30),
            intervals=interval_picture(explanation, 536, [REPORTED_INTERVAL]) if drawn else None,
            binomial=_low_binomial_picture(explanation) if flipped and not drawn else None,
        )


def _low_binomial_picture(explanation: Explanation) -> BinomialPicture:
    return binomial_pictures(explanation, [640], plot_height=70)[0]


@blueprint.get("/card.png")
def card() -> ResponseReturnValue:
    """Draw the verdict on a picture of 1200 by 630 pixels."""
    question = asked()
    names = Names(as_drawn(question.names.baseline), as_drawn(question.names.candidate))
    png = _png(_svg(replace(question, names=names))) or _png(_svg(replace(question, names=Names())))
    if png is None:
        abort(500)
    response = Response(png, mimetype="image/png")
    response.cache_control.public = True
    response.cache_control.max_age = DAY
    return response


def as_drawn(name: str) -> str:
    """Return `name` as far as the fonts have it and a line of the card holds it."""
    return shortened(drawable(name), _LONGEST_NAME)


def _svg(question: Question) -> str:
    return render_template("card.svg", card=Card.of(explained(question)), colours=COLOURS)


def _png(picture: str) -> bytes | None:
    """Return the picture as PNG, or None where the renderer fails at its letters."""
    # Imported here, since the first page need not wait for it.
    import resvg_py

    try:
        with _DRAWING:
            return resvg_py.svg_to_bytes(
                svg_string=picture,
                skip_system_fonts=True,
                font_files=list(map(str, FONTS)),
                font_family=LATIN,
            )
    except BaseException as fault:
        # A panic of the renderer, at some mixtures of scripts, is no Exception and would end
        # the worker.
        if type(fault).__name__ != "PanicException":
            raise
        return None


def _colours() -> dict[str, str]:
    """Return the light colours of the style sheet, where each is written once."""
    tokens = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6})", _STYLE_SHEET.read_text("utf-8"))
    return {name.replace("-", "_"): colour for name, colour in tokens}


COLOURS = _colours()
