"""A result as a page shows it."""

from dataclasses import dataclass

from app.explain import Explanation, explain
from app.stats import compare
from app.web.fields import Question
from app.web.pictures import BinomialPicture, IntervalPicture, binomial_pictures, interval_picture

PICTURE_WIDTHS = (640, 340)
"""Each picture is drawn for a wide and for a narrow page, so that its text stays readable."""


@dataclass(frozen=True, slots=True)
class Result:
    """An explanation with its pictures."""

    question: Question
    explanation: Explanation
    interval_pictures: tuple[IntervalPicture, ...]
    binomial_pictures: tuple[BinomialPicture, ...]

    @classmethod
    def of(cls, question: Question) -> "Result":
        """Compare, explain and draw."""
        explanation = explain(compare(question.table, question.level), question.names)
        return cls(
            question=question,
            explanation=explanation,
            interval_pictures=tuple(
                interval_picture(explanation, width)
                for width in PICTURE_WIDTHS
                if explanation.intervals
            ),
            binomial_pictures=tuple(binomial_pictures(explanation, PICTURE_WIDTHS))
            if question.table.n_discordant
            else (),
        )
