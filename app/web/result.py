"""A result as a page shows it."""

from dataclasses import dataclass

from app.explain import Explanation, explain
from app.explain.reports import CODE
from app.stats import compare
from app.web.addresses import Addresses
from app.web.fields import Question
from app.web.pictures import BinomialPicture, IntervalPicture, binomial_pictures, interval_picture

PICTURE_WIDTHS = (640, 340)
"""Each picture is drawn for a wide and for a narrow page, so that its text stays readable."""


def explained(question: Question) -> Explanation:
    """Compare and explain."""
    return explain(compare(question.table, question.level), question.names)


@dataclass(frozen=True, slots=True)
class Result:
    """An explanation with its pictures, and the addresses at which to find it."""

    question: Question
    addresses: Addresses
    explanation: Explanation
    interval_pictures: tuple[IntervalPicture, ...]
    binomial_pictures: tuple[BinomialPicture, ...]

    @classmethod
    def of(cls, question: Question) -> "Result":
        """Compare, explain and draw."""
        explanation = explained(question)
        return cls(
            question=question,
            addresses=Addresses.of(question),
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

    @property
    def code(self) -> dict[str, str]:
        """Lines that check the numbers, by their language; a frame and the example need none."""
        return {language: write(self.explanation.comparison) for language, write in CODE.items()}
